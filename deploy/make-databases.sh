#!/bin/sh
# The PostgreSQL image runs this once, in an empty cluster: it creates the logins and databases of
# docs/operate/postgres.md.
set -eu
: "${OWNER_PASSWORD:?missing}" "${REQUEST_PASSWORD:?missing}"
# psql reads the passwords from its environment, because every user of the machine can see its arguments.
psql --set=ON_ERROR_STOP=1 --username=postgres <<'END'
\getenv owner OWNER_PASSWORD
\getenv request REQUEST_PASSWORD
-- createdb: a check restores the backup into a database that it creates and drops.
create role shop_owner login createdb password :'owner';
create database shop owner shop_owner;
create role mandoob_request login password :'request' nosuperuser nobypassrls nocreatedb nocreaterole noreplication;
alter role mandoob_request in database shop set statement_timeout = '20s';
alter role mandoob_request in database shop set lock_timeout = '10s';
alter role mandoob_request in database shop set idle_in_transaction_session_timeout = '15s';
END
