-- When each driver of the shop was last heard of: by a session that was used, by what a device of theirs reported, or by what it sent. Sessions and
-- commands are their owner's only; the desk is told the time and nothing else.
create function drivers_last_seen(p_shop_id int) returns table (driver_id int, last_seen_at timestamptz)
  language sql stable security definer rows 40 set search_path = public, pg_temp as $$
  with newest as (
    select distinct on (last_user_id) last_user_id, id, last_seen_at from devices
    where shop_id = p_shop_id order by last_user_id, last_seen_at desc, id
  )
  select d.id, greatest(used.last_used_at, n.last_seen_at, sent.recorded_at)
  from drivers d
  join profiles p on p.id = d.user_id and p.shop_id = d.shop_id
  left join newest n on n.last_user_id = d.user_id
  left join lateral (select max(s.last_used_at) as last_used_at from sessions s
    where s.user_id = d.user_id and s.revoked_at is null) used on true
  left join lateral (select c.recorded_at from commands c
    where c.shop_id = d.shop_id and c.device_id = n.id and c.user_id = d.user_id
    order by c.device_number desc limit 1) sent on true
  where d.shop_id = p_shop_id and (not actor.is_request() or p_shop_id = actor.shop_id() and actor.sees_shop())
$$;
revoke execute on function drivers_last_seen(int) from public;
grant execute on function drivers_last_seen(int) to mandoob_request;
