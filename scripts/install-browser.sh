#!/usr/bin/env bash
# Installs Chromium for the tests that need a real browser: the headless shell, which takes half the time of the whole
# browser, or that where there is no such package. Does nothing if a shell is there, or if it cannot install anything.
set -euo pipefail

if [ -n "${JUNCTOR_TEST_CHROMIUM:-}" ] || command -v chromium-headless-shell >/dev/null; then exit 0; fi
has_browser() { command -v chromium chromium-browser google-chrome >/dev/null; }
if [ "$(id -u)" != 0 ] || ! command -v apt-get >/dev/null; then
  has_browser && exit 0
  echo "The tests need a browser: install Chromium, or name its binary in JUNCTOR_TEST_CHROMIUM." >&2
  exit 1
fi
install() { DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "$1"; }
apt-get update -qq || has_browser
install chromium-headless-shell || has_browser || install chromium
