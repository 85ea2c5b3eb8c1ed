#!/usr/bin/env bash
# Has the kernel hand programs for arm64 to QEMU, by Debian's qemu-user-static.
set -euo pipefail
registry=/proc/sys/fs/binfmt_misc
if ! [ -e $registry/qemu-aarch64 ]; then
  apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq qemu-user-static >/dev/null
  [ -e $registry/register ] || mount -t binfmt_misc binfmt_misc $registry
  # The package may have done it.
  [ -e $registry/qemu-aarch64 ] || cat /usr/lib/binfmt.d/qemu-aarch64.conf >$registry/register
fi
