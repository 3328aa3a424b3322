-- Cash and card machines change hands: start of day, end of day, collections (rulings A7, A8, C6, D4, D6).

create table card_machines (
  shop_id int not null references shops (id),
  id uuid not null,
  number text not null check (number = btrim(number) and number <> '' and length(number) <= 100),
  -- Who has it; null when it is in the shop.
  holder_driver_id int,
  created_at timestamptz not null default now(),
  primary key (shop_id, id),
  unique (shop_id, number),
  foreign key (shop_id, holder_driver_id) references drivers (shop_id, id)
);

create table cash_handovers (
  shop_id int not null references shops (id),
  id uuid not null,
  handover_reference text not null check (handover_reference <> ''),
  handover_type text not null check (handover_type in ('start', 'end', 'collection')),
  -- The driver record; null for a member of staff who does not drive.
  driver_id int,
  -- Who handed over to, or was collected from.
  staff_user_id uuid not null,
  -- The admin, or the manager of a collection.
  admin_id uuid not null,
  amount_fils bigint not null check (amount_fils between 0 and 1000000000),
  -- Received less the locked balance at that moment; negative is short. End of day only.
  difference_fils bigint,
  cash_received boolean not null,
  card_machine_given boolean not null default false,
  card_machine_received boolean not null default false,
  card_machine_id uuid,
  -- Storage paths by the specification's names; the versions are pinned beside.
  driver_signature_url text not null,
  admin_signature_url text not null,
  receipt_url text,
  driver_signature_file_id uuid not null,
  admin_signature_file_id uuid not null,
  receipt_file_id uuid,
  -- Whether a name was typed instead of drawn, and the name printed under the signature (ruling F9).
  driver_signature_typed boolean not null,
  driver_signer text not null check (driver_signer <> ''),
  admin_signature_typed boolean not null,
  admin_signer text not null check (admin_signer <> ''),
  status text not null default 'completed' check (status = 'completed'),
  notes text,
  command_id uuid not null,
  completed_at timestamptz not null,
  recorded_at timestamptz not null default now(),
  primary key (shop_id, id),
  unique (shop_id, handover_reference),
  unique (shop_id, admin_id, handover_type, command_id),
  foreign key (shop_id, driver_id) references drivers (shop_id, id),
  foreign key (shop_id, staff_user_id) references shop_members (shop_id, user_id),
  foreign key (shop_id, admin_id) references shop_members (shop_id, user_id),
  foreign key (shop_id, card_machine_id) references card_machines (shop_id, id),
  foreign key (shop_id, driver_signature_file_id) references files (shop_id, id),
  foreign key (shop_id, admin_signature_file_id) references files (shop_id, id),
  foreign key (shop_id, receipt_file_id) references files (shop_id, id),
  constraint nobody_hands_over_to_themselves check (staff_user_id <> admin_id),
  check (cash_received = (amount_fils > 0)),
  check (handover_type <> 'collection' or (amount_fils > 0 and notes is not null)),
  check ((handover_type = 'collection') = (receipt_file_id is null)),
  check ((receipt_file_id is null) = (receipt_url is null)),
  check (handover_type = 'collection' or driver_id is not null),
  check ((handover_type = 'end') = (difference_fils is not null)),
  check (not card_machine_given or handover_type = 'start'),
  check (not card_machine_received or handover_type = 'end')
);
create index cash_handovers_by_day on cash_handovers (shop_id, handover_type, completed_at desc);
create index cash_handovers_of_driver on cash_handovers (shop_id, driver_id, completed_at desc);

grant select on card_machines, cash_handovers to mandoob_request;
grant insert on cash_handovers to mandoob_request;
grant update (holder_driver_id) on card_machines to mandoob_request;

alter table card_machines enable row level security;
alter table cash_handovers enable row level security;

create policy for_admins on card_machines for select to mandoob_request
  using (shop_id = (select actor.shop_id()) and (select actor.role() = 'Admin'));
create policy handed_by_admins on card_machines for update to mandoob_request
  using (shop_id = (select actor.shop_id()) and (select actor.role() = 'Admin'));

