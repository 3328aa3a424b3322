-- The desk decides about payments by link or transfer: Managers and Admins.
drop policy by_managers on payment_matches;
create policy by_desk on payment_matches for insert to mandoob_request
  with check (shop_id = (select actor.shop_id()) and (select actor.sees_shop()) and decided_by = (select actor.user_id()));

-- An amount that became due unseen by the driver is owed.
create or replace function balance_of_order(p_shop_id int, p_order_id uuid, out owed_fils bigint, out unmatched_fils bigint, out refund_fils bigint)
  language sql stable security definer set search_path = public, pg_temp as $$
  with delivery as (
    select * from delivery_facts f where f.shop_id = p_shop_id and f.order_id = p_order_id and f.outcome = 'delivered'
  ), pending as (
    select f.confirmation_id as source_id, p.tender, p.reference, p.amount_fils from delivery f
      cross join lateral (values ('payment_link', f.link_reference, f.link_fils), ('bank_transfer', f.transfer_reference, f.transfer_fils))
        as p (tender, reference, amount_fils)
    union all
    select o.id, p.tender, p.reference, p.amount_fils from order_payments o
      cross join lateral (values ('payment_link', o.link_reference, o.link_fils), ('bank_transfer', o.transfer_reference, o.transfer_fils))
        as p (tender, reference, amount_fils)
      where o.shop_id = p_shop_id and o.order_id = p_order_id
  ), sums as (
    select coalesce(sum(p.amount_fils) filter (where m.outcome is null), 0) as unmatched_fils,
      coalesce(sum(p.amount_fils) filter (where m.outcome is distinct from 'not_received'), 0) as counted_fils
    from pending p
    left join payment_matches m on m.shop_id = p_shop_id and m.source_id = p.source_id and m.tender = p.tender
      and m.reference = p.reference and m.amount_fils = p.amount_fils
    where p.amount_fils > 0
  ), net as (
    -- A driver who took nothing for an order that seemed paid left open what was due by then.
    select coalesce((select case when c.conflict = 'amount_changed' and c.due_fils is null and c.collected_fils = 0
            and not exists (select from delivery_confirmations b where b.shop_id = c.shop_id and b.order_id = c.order_id
              and b.user_id = c.user_id and b.id <> c.id and b.recorded_at <= c.recorded_at and b.collected_fils > 0)
          then o.due_amount_fils else f.due_fils end - f.rounding_fils - f.collected_fils
        from delivery f
        join delivery_confirmations c on c.shop_id = f.shop_id and c.id = f.confirmation_id
        join orders o on o.shop_id = f.shop_id and o.id = f.order_id), 0)
        - (select s.counted_fils from sums s)
        - coalesce((select sum(o.cash_fils + o.card_fils) from order_payments o
            where o.shop_id = p_shop_id and o.order_id = p_order_id), 0)
        - coalesce((select sum(w.amount_fils) from order_waivers w
            where w.shop_id = p_shop_id and w.order_id = p_order_id), 0) as fils
  )
  select greatest(0, n.fils)::bigint, s.unmatched_fils::bigint,
    greatest(0, coalesce((select f.refund_fils from delivery f), 0) - least(0, n.fils)
      - coalesce((select sum(e.amount_fils) from expenses e where e.shop_id = p_shop_id and e.order_id = p_order_id), 0))::bigint
  from net n, sums s
$$;

-- A delivery without own amounts also closes a balance that a former payment of its order opened.
create or replace function keep_order_balance() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_balance record;
begin
  -- A delivery with a conflict changed no order, so its correction changes none either.
  if tg_table_name = 'delivery_corrections' and not exists (
    select from delivery_confirmations c
    where c.shop_id = new.shop_id and c.order_id = new.order_id and c.outcome = 'delivered'
      and c.id::text = to_jsonb(new) ->> 'confirmation_id') then
    return null;
  end if;
  -- A delivery of all that was due opens no balance, but a former payment of the order may have.
  if tg_table_name = 'delivery_confirmations' and to_jsonb(new) ->> 'due_fils' is null
    and not exists (select from order_balances b where b.shop_id = new.shop_id and b.order_id = new.order_id) then
    return null;
  end if;
  perform from orders o where o.shop_id = new.shop_id and o.id = new.order_id for no key update;
  select * into v_balance from balance_of_order(new.shop_id, new.order_id);
  insert into order_balances as b (shop_id, order_id, driver_id, owed_fils, unmatched_fils, refund_fils, since)
    values (new.shop_id, new.order_id,
      (select c.driver_id from delivery_confirmations c where c.shop_id = new.shop_id and c.order_id = new.order_id and c.outcome = 'delivered'),
      v_balance.owed_fils, v_balance.unmatched_fils, v_balance.refund_fils, new.recorded_at)
    on conflict (shop_id, order_id) do update
      set driver_id = excluded.driver_id, owed_fils = excluded.owed_fils, unmatched_fils = excluded.unmatched_fils, refund_fils = excluded.refund_fils,
        since = case when b.owed_fils + b.unmatched_fils + b.refund_fils = 0 then excluded.since else b.since end;
  update orders o set payment_status = payment_of_balance(o.due_amount_fils, v_balance.owed_fils, v_balance.unmatched_fils)
    where o.shop_id = new.shop_id and o.id = new.order_id and o.status = 'completed'
      and o.payment_status <> payment_of_balance(o.due_amount_fils, v_balance.owed_fils, v_balance.unmatched_fils);
  return null;
end $$;
drop trigger delivery_confirmations_keep_balance on delivery_confirmations;
create trigger delivery_confirmations_keep_balance after insert on delivery_confirmations for each row
  when (new.outcome = 'delivered') execute function keep_order_balance();
