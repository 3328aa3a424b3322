-- Who changed what, when and from where (ruling G9): one row for each operation, written in its transaction. Of personal fields it has
-- the names only; the values stay in the record's own history, which can be erased.

create table audit_events (
  shop_id int not null references shops (id),
  id uuid not null,
  -- Who, and by which way: staff by a request, the operator's account by the command line; what a store told, and what the server
  -- did by itself, name nobody.
  source text not null check (source in ('request', 'command line', 'shopify', 'server')),
  user_id uuid,
  operator text check (operator <> ''),
  -- Where a request came from, as far as that is believed, and what its device calls itself.
  client_address text,
  device text,
  what text not null check (what ~ '^[a-z]+(_[a-z]+)*$'),
  -- The record's key, as its own table has it.
  subject_id text,
  before jsonb check (jsonb_typeof(before) = 'object'),
  after jsonb check (jsonb_typeof(after) = 'object'),
  personal_fields text[] not null default '{}',
  command_id uuid,
  recorded_at timestamptz not null default now(),
  primary key (shop_id, id),
  foreign key (shop_id, user_id) references shop_members (shop_id, user_id),
  constraint audit_events_of_one_actor check (
    (user_id is not null) = (source = 'request') and (operator is not null) = (source = 'command line')),
  constraint audit_events_origin check (source = 'request' or (client_address is null and device is null))
);
create index audit_events_of_user on audit_events (shop_id, user_id) where user_id is not null;

create function keep_audit_event() returns trigger language plpgsql as $$
begin
  raise exception 'audit events are append-only' using errcode = 'restrict_violation';
end $$;
revoke execute on function keep_audit_event() from public;
create trigger audit_events_append_only before update or delete on audit_events
  for each row execute function keep_audit_event();
create trigger audit_events_no_truncate before truncate on audit_events
  for each statement execute function keep_audit_event();

-- A request writes what it did itself, never when.
alter table audit_events enable row level security;
grant select on audit_events to mandoob_request;
grant insert (shop_id, id, source, user_id, client_address, device, what, subject_id, before, after, personal_fields, command_id)
  on audit_events to mandoob_request;
create policy own_shop on audit_events for select to mandoob_request
  using (shop_id = (select actor.shop_id()) and (select actor.sees_shop()));
create policy own_event on audit_events for insert to mandoob_request
  with check (shop_id = (select actor.shop_id()) and user_id = (select actor.user_id()));
