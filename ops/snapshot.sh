#!/bin/sh
# Takes a snapshot of all data and keeps the newest KEEP of them (30). For clusters without snapshot lifecycle management,
# such as the embedded node, from cron. Parameters go to curl:
#   ELASTICSEARCH_URL=https://search.example:9200 ops/snapshot.sh --cacert ca.crt -u USER:PASSWORD
set -eu
url=${ELASTICSEARCH_URL:-http://127.0.0.1:9200}
repository=${SNAPSHOT_REPOSITORY:-backup}
ask() {
  method=$1 path=$2
  shift 2
  curl -sS --fail-with-body -X "$method" -H 'Content-Type: application/json' "$url/$path" "$@"
}

ask GET "_snapshot/$repository" "$@" > /dev/null 2>&1 ||
  ask PUT "_snapshot/$repository" "$@" -d "{\"type\":\"fs\",\"settings\":{\"location\":\"$repository\"}}" > /dev/null
ask PUT "_snapshot/$repository/commerce-$(date -u +%Y-%m-%d-%H%M%S)?wait_for_completion=true&filter_path=snapshot.snapshot,snapshot.state,snapshot.shards" \
  "$@" -d "{\"indices\":\"${INDEX_PREFIX:-commerce-}*\",\"include_global_state\":false}"
echo
ask GET "_cat/snapshots/$repository?h=id&s=start_epoch:desc" "$@" | grep '^commerce-' | tail -n "+$((${KEEP:-30} + 1))" |
  while read -r old; do ask DELETE "_snapshot/$repository/$old" "$@" > /dev/null && echo "Deleted $old."; done
