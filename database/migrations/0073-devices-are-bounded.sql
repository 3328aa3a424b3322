-- What one account may claim of devices is bounded, and a chain that does not hold can be settled.

alter table devices add column chain_explained_until int, add column chain_reason text;

-- Whether somebody may tell of a device that was never heard of: fifty that are new within a day or have something unsettled are enough. None
-- is forgotten for it: what is missing from one stays.
create function may_have_another_device(p_shop_id int, p_user_id uuid, p_now timestamptz) returns boolean
  language sql stable security definer set search_path = public, pg_temp as $$
  select count(*) < 50 from devices d
    where shop_id = p_shop_id and last_user_id = p_user_id and (first_seen_at > p_now - interval '1 day' or exists (
      select from device_numbers n where n.shop_id = d.shop_id and n.device_id = d.id and n.state in ('open', 'missing')
        and not device_number_arrived(n.shop_id, n.device_id, n.number)))
$$;

-- Where the chain does not hold in what has arrived since the last report.
create function live_chain_break(d devices) returns int language sql stable as $$
  select device_chain_break(d.shop_id, d.id, greatest(d.known_until, d.chain_explained_until + 1), d.known_until + 1000)
$$;

-- Takes what a device tells of the actor's shop. Reports may come twice, at once and in any order: what has arrived or is over stays so.
-- Answers no row when it is the last one again within a minute, from the same person. Raises program_limit_exceeded for a device that was
-- never heard of, where its person has too many.
create or replace function take_device_report(
  p_device_id uuid, p_name text, p_report jsonb, p_report_hash bytea, p_now timestamptz
) returns table (is_first boolean, newly_closed int[], newly_broken boolean, is_news boolean, user_ids uuid[])
  language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
declare
  v_shop_id int := actor.shop_id();
  v_user_id uuid := actor.user_id();
  d devices;
  v_highest int := (p_report ->> 'highest')::int;
  v_highest_hash bytea := decode(p_report ->> 'highest_hash', 'hex');
  v_unnumbered_count int;
  v_unnumbered_fils bigint;
  v_told_of int;
  v_rows int;
  v_changed int := 0;
  v_late int[];
  v_broken_at int;
  v_open int;
  v_looked_until int;
