-- A driver looks back on what he handed over: with whom, and which card machine it was. Names of staff and card machines are the desk's to read, so he is told
-- these two words of his own handovers and collections, and no more.
create function own_handover_words(p_since timestamptz, p_until timestamptz)
  returns table (handover_id uuid, with_name text, card_machine_number text)
  language sql stable security definer set search_path = public, pg_temp as $$
  select h.id, p.full_name, m.number
    from cash_handovers h
    join profiles p on p.id = h.admin_id
    left join card_machines m on m.shop_id = h.shop_id and m.id = h.card_machine_id
    where h.shop_id = actor.shop_id() and h.driver_id = actor.driver_id() and h.staff_user_id = actor.user_id()
      and h.completed_at >= p_since and h.completed_at < p_until;
$$;
revoke execute on function own_handover_words(timestamptz, timestamptz) from public;
grant execute on function own_handover_words(timestamptz, timestamptz) to mandoob_request;
