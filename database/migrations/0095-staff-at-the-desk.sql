-- The shop's Admins change its staff at the desk (ruling G1), by functions: accounts, sessions and what passwords are kept as stay out of every
-- request's sight. The operator, who can always make another Admin, goes through the same functions and is bound by none of their rules.

-- Who has set the password that holds now; null: its first one, or the operator.
alter table users add column password_set_by uuid;

create or replace function remember_replaced_password() returns trigger language plpgsql as $$
begin
  new.password_changed_at := now();
  new.replaced_password_hash := old.password_hash;
  new.password_set_by := actor.user_id();
  return new;
end $$;

-- For an Admin of the shop and for the operator, about somebody who works there.
create function assert_may_change_staff(p_shop_id int, p_user_id uuid) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if actor.is_request() and (actor.shop_id() = p_shop_id and actor.role() = 'Admin') is not true then
    raise exception 'the staff of this shop is not the actor''s to change' using errcode = 'insufficient_privilege';
  end if;
  if p_user_id is not null and not exists (select from profiles where id = p_user_id and shop_id = p_shop_id) then
    raise exception 'this person does not work in this shop' using errcode = 'insufficient_privilege';
  end if;
end $$;

-- The second wall behind what the operations refuse in words: nobody takes their own role or access, and one Admin stays.
create function assert_may_lose_role(p_shop_id int, p_user_id uuid) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if actor.is_request() and (p_user_id = actor.user_id() or not exists (
    select from profiles p join users u on u.id = p.id
    where p.shop_id = p_shop_id and p.role = 'Admin' and u.disabled_at is null and p.id <> p_user_id)) then
    raise exception 'this person''s role and access stay' using errcode = 'insufficient_privilege';
  end if;
end $$;

-- Somebody of the shop, locked with all changes of its staff: of two Admins who take the role from each other at once, one stays.
-- actor_stands: whoever asks is an Admin still, now that they had their turn.
create function lock_staff(p_shop_id int, p_user_id uuid) returns table (
  user_id uuid, email text, disabled_at timestamptz, shop_id int, full_name text, role text, driver_id int,
  other_admins int, actor_stands boolean
) language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
begin
  perform assert_may_change_staff(p_shop_id, null);
  perform 1 from shops where id = p_shop_id for no key update;
  perform 1 from profiles where id = p_user_id and shop_id = p_shop_id for update;
  return query
    with admins as (
      select a.id from profiles a join users u on u.id = a.id
      where a.shop_id = p_shop_id and a.role = 'Admin' and u.disabled_at is null
    )
    select u.id, u.email, u.disabled_at, p.shop_id, p.full_name, p.role, d.id,
      (select count(*)::int from admins where id <> p_user_id),
      not actor.is_request() or exists (select from admins where id = actor.user_id())
    from users u
    join profiles p on p.id = u.id
    left join drivers d on d.shop_id = p.shop_id and d.user_id = p.id
    where p.shop_id = p_shop_id and p.id = p_user_id;
end $$;

-- Somebody's account, profile and driver record. Answers no row where the id or the e-mail address is somebody's already.
create function add_staff_records(
  p_shop_id int, p_user_id uuid, p_email text, p_password_hash text, p_must_change_password boolean,
  p_full_name text, p_role text, p_delivers boolean
) returns table (driver_id int) language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
begin
  perform assert_may_change_staff(p_shop_id, null);
  insert into users (id, email, password_hash, must_change_password)
    values (p_user_id, p_email, p_password_hash, p_must_change_password) on conflict do nothing;
  if not found then
    return;
  end if;
  insert into profiles (id, full_name, role, shop_id) values (p_user_id, p_full_name, p_role, p_shop_id);
  if p_delivers then
    insert into drivers (shop_id, user_id, full_name) values (p_shop_id, p_user_id, p_full_name) returning id into driver_id;
  end if;
  return next;
end $$;

-- Another first password for somebody who was added with this id and address and never signed in: the answer that named the first one was lost.
create function renew_first_password(p_shop_id int, p_user_id uuid, p_email text, p_password_hash text) returns boolean
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform assert_may_change_staff(p_shop_id, null);
  update users u set password_hash = p_password_hash from profiles p
    where u.id = p_user_id and u.email = p_email and p.id = u.id and p.shop_id = p_shop_id
      and u.must_change_password and u.password_changed_at is null and u.disabled_at is null
      and not exists (select from sessions s where s.user_id = u.id);
  if not found then
    return false;
  end if;
  -- Nobody has been given the one before.
  update users set password_changed_at = null, replaced_password_hash = null, password_set_by = null where id = p_user_id;
  return true;
end $$;

-- Name, role, shop and e-mail address of somebody of the shop; the driver record follows. Answers no row where the address is somebody else's.
create function change_staff_records(
  p_shop_id int, p_user_id uuid, p_email text, p_full_name text, p_role text, p_to_shop_id int, p_delivers boolean
) returns table (driver_id int) language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
begin
  perform assert_may_change_staff(p_shop_id, p_user_id);
  if actor.is_request() and p_to_shop_id <> p_shop_id then
    raise exception 'only the operator takes somebody to another shop' using errcode = 'insufficient_privilege';
  end if;
  if exists (select from profiles where id = p_user_id and role is distinct from p_role
             and (role = 'Admin' or p_user_id = actor.user_id())) then
    perform assert_may_lose_role(p_shop_id, p_user_id);
  end if;
  begin
    update users set email = p_email where id = p_user_id and email <> p_email;
  exception when unique_violation then
    return;
  end;
  update profiles set full_name = p_full_name, role = p_role, shop_id = p_to_shop_id, updated_at = now() where id = p_user_id;
  update drivers set full_name = p_full_name where user_id = p_user_id;
  if p_delivers then
    select id into driver_id from drivers where shop_id = p_to_shop_id and user_id = p_user_id;
    if driver_id is null then
      insert into drivers (shop_id, user_id, full_name) values (p_to_shop_id, p_user_id, p_full_name) returning id into driver_id;
    end if;
  end if;
  return next;