begin
  if v_shop_id is null or v_user_id is null then
    raise exception 'nobody is signed in' using errcode = 'insufficient_privilege';
  end if;
  select * into d from devices where shop_id = v_shop_id and id = p_device_id;
  if found and d.report_hash = p_report_hash and d.last_user_id = v_user_id
    and d.name is not distinct from p_name and d.last_seen_at > p_now - interval '1 minute' then
    return;
  end if;

  if not found then
    -- One first report of a person after the other.
    perform from shop_members where shop_id = v_shop_id and user_id = v_user_id for no key update;
    if not may_have_another_device(v_shop_id, v_user_id, p_now) then
      raise exception 'too many devices of one person' using errcode = 'program_limit_exceeded';
    end if;
  end if;

  insert into devices (shop_id, id, name, first_seen_at, last_seen_at, last_user_id, user_ids, highest, highest_hash,
      known_until, unnumbered_count, unnumbered_fils, report_hash)
    values (v_shop_id, p_device_id, p_name, p_now, p_now, v_user_id, array[v_user_id], v_highest, v_highest_hash,
      v_highest, 0, 0, p_report_hash)
    on conflict do nothing;
  is_first := found;
  -- One report of a device after the other.
  select * into d from devices where shop_id = v_shop_id and id = p_device_id for no key update;
  user_ids := d.user_ids || v_user_id;
  v_looked_until := coalesce(d.chain_explained_until, 0);

  -- What was missing and has arrived needs no row any more.
  with arrived as (
    delete from device_numbers n
      where n.shop_id = v_shop_id and n.device_id = p_device_id and n.state in ('open', 'missing')
        and device_number_arrived(v_shop_id, p_device_id, n.number)
      returning n.number
  )
  select array_agg(number) into v_late from arrived;
  select user_ids || array_agg(distinct c.user_id) into user_ids from unnest(v_late) late (number)
    cross join lateral (select user_id from commands
      where shop_id = v_shop_id and device_id = p_device_id and device_number = late.number offset 0) c;

  -- A number up to known_until that has no row is settled, whatever an older report still says of it. Where a thousand are open already, more
  -- are not taken: they are missing once known_until comes to them.
  select count(*) into v_open from device_numbers
    where shop_id = v_shop_id and device_id = p_device_id and state = 'open';
  with told as (
    select distinct on (o.number) o.*, m.user_id as maker
      from jsonb_to_recordset(p_report -> 'open')
        as o (number int, command_id uuid, user_id uuid, endpoint text, amount_fils bigint, made_at timestamptz)
      left join shop_members m on m.shop_id = v_shop_id and m.user_id = o.user_id
      where not device_number_arrived(v_shop_id, p_device_id, o.number)
        and (v_open < 1000 or exists (select from device_numbers n
          where n.shop_id = v_shop_id and n.device_id = p_device_id and n.number = o.number and n.state = 'open'))
        and (is_first or o.number > d.known_until or exists (
          select from device_numbers n where n.shop_id = v_shop_id and n.device_id = p_device_id and n.number = o.number))
      order by o.number
  ), kept as (
    insert into device_numbers as n
        (shop_id, device_id, number, state, command_id, user_id, endpoint, amount_fils, made_at, known_since)
      select v_shop_id, p_device_id, number, 'open', command_id, maker, endpoint, amount_fils, made_at, p_now from told
      on conflict (shop_id, device_id, number) do update
        set state = 'open', command_id = excluded.command_id, user_id = coalesce(excluded.user_id, n.user_id),
          endpoint = excluded.endpoint, amount_fils = excluded.amount_fils, made_at = excluded.made_at
        where n.state = 'missing' or n.state = 'open' and (n.user_id, n.amount_fils, n.command_id)
          is distinct from (coalesce(excluded.user_id, n.user_id), excluded.amount_fils, excluded.command_id)
      returning n.user_id
  )
  select count(*), user_ids || array_agg(distinct user_id) into v_rows, user_ids from kept;
  v_changed := v_changed + v_rows;

  with told as (
    select distinct on (o.number) o.*, m.user_id as maker
      from jsonb_to_recordset(p_report -> 'closed')
        as o (number int, command_id uuid, user_id uuid, how text, replaced_by int)
      left join shop_members m on m.shop_id = v_shop_id and m.user_id = o.user_id
      where not device_number_arrived(v_shop_id, p_device_id, o.number)
        and (o.number > d.known_until or exists (
          select from device_numbers n where n.shop_id = v_shop_id and n.device_id = p_device_id and n.number = o.number))
      order by o.number
  ), kept as (
    insert into device_numbers as n
        (shop_id, device_id, number, state, command_id, user_id, known_since, settled_at, how, replaced_by)
      select v_shop_id, p_device_id, number, 'closed', command_id, maker, p_now, p_now, how, replaced_by from told
      on conflict (shop_id, device_id, number) do update
        set state = 'closed', command_id = excluded.command_id, user_id = coalesce(excluded.user_id, n.user_id),
          settled_at = excluded.settled_at, how = excluded.how, replaced_by = excluded.replaced_by
        -- A refusal that was told of may be made anew later.
        where n.state in ('open', 'missing') or (n.how = 'refused' and excluded.how = 'replaced')
      returning n.number, n.user_id
  )
  select array_agg(number order by number), user_ids || array_agg(distinct user_id) into newly_closed, user_ids from kept;

  select user_ids || array_agg(distinct user_id) into user_ids from commands
    where shop_id = v_shop_id and device_id = p_device_id
      and device_number between d.known_until + 1 and d.known_until + 1000;
  select greatest(v_highest, max(number), max(replaced_by)) into v_told_of from (
    select (o ->> 'number')::int as number, (o ->> 'replaced_by')::int as replaced_by
    from jsonb_array_elements((p_report -> 'open') || (p_report -> 'closed')) o
  ) told;

  -- The overlap is for what came under a number that had arrived before. What somebody has looked at is not told again.
  v_broken_at := least(
    device_chain_break(v_shop_id, p_device_id, greatest(d.known_until - 50, v_looked_until + 1), d.known_until + 1000),
    (select min(device_chain_break(v_shop_id, p_device_id, greatest(number - 1, v_looked_until + 1), number + 1))
      from unnest(v_late) number),
    (select min(o.number) from jsonb_to_recordset(p_report -> 'open') as o (number int, command_id uuid)
      cross join lateral (select command_id from commands
        where shop_id = v_shop_id and device_id = p_device_id and device_number = o.number offset 0) c
      where c.command_id <> o.command_id and o.number > v_looked_until),
    (select min(device_number) from commands
      where shop_id = v_shop_id and device_id = p_device_id and device_number = v_highest and device_hash <> v_highest_hash
        and device_number > v_looked_until),
    case when v_highest = d.highest and v_highest > v_looked_until and v_highest_hash <> d.highest_hash then v_highest end);
  newly_broken := d.chain_broken_at is null and v_broken_at is not null;

  v_changed := v_changed + note_missing_numbers(v_shop_id, p_device_id, v_told_of, p_now)
    + coalesce(cardinality(v_late), 0) + coalesce(cardinality(newly_closed), 0);

  -- An older report that comes later knows no better.
  if v_highest >= d.highest then
    select greatest(0, (p_report ->> 'unsent_count')::int - count(*)),
        greatest(0, (p_report ->> 'unsent_fils')::bigint - coalesce(sum((o ->> 'amount_fils')::bigint), 0))
      into v_unnumbered_count, v_unnumbered_fils from jsonb_array_elements(p_report -> 'open') o;
  else
    v_unnumbered_count := d.unnumbered_count;
    v_unnumbered_fils := d.unnumbered_fils;
  end if;
  user_ids := array(select distinct unnest(array_remove(user_ids, null)) order by 1);
  is_news := is_first or newly_broken or v_changed > 0 or user_ids <> d.user_ids
    or (v_unnumbered_count, v_unnumbered_fils) <> (d.unnumbered_count, d.unnumbered_fils);
  update devices
    set name = p_name, last_seen_at = greatest(last_seen_at, p_now), last_user_id = v_user_id,
      user_ids = take_device_report.user_ids, highest = greatest(highest, v_highest),
      highest_hash = case when v_highest >= highest then coalesce(v_highest_hash, highest_hash) else highest_hash end,
      unnumbered_count = v_unnumbered_count, unnumbered_fils = v_unnumbered_fils,
      chain_broken_at = coalesce(chain_broken_at, v_broken_at), report_hash = p_report_hash
    where shop_id = v_shop_id and id = p_device_id;
  newly_closed := coalesce(newly_closed, '{}');
  return next;
