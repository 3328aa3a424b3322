-- Whoever made a command that arrived late, under a number that was missed, has used the device too: also before its next report says so.

create or replace function explain_numbers(
  p_shop_id int, p_device_id uuid, p_numbers int[], p_reason text, p_operator text, p_now timestamptz
) returns table (is_own boolean, explained int[], newly int[], user_ids uuid[])
  language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
declare
  d devices;
begin
  if actor.is_request()
    and (p_shop_id is distinct from actor.shop_id() or actor.role() is distinct from 'Manager' or p_operator is not null) then
    raise exception 'these numbers are not the actor''s to explain' using errcode = 'insufficient_privilege';
  end if;
  select * into d from devices where shop_id = p_shop_id and id = p_device_id for no key update;
  if not found then
    return;
  end if;
  user_ids := d.user_ids;
  perform note_missing_numbers(p_shop_id, p_device_id, 0, p_now);
  is_own := p_operator is null and (actor.user_id() = any (d.user_ids) or exists (
    select from commands where shop_id = p_shop_id and device_id = p_device_id and device_number > d.known_until
      and user_id = actor.user_id()) or exists (
    select from device_numbers n
      join commands c on c.shop_id = n.shop_id and c.device_id = n.device_id and c.device_number = n.number
      where n.shop_id = p_shop_id and n.device_id = p_device_id and c.user_id = actor.user_id()));
  if not is_own then
    with now_explained as (
      update device_numbers
        set state = 'explained', settled_at = p_now, reason = p_reason, operator = p_operator,
          explained_by = case when p_operator is null then actor.user_id() end
        where shop_id = p_shop_id and device_id = p_device_id and number = any (p_numbers) and state in ('open', 'missing')
          and not device_number_arrived(p_shop_id, p_device_id, number)
        returning number
    )
    select array_agg(number order by number) into newly from now_explained;
  end if;
  newly := coalesce(newly, '{}');
  explained := array(select number from device_numbers
    where shop_id = p_shop_id and device_id = p_device_id and number = any (p_numbers) and state = 'explained'
      and not device_number_arrived(p_shop_id, p_device_id, number)
    order by number);
  return next;
end $$;
