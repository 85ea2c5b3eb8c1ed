#!/usr/bin/env bash
# Runs a command with TEST_DATABASE_URL set to a real PostgreSQL. If the variable is set already, that server is used;
# otherwise a temporary cluster is started on a free port and removed afterwards (without an installed `postgresql`,
# root installs Debian's first). With `--in-memory` the cluster is in memory if the system has such a folder, and never
# waits for a disk: for tests, which copy a database per file. Benchmarks need a disk.
set -euo pipefail

parent=/tmp durability=""
if [ "${1:-}" = --in-memory ]; then
  shift
  durability="-c fsync=off -c full_page_writes=off -c synchronous_commit=off"
  free_kib=$(df -kP /dev/shm 2>/dev/null | awk 'NR == 2 { print $4 }')
  if [ -w /dev/shm ] && [ "${free_kib:-0}" -gt 4194304 ]; then parent=/dev/shm; fi
fi

if [ -n "${TEST_DATABASE_URL:-}" ]; then exec "$@"; fi

find_binaries() { ls -d /usr/lib/postgresql/*/bin 2>/dev/null | sort -V | tail -n 1; }
bin=$(find_binaries)
if [ -z "$bin" ] && command -v initdb >/dev/null; then bin=$(dirname "$(command -v initdb)"); fi
if [ -z "$bin" ]; then
  [ "$(id -u)" = 0 ] || { echo "No PostgreSQL found: install it, or set TEST_DATABASE_URL." >&2; exit 1; }
  apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq postgresql >/dev/null
  bin=$(find_binaries)
fi

dir=$(mktemp -d "$parent/junctor-postgres-XXXXXX")
# PostgreSQL refuses to run as root.
if [ "$(id -u)" = 0 ]; then
  id postgres >/dev/null 2>&1 || useradd --system postgres
  chown postgres "$dir"
  as() { runuser -u postgres -- "$@"; }
else
  as() { "$@"; }
fi
cleanup() {
  as "$bin/pg_ctl" -D "$dir/data" -m immediate stop >/dev/null 2>&1 || true
  rm -rf "$dir"
}
trap cleanup EXIT

as "$bin/initdb" -D "$dir/data" -U postgres -A trust -E UTF8 --locale=C >/dev/null
port=$(python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])' 2>/dev/null || echo 54321)
as "$bin/pg_ctl" -D "$dir/data" -w -l "$dir/log" \
  -o "-c port=$port -c listen_addresses=127.0.0.1 -c unix_socket_directories=$dir -c max_connections=200 $durability" start >/dev/null
export TEST_DATABASE_URL="postgres://postgres@127.0.0.1:$port/postgres"
"$@"
