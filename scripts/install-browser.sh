#!/usr/bin/env bash
# Installs Chromium for the tests that need a real browser (server/test/browser); does nothing if there is one.
set -euo pipefail

if [ -n "${JUNCTOR_TEST_CHROMIUM:-}" ] || command -v chromium chromium-browser google-chrome >/dev/null; then
  exit 0
fi
if [ "$(id -u)" != 0 ] || ! command -v apt-get >/dev/null; then
  echo "The tests need a browser: install Chromium, or name its binary in JUNCTOR_TEST_CHROMIUM." >&2
  exit 1
fi
apt-get update -qq
DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends chromium
