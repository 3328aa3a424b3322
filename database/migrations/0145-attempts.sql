-- Deliveries that did not happen, drivers who set out, and goods that come back at the end of a day.

alter table shops
  add column drivers_set_out boolean not null default true,
  add column records_position boolean not null default false,
  -- Orders cancelled on the road before this time are not listed as goods with their driver.
  add column goods_since timestamptz not null default now();
grant update (drivers_set_out, records_position) on shops to mandoob_request;

-- The reasons that a shop offers. A shop without rows offers the built-in ones.
create table attempt_reasons (
  shop_id int not null references shops,
  key text not null check (key ~ '^[a-z0-9_]{1,40}$'),
  -- Null: the built-in label of the key.
  label text check (label = btrim(label) and label <> '' and length(label) <= 60),
  needs_photo boolean not null,
  needs_note boolean not null,
  needs_time boolean not null,
  position int not null check (position >= 0),
  -- False once the shop has removed it; earlier attempts keep their reason.
  is_offered boolean not null default true,
  primary key (shop_id, key)
);
alter table attempt_reasons enable row level security;
create policy own_shop on attempt_reasons for select to mandoob_request using (shop_id = (select actor.shop_id()));
create policy added_by_admins on attempt_reasons for insert to mandoob_request
  with check (shop_id = (select actor.shop_id()) and (select actor.role() = 'Admin'));
create policy changed_by_admins on attempt_reasons for update to mandoob_request
  using (shop_id = (select actor.shop_id()) and (select actor.role() = 'Admin'));
grant select, insert, update (label, needs_photo, needs_note, needs_time, position, is_offered) on attempt_reasons to mandoob_request;

-- The shop's texts of messages to customers. A shop without a row uses the built-in text.
create table message_templates (
  shop_id int not null references shops,
  kind text not null check (kind in ('on_the_way', 'could_not_deliver')),
  language text not null check (language in ('en', 'ar', 'ur')),
  text text not null check (btrim(text) <> '' and length(text) <= 1000),
  -- True once a native speaker has read it.
  is_reviewed boolean not null,
  primary key (shop_id, kind, language)
);
alter table message_templates enable row level security;
create policy own_shop on message_templates for select to mandoob_request using (shop_id = (select actor.shop_id()));
create policy added_by_admins on message_templates for insert to mandoob_request
  with check (shop_id = (select actor.shop_id()) and (select actor.role() = 'Admin'));
create policy changed_by_admins on message_templates for update to mandoob_request
  using (shop_id = (select actor.shop_id()) and (select actor.role() = 'Admin'));
grant select, insert, update (text, is_reviewed) on message_templates to mandoob_request;

