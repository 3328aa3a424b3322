#!/bin/sh
# Run once by the PostgreSQL image, in an empty cluster: the logins and databases of docs/operate/postgres.md.
set -eu
: "${OWNER_PASSWORD:?missing}" "${REQUEST_PASSWORD:?missing}"
# psql takes the passwords from its environment: its parameters are shown to everybody on the machine.
psql --set=ON_ERROR_STOP=1 --username=postgres <<'END'
\getenv owner OWNER_PASSWORD
\getenv request REQUEST_PASSWORD
-- createdb: a backup is tried in a database that the check makes and drops.
create role shop_owner login createdb password :'owner';
create database shop owner shop_owner;
create role mandoob_request login password :'request' nosuperuser nobypassrls nocreatedb nocreaterole noreplication;
alter role mandoob_request in database shop set statement_timeout = '20s';
alter role mandoob_request in database shop set lock_timeout = '10s';
alter role mandoob_request in database shop set idle_in_transaction_session_timeout = '15s';
END
