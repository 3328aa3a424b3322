-- A deletion in the store is as final as a cancellation (ruling B8): such an order is not reopened.
create index shopify_orders_over on shopify_orders (shop_id, order_id) where coalesce(cancelled_at, deleted_at) is not null;
drop index shopify_orders_cancelled;

-- Changed: true also of an order that the store has deleted.
create or replace function cancelled_in_store(p_shop_id int, p_order_id uuid) returns boolean
  language sql stable security definer set search_path = public, pg_temp as $$
  select (exists (
      select from orders o join shopify_orders s on s.shop_id = o.shop_id and s.external_id = o.external_id
      where o.shop_id = p_shop_id and o.id = p_order_id and coalesce(s.cancelled_at, s.deleted_at) is not null)
    or exists (
      select from shopify_orders s
      where s.shop_id = p_shop_id and s.order_id = p_order_id and coalesce(s.cancelled_at, s.deleted_at) is not null))
    and (not actor.is_request() or p_shop_id = actor.shop_id() and actor.sees_shop())
$$;