create table delivery_attempts (
  shop_id int not null references shops,
  -- Made on the device, so that the driver can undo an attempt that is not sent yet.
  id uuid not null,
  order_id uuid not null,
  driver_id int not null,
  user_id uuid not null,
  number int not null check (number > 0),
  reason text not null,
  -- The label of the reason at that time; null for a built-in one.
  reason_label text,
  note text check (note = btrim(note) and note <> '' and length(note) <= 500),
  photo_url text,
  photo_file_id uuid,
  next_day date,
  next_from text check (next_from ~ '^([01]\d|2[0-3]):[0-5]\d$'),
  next_to text check (next_to ~ '^([01]\d|2[0-3]):[0-5]\d$'),
  latitude double precision check (latitude between -90 and 90),
  longitude double precision check (longitude between -180 and 180),
  accuracy_m int check (accuracy_m >= 0),
  -- The change of the order that the attempt conflicts with; such an attempt leaves the order unchanged.
  conflict text check (conflict in ('cancelled', 'reassigned', 'already_delivered', 'not_out_for_delivery')),
  -- The order's state before it, which undoing the attempt restores.
  from_status text not null check (from_status in
    ('picking', 'packed', 'dispatched', 'dispatching', 'delivering', 'completed', 'cancelled')),
  from_started_at timestamptz,
  command_id uuid not null,
  occurred_at timestamptz not null,
  recorded_at timestamptz not null,
  erased_at timestamptz,
  erased_hashes jsonb,
  primary key (shop_id, id),
  unique (shop_id, order_id, number),
  unique (shop_id, user_id, command_id),
  foreign key (shop_id, order_id) references orders (shop_id, id),
  foreign key (shop_id, driver_id) references drivers (shop_id, id),
  foreign key (shop_id, user_id) references shop_members (shop_id, user_id),
  foreign key (shop_id, photo_file_id) references files (shop_id, id),
  check ((photo_url is null) = (photo_file_id is null)),
  check ((latitude is null) = (longitude is null)),
  check (next_day is not null or (next_from is null and next_to is null))
);
create index delivery_attempts_at on delivery_attempts (shop_id, occurred_at, id);
create index delivery_attempts_of_driver on delivery_attempts (shop_id, driver_id, occurred_at);
-- For old_orders: an attempt may be recorded after its order was erased.
create index delivery_attempts_in_conflict on delivery_attempts (shop_id, order_id) where conflict is not null and erased_at is null;
create index delivery_attempts_photo on delivery_attempts (shop_id, photo_file_id) where photo_file_id is not null;
alter table delivery_attempts enable row level security;
create policy own_attempt on delivery_attempts for insert to mandoob_request
  with check (shop_id = (select actor.shop_id()) and user_id = (select actor.user_id()) and driver_id = (select actor.driver_id()));
create policy not_erased on delivery_attempts as restrictive for insert to mandoob_request
  with check (shop_id = (select actor.shop_id()) and erased_at is null and erased_hashes is null);
create policy own_or_shop on delivery_attempts for select to mandoob_request
  using (shop_id = (select actor.shop_id()) and (user_id = (select actor.user_id()) or (select actor.sees_shop())));
create trigger delivery_attempts_of_own before insert on delivery_attempts for each row
  when (actor.is_request()) execute function refuse_delivery_of_others();
grant select, insert on delivery_attempts to mandoob_request;

create table attempt_undos (
  shop_id int not null references shops,
  id uuid not null,
  attempt_id uuid not null,
  user_id uuid not null,
  -- True if the order was not restored, because it had changed since the attempt.
  has_conflict boolean not null,
  command_id uuid not null,
  occurred_at timestamptz not null,
  recorded_at timestamptz not null,
  primary key (shop_id, id),
  unique (shop_id, attempt_id),
  foreign key (shop_id, attempt_id) references delivery_attempts (shop_id, id),
  foreign key (shop_id, user_id) references shop_members (shop_id, user_id)
);
alter table attempt_undos enable row level security;
create policy own_undo on attempt_undos for insert to mandoob_request
  with check (shop_id = (select actor.shop_id()) and user_id = (select actor.user_id()));
create function refuse_undo_of_others() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if not exists (select from delivery_attempts a where a.shop_id = new.shop_id and a.id = new.attempt_id
                 and a.user_id = actor.user_id()) then
    raise insufficient_privilege using message = 'another user recorded the attempt';
  end if;
  return new;
end $$;
revoke execute on function refuse_undo_of_others() from public;
create trigger attempt_undos_of_own before insert on attempt_undos for each row
  when (actor.is_request()) execute function refuse_undo_of_others();
create policy own_or_shop on attempt_undos for select to mandoob_request
  using (shop_id = (select actor.shop_id()) and (user_id = (select actor.user_id()) or (select actor.sees_shop())));
grant select, insert on attempt_undos to mandoob_request;

-- The attempt about which the desk has not decided yet.
alter table orders add column open_attempt_id uuid,
  add constraint orders_open_attempt_id_fkey foreign key (shop_id, open_attempt_id) references delivery_attempts (shop_id, id) not valid,
  add constraint orders_open_attempt_is_dispatched check (open_attempt_id is null or (status = 'dispatched' and driver_id is not null)) not valid;
