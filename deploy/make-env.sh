#!/bin/sh
# Writes .env, the settings of compose.yaml for a shop's address, with passwords of its own: sh deploy/make-env.sh shop.example.com
# For its owner alone, and never over one that is there: it may be the only copy.
set -euC
umask 077
host=${1:?Say the address, as in shop.example.com}
secret() { head -c 32 /dev/urandom | od -An -tx1 | tr -d ' \n'; }

cat >.env <<END
PUBLIC_HOST=$host
AUTH_SECRET=$(secret)
POSTGRES_PASSWORD=$(secret)
OWNER_PASSWORD=$(secret)
REQUEST_PASSWORD=$(secret)
AWS_ACCESS_KEY_ID=mandoob
AWS_SECRET_ACCESS_KEY=$(secret)
# Keep it somewhere else too: without it the backups' secrets do not open.
MANDOOB_BACKUP_PASSPHRASE=$(secret)
# Better another disk, or what is copied to another place. Of the container's user: install -d -m 700 -o 10001 -g 10001
BACKUP_DIR=/var/backups/mandoob
END
