-- A device, a browser's store on a phone, numbers its commands and chains them (ruling G4). Each command keeps the number it came under; what
-- a device tells of numbers that did not arrive is kept beside it. Requests reach both tables by these functions only.

alter table commands
  add column device_id uuid, add column device_number int, add column device_hash bytea, add column device_previous bytea;
create index commands_of_device on commands (shop_id, device_id, device_number) where device_id is not null;

create table devices (
  shop_id int not null references shops (id),
  id uuid not null,
  name text,
  first_seen_at timestamptz not null,
  last_seen_at timestamptz not null,
  last_user_id uuid not null,
  -- Everybody who used it, or left something on it.
  user_ids uuid[] not null,
  -- The last number it has told of, and that command's hash.
  highest int not null,
  highest_hash bytea,
  -- Each number up to here has arrived, is over, or has a row of its own. The first report sets it.
  known_until int not null,
  -- What waits there without a number, of builds of before.
  unnumbered_count int not null,
  unnumbered_fils bigint not null,
  -- The first number at which the chain was found not to hold.
  chain_broken_at int,
  -- Of the last report, as it was sent.
  report_hash bytea not null,
  primary key (shop_id, id),
  foreign key (shop_id, last_user_id) references shop_members (shop_id, user_id)
);
create index devices_seen on devices (shop_id, last_seen_at);

-- Numbers that had not arrived when they were told of. Whether one has since, `commands` says: arriving writes nothing here.
create table device_numbers (
  shop_id int not null references shops (id),
  device_id uuid not null,
  number int not null check (number > 0),
  -- On the device; nobody knows where; over without arriving; explained by a person.
  state text not null check (state in ('open', 'missing', 'closed', 'explained')),
  command_id uuid,
  user_id uuid,
  endpoint text,
  amount_fils bigint,
  made_at timestamptz,
  known_since timestamptz not null,
  settled_at timestamptz,
  how text check (how in ('refused', 'replaced', 'discarded')),
  replaced_by int,
  explained_by uuid,
  operator text check (operator <> ''),
  reason text,
  primary key (shop_id, device_id, number),
  foreign key (shop_id, device_id) references devices (shop_id, id),
  foreign key (shop_id, user_id) references shop_members (shop_id, user_id),
  foreign key (shop_id, explained_by) references shop_members (shop_id, user_id),
  constraint device_numbers_settled check ((settled_at is not null) = (state in ('closed', 'explained'))),
  constraint device_numbers_closed check ((how is not null) = (state = 'closed')),
  constraint device_numbers_explained check (
    (state = 'explained') = (reason is not null) and (state = 'explained') = (num_nonnulls(explained_by, operator) = 1))
);
create index device_numbers_unsettled on device_numbers (shop_id, device_id, number) where state in ('open', 'missing');
create index device_numbers_unsent on device_numbers (shop_id, user_id) where state = 'open';

alter table devices enable row level security;
alter table device_numbers enable row level security;
create policy own_shop on devices for select to mandoob_request
  using (shop_id = (select actor.shop_id()) and (select actor.sees_shop()));
create policy own_shop on device_numbers for select to mandoob_request
  using (shop_id = (select actor.shop_id()) and (select actor.sees_shop()));

-- Managers and admins see their shop's devices, others those they used; without an actor only who asks past row security.
create function actor.sees_device(p_shop_id int, p_user_ids uuid[]) returns boolean language sql stable parallel safe
  return case when actor.user_id() is null then not actor.is_request()
    else coalesce(p_shop_id = actor.shop_id() and (actor.sees_shop() or actor.user_id() = any (p_user_ids)), false) end;

create function device_number_arrived(p_shop_id int, p_device_id uuid, p_number int) returns boolean
  language sql stable security definer set search_path = public, pg_temp as $$
  select exists (select from commands
    where shop_id = p_shop_id and device_id = p_device_id and device_number = p_number)
$$;

-- The first number of this range whose command does not fit: the hash is another than it says, or the one before has another, or two have it.
create function device_chain_break(p_shop_id int, p_device_id uuid, p_from int, p_to int) returns int
  language sql stable security definer set search_path = public, pg_temp as $$
  select min(number) from (
    select device_number as number, command_id, device_hash as hash, device_previous as previous,
      lag(device_number) over in_order as number_before, lag(device_hash) over in_order as hash_before
    from commands where shop_id = p_shop_id and device_id = p_device_id and device_number between p_from and p_to
    window in_order as (order by device_number, recorded_at, command_id)
  ) arrived
  where hash <> sha256(convert_to(format('%s %s %s', encode(previous, 'hex'), number, command_id), 'UTF8'))
    or number_before = number
    or (number_before = number - 1 and previous <> hash_before)
    or (number = 1 and previous <> decode(repeat('00', 32), 'hex'))
$$;

-- Gives each number that is known of, by a report or since a later one arrived, and has not arrived a row of its own; a thousand at a time, and
-- none while thousands are missing. For who holds the device's row. Answers how many rows that made.
create function note_missing_numbers(p_shop_id int, p_device_id uuid, p_told_of int, p_now timestamptz) returns int
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  d devices;
  v_until int;
  v_made int;
