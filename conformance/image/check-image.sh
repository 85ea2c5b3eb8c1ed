#!/usr/bin/env bash
# Builds the image of this machine's architecture, or of the given one, and runs it.
set -euo pipefail
cd "$(dirname "$0")/../.."
bash conformance/image/build-image.sh "$@"
bash scripts/with-postgres.sh node conformance/image/check.ts "$@"
