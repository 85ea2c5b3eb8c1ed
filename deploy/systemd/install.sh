#!/usr/bin/env bash
# Installs this checkout as services of systemd, or updates them: `sudo bash deploy/systemd/install.sh`. It installs the
# locked packages, builds the dashboard, and makes the user, /etc/junctor/junctor.env with new secrets (only if there is
# none), the units and the command `junctor`. It starts nothing.
set -euo pipefail
cd "$(dirname "$0")/../.."
root=$PWD
here=$root/deploy/systemd
[ "$(id -u)" = 0 ] || { echo "Run it as root." >&2; exit 1; }

umask 022
node scripts/install.mjs
node_modules/.bin/node scripts/build-web.mjs

id junctor >/dev/null 2>&1 || useradd --system --home-dir /var/lib/junctor --shell /usr/sbin/nologin junctor
if ! runuser --user junctor -- test -r "$root/server/junctor.mjs"; then
  echo "The user junctor cannot read $root: put the checkout in /opt/junctor, for example." >&2
  exit 1
fi

settings=/etc/junctor/junctor.env
if [ ! -e "$settings" ]; then
  install -d -m 0750 -g junctor /etc/junctor
  (
    umask 077
    cat >"$settings" <<EOF
# Settings of Junctor: $root/docs/configuration.md. Keep a copy of the encryption key in another place: without it the
# database is of no use.
#DATABASE_URL=postgres://junctor:password@127.0.0.1:5432/junctor
#JUNCTOR_PUBLIC_URL=https://junctor.example.com
JUNCTOR_ENCRYPTION_KEY=$(head -c 32 /dev/urandom | base64)
JUNCTOR_TEST_API_KEY=tk_$(head -c 20 /dev/urandom | od -An -tx1 | tr -d ' \n')
JUNCTOR_PRODUCTION_API_KEY=pk_$(head -c 20 /dev/urandom | od -An -tx1 | tr -d ' \n')
EOF
  )
  echo "Wrote $settings: set DATABASE_URL and JUNCTOR_PUBLIC_URL there."
fi

units=/etc/systemd/system
for unit in "$here"/*.service "$here"/*.target; do
  name=$(basename "$unit")
  sed "s|@ROOT@|$root|" "$unit" >"$units/$name"
  case $name in *.target) continue ;; esac
  mkdir -p "$units/$name.d"
  sed "s|@ROOT@|$root|" "$here/hardening.conf" >"$units/$name.d/junctor.conf"
done
systemctl daemon-reload

# Other commands, with the settings and rights that the services have.
cat >/usr/local/sbin/junctor <<EOF
#!/bin/sh
exec systemd-run --quiet --pipe --wait --collect --property=User=junctor --property=WorkingDirectory=$root \\
  --property=EnvironmentFile=$settings --setenv=JUNCTOR_DATA_DIR=/var/lib/junctor \\
  $root/node_modules/.bin/node server/junctor.mjs "\$@"
EOF
chmod 755 /usr/local/sbin/junctor

cat <<EOF
Installed. Next:
  systemctl start junctor-migrate
  systemctl enable --now junctor.target junctor-serve@3000 junctor-work@1
Without DATABASE_URL, with the embedded database: systemctl enable --now junctor.target junctor-all
EOF
