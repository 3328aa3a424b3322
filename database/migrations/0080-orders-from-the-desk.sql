-- The desk (ruling G1): requests of managers and admins run the operations of orders. Drivers' requests change no more than before, though
-- the request role may now write more columns: triggers hold what a policy, which sees no column change, cannot.

-- `version` counts the changes of an order: who decides on what was seen says which version that was.
alter table orders add column version int not null default 1;
alter table orders add column area text;
alter table orders add constraint orders_area_is_filled
  check (area = btrim(area) and area <> '' and length(area) <= 100) not valid;
alter table orders add column promised_at timestamptz;
-- Within how many hours an order without a promise of its own is to be delivered; null: nothing is promised.
alter table shops add column promise_hours int;
alter table shops add constraint shops_promise_hours_are_some check (promise_hours between 1 and 720) not valid;

-- `updated_at` changes with status, payment or driver only, and never after completion (ruling B3); the version with whatever is not kept
-- by triggers alone. Whoever changed what belongs to the order beside its row writes the version, whatever it says.
create or replace function touch_order() returns trigger language plpgsql as $$
declare
  said orders := new;
begin
  if old.status <> 'completed'
    and (new.status, new.payment_status, new.payment_method, new.paid_amount_fils, new.driver_id)
      is distinct from (old.status, old.payment_status, old.payment_method, old.paid_amount_fils, old.driver_id)
  then
    new.updated_at := now();
  else
    new.updated_at := old.updated_at;
  end if;
  said.updated_at := old.updated_at;
  said.ever_driver_ids := old.ever_driver_ids;
  new.version := old.version + case when said is distinct from old then 1 else 0 end;
  return new;
end $$;

create function hold_order() returns trigger language plpgsql set search_path = public, pg_temp as $$
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
      or old.status not in ('dispatching', 'delivering') or kept is distinct from old then
      raise insufficient_privilege using message = 'an order is completed by its driver, from the road, and by nothing else';
    end if;
  elsif old.status = 'completed' or not actor.sees_shop()
    or (new.actual_delivery_time, new.delivery_duration_seconds)
      is distinct from (old.actual_delivery_time, old.delivery_duration_seconds) then
    raise insufficient_privilege using message = 'this order is not to be changed so';
  end if;
  return new;
end $$;
create trigger orders_hold before update on orders for each row
  when (actor.is_request()) execute function hold_order();

create policy by_desk on orders for update to mandoob_request
  using (shop_id = (select actor.shop_id()) and (select actor.sees_shop()));
create policy by_desk_new on orders for insert to mandoob_request
  with check (shop_id = (select actor.shop_id()) and (select actor.sees_shop()));
grant update (version, external_id, driver_id, payment_method, subtotal_fils, discount_fils, shipping_fils, tax_fils,
  total_amount_fils, paid_amount_fils, due_amount_fils, delivery_address, latitude, longitude, notes, area, promised_at,
  dispatching_started_at) on orders to mandoob_request;
grant insert (shop_id, id, order_number, external_id, customer_id, payment_method, payment_status, subtotal_fils, discount_fils,
  shipping_fils, tax_fils, total_amount_fils, paid_amount_fils, due_amount_fils, delivery_address, latitude, longitude, notes, area,
  promised_at, created_at) on orders to mandoob_request;

create policy by_desk on customers for insert to mandoob_request
  with check (shop_id = (select actor.shop_id()) and (select actor.sees_shop()));
create policy corrected_by_desk on customers for update to mandoob_request
  using (shop_id = (select actor.shop_id()) and (select actor.sees_shop()));
grant insert (shop_id, id, first_name, last_name, phone), update (first_name, last_name, phone) on customers to mandoob_request;

create policy by_desk on products for insert to mandoob_request
  with check (shop_id = (select actor.shop_id()) and (select actor.sees_shop()));
grant insert (shop_id, id, name, sku) on products to mandoob_request;

create policy by_desk on order_line_items for insert to mandoob_request
  with check (shop_id = (select actor.shop_id()) and (select actor.sees_shop()));
grant insert (shop_id, id, order_id, position, product_id, qty, picked_qty, unit_price_fils, line_total_fils)
  on order_line_items to mandoob_request;

-- What was delivered stays as it was delivered, its lines too.
create function keep_delivered_lines() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if exists (select from orders o where o.shop_id = new.shop_id and o.id = new.order_id and o.status = 'completed') then
    raise insufficient_privilege using message = 'the lines of a delivered order stay';
  end if;
  return new;
