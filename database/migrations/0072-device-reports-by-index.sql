-- What a report asks of commands is asked number by number, along their index: a plan for all of them reads the years.

-- Takes what a device tells of the actor's shop. Reports may come twice, at once and in any order: what has arrived or is over stays so.
-- Answers no row when it is the last one again within a minute, from the same person.
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
begin
  if v_shop_id is null or v_user_id is null then
    raise exception 'nobody is signed in' using errcode = 'insufficient_privilege';
  end if;
  select * into d from devices where shop_id = v_shop_id and id = p_device_id;
  if found and d.report_hash = p_report_hash and d.last_user_id = v_user_id
    and d.name is not distinct from p_name and d.last_seen_at > p_now - interval '1 minute' then
    return;
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

  -- A number up to known_until that has no row is settled, whatever an older report still says of it.
  with told as (
    select distinct on (o.number) o.*, m.user_id as maker
      from jsonb_to_recordset(p_report -> 'open')
        as o (number int, command_id uuid, user_id uuid, endpoint text, amount_fils bigint, made_at timestamptz)
      left join shop_members m on m.shop_id = v_shop_id and m.user_id = o.user_id
      where not device_number_arrived(v_shop_id, p_device_id, o.number)
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
        where n.state in ('open', 'missing')
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

  -- The overlap is for what came under a number that had arrived before.
  v_broken_at := least(
    device_chain_break(v_shop_id, p_device_id, d.known_until - 50, d.known_until + 1000),
    (select min(device_chain_break(v_shop_id, p_device_id, number - 1, number + 1)) from unnest(v_late) number),
    (select min(o.number) from jsonb_to_recordset(p_report -> 'open') as o (number int, command_id uuid)
      cross join lateral (select command_id from commands
        where shop_id = v_shop_id and device_id = p_device_id and device_number = o.number offset 0) c
      where c.command_id <> o.command_id),
    (select min(device_number) from commands
      where shop_id = v_shop_id and device_id = p_device_id and device_number = v_highest and device_hash <> v_highest_hash),
    case when v_highest = d.highest and v_highest_hash <> d.highest_hash then v_highest end);
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
      cross join lateral (select user_id from commands
        where shop_id = n.shop_id and device_id = n.device_id and device_number = n.number offset 0) c
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
