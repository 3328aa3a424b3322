-- What changed, for those who look at it: every operation writes which topics it touched, and for whom, in its own transaction
-- (ruling G3). Hints only: whoever gets one reads through the ordinary endpoints. Kept for a day, and never backed up.

create table feed (
  shop_id int not null references shops (id),
  -- Readers go on from the oldest transaction that was still running when they last read: numbers of rows are given before they
  -- commit, and would be passed over.
  xid xid8 not null default pg_current_xact_id(),
  id uuid not null,
  topic text not null check (topic ~ '^[a-z]+(_[a-z]+)*$'),
  -- The record's key, where one is meant.
  subject_id text,
  -- Everybody of the shop; its managers and admins; or nobody but user_ids.
  audience text not null check (audience in ('shop', 'desk', 'users')),
  -- Whom it concerned before and after, beside the audience.
  user_ids uuid[] not null default '{}',
  command_id uuid,
  recorded_at timestamptz not null default now(),
  primary key (shop_id, xid, id),
  check (audience <> 'users' or user_ids <> '{}')
);

-- One row at most, made when it is first asked for: a cursor of another epoch, or of before what was pruned, says nothing any more.
-- A restore ends the epoch.
create table feed_horizon (
  is_the_only boolean primary key default true check (is_the_only),
  epoch uuid not null default gen_random_uuid(),
  pruned_until xid8 not null default '0'
);

alter table feed enable row level security;
alter table feed_horizon enable row level security;
grant insert (shop_id, id, topic, subject_id, audience, user_ids, command_id) on feed to mandoob_request;
create policy own_shop on feed for insert to mandoob_request with check (shop_id = (select actor.shop_id()));
