#!/usr/bin/env bash
# Installs WordPress, PHP and MariaDB for the WordPress test (server/test/third-party); does nothing if they are
# installed.
set -euo pipefail

if [ -e /usr/share/wordpress/wp-settings.php ] && command -v php >/dev/null &&
  PATH="$PATH:/usr/sbin" command -v mariadbd >/dev/null; then
  exit 0
fi
if [ "$(id -u)" != 0 ] || ! command -v apt-get >/dev/null; then
  echo "The tests need WordPress: install Debian's packages wordpress, php-cli, php-mysql and mariadb-server." >&2
  exit 1
fi
apt-get update -qq
DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends wordpress php-cli php-mysql mariadb-server