create index orders_not_delivered on orders (shop_id, open_attempt_id) where open_attempt_id is not null;
grant update (open_attempt_id) on orders to mandoob_request;

-- Whichever version of the server moves the order. Runs after `orders_hold` and before `orders_touch`.
create function settle_attempt() returns trigger language plpgsql as $$
begin
  new.open_attempt_id := null;
  return new;
end $$;
create trigger orders_settle_attempt before update on orders for each row
  when (old.open_attempt_id is not null and (new.status <> 'dispatched' or new.driver_id is distinct from old.driver_id))
  execute function settle_attempt();

drop policy complete_mine on orders;
create policy complete_mine on orders for update to mandoob_request
  using (shop_id = (select actor.shop_id()) and driver_id = (select actor.driver_id())
    and (status in ('dispatching', 'delivering') or open_attempt_id is not null))
  with check (shop_id = (select actor.shop_id()) and driver_id = (select actor.driver_id()) and status = 'completed');
create policy move_mine on orders for update to mandoob_request
  using (shop_id = (select actor.shop_id()) and driver_id = (select actor.driver_id())
    and status in ('dispatched', 'dispatching', 'delivering'))
  with check (shop_id = (select actor.shop_id()) and driver_id = (select actor.driver_id())
    and status in ('dispatched', 'dispatching', 'delivering'));

create or replace function hold_order() returns trigger language plpgsql set search_path = public, pg_temp as $$
declare
  kept orders := new;
begin
  -- Written by triggers only.
  kept.ever_driver_ids := old.ever_driver_ids;
  if kept is not distinct from old then
    return new;
  end if;
  if new.status = 'completed' then
    kept.status := old.status;
    kept.payment_status := old.payment_status;
    kept.actual_delivery_time := old.actual_delivery_time;
    kept.delivery_duration_seconds := old.delivery_duration_seconds;
    if old.driver_id is null or old.driver_id is distinct from actor.driver_id()
      or not (old.status in ('dispatching', 'delivering') or old.open_attempt_id is not null) or kept is distinct from old then
      raise insufficient_privilege using message = 'an order is completed by its driver, from the road, and by nothing else';
    end if;
  elsif old.status = 'completed'
    or (new.actual_delivery_time, new.delivery_duration_seconds)
      is distinct from (old.actual_delivery_time, old.delivery_duration_seconds) then
    raise insufficient_privilege using message = 'this order is not to be changed so';
  elsif not actor.sees_shop() then
    kept.status := old.status;
    kept.dispatching_started_at := old.dispatching_started_at;
    kept.open_attempt_id := old.open_attempt_id;
    if old.driver_id is null or old.driver_id is distinct from actor.driver_id() or kept is distinct from old
      or (old.status, new.status) not in (('dispatched', 'dispatching'), ('dispatched', 'delivering'),
        ('dispatching', 'dispatched'), ('delivering', 'dispatched')) then
      raise insufficient_privilege using message = 'a driver moves an own order to the road and back, and changes nothing else';
    end if;
    if new.status = 'dispatched' and not exists (
        select from delivery_attempts a where a.shop_id = new.shop_id and a.id = new.open_attempt_id and a.order_id = new.id
          and a.user_id = actor.user_id() and a.conflict is null
          and not exists (select from delivery_attempts n where n.shop_id = a.shop_id and n.order_id = a.order_id and n.number > a.number)
          and not exists (select from attempt_undos u where u.shop_id = a.shop_id and u.attempt_id = a.id))
      or new.status <> 'dispatched' and old.open_attempt_id is null
        and not (select s.drivers_set_out from shops s where s.id = new.shop_id)
      or new.status <> 'dispatched' and new.open_attempt_id is distinct from old.open_attempt_id then
      raise insufficient_privilege using message = 'a driver takes an own order from the road only with an own attempt';
    end if;
  end if;
  return new;
end $$;

