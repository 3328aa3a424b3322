-- Of a phone that several people use, nobody settles what another has made there, names a colleague as its maker whom the server never saw there, or
-- tells otherwise of what its maker has told.

-- Who has told what stands here; null in rows of before.
alter table device_numbers add column told_by uuid,
  add foreign key (shop_id, told_by) references shop_members (shop_id, user_id);

-- As before in all else.
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
  v_is_manager boolean := actor.role() = 'Manager';
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
  -- Those whom the server has seen there, by a report or a command. Whomever else a report names is nobody: it would make them users of the device.
  select d.user_ids || v_user_id || array_agg(distinct user_id) into user_ids from commands
    where shop_id = v_shop_id and device_id = p_device_id
      and device_number between d.known_until + 1 and d.known_until + 1000;
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
    select distinct on (o.number) o.*, case when o.user_id = any (user_ids) then o.user_id end as maker
      from jsonb_to_recordset(p_report -> 'open')
        as o (number int, command_id uuid, user_id uuid, endpoint text, amount_fils bigint, made_at timestamptz)
      where not device_number_arrived(v_shop_id, p_device_id, o.number)
        and (v_open < 1000 or exists (select from device_numbers n
          where n.shop_id = v_shop_id and n.device_id = p_device_id and n.number = o.number and n.state = 'open'))
        and (is_first or o.number > d.known_until or exists (
          select from device_numbers n where n.shop_id = v_shop_id and n.device_id = p_device_id and n.number = o.number))
      order by o.number
  ), kept as (
    insert into device_numbers as n
        (shop_id, device_id, number, state, command_id, user_id, endpoint, amount_fils, made_at, known_since, told_by)
      select v_shop_id, p_device_id, number, 'open', command_id, maker, endpoint, amount_fils, made_at, p_now, v_user_id from told
      on conflict (shop_id, device_id, number) do update
        set state = 'open', command_id = excluded.command_id, endpoint = excluded.endpoint, amount_fils = excluded.amount_fils,
          made_at = excluded.made_at, settled_at = null, how = null, replaced_by = null, told_by = excluded.told_by,
          user_id = case when excluded.user_id = v_user_id then v_user_id else coalesce(n.user_id, excluded.user_id) end
        where n.state = 'missing'
          -- What its maker has told of it nobody else tells better, but for a manager.
          or n.state = 'open' and (n.told_by is distinct from n.user_id or v_user_id = n.user_id or v_is_manager)
            and (n.user_id, n.amount_fils, n.command_id) is distinct from (
              case when excluded.user_id = v_user_id then v_user_id else coalesce(n.user_id, excluded.user_id) end,
              excluded.amount_fils, excluded.command_id)
          -- It was not its maker who closed it.
          or n.state = 'closed' and excluded.user_id = v_user_id and n.told_by is distinct from v_user_id
      returning n.number
  )
  select count(*) into v_rows from kept;
  v_changed := v_changed + v_rows;

  with told as (
    select distinct on (o.number) o.*, case when o.user_id = any (user_ids) then o.user_id end as maker
      from jsonb_to_recordset(p_report -> 'closed')
        as o (number int, command_id uuid, user_id uuid, how text, replaced_by int)
      left join device_numbers n on n.shop_id = v_shop_id and n.device_id = p_device_id and n.number = o.number
      where not device_number_arrived(v_shop_id, p_device_id, o.number)
        and (o.number > d.known_until or n.number is not null)
        -- It is its maker's to close, whoever else has the phone now, or a manager's.
        and (v_is_manager or v_user_id = coalesce(n.user_id, o.user_id))
      order by o.number
  ), kept as (
    insert into device_numbers as n
        (shop_id, device_id, number, state, command_id, user_id, known_since, settled_at, how, replaced_by, told_by)
      select v_shop_id, p_device_id, number, 'closed', command_id, maker, p_now, p_now, how, replaced_by, v_user_id from told
      on conflict (shop_id, device_id, number) do update
        set state = 'closed', command_id = excluded.command_id, user_id = coalesce(n.user_id, excluded.user_id),
          settled_at = excluded.settled_at, how = excluded.how, replaced_by = excluded.replaced_by, told_by = excluded.told_by
        -- A refusal that was told of may be made anew later.
        where n.state in ('open', 'missing') or (n.how = 'refused' and excluded.how = 'replaced')
      returning n.number
  )
  select array_agg(number order by number) into newly_closed from kept;

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

-- Of these numbers of a device, those that are over or have arrived, with whose they were, for how much, and how they ended, where a row tells.
create function settled_device_numbers(p_device_id uuid, p_numbers int[])
  returns table (number int, user_id uuid, amount_fils bigint, how text)
  language sql stable security definer set search_path = public, pg_temp as $$
  select asked.number, n.user_id, n.amount_fils, n.how
    from devices d
    cross join lateral (select distinct unnest(p_numbers) as number) asked
    left join device_numbers n on n.shop_id = d.shop_id and n.device_id = d.id and n.number = asked.number
    where d.shop_id = actor.shop_id() and d.id = p_device_id and actor.user_id() = any (d.user_ids)
      and (n.state in ('closed', 'explained') or n.number is null and asked.number <= d.known_until
        or device_number_arrived(d.shop_id, d.id, asked.number))
    order by asked.number
$$;
revoke execute on function settled_device_numbers(uuid, int[]) from public;
grant execute on function settled_device_numbers(uuid, int[]) to mandoob_request;