end $$;

-- What the actor may see of a shop's devices, newest seen first: the last ones, and all that miss something.
create or replace function devices_in_sight(p_shop_id int) returns table (
  id uuid, name text, last_seen_at timestamptz, last_user_id uuid, users jsonb, unnumbered_count int, unnumbered_fils bigint,
  chain_broken_at int
) language sql stable security definer set search_path = public, pg_temp as $$
  with listed as (
    (select id from devices where shop_id = p_shop_id and actor.sees_device(shop_id, user_ids)
      order by last_seen_at desc limit 200)
    union
    select device_id from device_numbers where shop_id = p_shop_id and state in ('open', 'missing')
  )
  select d.id, d.name, greatest(d.last_seen_at, latest.recorded_at), d.last_user_id,
    (select jsonb_agg(jsonb_build_object('user_id', p.id, 'full_name', p.full_name, 'role', p.role) order by p.full_name, p.id)
      from profiles p where p.id = any (d.user_ids)),
    d.unnumbered_count, least(d.unnumbered_fils, 10000000000000),
    coalesce(d.chain_broken_at, live_chain_break(d))
  from listed
  join devices d on d.shop_id = p_shop_id and d.id = listed.id
  left join lateral (select recorded_at from commands c where c.shop_id = d.shop_id and c.device_id = d.id
    order by device_number desc limit 1) latest on true
  where actor.sees_device(d.shop_id, d.user_ids)
  order by 3 desc, 1
$$;

