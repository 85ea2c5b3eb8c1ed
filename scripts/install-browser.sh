#!/usr/bin/env bash
# Installs Chromium for the tests that need a real browser: Debian's headless shell, which takes half the time of the whole
# browser, or that where there is no such package. A browser that is there already will do if nothing can be installed.
set -euo pipefail

if [ -n "${JUNCTOR_TEST_CHROMIUM:-}" ] || command -v chromium-headless-shell >/dev/null; then exit 0; fi
has_browser() { command -v chromium chromium-browser google-chrome >/dev/null; }
install() {
  [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null || return 1
  apt-get update -qq || return 1
  for package in chromium-headless-shell chromium; do
    if DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "$package"; then return 0; fi
    if has_browser; then return 0; fi
  done
  return 1
}
if install || has_browser; then exit 0; fi
echo "The tests need a browser: install Chromium, or name its binary in JUNCTOR_TEST_CHROMIUM." >&2
exit 1
