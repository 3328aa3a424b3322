-- A first import makes the tables of orders a hundred times as large within a minute, and statements that are planned for small tables, those that keep keys true
-- among them, would go through them by their age until the database looks by itself. So whoever imports has it look whenever they have grown tenfold.
create function refresh_order_statistics() returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if pg_relation_size('orders') > 10 * current_setting('block_size')::bigint
    * (select greatest(relpages, 1) from pg_class where oid = 'orders'::regclass) then
    analyze (skip_locked) customers, products, orders, order_line_items, order_events, order_search;
  end if;
end $$;
revoke execute on function refresh_order_statistics() from public;
grant execute on function refresh_order_statistics() to mandoob_request;

-- What was recorded of somebody after their end of day is found by the day on which it happened and by its id: within the index, so that of a busy week before
-- it no movement is fetched. They take the place of the same without the id.
drop index cash_movements_to, cash_movements_from;
create index cash_movements_to on cash_movements (shop_id, to_user_id, occurred_at, id);
create index cash_movements_from on cash_movements (shop_id, from_user_id, occurred_at, id);
