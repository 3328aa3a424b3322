-- What the desk lists: open orders by age, what was delivered today, deliveries that met a change, and what of the store was not taken.

create index orders_open on orders (shop_id, created_at, id)
  where status in ('picking', 'packed', 'dispatched', 'dispatching', 'delivering');
create index orders_delivered on orders (shop_id, actual_delivery_time) where status = 'completed';
create index order_events_conflicts on order_events (shop_id, recorded_at, order_id) where kind = 'conflict';

-- Orders whose newest version could not be taken, webhooks of which not even the order could be told, and those that failed here while
-- nothing newer of their order was seen; less what was dismissed, and orders that are over.
create function shopify_not_taken(p_shop_id int)
  returns table (order_number text, webhook_id text, reason text, told_at timestamptz)
  language sql stable security definer rows 50 set search_path = public, pg_temp as $$
  select o.order_number, null::text, o.not_taken_because, o.external_updated_at
    from shopify_orders o
    where o.shop_id = p_shop_id and o.not_taken_because is not null
      and o.dismissed_because is distinct from o.not_taken_because
      and not exists (select from orders own where own.shop_id = o.shop_id and own.id = o.order_id
        and own.status in ('completed', 'cancelled'))
      and (not actor.is_request() or p_shop_id = actor.shop_id() and actor.sees_shop())
  union all
  select w.order_number, w.webhook_id, coalesce(w.reason, 'it failed here'), w.received_at
    from shopify_webhooks w
    where w.shop_id = p_shop_id and w.dismissed_at is null and (
      (w.outcome = 'not_taken' and w.external_id is null)
      or (w.outcome = 'failed' and not exists (
        select from shopify_orders seen
        where seen.shop_id = w.shop_id and seen.external_id = w.external_id
          and seen.external_updated_at >= coalesce(w.external_updated_at, w.received_at))))
      and (not actor.is_request() or p_shop_id = actor.shop_id() and actor.sees_shop())
$$;
revoke execute on function shopify_not_taken(int) from public;
grant execute on function shopify_not_taken(int) to mandoob_request;
