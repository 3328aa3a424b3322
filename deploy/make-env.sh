#!/bin/sh
# Writes .env, the settings of compose.yaml for the given address, with generated passwords:
# sh deploy/make-env.sh shop.example.com
# Only the owner can read the file. An existing file is never overwritten, because it may be the only copy.
set -euC
umask 077
host=${1:?usage: sh deploy/make-env.sh shop.example.com}
secret() { head -c 32 /dev/urandom | od -An -tx1 | tr -d ' \n'; }

cat >.env <<END
PUBLIC_HOST=$host
AUTH_SECRET=$(secret)
POSTGRES_PASSWORD=$(secret)
OWNER_PASSWORD=$(secret)
REQUEST_PASSWORD=$(secret)
AWS_ACCESS_KEY_ID=mandoob
AWS_SECRET_ACCESS_KEY=$(secret)
# Keep another copy elsewhere: without it the secrets in the backups cannot be decrypted.
MANDOOB_BACKUP_PASSPHRASE=$(secret)
# Preferably on a separate disk, or one that is copied elsewhere. Its owner must be the container's user:
# install -d -m 700 -o 10001 -g 10001
BACKUP_DIR=/var/backups/mandoob
END
