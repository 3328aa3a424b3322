#!/bin/sh
# Runs a program like a container engine, from within new namespaces:
# in-container.sh ROOT FILES USER DIRECTORY PROGRAM …
# The root is read-only, and /tmp and /dev are in memory. Only FILES is writable, mounted at /srv. The program
# is process 1 and has no capabilities.
set -eu
root=$1 files=$2 user=$3 directory=$4
shift 4
mount --bind "$root" "$root"
mount -t proc -o nosuid,nodev,noexec proc "$root/proc"
mount -t tmpfs -o size=64m,mode=1777,nosuid,nodev tmpfs "$root/tmp"
mount -t tmpfs -o size=1m,mode=755,nosuid tmpfs "$root/dev"
for device in null zero random urandom; do
  touch "$root/dev/$device"
  mount --bind "/dev/$device" "$root/dev/$device"
done
mount --bind "$files" "$root/srv"
mount -o remount,ro,bind "$root"
exec chroot "$root" /usr/bin/setpriv --reuid="${user%:*}" --regid="${user#*:}" --clear-groups \
  --no-new-privs --inh-caps=-all --bounding-set=-all /usr/bin/env -C "$directory" "$@"
