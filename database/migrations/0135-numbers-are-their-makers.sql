-- On a shared device, only its maker or a manager closes a number, and no report lowers its amount.

-- Until now a report made every user whom it named a user of the device. Keep those whom the server has seen
-- there: the last reporter and the authors of commands and audited reports. Each check reads one index
-- (commands_of_device, audit_events_of_subject) and stops at the first row.
update devices d
  set user_ids = array(
    select named.user_id from unnest(d.user_ids) with ordinality as named (user_id, place)
    where named.user_id = d.last_user_id
      or exists (select from commands c
        where c.shop_id = d.shop_id and c.device_id = d.id and c.user_id = named.user_id)
      or exists (select from audit_events a
        where a.shop_id = d.shop_id and a.subject_id = d.id::text and a.what = 'report_device'
          and a.user_id = named.user_id)
    order by named.place)
  where cardinality(d.user_ids) > 1;

-- closed_by: the user who closed the number; null in rows that an older version closed. claimed_by: a user
-- who reported a number as their own that has another owner. Only a manager closes it then.
alter table device_numbers add column closed_by uuid, add column claimed_by uuid,
  add foreign key (shop_id, closed_by) references shop_members (shop_id, user_id),
  add foreign key (shop_id, claimed_by) references shop_members (shop_id, user_id);

-- Changed: users of the device, the conditions on open and closed numbers.
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
    -- Serializes the first reports of one user, so that the limit counts all of them.
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
  -- Serializes the reports of one device.
  select * into d from devices where shop_id = v_shop_id and id = p_device_id for no key update;
  -- Users whom the server has seen on the device, by a report or a command of theirs.
  select d.user_ids || v_user_id || array_agg(distinct user_id) into user_ids from commands
    where shop_id = v_shop_id and device_id = p_device_id
      and device_number between d.known_until + 1 and d.known_until + 1000;
  v_looked_until := coalesce(d.chain_explained_until, 0);

  -- A missing number that has arrived needs no row.
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

  -- A number up to known_until without a row is settled, and an older report does not reopen it. A device has
  -- at most a thousand open numbers; others become missing when known_until reaches them.
  select count(*) into v_open from device_numbers
    where shop_id = v_shop_id and device_id = p_device_id and state = 'open';
  with told as (
    select distinct on (o.number) o.number, o.command_id, o.endpoint, o.made_at,
        case when o.user_id = any (user_ids) then o.user_id end as maker,
        -- The arrangement of stops carries no cash, so it never replaces a claim that does.
        case when o.endpoint = 'arrange_stops' then 0 else o.amount_fils end as amount_fils
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
        (shop_id, device_id, number, state, command_id, user_id, endpoint, amount_fils, made_at, known_since)
      select v_shop_id, p_device_id, number, 'open', command_id, maker, endpoint, amount_fils, made_at, p_now from told
      on conflict (shop_id, device_id, number) do update
        set state = 'open', settled_at = null, how = null, replaced_by = null, closed_by = null,
          -- The owner never changes. A claim by another user is recorded next to it.
          user_id = coalesce(n.user_id, excluded.user_id),
          claimed_by = case when n.user_id <> v_user_id and excluded.user_id = v_user_id
            then coalesce(n.claimed_by, v_user_id) else n.claimed_by end,
          -- The amount never falls; the other facts are those of the report with the greatest amount.
          amount_fils = greatest(n.amount_fils, excluded.amount_fils),
          command_id = case when excluded.amount_fils >= coalesce(n.amount_fils, 0)
            then excluded.command_id else n.command_id end,
          endpoint = case when excluded.amount_fils >= coalesce(n.amount_fils, 0)
            then excluded.endpoint else n.endpoint end,
          made_at = case when excluded.amount_fils >= coalesce(n.amount_fils, 0)
            then excluded.made_at else n.made_at end
        where n.state = 'missing'
          -- Only the owner, a manager, or a user who claims the number changes one that has an owner.
          or n.state = 'open'
            and (n.user_id is null or n.user_id = v_user_id or excluded.user_id = v_user_id or v_is_manager)
            and (n.user_id is null and excluded.user_id is not null
              or n.claimed_by is null and n.user_id <> v_user_id and excluded.user_id = v_user_id
              or excluded.amount_fils >= coalesce(n.amount_fils, 0)
                and (n.amount_fils, n.command_id) is distinct from (excluded.amount_fils, excluded.command_id))
          -- A user who did not close the number, and reports it as open and their own, reopens it.
          or n.state = 'closed' and excluded.user_id = v_user_id and n.closed_by is distinct from v_user_id
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
        -- Only the owner or a manager closes a number; one that another user claims, only a manager.
        and (v_is_manager or n.claimed_by is null and v_user_id = coalesce(n.user_id, o.user_id))
      order by o.number
  ), kept as (
    insert into device_numbers as n
        (shop_id, device_id, number, state, command_id, user_id, known_since, settled_at, how, replaced_by, closed_by)
      select v_shop_id, p_device_id, number, 'closed', command_id, maker, p_now, p_now, how, replaced_by, v_user_id from told
      on conflict (shop_id, device_id, number) do update
        set state = 'closed', command_id = excluded.command_id, user_id = coalesce(n.user_id, excluded.user_id),
          settled_at = excluded.settled_at, how = excluded.how, replaced_by = excluded.replaced_by,
          closed_by = excluded.closed_by
        -- A refused command may be replaced later.
        where n.state in ('open', 'missing') or (n.how = 'refused' and excluded.how = 'replaced')
      returning n.number
  )
  select array_agg(number order by number) into newly_closed from kept;

  select greatest(v_highest, max(number), max(replaced_by)) into v_told_of from (
    select (o ->> 'number')::int as number, (o ->> 'replaced_by')::int as replaced_by
    from jsonb_array_elements((p_report -> 'open') || (p_report -> 'closed')) o
  ) told;

  -- The overlap of 50 finds a second command under a number that had arrived. Explained breaks are skipped.
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

  -- A delayed older report does not overwrite the counts of a newer one.
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

-- Returns those of the numbers that have arrived or are settled, with owner and amount where a row has them.
create function settled_device_numbers(p_device_id uuid, p_numbers int[])
  returns table (number int, user_id uuid, amount_fils bigint)
  language sql stable security definer set search_path = public, pg_temp as $$
  select asked.number, n.user_id, n.amount_fils
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
