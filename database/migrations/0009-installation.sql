-- What this database is: 'demo' when it holds the demo shop, which must never be taken for a real one.
-- It belongs to no shop, and no request reads it.

create table installation (
  key text primary key check (key <> ''),
  value text not null
);
alter table installation enable row level security;
