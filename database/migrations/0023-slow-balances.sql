-- A balance update that takes longer than a statement may is a failure like any other (ruling A4): post_movement leaves the
-- movement of a delivery waiting, and throws for what fails as a whole. "others" does not hold what the time limit
-- raises, so it gets another name here; a statement's time limit strikes once, the rest of the statement goes on.
create or replace function apply_movement(p_shop_id int, p_id uuid) returns void
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
exception when query_canceled then
  raise exception 'the balances took longer than a statement may' using errcode = 'lock_not_available';
end $$;
