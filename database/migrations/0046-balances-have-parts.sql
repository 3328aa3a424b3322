-- A balance has as many parts as there were transactions that handed cash to its holder at the same time, and one again once
-- somebody takes from it (decision 36).

alter table cash_tracking_parts drop constraint cash_tracking_pkey;
alter table cash_tracking_parts add constraint cash_tracking_parts_pkey primary key using index cash_tracking_parts_pkey;

-- What somebody holds, as one row. Whoever asks sees of the parts what is theirs to see.
create or replace view cash_tracking with (security_invoker = true) as
  select shop_id, user_id, sum(cash_on_hand_fils)::bigint as cash_on_hand_fils, max(last_updated) as last_updated
  from cash_tracking_parts group by shop_id, user_id;

-- Adds to what somebody holds, or takes from it where below zero, and answers what that makes, in fils: what is committed by
-- now, and what this transaction has done. Cash is taken from part 0 alone, so that those who take from one person wait for each
-- other, and whoever has locked that part knows that nobody else takes. It is added to the first part that nobody is writing to, or
-- else to a new one, which is numbered after the transaction so that no other makes it too: that never waits.
create or replace function add_to_balance(p_shop_id int, p_user_id uuid, p_amount_fils bigint) returns bigint
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_part bigint := 0;
begin
  if p_amount_fils > 0 then
    select part into v_part from cash_tracking_parts where shop_id = p_shop_id and user_id = p_user_id
      order by part limit 1 for no key update skip locked;
    v_part := coalesce(v_part, pg_current_xact_id()::text::bigint);
  end if;
  insert into cash_tracking_parts as t (shop_id, user_id, part, cash_on_hand_fils, last_updated)
    values (p_shop_id, p_user_id, v_part, p_amount_fils, clock_timestamp())
    on conflict (shop_id, user_id, part) do update
      set cash_on_hand_fils = t.cash_on_hand_fils + excluded.cash_on_hand_fils, last_updated = excluded.last_updated;
  if p_amount_fils < 0 then
    -- Whoever takes gathers the parts that nobody is writing to: they are one again once the rush is over.
    with free as (
      select part from cash_tracking_parts
      where shop_id = p_shop_id and user_id = p_user_id and part <> 0 for update skip locked
    ), gathered as (
      delete from cash_tracking_parts p using free
      where p.shop_id = p_shop_id and p.user_id = p_user_id and p.part = free.part
      returning p.cash_on_hand_fils
    )
    update cash_tracking_parts t set cash_on_hand_fils = t.cash_on_hand_fils + g.fils
      from (select sum(cash_on_hand_fils) as fils from gathered) g
      where t.shop_id = p_shop_id and t.user_id = p_user_id and t.part = 0 and g.fils is not null;
  end if;
  return (select sum(cash_on_hand_fils)::bigint from cash_tracking_parts
    where shop_id = p_shop_id and user_id = p_user_id);
end $$;
