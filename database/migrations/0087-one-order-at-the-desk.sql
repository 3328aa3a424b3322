-- Which of the shop's systems it was, where no person did it; null: nobody wrote it down then. Requests tell in the name of who makes them.
alter table order_events add column system text;
alter table order_events add constraint order_events_of_one_system
  check (system is null or system <> '' and actor_user_id is null and operator is null) not valid;

-- How the store stands with what was taken at the door for one order: what else a store told stays closed.
create function store_payments_of_order(p_order_id uuid)
  returns table (confirmation_id uuid, status text, collected_fils bigint, outstanding_fils bigint)
  language sql stable security definer set search_path = public, pg_temp as $$
  select w.confirmation_id, w.status, w.collected_fils, w.outstanding_fils from store_payments w
    where w.shop_id = actor.shop_id() and w.order_id = p_order_id and actor.sees_shop()
$$;
revoke execute on function store_payments_of_order(uuid) from public;
grant execute on function store_payments_of_order(uuid) to mandoob_request;
