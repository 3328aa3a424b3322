-- Sign-in is for who is not signed in: its functions answer password hashes and open sessions, so they refuse once a request
-- has begun. They also learn of two things more to count by: the /56 that an IPv6 address lies in, and a browser that
-- has signed in before. What servers of the version before call stays, and leads here.

-- A lock of the transaction is a mark that whoever runs SQL as the request role cannot take back: a setting could be set
-- anew, a cursor closed. It is shared and named after the connection, so nobody waits for it.
create function mark_request_begun() returns void language sql set search_path = public, pg_temp as $$
  select pg_advisory_xact_lock_shared(760219443, pg_backend_pid())
$$;

create function assert_no_request_begun() returns void language plpgsql set search_path = public, pg_temp as $$
begin
  if exists (select from pg_locks
      where locktype = 'advisory' and classid = 760219443::oid and objsubid = 2 and pid = pg_backend_pid()) then
    raise exception 'a request has begun: nobody signs in within it' using errcode = 'insufficient_privilege';
  end if;
end $$;

-- As before, and marks the transaction. Whoever replaces this function keeps the mark.
create or replace function public.begin_request(p_session_id uuid)
  returns table (user_id uuid, email text, must_change_password boolean, shop_id int, role text, full_name text, driver_id int)
  language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
declare
  who record;
begin
  perform mark_request_begun();
  select u.id, u.email, u.must_change_password, p.shop_id, p.role, p.full_name, d.id as driver_id into who
    from sessions s
    join users u on u.id = s.user_id
    left join profiles p on p.id = u.id
    left join drivers d on d.shop_id = p.shop_id and d.user_id = p.id
    where s.id = p_session_id and s.revoked_at is null and u.disabled_at is null;
  perform set_config('app.user_id', coalesce(who.id::text, ''), true),
    set_config('app.shop_id', coalesce(who.shop_id::text, ''), true),
    set_config('app.role', coalesce(who.role, ''), true),
    set_config('app.driver_id', coalesce(who.driver_id::text, ''), true);
  if who.id is not null then
    return query select who.id, who.email, who.must_change_password, who.shop_id, who.role, who.full_name, who.driver_id;
  end if;
end $$;

-- `p_network` is the wider network of an IPv6 address, null for IPv4. Subjects are counted in one order everywhere (pair,
-- address, network, account), so that attempts at the same time wait for each other and never in a circle.
create function begin_sign_in(
  p_email text, p_window timestamptz, p_pair text, p_pair_max int, p_address text, p_address_max int, p_account text,
  p_network text, p_network_max int
) returns table (admitted boolean, account_attempts int, user_id uuid, password_hash text)
  language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
declare
  v_account_attempts int;
begin
  perform assert_no_request_begun();
  delete from sign_in_attempts where (subject, window_start) in (
    select a.subject, a.window_start from sign_in_attempts a
    where a.window_start < p_window - interval '1 hour' limit 100 for update skip locked);
  -- An address or network over its limit is refused before it can fill the table.
  if exists (select from sign_in_attempts a where a.window_start = p_window
      and (a.subject = p_address and a.failures >= p_address_max or a.subject = p_network and a.failures >= p_network_max))
    or count_sign_in_attempt(p_pair, p_window) > p_pair_max
    or count_sign_in_attempt(p_address, p_window) > p_address_max
    or p_network is not null and count_sign_in_attempt(p_network, p_window) > p_network_max
  then
    return query select false, 0, null::uuid, null::text;
    return;
  end if;
  v_account_attempts := count_sign_in_attempt(p_account, p_window);
  return query select true, v_account_attempts, u.id, u.password_hash
    from (select) as always left join users u on u.email = p_email and u.disabled_at is null;
end $$;

create or replace function begin_sign_in(
  p_email text, p_window timestamptz, p_pair text, p_pair_max int, p_address text, p_address_max int, p_account text
) returns table (admitted boolean, account_attempts int, user_id uuid, password_hash text)
  language sql security definer set search_path = public, pg_temp as $$
  select * from begin_sign_in(p_email, p_window, p_pair, p_pair_max, p_address, p_address_max, p_account, null, null)
$$;

