-- Row security looked up, for each row of an order, who the order was ever given to: a subquery behind a subquery, planned with every
-- statement. Each row now carries those drivers, so that its policy compares with settings only. Triggers keep them, whichever
-- version of the server writes; rows of before are filled in by a backfill, and until then `actor.ever_had` looks.

-- Null: not filled in yet.
alter table orders add column ever_driver_ids int[];
alter table orders alter column ever_driver_ids set default '{}';
alter table customers add column ever_driver_ids int[];
alter table customers alter column ever_driver_ids set default '{}';
-- No default: a trigger takes them from the order.
alter table order_line_items add column ever_driver_ids int[];
alter table order_events add column ever_driver_ids int[];
alter table order_amounts add column ever_driver_ids int[];
alter table order_fulfilments add column ever_driver_ids int[];
create index orders_without_drivers on orders (shop_id, id) where ever_driver_ids is null;

create function drivers_of_order(p_shop_id int, p_order_id uuid) returns int[]
  language sql stable set search_path = public, pg_temp as $$
  select coalesce(array_agg(d.id order by d.id), '{}') from (
    select a.driver_id from order_assignments a where a.shop_id = p_shop_id and a.order_id = p_order_id
    union select o.driver_id from orders o where o.shop_id = p_shop_id and o.id = p_order_id and o.driver_id is not null) d (id)
$$;

-- For rows that are not filled in yet, and for nothing else.
create function actor.ever_had(p_order_id uuid) returns boolean
  language sql stable security definer set search_path = public, pg_temp as $$
  select coalesce(actor.driver_id() = any (drivers_of_order(actor.shop_id(), p_order_id)), false)
$$;
create function actor.ever_had_order_of(p_customer_id uuid) returns boolean
  language sql stable security definer set search_path = public, pg_temp as $$
  select exists (select from orders o where o.shop_id = actor.shop_id() and o.customer_id = p_customer_id
                 and actor.driver_id() = any (drivers_of_order(o.shop_id, o.id)))
$$;

create function note_driver_of_order() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if new.driver_id <> all (new.ever_driver_ids) then
    new.ever_driver_ids := new.ever_driver_ids || new.driver_id;
  end if;
  return new;
end $$;
create trigger orders_note_driver before insert or update of driver_id on orders
  for each row when (new.driver_id is not null) execute function note_driver_of_order();

create function note_assigned_drivers() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update orders o set ever_driver_ids = o.ever_driver_ids || n.driver_ids
    from (select added.shop_id, added.order_id, array_agg(distinct added.driver_id) as driver_ids
          from added join orders had on had.shop_id = added.shop_id and had.id = added.order_id
          where added.driver_id <> all (had.ever_driver_ids) group by 1, 2) n
    where o.shop_id = n.shop_id and o.id = n.order_id;
  return null;
end $$;
create trigger order_assignments_note_driver after insert on order_assignments
  referencing new table as added for each statement execute function note_assigned_drivers();

-- Whoever writes rows of an order holds its lock, so that none is written beside this.
create function tell_rows_of_order() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update order_line_items set ever_driver_ids = new.ever_driver_ids where shop_id = new.shop_id and order_id = new.id;
  update order_events set ever_driver_ids = new.ever_driver_ids where shop_id = new.shop_id and order_id = new.id;
  update order_amounts set ever_driver_ids = new.ever_driver_ids where shop_id = new.shop_id and order_id = new.id;
  update order_fulfilments set ever_driver_ids = new.ever_driver_ids where shop_id = new.shop_id and order_id = new.id;
  update customers set ever_driver_ids = array(
      select distinct id from unnest(coalesce(ever_driver_ids, '{}') || new.ever_driver_ids) id order by id)
    where shop_id = new.shop_id and id = new.customer_id
      and (ever_driver_ids is null or not ever_driver_ids @> new.ever_driver_ids);
  return null;
end $$;
create trigger orders_tell_rows after update on orders for each row
  when (new.ever_driver_ids is distinct from old.ever_driver_ids) execute function tell_rows_of_order();

create function tell_customer_of_new_order() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update customers set ever_driver_ids = ever_driver_ids || new.ever_driver_ids
    where shop_id = new.shop_id and id = new.customer_id and not ever_driver_ids @> new.ever_driver_ids;
  return null;
end $$;
create trigger orders_tell_customer after insert on orders for each row
  when (new.ever_driver_ids <> '{}') execute function tell_customer_of_new_order();

create function take_drivers_of_order() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  select o.ever_driver_ids into new.ever_driver_ids from orders o where o.shop_id = new.shop_id and o.id = new.order_id;
  return new;
end $$;
-- A request never says by itself who may see a row; a restored one is whole already.
create trigger order_line_items_take_drivers before insert on order_line_items for each row
  when (new.ever_driver_ids is null or actor.is_request()) execute function take_drivers_of_order();