alter table order_events drop constraint order_events_kind_check;
alter table order_events add constraint order_events_kind_check check (kind in
  ('imported', 'updated', 'assigned', 'unassigned', 'status', 'delivered', 'conflict', 'reviewed',
    'attempted', 'attempt_undone', 'goods', 'loaded')) not valid;

-- One row for each stop of a check of the load.
create table loading_checks (
  shop_id int not null references shops,
  id uuid not null,
  check_id uuid not null,
  order_id uuid not null,
  driver_id int not null,
  user_id uuid not null,
  -- [{"item_id", "qty"}]: the lines that were not complete.
  missing jsonb not null check (jsonb_typeof(missing) = 'array'),
  command_id uuid not null,
  occurred_at timestamptz not null,
  recorded_at timestamptz not null,
  primary key (shop_id, id),
  unique (shop_id, check_id, order_id),
  foreign key (shop_id, order_id) references orders (shop_id, id),
  foreign key (shop_id, driver_id) references drivers (shop_id, id),
  foreign key (shop_id, user_id) references shop_members (shop_id, user_id)
);
create index loading_checks_of_order on loading_checks (shop_id, order_id);
alter table loading_checks enable row level security;
create policy own_check on loading_checks for insert to mandoob_request
  with check (shop_id = (select actor.shop_id()) and user_id = (select actor.user_id()) and driver_id = (select actor.driver_id()));
create policy own_or_shop on loading_checks for select to mandoob_request
  using (shop_id = (select actor.shop_id()) and (user_id = (select actor.user_id()) or (select actor.sees_shop())));
create trigger loading_checks_of_own before insert on loading_checks for each row
  when (actor.is_request()) execute function refuse_delivery_of_others();
grant select, insert on loading_checks to mandoob_request;

-- The orders whose newest check has missing lines, so that the desk's view costs only what it shows.
create table missing_goods (
  shop_id int not null references shops,
  order_id uuid not null,
  loading_check_id uuid not null,
  primary key (shop_id, order_id),
  foreign key (shop_id, order_id) references orders (shop_id, id),
  foreign key (shop_id, loading_check_id) references loading_checks (shop_id, id)
);
alter table missing_goods enable row level security;
create policy own_shop on missing_goods for select to mandoob_request
  using (shop_id = (select actor.shop_id()) and (select actor.sees_shop()));
grant select on missing_goods to mandoob_request;
create function keep_missing_goods() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if new.missing = '[]' then
    delete from missing_goods where shop_id = new.shop_id and order_id = new.order_id;
  else
    insert into missing_goods (shop_id, order_id, loading_check_id) values (new.shop_id, new.order_id, new.id)
      on conflict (shop_id, order_id) do update set loading_check_id = excluded.loading_check_id;
  end if;
  return null;
end $$;
create trigger loading_checks_keep_missing after insert on loading_checks for each row execute function keep_missing_goods();
revoke execute on function keep_missing_goods() from public;

-- The goods that were with a driver at an end of day, each with the decision that both signed.
create table goods_decisions (
  shop_id int not null references shops,
  id uuid not null,
  handover_id uuid not null,
  order_id uuid not null,
  driver_id int not null,
  outcome text not null check (outcome in ('returned', 'kept', 'missing')),
  -- The person responsible for missing goods.
  responsible_user_id uuid,
  recorded_at timestamptz not null,
  primary key (shop_id, id),
  unique (shop_id, handover_id, order_id),
  foreign key (shop_id, handover_id) references cash_handovers (shop_id, id),
  foreign key (shop_id, order_id) references orders (shop_id, id),
  foreign key (shop_id, driver_id) references drivers (shop_id, id),
  foreign key (shop_id, responsible_user_id) references shop_members (shop_id, user_id),
  check ((outcome = 'missing') = (responsible_user_id is not null))
);
create index goods_decisions_of_order on goods_decisions (shop_id, order_id);
alter table goods_decisions enable row level security;
create policy by_admins on goods_decisions for insert to mandoob_request
  with check (shop_id = (select actor.shop_id()) and (select actor.role() = 'Admin'));
