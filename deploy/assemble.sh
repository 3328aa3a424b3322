#!/bin/sh
# Puts what a container holds beside Debian into the directory named: Node, the built product, and the one package with a program of its own
# that is not inside the build. The built-in PostgreSQL is left out: a container works on the database of DATABASE_URL.
set -eu
root=${1:?Say into which directory}
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
