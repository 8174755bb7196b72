#!/bin/sh
# Takes a snapshot of all data and keeps the newest KEEP of them (30). For clusters without snapshot lifecycle management,
# such as the embedded node, from cron. Fails unless every index is whole in it. Parameters go to curl:
#   ES=https://search.example:9200 ops/snapshot.sh --cacert ca.crt -u USER:PASSWORD
set -eu
url=${ES:-${ELASTICSEARCH_URL:-http://127.0.0.1:9200}}
url=${url%%,*}
indices="${INDEX_PREFIX:-commerce-}*"
repository=${SNAPSHOT_REPOSITORY:-backup}
ask() {
  method=$1 path=$2
  shift 2
  curl -sS --fail-with-body -X "$method" -H 'Content-Type: application/json' "$url/$path" "$@"
}
fail() {
  echo "$1" >&2
  exit 1
}

[ -n "$(ask GET "_cat/indices/$indices?h=index" "$@")" ] || fail "There is no index $indices at $url."
ask GET "_snapshot/$repository" "$@" > /dev/null 2>&1 ||
  ask PUT "_snapshot/$repository" "$@" -d "{\"type\":\"fs\",\"settings\":{\"location\":\"$repository\"}}" > /dev/null
taken=$(ask PUT "_snapshot/$repository/commerce-$(date -u +%Y-%m-%d-%H%M%S)-$$?wait_for_completion=true&filter_path=snapshot.snapshot,snapshot.state,snapshot.shards" \
  "$@" -d "{\"indices\":\"$indices\",\"include_global_state\":false}")
echo "$taken"
case $taken in *'"state":"SUCCESS"'*) ;; *) fail "The snapshot is not whole; all earlier ones stay." ;; esac
ask GET "_cat/snapshots/$repository?h=id&s=start_epoch:desc" "$@" | grep '^commerce-' | tail -n "+$((${KEEP:-30} + 1))" |
  while read -r old; do ask DELETE "_snapshot/$repository/$old" "$@" > /dev/null && echo "Deleted $old."; done