end $$;

-- Lets somebody sign in no more, and ends their sessions; or takes that back. Answers how many sessions it ended.
create function set_staff_disabled(p_shop_id int, p_user_id uuid, p_disabled boolean) returns int
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_ended int := 0;
begin
  perform assert_may_change_staff(p_shop_id, p_user_id);
  if p_disabled then
    if p_user_id = actor.user_id() or exists (select from profiles where id = p_user_id and role = 'Admin') then
      perform assert_may_lose_role(p_shop_id, p_user_id);
    end if;
    update users set disabled_at = coalesce(disabled_at, now()) where id = p_user_id;
    -- Last: a session keeps why it ended.
    update sessions set revoked_at = now() where user_id = p_user_id and revoked_at is null;
    get diagnostics v_ended = row_count;
  else
    update users set disabled_at = null where id = p_user_id;
  end if;
  return v_ended;
end $$;

-- Sets somebody else's password, to be changed at the next sign-in, and ends the sessions that knew the old one. Answers how many.
create function set_staff_password(p_shop_id int, p_user_id uuid, p_password_hash text) returns int
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_ended int;
begin
  perform assert_may_change_staff(p_shop_id, p_user_id);
  if p_user_id = actor.user_id() then
    raise exception 'nobody sets their own password without knowing it' using errcode = 'insufficient_privilege';
  end if;
  update users set password_hash = p_password_hash, must_change_password = true where id = p_user_id;
  update sessions set revoked_at = now() where user_id = p_user_id and revoked_at is null;
  get diagnostics v_ended = row_count;
  return v_ended;
end $$;

-- Ends a session of somebody of the shop. Answers whether it was live; null where they have no such session.
create function end_staff_session(p_shop_id int, p_user_id uuid, p_session_id uuid) returns boolean
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform assert_may_change_staff(p_shop_id, p_user_id);
  update sessions set revoked_at = now() where id = p_session_id and user_id = p_user_id and revoked_at is null;
  if found then
    return true;
  end if;
  return (select false from sessions where id = p_session_id and user_id = p_user_id);
end $$;

-- What the desk sees of accounts: for managers and admins of the shop. Live sessions are used since the one time and counted from since the other.
create function staff_accounts(p_shop_id int, p_used_since timestamptz, p_counted_since timestamptz) returns table (
  user_id uuid, email text, disabled boolean, must_change_password boolean, sessions int, last_seen_at timestamptz
) language sql stable security definer set search_path = public, pg_temp as $$
  select u.id, u.email, u.disabled_at is not null, u.must_change_password, coalesce(s.live, 0)::int,
    greatest(s.last_used_at, d.last_seen_at)
  from profiles p
  join users u on u.id = p.id
  left join lateral (
    select count(*) filter (where last_used_at >= p_used_since and counted_from >= p_counted_since) as live, max(last_used_at) as last_used_at
    from sessions where user_id = p.id and revoked_at is null
  ) s on true
  left join (
    select last_user_id, max(last_seen_at) as last_seen_at from devices where shop_id = p_shop_id group by last_user_id
  ) d on d.last_user_id = p.id
  where p.shop_id = p_shop_id and actor.shop_id() = p_shop_id and actor.sees_shop()
$$;

-- Live sessions of somebody of the shop, newest used first: for its managers and admins.
create function staff_sessions(p_shop_id int, p_user_id uuid, p_used_since timestamptz, p_counted_since timestamptz)
  returns table (id uuid, device text, last_used_at timestamptz)
  language sql stable security definer set search_path = public, pg_temp as $$
  select s.id, s.device, s.last_used_at
  from sessions s join profiles p on p.id = s.user_id
  where p.id = p_user_id and p.shop_id = p_shop_id and actor.shop_id() = p_shop_id and actor.sees_shop()
    and s.revoked_at is null and s.last_used_at >= p_used_since and s.counted_from >= p_counted_since
  order by s.last_used_at desc, s.id limit 50
$$;

-- By whom and when one's own password was reset, while it is still to be changed; no row for a first one. full_name: null for the operator.
create function own_password_reset() returns table (full_name text, reset_at timestamptz)
  language sql stable security definer set search_path = public, pg_temp as $$
  select p.full_name, u.password_changed_at
  from users u left join profiles p on p.id = u.password_set_by
  where u.id = actor.user_id() and u.must_change_password and u.password_changed_at is not null
$$;

revoke execute on function assert_may_change_staff(int, uuid), assert_may_lose_role(int, uuid), lock_staff(int, uuid),
  add_staff_records(int, uuid, text, text, boolean, text, text, boolean), renew_first_password(int, uuid, text, text),
  change_staff_records(int, uuid, text, text, text, int, boolean), set_staff_disabled(int, uuid, boolean), set_staff_password(int, uuid, text),
  end_staff_session(int, uuid, uuid), staff_accounts(int, timestamptz, timestamptz), staff_sessions(int, uuid, timestamptz, timestamptz),
  own_password_reset() from public;
grant execute on function lock_staff(int, uuid),
  add_staff_records(int, uuid, text, text, boolean, text, text, boolean), renew_first_password(int, uuid, text, text),
  change_staff_records(int, uuid, text, text, text, int, boolean), set_staff_disabled(int, uuid, boolean), set_staff_password(int, uuid, text),
  end_staff_session(int, uuid, uuid), staff_accounts(int, timestamptz, timestamptz), staff_sessions(int, uuid, timestamptz, timestamptz),
  own_password_reset() to mandoob_request;
