-- Row-level security, the second wall behind the endpoints' own checks (rulings C2, C3, C6). The request role owns
-- nothing, bypasses nothing, and has no write right on cash tables.

revoke all on schema public from public;
revoke execute on all functions in schema public, actor from public;
grant usage on schema public, actor to mandoob_request;
grant execute on all functions in schema actor to mandoob_request;
grant execute on function begin_request(uuid), initialise_own_balance(), lock_order(uuid), enqueue(text, json, text),
  post_movement(int, uuid, text, uuid, text, uuid, bigint, text, text, uuid, smallint, uuid, timestamptz, uuid, boolean)
  to mandoob_request;

grant select on shops, profiles, shop_members, drivers, commands, files, cash_movements, cash_tracking, customers,
  products, orders, order_line_items, order_assignments, order_events, delivery_confirmations, order_fulfilments
  to mandoob_request;
grant insert on commands, files, order_events, delivery_confirmations, order_fulfilments to mandoob_request;
grant update (status, body) on commands to mandoob_request;
grant update (pinned_at, uploaded_at) on files to mandoob_request;
grant update (status) on drivers to mandoob_request;
grant update (status, payment_status, actual_delivery_time, delivery_duration_seconds) on orders to mandoob_request;

alter table shops enable row level security;
alter table users enable row level security;
alter table profiles enable row level security;
alter table shop_members enable row level security;
alter table sessions enable row level security;
alter table refresh_tokens enable row level security;
alter table sign_in_attempts enable row level security;
alter table drivers enable row level security;
alter table commands enable row level security;
alter table files enable row level security;
alter table cash_movements enable row level security;
alter table cash_tracking enable row level security;
alter table customers enable row level security;
alter table products enable row level security;
alter table orders enable row level security;
alter table order_line_items enable row level security;
alter table order_assignments enable row level security;
alter table order_events enable row level security;
alter table delivery_confirmations enable row level security;
alter table order_fulfilments enable row level security;

create policy own_shop on shops for select to mandoob_request using (id = (select actor.shop_id()));

create policy own_or_shop on shop_members for select to mandoob_request
  using (shop_id = (select actor.shop_id()) and (user_id = (select actor.user_id()) or (select actor.sees_shop())));
create policy own_or_shop on profiles for select to mandoob_request
  using (id = (select actor.user_id()) or exists (
    select from shop_members m where m.shop_id = (select actor.shop_id()) and m.user_id = profiles.id));

create policy own_or_shop on drivers for select to mandoob_request
  using (shop_id = (select actor.shop_id()) and (user_id = (select actor.user_id()) or (select actor.sees_shop())));
create policy own_status on drivers for update to mandoob_request
  using (shop_id = (select actor.shop_id()) and user_id = (select actor.user_id()));

create policy own on commands to mandoob_request
  using (shop_id = (select actor.shop_id()) and user_id = (select actor.user_id()));

create policy own_or_shop on files for select to mandoob_request
  using (shop_id = (select actor.shop_id()) and (uploaded_by = (select actor.user_id()) or (select actor.sees_shop())));
create policy own_upload on files for insert to mandoob_request
  with check (shop_id = (select actor.shop_id()) and uploaded_by = (select actor.user_id()));
create policy own_pin on files for update to mandoob_request
  using (shop_id = (select actor.shop_id()) and uploaded_by = (select actor.user_id()));

create policy own_or_shop on cash_movements for select to mandoob_request
  using (shop_id = (select actor.shop_id()) and ((select actor.sees_shop())
    or from_user_id = (select actor.user_id()) or to_user_id = (select actor.user_id())));
create policy own_or_shop on cash_tracking for select to mandoob_request
  using (shop_id = (select actor.shop_id()) and (user_id = (select actor.user_id()) or (select actor.sees_shop())));

create policy own_or_shop on order_assignments for select to mandoob_request
  using (shop_id = (select actor.shop_id()) and (driver_id = (select actor.driver_id()) or (select actor.sees_shop())));
create policy ever_mine_or_shop on orders for select to mandoob_request
  using (shop_id = (select actor.shop_id()) and ((select actor.sees_shop())
    or driver_id = (select actor.driver_id())
    or exists (select from order_assignments a where a.shop_id = orders.shop_id and a.order_id = orders.id
               and a.driver_id = (select actor.driver_id()))));
-- A request moves an order in one way only, and once: its driver, out with it, completes it.
create policy complete_mine on orders for update to mandoob_request
  using (shop_id = (select actor.shop_id()) and driver_id = (select actor.driver_id())
    and status in ('dispatching', 'delivering'))
  with check (shop_id = (select actor.shop_id()) and driver_id = (select actor.driver_id()) and status = 'completed');

create policy of_visible_order on customers for select to mandoob_request
  using (shop_id = (select actor.shop_id()) and ((select actor.sees_shop()) or exists (
    select from orders o where o.shop_id = customers.shop_id and o.customer_id = customers.id)));
create policy of_visible_order on order_line_items for select to mandoob_request
  using (shop_id = (select actor.shop_id()) and ((select actor.sees_shop()) or exists (
    select from orders o where o.shop_id = order_line_items.shop_id and o.id = order_line_items.order_id)));
create policy own_shop on products for select to mandoob_request using (shop_id = (select actor.shop_id()));

create policy of_visible_order on order_events for select to mandoob_request
  using (shop_id = (select actor.shop_id()) and ((select actor.sees_shop()) or exists (
    select from orders o where o.shop_id = order_events.shop_id and o.id = order_events.order_id)));
create policy own_event on order_events for insert to mandoob_request
  with check (shop_id = (select actor.shop_id()) and actor_user_id = (select actor.user_id()) and exists (
    select from orders o where o.shop_id = order_events.shop_id and o.id = order_events.order_id));

create policy own_or_shop on delivery_confirmations for select to mandoob_request
  using (shop_id = (select actor.shop_id()) and (user_id = (select actor.user_id()) or (select actor.sees_shop())));
create policy own_delivery on delivery_confirmations for insert to mandoob_request
  with check (shop_id = (select actor.shop_id()) and user_id = (select actor.user_id())
    and driver_id = (select actor.driver_id()) and exists (
      select from order_assignments a where a.shop_id = delivery_confirmations.shop_id
        and a.order_id = delivery_confirmations.order_id and a.driver_id = (select actor.driver_id())));

create policy of_visible_order on order_fulfilments for select to mandoob_request
  using (shop_id = (select actor.shop_id()) and ((select actor.sees_shop()) or exists (
    select from orders o where o.shop_id = order_fulfilments.shop_id and o.id = order_fulfilments.order_id)));
create policy with_my_delivery on order_fulfilments for insert to mandoob_request
  with check (shop_id = (select actor.shop_id()) and exists (
    select from orders o where o.shop_id = order_fulfilments.shop_id and o.id = order_fulfilments.order_id
      and o.driver_id = (select actor.driver_id())));