create trigger order_events_take_drivers before insert on order_events for each row
  when (new.ever_driver_ids is null or actor.is_request()) execute function take_drivers_of_order();
create trigger order_amounts_take_drivers before insert on order_amounts for each row
  when (new.ever_driver_ids is null or actor.is_request()) execute function take_drivers_of_order();
create trigger order_fulfilments_take_drivers before insert on order_fulfilments for each row
  when (new.ever_driver_ids is null or actor.is_request()) execute function take_drivers_of_order();

-- What a request adds to an order is refused, as a policy would, where the order is not its driver's: these rows are
-- told apart by the order alone.
create function refuse_delivery_of_others() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if not exists (select from order_assignments a where a.shop_id = new.shop_id and a.order_id = new.order_id
                 and a.driver_id = actor.driver_id()) then
    raise insufficient_privilege using message = 'the order was never given to this driver';
  end if;
  return new;
end $$;
create trigger delivery_confirmations_of_own before insert on delivery_confirmations for each row
  when (actor.is_request()) execute function refuse_delivery_of_others();

create function refuse_fulfilment_of_others() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if not exists (select from orders o where o.shop_id = new.shop_id and o.id = new.order_id
                 and o.driver_id = actor.driver_id()) then
    raise insufficient_privilege using message = 'the order is not with this driver';
  end if;
  return new;
end $$;
create trigger order_fulfilments_of_own before insert on order_fulfilments for each row
  when (actor.is_request()) execute function refuse_fulfilment_of_others();

revoke execute on function drivers_of_order(int, uuid), actor.ever_had(uuid), actor.ever_had_order_of(uuid), note_driver_of_order(),
  note_assigned_drivers(), tell_rows_of_order(), tell_customer_of_new_order(), take_drivers_of_order(),
  refuse_delivery_of_others(), refuse_fulfilment_of_others() from public;
grant execute on function actor.ever_had(uuid), actor.ever_had_order_of(uuid) to mandoob_request;

drop policy ever_mine_or_shop on orders;
create policy ever_mine_or_shop on orders for select to mandoob_request
  using (shop_id = (select actor.shop_id()) and ((select actor.sees_shop())
    or (select actor.driver_id()) = any (ever_driver_ids)
    or ever_driver_ids is null and actor.ever_had(id)));
drop policy of_visible_order on customers;
create policy of_visible_order on customers for select to mandoob_request
  using (shop_id = (select actor.shop_id()) and ((select actor.sees_shop())
    or (select actor.driver_id()) = any (ever_driver_ids)
    or ever_driver_ids is null and actor.ever_had_order_of(id)));
drop policy of_visible_order on order_line_items;
create policy of_visible_order on order_line_items for select to mandoob_request
  using (shop_id = (select actor.shop_id()) and ((select actor.sees_shop())
    or (select actor.driver_id()) = any (ever_driver_ids)
    or ever_driver_ids is null and actor.ever_had(order_id)));
drop policy of_visible_order on order_events;
create policy of_visible_order on order_events for select to mandoob_request
  using (shop_id = (select actor.shop_id()) and ((select actor.sees_shop())
    or (select actor.driver_id()) = any (ever_driver_ids)
    or ever_driver_ids is null and actor.ever_had(order_id)));
drop policy own_event on order_events;
create policy own_event on order_events for insert to mandoob_request
  with check (shop_id = (select actor.shop_id()) and actor_user_id = (select actor.user_id()) and ((select actor.sees_shop())
    or (select actor.driver_id()) = any (ever_driver_ids)
    or ever_driver_ids is null and actor.ever_had(order_id)));
drop policy of_visible_order on order_amounts;
create policy of_visible_order on order_amounts for select to mandoob_request
  using (shop_id = (select actor.shop_id()) and ((select actor.sees_shop())
    or (select actor.driver_id()) = any (ever_driver_ids)
    or ever_driver_ids is null and actor.ever_had(order_id)));
drop policy of_visible_order on order_fulfilments;
create policy of_visible_order on order_fulfilments for select to mandoob_request
  using (shop_id = (select actor.shop_id()) and ((select actor.sees_shop())
    or (select actor.driver_id()) = any (ever_driver_ids)
    or ever_driver_ids is null and actor.ever_had(order_id)));
drop policy with_my_delivery on order_fulfilments;
create policy with_my_delivery on order_fulfilments for insert to mandoob_request
  with check (shop_id = (select actor.shop_id()));
drop policy own_delivery on delivery_confirmations;
create policy own_delivery on delivery_confirmations for insert to mandoob_request
  with check (shop_id = (select actor.shop_id()) and user_id = (select actor.user_id())
    and driver_id = (select actor.driver_id()));
