-- Cash: movements from one holder to another, and the balances they add up to (rulings A2, A4, A5).

create table cash_movements (
  shop_id int not null references shops (id),
  id uuid not null,
  from_holder text not null check (from_holder in ('staff', 'customers', 'bank', 'safe', 'opening', 'adjustment')),
  from_user_id uuid,
  to_holder text not null check (to_holder in ('staff', 'customers', 'bank', 'safe', 'opening', 'adjustment')),
  to_user_id uuid,
  amount_fils bigint not null check (amount_fils > 0 and amount_fils <= 1000000000),
  reason text not null check (reason in
    ('delivery', 'start_handover', 'end_handover', 'collection', 'bank_deposit', 'issue', 'opening', 'adjustment', 'reversal')),
  source_type text not null,
  source_id uuid not null,
  leg smallint not null default 1 check (leg > 0),
  command_id uuid,
  -- Who recorded it; null when the shop's own systems did.
  recorded_by uuid,
  occurred_at timestamptz not null,
  recorded_at timestamptz not null default now(),
  -- Null while the balances do not yet contain it.
  posted_at timestamptz,
  reverses uuid,
  primary key (shop_id, id),
  unique (shop_id, source_type, source_id, leg),
  check ((from_holder = 'staff') = (from_user_id is not null)),
  check ((to_holder = 'staff') = (to_user_id is not null)),
  check (from_holder = 'staff' or to_holder = 'staff'),
  check (from_holder <> to_holder or from_user_id <> to_user_id),
  foreign key (shop_id, from_user_id) references shop_members (shop_id, user_id),
  foreign key (shop_id, to_user_id) references shop_members (shop_id, user_id),
  foreign key (shop_id, recorded_by) references shop_members (shop_id, user_id),
  foreign key (shop_id, reverses) references cash_movements (shop_id, id)
);
create index cash_movements_waiting on cash_movements (shop_id, id) where posted_at is null;
create index cash_movements_to on cash_movements (shop_id, to_user_id, occurred_at);
create index cash_movements_from on cash_movements (shop_id, from_user_id, occurred_at);

-- A wrong movement gets its reverse; it is never edited. Only posting it may change it, once.
create function keep_movement() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    if old.posted_at is null and new.posted_at is not null then
      old.posted_at := new.posted_at;
      if old = new then
        return new;
      end if;
    end if;
  end if;
  raise exception 'cash movements are append-only' using errcode = 'restrict_violation';
end $$;
create trigger cash_movements_append_only before update or delete on cash_movements
  for each row execute function keep_movement();
create trigger cash_movements_no_truncate before truncate on cash_movements
  for each statement execute function keep_movement();

-- Nothing refers to a balance: rows that foreign keys point to collapse under contention. Half-filled pages keep
-- the frequent updates on their page.
create table cash_tracking (
  shop_id int not null references shops (id),
  user_id uuid not null,
  cash_on_hand_fils bigint not null default 0
    check (cash_on_hand_fils between -9000000000000000 and 9000000000000000),
  last_updated timestamptz not null default now(),
  primary key (shop_id, user_id),
  foreign key (shop_id, user_id) references shop_members (shop_id, user_id)
) with (fillfactor = 50);

-- Puts one recorded movement into the balances, once. Balances are taken in the order of user ids, as everywhere.
create function apply_movement(p_shop_id int, p_id uuid) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  m cash_movements;
begin
  select * into m from cash_movements where shop_id = p_shop_id and id = p_id and posted_at is null for update;
  if not found then
    return;
  end if;
  insert into cash_tracking as t (shop_id, user_id, cash_on_hand_fils, last_updated)
    select m.shop_id, leg.user_id, leg.amount_fils, clock_timestamp()
    from (values (m.from_user_id, -m.amount_fils), (m.to_user_id, m.amount_fils)) as leg (user_id, amount_fils)
    where leg.user_id is not null
    order by leg.user_id
  on conflict (shop_id, user_id) do update
    set cash_on_hand_fils = t.cash_on_hand_fils + excluded.cash_on_hand_fils, last_updated = excluded.last_updated;
  update cash_movements set posted_at = clock_timestamp() where shop_id = p_shop_id and id = p_id;