end $$;
create trigger order_line_items_keep_delivered before insert on order_line_items for each row
  when (actor.is_request()) execute function keep_delivered_lines();

-- The lines of an order make room for others; a request deletes from no table by itself.
create function remove_lines(p_shop_id int, p_order_id uuid) returns void
  language sql security definer set search_path = public, pg_temp as $$
  delete from order_line_items l using orders o
    where l.shop_id = p_shop_id and l.order_id = p_order_id and o.shop_id = l.shop_id and o.id = l.order_id
      and o.status <> 'completed' and (not actor.is_request() or p_shop_id = actor.shop_id() and actor.sees_shop())
$$;

create policy by_desk on order_assignments for insert to mandoob_request
  with check (shop_id = (select actor.shop_id()) and (select actor.sees_shop()));
create policy ended_by_desk on order_assignments for update to mandoob_request
  using (shop_id = (select actor.shop_id()) and (select actor.sees_shop()))
  with check (shop_id = (select actor.shop_id()) and (select actor.sees_shop()) and ended_at is not null);
grant insert (shop_id, id, order_id, driver_id), update (ended_at) on order_assignments to mandoob_request;

create policy by_desk on order_amounts for insert to mandoob_request
  with check (shop_id = (select actor.shop_id()) and (select actor.sees_shop()));
create policy replaced_by_desk on order_amounts for update to mandoob_request
  using (shop_id = (select actor.shop_id()) and (select actor.sees_shop()));
grant insert (shop_id, order_id, due_amount_fils), update (replaced_at) on order_amounts to mandoob_request;

-- A driver's status follows from his orders (ruling B6), whoever moves them.
create policy by_desk on drivers for update to mandoob_request
  using (shop_id = (select actor.shop_id()) and (select actor.sees_shop()));

create policy by_desk on stop_arrangements for insert to mandoob_request
  with check (shop_id = (select actor.shop_id()) and (select actor.sees_shop()) and user_id = (select actor.user_id()) and by_desk);
create policy by_desk on driver_stops for insert to mandoob_request
  with check (shop_id = (select actor.shop_id()) and (select actor.sees_shop()));
create policy order_by_desk on driver_stops for update to mandoob_request
  using (shop_id = (select actor.shop_id()) and (select actor.sees_shop()));
grant update (desk_arrangements) on driver_stops to mandoob_request;

-- How often the desk has arranged decides whose arrangement stands.
create function hold_desk_arrangements() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  raise insufficient_privilege using message = 'only the desk counts what the desk has arranged';
end $$;
create trigger driver_stops_hold before update of desk_arrangements on driver_stops for each row
  when (actor.is_request() and not actor.sees_shop()) execute function hold_desk_arrangements();

-- Whom an order may be given to is decided by the record of whoever has this driver record; the rest of it is nobody's to read.
create function staff_of_driver(p_shop_id int, p_driver_id int)
  returns table (user_id uuid, email text, disabled_at timestamptz, shop_id int, full_name text, role text, driver_id int)
  language sql stable security definer set search_path = public, pg_temp as $$
  select u.id, u.email, u.disabled_at, p.shop_id, p.full_name, p.role, d.id
    from drivers d join profiles p on p.id = d.user_id and p.shop_id = d.shop_id join users u on u.id = p.id
    where d.shop_id = p_shop_id and d.id = p_driver_id
      and (not actor.is_request() or p_shop_id = actor.shop_id() and actor.sees_shop())
$$;

create index shopify_orders_cancelled on shopify_orders (shop_id, order_id) where cancelled_at is not null;

-- Whether the connected store told us that it cancelled this order, whoever cancelled it first.
create function cancelled_in_store(p_shop_id int, p_order_id uuid) returns boolean
  language sql stable security definer set search_path = public, pg_temp as $$
  select (exists (
      select from orders o join shopify_orders s on s.shop_id = o.shop_id and s.external_id = o.external_id
      where o.shop_id = p_shop_id and o.id = p_order_id and s.cancelled_at is not null)
    or exists (
      select from shopify_orders s where s.shop_id = p_shop_id and s.order_id = p_order_id and s.cancelled_at is not null))
    and (not actor.is_request() or p_shop_id = actor.shop_id() and actor.sees_shop())
$$;

revoke execute on function hold_order(), keep_delivered_lines(), remove_lines(int, uuid), hold_desk_arrangements(), staff_of_driver(int, int),
  cancelled_in_store(int, uuid) from public;
grant execute on function remove_lines(int, uuid), staff_of_driver(int, int), cancelled_in_store(int, uuid) to mandoob_request;
