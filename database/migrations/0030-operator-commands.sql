-- What the shop's operator books is recorded as what its staff does: under a command id, once, with its answer; and cash issued
-- from the safe has a row that explains it, as every other movement has.

-- The id is claimed as the first write of the command's transaction; the answer is stored as its last. Rows are never pruned.
create table operator_commands (
  shop_id int not null references shops (id),
  command_id uuid not null,
  -- The command's words, as 'cash issue'.
  command text not null check (command <> ''),
  -- SHA-256 of what was asked for, so that the same id never stands for two things.
  fingerprint text not null check (fingerprint ~ '^[0-9a-f]{64}$'),
  body text,
  recorded_at timestamptz not null default now(),
  primary key (shop_id, command_id)
);

create table cash_issues (
  shop_id int not null references shops (id),
  id uuid not null,
  user_id uuid not null,
  amount_fils bigint not null check (amount_fils > 0 and amount_fils <= 1000000000),
  -- Null for the demo's, and for what was booked before commands of the operator had ids.
  command_id uuid,
  occurred_at timestamptz not null,
  recorded_at timestamptz not null default now(),
  primary key (shop_id, id),
  foreign key (shop_id, user_id) references shop_members (shop_id, user_id),
  foreign key (shop_id, command_id) references operator_commands (shop_id, command_id)
);
create index cash_issues_of_user on cash_issues (shop_id, user_id, recorded_at);

-- Issues of before have their movement only, which says all of it.
insert into cash_issues (shop_id, id, user_id, amount_fils, command_id, occurred_at, recorded_at)
  select shop_id, source_id, to_user_id, amount_fils, null, occurred_at, recorded_at
  from cash_movements
  where source_type = 'cash_issue' and reason = 'issue' and from_holder = 'safe' and to_holder = 'staff' and leg = 1;

create function keep_issue() returns trigger language plpgsql as $$
begin
  raise exception 'cash issues are append-only' using errcode = 'restrict_violation';
end $$;
revoke execute on function keep_issue() from public;
create trigger cash_issues_append_only before update or delete on cash_issues
  for each row execute function keep_issue();
create trigger cash_issues_no_truncate before truncate on cash_issues
  for each statement execute function keep_issue();

-- Null for adjustments of before: their movement alone knows.
alter table cash_adjustments
  add column command_id uuid,
  add column occurred_at timestamptz,
  add constraint cash_adjustments_command foreign key (shop_id, command_id) references operator_commands (shop_id, command_id);

-- No screen shows either, so no request has a right to them; the policies say whose they would be.
alter table operator_commands enable row level security;
alter table cash_issues enable row level security;
create policy own_shop on operator_commands for select to mandoob_request
  using (shop_id = (select actor.shop_id()) and (select actor.sees_shop()));
create policy own_or_shop on cash_issues for select to mandoob_request
  using (shop_id = (select actor.shop_id()) and (user_id = (select actor.user_id()) or (select actor.sees_shop())));