end $$;

-- May a request's actor record this movement? The second wall behind the endpoint's own checks.
create function actor.may_move(
  p_reason text, p_from_holder text, p_from_user_id uuid, p_to_holder text, p_to_user_id uuid
) returns boolean language sql stable return coalesce(case p_reason
  when 'delivery' then actor.role() in ('Driver', 'Manager') and p_from_holder = 'customers' and p_to_user_id = actor.user_id()
  when 'start_handover' then actor.role() = 'Admin' and p_from_user_id = actor.user_id() and p_to_holder = 'staff'
  when 'end_handover' then actor.role() = 'Admin' and p_from_holder = 'staff' and p_to_user_id = actor.user_id()
  when 'collection' then actor.role() = 'Manager' and p_from_holder = 'staff' and p_to_user_id = actor.user_id()
  when 'bank_deposit' then actor.role() = 'Manager' and p_from_user_id = actor.user_id() and p_to_holder = 'bank'
  else false
end, false);

-- The one writer of cash. The movement is part of the caller's transaction; only the balance update runs in a
-- savepoint. Serialization failures, deadlocks, shutdowns and broken connections are thrown on, so that the whole
-- transaction runs again. After any other failure the movement stays unposted when p_may_wait, else it throws.
-- `error` carries a text only where the database raised one meant for people (errcode P0001).
create function post_movement(
  p_shop_id int, p_id uuid,
  p_from_holder text, p_from_user_id uuid, p_to_holder text, p_to_user_id uuid, p_amount_fils bigint,
  p_reason text, p_source_type text, p_source_id uuid, p_leg smallint,
  p_command_id uuid, p_occurred_at timestamptz, p_reverses uuid, p_may_wait boolean
) returns table (success boolean, error text, from_total_fils bigint, to_total_fils bigint)
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_state text;
  v_message text;
begin
  if actor.is_request() and (
    p_shop_id is distinct from actor.shop_id()
    or not actor.may_move(p_reason, p_from_holder, p_from_user_id, p_to_holder, p_to_user_id)
  ) then
    raise exception 'this movement is not the actor''s to record' using errcode = 'insufficient_privilege';
  end if;

  insert into cash_movements (shop_id, id, from_holder, from_user_id, to_holder, to_user_id, amount_fils, reason,
      source_type, source_id, leg, command_id, recorded_by, occurred_at, reverses)
    values (p_shop_id, p_id, p_from_holder, p_from_user_id, p_to_holder, p_to_user_id, p_amount_fils, p_reason,
      p_source_type, p_source_id, p_leg, p_command_id, actor.user_id(), p_occurred_at, p_reverses);

  begin
    perform apply_movement(p_shop_id, p_id);
  exception when others then
    get stacked diagnostics v_state = returned_sqlstate, v_message = message_text;
    if not p_may_wait or left(v_state, 2) in ('40', '57', '08') then
      raise;
    end if;
    return query select false, case when v_state = 'P0001' then v_message end, null::bigint, null::bigint;
    return;
  end;

  return query select true, null::text,
    (select t.cash_on_hand_fils from cash_tracking t where t.shop_id = p_shop_id and t.user_id = p_from_user_id),
    (select t.cash_on_hand_fils from cash_tracking t where t.shop_id = p_shop_id and t.user_id = p_to_user_id);
end $$;

-- Creates the actor's own missing balance at zero, changes nothing else, and answers the real total (ruling A5).
create function initialise_own_balance() returns bigint
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_total bigint;
begin
  if actor.shop_id() is null or actor.user_id() is null then
    raise exception 'nobody is signed in' using errcode = 'insufficient_privilege';
  end if;
  insert into cash_tracking (shop_id, user_id) values (actor.shop_id(), actor.user_id()) on conflict do nothing;
  select cash_on_hand_fils into v_total from cash_tracking
    where shop_id = actor.shop_id() and user_id = actor.user_id();
  return v_total;
end $$;
