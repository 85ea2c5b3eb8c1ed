#!/usr/bin/env bash
# Installs Redmine on SQLite for the Redmine test (server/test/third-party); does nothing if it is installed.
set -euo pipefail

if [ -e /usr/share/redmine/config.ru ] && command -v ruby >/dev/null; then
  exit 0
fi
if [ "$(id -u)" != 0 ] || ! command -v apt-get >/dev/null; then
  echo "The tests need Redmine: install Debian's packages redmine and redmine-sqlite." >&2
  exit 1
fi
apt-get update -qq
DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends redmine redmine-sqlite ruby-webrick
