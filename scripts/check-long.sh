#!/usr/bin/env bash
# Runs what `.ci/run` leaves out: every suite in full, and everything on the embedded database. Takes several hours. A
# suite that fails does not keep the others from running.
set -euo pipefail
cd "$(dirname "$0")/.."
export CI=true
trap 'exit 130' INT

failed=()
step() {
  printf '\n== %s ==\n' "$1"
  "${@:2}" || failed+=("$1")
}

printf '\n== install ==\n'
node scripts/install.mjs --all
bash scripts/install-browser.sh
bash scripts/install-wordpress.sh

step "faults, five times" npm run --silent bench:faults -- --times 5
step "browsers" bash scripts/with-postgres.sh --in-memory npm run --silent test:browsers
step "real applications and clients, on the embedded database" \
  env -u TEST_DATABASE_URL npm run --silent test:applications
step "the suite on the embedded database" env -u TEST_DATABASE_URL npm test

step "the connectors against their vendors' documents" npm run --silent check:vendors

step "the directory against its documents" npm run --silent check:directory

step "webhooks as their vendors sign them" npm run --silent check:webhooks

step "published pieces" npm run --silent check:pieces

step "the container image" npm run --silent check:image

step "TLS to PostgreSQL, and PgBouncer" npm run --silent check:postgres

step "the services of systemd" npm run --silent check:systemd

step "the manifests of Kubernetes" npm run --silent check:kubernetes

step "documents of 300 domains" npm run --silent bench:documents

for name in "${failed[@]}"; do echo "Failed: $name." >&2; done
[ ${#failed[@]} = 0 ]