create policy own_or_shop on goods_decisions for select to mandoob_request
  using (shop_id = (select actor.shop_id()) and (driver_id = (select actor.driver_id()) or (select actor.sees_shop())));
grant select, insert on goods_decisions to mandoob_request;

-- The attempts of all drivers, of which a driver sees only the own ones.
create function count_attempts(p_order_id uuid) returns int
  language sql stable security definer set search_path = public, pg_temp as $$
  select count(*)::int from delivery_attempts a
  where a.shop_id = actor.shop_id() and a.order_id = p_order_id and (actor.sees_shop() or actor.ever_had(p_order_id))
$$;
revoke execute on function count_attempts(uuid) from public;
grant execute on function count_attempts(uuid) to mandoob_request;

-- Several orders that the driver was ever assigned, locked in the order of their ids like everywhere else.
create function lock_orders(p_order_ids uuid[]) returns setof orders
  language sql security definer set search_path = public, pg_temp as $$
  select o.* from orders o
  where o.shop_id = actor.shop_id() and o.id = any (p_order_ids) and exists (
    select from order_assignments a
    where a.shop_id = o.shop_id and a.order_id = o.id and a.driver_id = actor.driver_id())
  order by o.id
  for update of o
$$;
revoke execute on function lock_orders(uuid[]) from public;
grant execute on function lock_orders(uuid[]) to mandoob_request;

create or replace function endpoints_of_orders() returns text[]
  language sql immutable set search_path = public, pg_temp as $$
  select array['confirm_delivery', 'arrange_stops', 'arrange_driver_stops', 'assign_orders', 'unassign_orders', 'dispatch_orders',
    'return_orders', 'cancel_orders', 'reopen_orders', 'review_conflicts', 'undo_orders', 'correct_order', 'add_order', 'import_orders',
    'correct_imported_order', 'dismiss_not_taken', 'dismiss_in_store', 'retry_store', 'record_attempt', 'undo_attempt', 'set_out',
    'check_loading', 'postpone_orders']
$$;

-- Changed: also returns an erased order about which an attempt was recorded later.
create or replace function old_orders(p_shop_id int, p_now timestamptz, p_days int, p_unexplained uuid[], p_from timestamptz, p_from_id uuid, p_limit int)
  returns table (order_id uuid, created_at timestamptz, held_because text)
  language sql stable security definer set search_path = public, pg_temp as $$
  select o.id, o.created_at, case
      when o.status not in ('completed', 'cancelled') then 'open'
      when o.updated_at >= p_now - make_interval(days => p_days) or exists (select from order_events e
        where e.shop_id = o.shop_id and e.order_id = o.id and e.recorded_at >= p_now - make_interval(days => p_days)) then 'young'
      when exists (select from conflicts_to_review r where r.shop_id = o.shop_id and r.order_id = o.id) then 'conflict'
      when o.external_id is not null and exists (select from shopify_connections c where c.shop_id = o.shop_id) and (
        exists (select from order_fulfilments f where f.shop_id = o.shop_id and f.order_id = o.id and f.status <> 'done')
        or exists (select from store_payments p where p.shop_id = o.shop_id and p.order_id = o.id
          and p.status in ('waiting', 'listed', 'failed'))
        or exists (select from shopify_orders s where s.shop_id = o.shop_id and s.external_id = o.external_id
          and s.not_taken_because is not null and s.dismissed_because is distinct from s.not_taken_because)) then 'store'
      when exists (select from delivery_confirmations c where c.shop_id = o.shop_id and c.order_id = o.id and c.cash_fils > 0
        and (c.user_id = any (p_unexplained) or exists (select from cash_movements m
          where m.shop_id = c.shop_id and m.source_type = 'delivery_confirmation' and m.source_id = c.id and m.posted_at is null)))
        then 'cash'
    end
    from (
      select * from orders a
      where a.shop_id = p_shop_id and may_see_to_orders(p_shop_id) and a.created_at < p_now - make_interval(days => p_days)
        and (a.created_at, a.id) > (coalesce(p_from, '-infinity'), coalesce(p_from_id, '00000000-0000-0000-0000-000000000000'))
        and (a.erased_at is null or a.id in (
          select t.order_id from delivery_attempts t
          where t.shop_id = p_shop_id and t.conflict is not null and t.erased_at is null)
          or a.id in (
          select e.order_id from order_events e where e.shop_id = p_shop_id and e.kind = 'conflict')
          and (exists (select from delivery_confirmations c
              where c.shop_id = a.shop_id and c.order_id = a.id and c.erased_at is null)
            or exists (select from order_events e
              where e.shop_id = a.shop_id and e.order_id = a.id and e.erased_at is null and e.detail ? 'reason')))
      order by a.created_at, a.id limit p_limit
    ) o
    order by o.created_at, o.id
