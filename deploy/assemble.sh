#!/bin/sh
# Copies everything that a container needs on top of Debian into the given directory: Node, the built product,
# and the one package with a native library that is not inside the build. The built-in PostgreSQL is excluded,
# because a container uses the database of DATABASE_URL.
set -eu
root=${1:?usage: assemble.sh DIRECTORY}
cd "$(dirname "$0")/.."
app=$root/opt/mandoob

rm -rf "$root"
mkdir -p "$root/usr/local/bin" "$app/database" "$app/scripts" "$app/node_modules/@node-rs"
cp "$(node -p process.execPath)" "$root/usr/local/bin/node"
cp -R bin dist package.json "$app/"
cp -R database/migrations "$app/database/"
cp scripts/built.mjs scripts/install.mjs "$app/scripts/"
cp -R node_modules/@node-rs/argon2* "$app/node_modules/@node-rs/"
ln -s /opt/mandoob/bin/mandoob.mjs "$root/usr/local/bin/mandoob"
chmod -R u=rwX,go=rX "$root"
