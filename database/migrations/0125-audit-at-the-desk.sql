-- The audit is read at the desk and at the command line, newest first: all of it, of one kind, of one person, of what is nobody's in person, and about one thing.
-- An index of the partitioned table is made in every partition, those to come included. The two that are replaced begin as these do.
create index audit_events_newest on audit_events (shop_id, recorded_at, id);
create index audit_events_of_kind on audit_events (shop_id, what, recorded_at, id);

drop index audit_events_of_user;
create index audit_events_of_user on audit_events (shop_id, user_id, recorded_at, id, what) where user_id is not null;
create index audit_events_of_systems on audit_events (shop_id, source, recorded_at, id, what) where user_id is null;

drop index audit_events_of_machine;
create index audit_events_of_subject on audit_events (shop_id, subject_id, recorded_at, id) where subject_id is not null;

-- What was done with many orders at once names them among its facts.
create index audit_events_of_many on audit_events using gin ((coalesce(before -> 'order_ids', after -> 'order_numbers')) jsonb_path_ops)
  where subject_id is null and coalesce(before -> 'order_ids', after -> 'order_numbers') is not null;

-- Which rows about many orders are also about this one; the newest thousand. A function, since behind row security what looks into facts is asked of every row first.
create function audit_events_with_order(p_shop_id int, p_order_id uuid, p_order_number text) returns table (id uuid, recorded_at timestamptz)
language sql stable security definer set search_path = public, pg_temp as $$
  select e.id, e.recorded_at from audit_events e
  where e.shop_id = p_shop_id and e.subject_id is null and coalesce(e.before -> 'order_ids', e.after -> 'order_numbers') is not null
    and (coalesce(e.before -> 'order_ids', e.after -> 'order_numbers') @> jsonb_build_array(p_order_id)
      or coalesce(e.before -> 'order_ids', e.after -> 'order_numbers') @> jsonb_build_array(p_order_number))
    and (not actor.is_request() or actor.shop_id() = p_shop_id and actor.sees_shop())
  order by e.recorded_at desc, e.id desc limit 1000
$$;
revoke execute on function audit_events_with_order(int, uuid, text) from public;
grant execute on function audit_events_with_order(int, uuid, text) to mandoob_request;

-- What these phones of the shop call themselves: requests see devices by functions only.
create function device_names(p_shop_id int, p_device_ids uuid[]) returns table (id uuid, name text)
language sql stable security definer set search_path = public, pg_temp as $$
  select d.id, d.name from devices d
  where d.shop_id = p_shop_id and d.id = any (p_device_ids) and (not actor.is_request() or actor.shop_id() = p_shop_id and actor.sees_shop())
$$;
revoke execute on function device_names(int, uuid[]) from public;
grant execute on function device_names(int, uuid[]) to mandoob_request;