begin
  select * into d from devices where shop_id = p_shop_id and id = p_device_id;
  v_until := greatest(d.highest, p_told_of, (
    select device_number from commands where shop_id = p_shop_id and device_id = p_device_id
    order by device_number desc limit 1));
  v_until := least(v_until::bigint, d.known_until::bigint + 1000);
  if v_until <= d.known_until or 4000 < (select count(*) from device_numbers
      where shop_id = p_shop_id and device_id = p_device_id and state in ('open', 'missing')) then
    return 0;
  end if;
  insert into device_numbers (shop_id, device_id, number, state, known_since)
    select p_shop_id, p_device_id, number, 'missing', least(p_now, later_at) from (
      select number, arrived_at, min(arrived_at) over (order by number desc) as later_at
      from generate_series(d.known_until + 1, v_until) number
      left join lateral (select min(recorded_at) as arrived_at from commands
        where shop_id = p_shop_id and device_id = p_device_id and device_number = number) arrived on true
    ) known
    where arrived_at is null
    on conflict do nothing;
  get diagnostics v_made = row_count;
  update devices set known_until = v_until where shop_id = p_shop_id and id = p_device_id;
  return v_made;
end $$;

-- Takes what a device tells of the actor's shop. Reports may come twice, at once and in any order: what has arrived or is over stays so.
-- Answers no row when it is the last one again within a minute, from the same person.
create function take_device_report(
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
    delete from device_numbers n using commands c
      where n.shop_id = v_shop_id and n.device_id = p_device_id and n.state in ('open', 'missing')
        and c.shop_id = n.shop_id and c.device_id = n.device_id and c.device_number = n.number
      returning n.number, c.user_id
  )
  select array_agg(distinct number), user_ids || array_agg(distinct user_id) into v_late, user_ids from arrived;

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
    (select min(c.device_number) from jsonb_to_recordset(p_report -> 'open') as o (number int, command_id uuid)
      join commands c on c.shop_id = v_shop_id and c.device_id = p_device_id and c.device_number = o.number
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

-- What the actor may see of a shop's devices, newest seen first: the last ones, and all that miss something.
create function devices_in_sight(p_shop_id int) returns table (
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
    d.unnumbered_count,
    d.unnumbered_fils, coalesce(d.chain_broken_at, device_chain_break(p_shop_id, d.id, d.known_until, d.known_until + 1000))
  from listed
  join devices d on d.shop_id = p_shop_id and d.id = listed.id
  left join lateral (select recorded_at from commands c where c.shop_id = d.shop_id and c.device_id = d.id
    order by device_number desc limit 1) latest on true
  where actor.sees_device(d.shop_id, d.user_ids)
  order by 3 desc, 1
$$;

-- The numbers of a device in sight that neither arrived nor are over: `open` ones wait on it, of `missing` ones nobody knows.
create function unsettled_device_numbers(p_shop_id int, p_device_ids uuid[]) returns table (
  device_id uuid, number int, state text, user_id uuid, amount_fils bigint, known_since timestamptz
) language sql stable security definer set search_path = public, pg_temp as $$
  select d.id, unsettled.*
  from devices d
  cross join lateral (
    select number, state, user_id, amount_fils, known_since from device_numbers n
      where n.shop_id = d.shop_id and n.device_id = d.id and n.state in ('open', 'missing')
        and not device_number_arrived(d.shop_id, d.id, n.number)
    union all
    select number, 'missing', null, null, coalesce(later_at, d.last_seen_at) from (
      select number, arrived_at, min(arrived_at) over (order by number desc) as later_at
      from (select device_number as last_arrived from commands c where c.shop_id = d.shop_id and c.device_id = d.id
          order by device_number desc limit 1) last,
        generate_series(d.known_until + 1, least(greatest(d.highest, last_arrived), d.known_until::bigint + 1000)::int) number
      left join lateral (select min(recorded_at) as arrived_at from commands c
        where c.shop_id = d.shop_id and c.device_id = d.id and c.device_number = number) arrived on true
    ) later
    where arrived_at is null and not exists (select from device_numbers n
      where n.shop_id = d.shop_id and n.device_id = d.id and n.number = later.number)
  ) unsettled
  where d.shop_id = p_shop_id and d.id = any (p_device_ids) and actor.sees_device(d.shop_id, d.user_ids)
  order by 1, 2
$$;

-- What people of a shop have made that waits on devices, by what these told last: one's own, and for managers and admins everybody's.
create function unsent_of_staff(p_shop_id int) returns table (
  user_id uuid, count int, amount_fils bigint, last_seen_at timestamptz
) language sql stable security definer set search_path = public, pg_temp as $$
  select n.user_id, count(*)::int, sum(n.amount_fils)::bigint, max(d.last_seen_at)
  from device_numbers n
  join devices d on d.shop_id = n.shop_id and d.id = n.device_id
  where n.shop_id = p_shop_id and n.state = 'open' and n.user_id is not null
    and not device_number_arrived(n.shop_id, n.device_id, n.number)
    and actor.sees_device(n.shop_id, array[n.user_id])
  group by n.user_id
$$;

-- Settles numbers of a device that will not arrive. Answers no row where there is no such device, and nothing explained where the actor
-- used it; else which of the numbers stand as explained, and which of them are so since now.
create function explain_numbers(
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
      and user_id = actor.user_id()));
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

revoke execute on function actor.sees_device(int, uuid[]), device_number_arrived(int, uuid, int),
  device_chain_break(int, uuid, int, int), note_missing_numbers(int, uuid, int, timestamptz),
  take_device_report(uuid, text, jsonb, bytea, timestamptz), devices_in_sight(int), unsettled_device_numbers(int, uuid[]),
  unsent_of_staff(int), explain_numbers(int, uuid, int[], text, text, timestamptz) from public;
grant execute on function take_device_report(uuid, text, jsonb, bytea, timestamptz), devices_in_sight(int),
  unsettled_device_numbers(int, uuid[]), unsent_of_staff(int), explain_numbers(int, uuid, int[], text, text, timestamptz)
  to mandoob_request;
