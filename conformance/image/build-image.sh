#!/usr/bin/env bash
# Builds the image by Debian's buildah, without a daemon, as `localhost/junctor`; `build-image.sh arm64` builds that of
# another architecture than the machine's, whose programs QEMU runs. Needs Linux and root. The Dockerfile's bases are made
# here under their names, because no registry of images may be at hand: Debian's by debootstrap, Node's by npm.
set -euo pipefail
cd "$(dirname "$0")/../.."
export BUILDAH_ISOLATION=chroot
arch=${1:-$(dpkg --print-architecture)}
if ! { command -v buildah && command -v debootstrap && command -v runc; } >/dev/null; then
  apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq buildah debootstrap runc >/dev/null
fi
if [ "$arch" != "$(dpkg --print-architecture)" ]; then
  bash conformance/image/install-emulator.sh
  # The bases have the same names.
  buildah() { command buildah --root "/var/lib/containers/storage-$arch" "$@"; }
fi

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

has_image() { buildah images --quiet "$1" >/dev/null 2>&1; }

if ! has_image docker.io/library/debian:bookworm-slim; then
  proxy=$(apt-config dump | sed -n 's/^Acquire::http::Proxy "\(.*\)";/\1/p')
  http_proxy=$proxy debootstrap --variant=minbase --arch="$arch" bookworm "$work/debian" http://deb.debian.org/debian >/dev/null
  # What the slim image of Debian leaves out, too.
  rm -rf "$work"/debian/{usr/share/{doc,man,locale,info},var/{cache/apt,lib/apt/lists,log}}/*
  base=$(buildah from --arch "$arch" scratch)
  buildah copy --quiet "$base" "$work/debian" / >/dev/null
  buildah commit --quiet "$base" docker.io/library/debian:bookworm-slim >/dev/null
  buildah rm "$base" >/dev/null
fi
if ! has_image docker.io/library/node:24-bookworm-slim; then
  node=node-linux-${arch/amd/x}
  npm install --silent --no-save --ignore-scripts --force \
    --prefix "$work/node" "$node@$(npm pkg get "optionalDependencies.$node" | tr -d '"')" npm@11
  base=$(buildah from --arch "$arch" docker.io/library/debian:bookworm-slim)
  buildah copy --quiet "$base" "$work/node/node_modules/$node/bin/node" /usr/local/bin/ >/dev/null
  buildah copy --quiet "$base" "$work"/node/node_modules/npm /usr/local/lib/node_modules/npm >/dev/null
  buildah run "$base" -- ln -s ../lib/node_modules/npm/bin/npm-cli.js /usr/local/bin/npm
  # Where a proxy answers for the registry, npm must trust it; the image itself is not made of this base.
  if [ -n "${NODE_EXTRA_CA_CERTS-}" ]; then
    buildah copy --quiet "$base" "$NODE_EXTRA_CA_CERTS" /usr/local/share/extra-ca.pem >/dev/null
    buildah config --env NODE_EXTRA_CA_CERTS=/usr/local/share/extra-ca.pem "$base"
  fi
  buildah commit --quiet "$base" docker.io/library/node:24-bookworm-slim >/dev/null
  buildah rm "$base" >/dev/null
fi
secret=()
[ ! -f "$HOME/.npmrc" ] || secret=(--secret "id=npmrc,src=$HOME/.npmrc")
buildah build --platform "linux/$arch" --layers --quiet --format docker "${secret[@]}" --tag junctor .