$$;

-- Changed: erases the attempts' notes, positions and photos.
create or replace function erase_customers(
  p_shop_id int, p_now timestamptz, p_unexplained uuid[], p_from timestamptz, p_from_id uuid, p_limit int,
  p_inner bytea, p_outer bytea, p_id uuid, p_run_id uuid,
  out orders int, out files int, out contents text[], out next_from timestamptz, out next_from_id uuid)
  language plpgsql set search_path = public, pg_temp as $$
declare
  v_days int;
  v_order_ids uuid[];
  v_external_ids text[];
begin
  orders := 0;
  files := 0;
  contents := '{}';
  select s.erase_customers_after_days into v_days from shops s where s.id = p_shop_id for share;
  if v_days is null then
    return;
  end if;
  select array_agg(o.order_id) filter (where o.held_because is null),
      (array_agg(o.created_at order by o.created_at desc, o.order_id desc))[1],
      (array_agg(o.order_id order by o.created_at desc, o.order_id desc))[1]
    into v_order_ids, next_from, next_from_id
    from old_orders(p_shop_id, p_now, v_days, p_unexplained, p_from, p_from_id, p_limit) o;
  perform from orders o where o.shop_id = p_shop_id and o.id = any (v_order_ids) order by o.id for update;
  select array_agg(o.order_id), array_agg(l.external_id) into v_order_ids, v_external_ids
    from old_orders(p_shop_id, p_now, v_days, p_unexplained, p_from, p_from_id, p_limit) o
    join orders l on l.shop_id = p_shop_id and l.id = o.order_id
    where o.held_because is null and o.order_id = any (v_order_ids);
  if v_order_ids is null then
    return;
  end if;

  update customers c set first_name = 'erased', last_name = '', phone = null, phones = null, erased_at = now(),
      erased_hashes = jsonb_strip_nulls(jsonb_build_object(
        'first_name', keyed_hash(nullif(c.first_name, ''), p_inner, p_outer),
        'last_name', keyed_hash(nullif(c.last_name, ''), p_inner, p_outer),
        'phone', keyed_hash(c.phone, p_inner, p_outer),
        'phones', keyed_hash(nullif(c.phones, '[]')::text, p_inner, p_outer)))
    from orders o
    where o.shop_id = p_shop_id and o.id = any (v_order_ids)
      and c.shop_id = o.shop_id and c.id = o.customer_id and c.erased_at is null
      and not exists (select from orders other where other.shop_id = c.shop_id and other.customer_id = c.id
        and other.erased_at is null and other.id <> all (v_order_ids));
  update orders o set delivery_address = 'erased', area = null, latitude = null, longitude = null,
      notes = case when o.notes is not null then 'erased' end, requests = '[]', locale = null, erased_at = now(),
      erased_hashes = jsonb_strip_nulls(jsonb_build_object(
        'delivery_address', keyed_hash(o.delivery_address, p_inner, p_outer),
        'area', keyed_hash(o.area, p_inner, p_outer),
        'latitude', keyed_hash(o.latitude::text, p_inner, p_outer),
        'longitude', keyed_hash(o.longitude::text, p_inner, p_outer),
        'notes', keyed_hash(o.notes, p_inner, p_outer),
        'requests', keyed_hash(nullif(o.requests, '[]')::text, p_inner, p_outer),
        'locale', keyed_hash(o.locale, p_inner, p_outer)))
    where o.shop_id = p_shop_id and o.id = any (v_order_ids) and o.erased_at is null;
  get diagnostics orders = row_count;
  update order_events e set erased_at = now(),
      erased_hashes = jsonb_build_object('detail', keyed_hash(e.detail::text, p_inner, p_outer)),
      detail = e.detail
        || case when e.detail ? 'reason' then '{"reason": "erased"}' else '{}' end::jsonb
        || case when e.detail -> 'steps' @> '[{"what": "area"}]' then jsonb_build_object('steps', (
            select jsonb_agg(case when s.step ->> 'what' = 'area' then s.step || jsonb_build_object(
                'from', case when s.step ->> 'from' is not null then 'erased' end,
                'to', case when s.step ->> 'to' is not null then 'erased' end) else s.step end order by s.place)
            from jsonb_array_elements(e.detail -> 'steps') with ordinality as s (step, place)))
          else '{}' end::jsonb
    where e.shop_id = p_shop_id and e.order_id = any (v_order_ids) and e.erased_at is null
      and (e.detail ? 'reason' or e.detail -> 'steps' @> '[{"what": "area"}]');
  with attempts as (
    update delivery_attempts a set note = case when a.note is not null then 'erased' end,
        latitude = null, longitude = null, accuracy_m = null, erased_at = now(),
        erased_hashes = jsonb_strip_nulls(jsonb_build_object(
          'note', keyed_hash(a.note, p_inner, p_outer),
          'latitude', keyed_hash(a.latitude::text, p_inner, p_outer),
          'longitude', keyed_hash(a.longitude::text, p_inner, p_outer),
          'accuracy_m', keyed_hash(a.accuracy_m::text, p_inner, p_outer)))
      where a.shop_id = p_shop_id and a.order_id = any (v_order_ids) and a.erased_at is null
      returning a.photo_file_id
  ), taken_back as (
    update delivery_confirmations c set customer_name = 'erased', erased_at = now(),
        erased_hashes = jsonb_build_object('customer_name', keyed_hash(c.customer_name, p_inner, p_outer))
      where c.shop_id = p_shop_id and c.order_id = any (v_order_ids) and c.erased_at is null
      returning c.delivery_image_file_id, c.delivery_note_file_id
  ), gone as (
    update files f set erased_at = now()
      where f.shop_id = p_shop_id and f.erased_at is null
        and f.id in (select delivery_image_file_id from taken_back union all select delivery_note_file_id from taken_back
          union all select photo_file_id from attempts)
      returning f.sha256
  )
  select count(*), coalesce(array_agg(distinct g.sha256), '{}') into files, contents from gone g;
  update shopify_orders s set taken_word = null, dismissed_note = case when s.dismissed_note is not null then 'erased' end,
      erased_at = now(),
      erased_hashes = coalesce(s.erased_hashes, '{}')
        || jsonb_strip_nulls(jsonb_build_object('dismissed_note', keyed_hash(nullif(s.dismissed_note, 'erased'), p_inner, p_outer)))
    where s.shop_id = p_shop_id and s.external_id = any (v_external_ids) and (s.taken_word is not null or s.dismissed_note <> 'erased' or s.erased_at is null);
  perform erase_fingerprints(p_shop_id, v_order_ids);
  insert into erasings (shop_id, id, run_id, after_days, orders, files, fingerprints_erased_at)
    values (p_shop_id, p_id, p_run_id, v_days, orders, files, now());
end $$;