-- Start and end of day are for admins and the driver concerned, collections for managers (ruling C6).
create policy of_role_or_own on cash_handovers for select to mandoob_request
  using (shop_id = (select actor.shop_id()) and case handover_type
    when 'collection' then (select actor.role() = 'Manager')
    else (select actor.role() = 'Admin') or driver_id = (select actor.driver_id()) end);
create policy own_handover on cash_handovers for insert to mandoob_request
  with check (shop_id = (select actor.shop_id()) and admin_id = (select actor.user_id())
    and (select actor.role()) = case handover_type when 'collection' then 'Manager' else 'Admin' end);

-- Who may see a file follows from what it proves (ruling C6): a delivery's is its driver's and managers' and admins'; a
-- handover's receipt admins' and its driver's; raw signatures of handovers admins' alone; collections and deposits managers'.
drop policy own_or_shop on files;
create policy by_what_it_proves on files for select to mandoob_request
  using (shop_id = (select actor.shop_id()) and case
    when bucket = 'order-deliveries' then uploaded_by = (select actor.user_id()) or (select actor.sees_shop())
    when bucket = 'bank-deposits' or path like 'signatures/%' then (select actor.role() = 'Manager')
    else (select actor.role() = 'Admin') or exists (
      select from cash_handovers h where h.shop_id = files.shop_id and h.receipt_file_id = files.id
        and h.driver_id = (select actor.driver_id())) end);
create index cash_handovers_receipt on cash_handovers (shop_id, receipt_file_id);

-- Locks the balances of a member of staff and of the actor, in the order of user ids as everywhere, and answers the first
-- with what still waits, in fils: what a collection may take, and what an end of day expects.
create function lock_balance_of(p_user_id uuid) returns bigint
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_posted bigint;
  v_waiting bigint;
begin
  if actor.shop_id() is null or actor.role() is null or actor.role() not in ('Manager', 'Admin') then
    raise exception 'this balance is not the actor''s to lock' using errcode = 'insufficient_privilege';
  end if;
  insert into cash_tracking (shop_id, user_id)
    select actor.shop_id(), who from unnest(array[p_user_id, actor.user_id()]) as who order by who
    on conflict do nothing;
  perform 1 from cash_tracking
    where shop_id = actor.shop_id() and user_id in (p_user_id, actor.user_id()) order by user_id for update;
  select cash_on_hand_fils into v_posted from cash_tracking
    where shop_id = actor.shop_id() and user_id = p_user_id;
  select coalesce(sum(case when to_user_id = p_user_id then amount_fils else -amount_fils end), 0) into v_waiting
    from cash_movements
    where shop_id = actor.shop_id() and posted_at is null and p_user_id in (to_user_id, from_user_id);
  return v_posted + v_waiting;
end $$;
revoke execute on function lock_balance_of(uuid) from public;
grant execute on function lock_balance_of(uuid) to mandoob_request;

-- Locks a driver of the admin's shop and answers whether they may be handed cash: nobody gives to, or takes from, somebody who
-- was disabled or left the shop. Their status stays as it is until the transaction ends (ruling B6).
create function lock_driver(p_driver_id int)
  returns table (id int, user_id uuid, full_name text, status text, works_here boolean)
  language sql security definer set search_path = public, pg_temp as $$
  select d.id, d.user_id, d.full_name, d.status, u.disabled_at is null and p.shop_id = d.shop_id
  from drivers d join users u on u.id = d.user_id join profiles p on p.id = d.user_id
  where d.shop_id = actor.shop_id() and d.id = p_driver_id and actor.role() = 'Admin'
  for no key update of d
$$;

-- Who of the shop's staff may not sign in any more: they drop out of some lists, and stay in others while they hold cash.
create function disabled_staff() returns setof uuid
  language sql stable security definer set search_path = public, pg_temp as $$
  select u.id from shop_members m join users u on u.id = m.user_id
  where m.shop_id = actor.shop_id() and actor.sees_shop() and u.disabled_at is not null
$$;
revoke execute on function lock_driver(int), disabled_staff() from public;
grant execute on function lock_driver(int), disabled_staff() to mandoob_request;
