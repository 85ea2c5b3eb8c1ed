#!/usr/bin/env bash
# Installs Prometheus and promtool for the test of the metrics (server/test/third-party); does nothing if they are there.
set -euo pipefail

if command -v prometheus >/dev/null && command -v promtool >/dev/null; then
  exit 0
fi
if [ "$(id -u)" != 0 ] || ! command -v apt-get >/dev/null; then
  echo "The tests need prometheus and promtool: install Debian's package prometheus." >&2
  exit 1
fi
apt-get update -qq
DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends prometheus
