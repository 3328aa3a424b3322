-- Functions that drivers and operators need for corrections of deliveries (ruling H5).

-- Changed: users may lock their own balance.
create or replace function lock_balance_in(p_shop_id int, p_user_id uuid) returns bigint
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if actor.is_request() and (p_shop_id is distinct from actor.shop_id()
    or not (actor.sees_shop() or coalesce(p_user_id = actor.user_id(), false))) then
    raise exception 'this balance is not the actor''s to lock' using errcode = 'insufficient_privilege';
  end if;
  insert into cash_tracking_parts (shop_id, user_id) values (p_shop_id, p_user_id) on conflict do nothing;
  perform 1 from cash_tracking_parts where shop_id = p_shop_id and user_id = p_user_id and part = 0 for no key update;
  return (
    select (select sum(cash_on_hand_fils) from cash_tracking_parts where shop_id = p_shop_id and user_id = p_user_id)
      + (select coalesce(sum(case when to_user_id = p_user_id then amount_fils else -amount_fils end), 0)
         from cash_movements
         where shop_id = p_shop_id and posted_at is null and p_user_id in (to_user_id, from_user_id)));
end $$;

-- The tenders of a delivery's payments by reference, as they are recorded now, that a Manager found in the
-- shop's account. For the delivery's driver and the desk.
create function received_by_reference(p_shop_id int, p_confirmation_id uuid) returns setof text
  language sql stable security definer set search_path = public, pg_temp as $$
  select m.tender from payment_matches m
  join delivery_facts f on f.shop_id = m.shop_id and f.confirmation_id = m.source_id
    and (m.reference, m.amount_fils) = case m.tender when 'payment_link' then (f.link_reference, f.link_fils)
      else (f.transfer_reference, f.transfer_fils) end
  where m.shop_id = p_shop_id and m.source_id = p_confirmation_id and m.outcome = 'received'
    and (not actor.is_request() or p_shop_id = actor.shop_id() and (actor.sees_shop() or f.user_id = actor.user_id()))
$$;
revoke execute on function received_by_reference(int, uuid) from public;
grant execute on function received_by_reference(int, uuid) to mandoob_request;

-- An operator who approves a correction books its difference; no user decided it.
alter table cash_differences alter column decided_by drop not null,
  add constraint cash_differences_decided check (decided_by is not null or correction_id is not null) not valid;