-- The numbers of a device in sight that neither arrived nor are over, the lowest thousand and one: `open` ones wait on it, of `missing` ones
-- nobody knows. The order of stops is no work that anybody would miss.
drop function unsettled_device_numbers(int, uuid[]);
create function unsettled_device_numbers(p_shop_id int, p_device_ids uuid[]) returns table (
  device_id uuid, number int, state text, is_work boolean, user_id uuid, amount_fils bigint, known_since timestamptz
) language sql stable security definer set search_path = public, pg_temp as $$
  select d.id, unsettled.*
  from devices d
  cross join lateral (
    (select number, state, endpoint is distinct from 'arrange_stops', user_id, amount_fils, known_since from device_numbers n
      where n.shop_id = d.shop_id and n.device_id = d.id and n.state in ('open', 'missing')
        and not device_number_arrived(d.shop_id, d.id, n.number)
      order by number limit 1001)
    union all
    select number, 'missing', true, null, null, coalesce(later_at, d.last_seen_at) from (
      select number, arrived_at, min(arrived_at) over (order by number desc) as later_at
      from (select device_number as last_arrived from commands c where c.shop_id = d.shop_id and c.device_id = d.id
          order by device_number desc limit 1) last,
        generate_series(d.known_until + 1, least(greatest(d.highest, last_arrived), d.known_until::bigint + 1000)::int) number
      left join lateral (select min(recorded_at) as arrived_at from commands c
        where c.shop_id = d.shop_id and c.device_id = d.id and c.device_number = number) arrived on true
    ) later
    where arrived_at is null and not exists (select from device_numbers n
      where n.shop_id = d.shop_id and n.device_id = d.id and n.number = later.number)
    order by 1 limit 1001
  ) unsettled
  where d.shop_id = p_shop_id and d.id = any (p_device_ids) and actor.sees_device(d.shop_id, d.user_ids)
  order by 1, 2
$$;

-- What people of a shop have made that waits on devices, by what these told last: one's own, and for managers and admins everybody's.
create or replace function unsent_of_staff(p_shop_id int) returns table (
  user_id uuid, count int, amount_fils bigint, last_seen_at timestamptz
) language sql stable security definer set search_path = public, pg_temp as $$
  select n.user_id, count(*)::int, least(sum(n.amount_fils), 10000000000000)::bigint, max(d.last_seen_at)
  from device_numbers n
  join devices d on d.shop_id = n.shop_id and d.id = n.device_id
  where n.shop_id = p_shop_id and n.state = 'open' and n.user_id is not null and n.endpoint is distinct from 'arrange_stops'
    and not device_number_arrived(n.shop_id, n.device_id, n.number)
    and actor.sees_device(n.shop_id, array[n.user_id])
  group by n.user_id
$$;

-- Notes that somebody has looked at why a device's chain does not hold from there on: what comes after all that has arrived by then is compared
-- anew. For whom explain_numbers lets explain. Answers whether it did: not, where the chain holds or is broken at another number.
create function explain_chain(
  p_shop_id int, p_device_id uuid, p_broken_at int, p_reason text, p_operator text, p_now timestamptz
) returns boolean language plpgsql security definer set search_path = public, pg_temp as $$
declare
  d devices;
  v_broken_at int;
begin
  -- Before numbers are noted, which moves what counts as new.
  select * into d from devices where shop_id = p_shop_id and id = p_device_id for no key update;
  v_broken_at := coalesce(d.chain_broken_at, live_chain_break(d));
  if (select is_own from explain_numbers(p_shop_id, p_device_id, '{}', p_reason, p_operator, p_now)) is distinct from false
    or v_broken_at is distinct from p_broken_at then
    return false;
  end if;
  update devices
    set chain_broken_at = null, chain_reason = p_reason, chain_explained_until = greatest(p_broken_at, (
      select device_number from commands where shop_id = p_shop_id and device_id = p_device_id
      order by device_number desc limit 1))
    where shop_id = p_shop_id and id = p_device_id;
  return true;
end $$;

revoke execute on function may_have_another_device(int, uuid, timestamptz), live_chain_break(devices), unsettled_device_numbers(int, uuid[]),
  explain_chain(int, uuid, int, text, text, timestamptz) from public;
grant execute on function unsettled_device_numbers(int, uuid[]), explain_chain(int, uuid, int, text, text, timestamptz) to mandoob_request;