-- The same for a browser in which this user has signed in before, with the password they have now: `p_generation` is the start
-- of the SHA-256 of its hash, so every change of the password, by whatever version, ends what was known. Counted under
-- the device alone. Not admitted for any other user, an older password, or a device over its limit.
create function begin_known_sign_in(
  p_email text, p_user_id uuid, p_generation bytea, p_window timestamptz, p_device text, p_device_max int
) returns table (admitted boolean, user_id uuid, password_hash text)
  language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
declare
  v_password_hash text;
begin
  perform assert_no_request_begun();
  select u.password_hash into v_password_hash from users u
    where u.email = p_email and u.id = p_user_id and u.disabled_at is null
      and substr(sha256(convert_to(u.password_hash, 'UTF8')), 1, length(p_generation)) = p_generation
      and length(p_generation) >= 16;
  if v_password_hash is null or count_sign_in_attempt(p_device, p_window) > p_device_max then
    return query select false, null::uuid, null::text;
  else
    return query select true, p_user_id, v_password_hash;
  end if;
end $$;

-- Takes back what a right password was counted under: everything of the pair, one of each of the others. Null was not counted.
create function take_back_attempt(p_window timestamptz, p_pair text, p_others text[]) returns void
  language plpgsql set search_path = public, pg_temp as $$
declare
  v_other text;
begin
  update sign_in_attempts set failures = 0 where subject = p_pair and window_start = p_window;
  foreach v_other in array p_others loop
    update sign_in_attempts set failures = greatest(failures - 1, 0) where subject = v_other and window_start = p_window;
  end loop;
end $$;

create function open_session(
  p_user_id uuid, p_password_hash text, p_session_id uuid, p_token_hash bytea,
  p_window timestamptz, p_pair text, p_address text, p_account text, p_network text
) returns boolean language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform assert_no_request_begun();
  perform from users
    where id = p_user_id and password_hash = p_password_hash and disabled_at is null for share;
  if not found then
    return false;
  end if;
  insert into sessions (id, user_id) values (p_session_id, p_user_id);
  insert into refresh_tokens (token_hash, session_id, generation) values (p_token_hash, p_session_id, 1);
  perform take_back_attempt(p_window, p_pair, array[p_address, p_network, p_account]);
  return true;
end $$;

create or replace function open_session(
  p_user_id uuid, p_password_hash text, p_session_id uuid, p_token_hash bytea,
  p_window timestamptz, p_pair text, p_address text, p_account text
) returns boolean language sql security definer set search_path = public, pg_temp as $$
  select open_session(p_user_id, p_password_hash, p_session_id, p_token_hash, p_window, p_pair, p_address, p_account, null)
$$;

create function change_own_password(
  p_session_id uuid, p_known_hash text, p_new_hash text,
  p_window timestamptz, p_pair text, p_address text, p_account text, p_network text
) returns boolean language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_user_id uuid;
begin
  select user_id into v_user_id from live_account(p_session_id);
  update users set password_hash = p_new_hash, must_change_password = false
    where id = v_user_id and password_hash = p_known_hash;
  if not found then
    return false;
  end if;
  update sessions set revoked_at = now()
    where user_id = v_user_id and id <> p_session_id and revoked_at is null;
  perform take_back_attempt(p_window, p_pair, array[p_address, p_network, p_account]);
  return true;
end $$;

create or replace function change_own_password(
  p_session_id uuid, p_known_hash text, p_new_hash text,
  p_window timestamptz, p_pair text, p_address text, p_account text
) returns boolean language sql security definer set search_path = public, pg_temp as $$
  select change_own_password(p_session_id, p_known_hash, p_new_hash, p_window, p_pair, p_address, p_account, null)
$$;

revoke execute on function mark_request_begun(), assert_no_request_begun(), take_back_attempt(timestamptz, text, text[]),
  begin_sign_in(text, timestamptz, text, int, text, int, text, text, int),
  begin_known_sign_in(text, uuid, bytea, timestamptz, text, int),
  open_session(uuid, text, uuid, bytea, timestamptz, text, text, text, text),
  change_own_password(uuid, text, text, timestamptz, text, text, text, text) from public;
grant execute on function begin_sign_in(text, timestamptz, text, int, text, int, text, text, int),
  begin_known_sign_in(text, uuid, bytea, timestamptz, text, int),
  open_session(uuid, text, uuid, bytea, timestamptz, text, text, text, text),
  change_own_password(uuid, text, text, timestamptz, text, text, text, text) to mandoob_request;
