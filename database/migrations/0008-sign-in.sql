-- Sign-in, refresh and sign-out. They run before anybody is known, so the request role gets these few functions and
-- no right on the tables below them. Tokens and passwords are compared by the server; the database sees hashes only.

-- The next token, readable only with the token of this row: whoever repeats this one gets that very successor again,
-- so that ten tabs at once stay one chain (ruling E1).
alter table refresh_tokens add column sealed_successor bytea;
alter table refresh_tokens add constraint used_has_successor check ((used_at is null) = (sealed_successor is null));

create index sign_in_attempts_window on sign_in_attempts (window_start);

create function count_sign_in_attempt(p_subject text, p_window timestamptz) returns int
  language sql set search_path = public, pg_temp as $$
  insert into sign_in_attempts as a (subject, window_start, failures) values (p_subject, p_window, 1)
  on conflict (subject, window_start) do update set failures = a.failures + 1
  returning failures
$$;

-- Counts the attempt before its password is looked at, so that a thousand at once are no way past the limits;
-- open_session takes a good one back. What one limit refuses does not burden the next: a phone that keeps trying does
-- not block its whole address. Answers the hash of a user who may sign in, or null; the work is the same for both.
create function begin_sign_in(
  p_email text, p_window timestamptz, p_pair text, p_pair_max int, p_address text, p_address_max int, p_account text
) returns table (admitted boolean, account_attempts int, user_id uuid, password_hash text)
  language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
declare
  v_account_attempts int;
begin
  delete from sign_in_attempts where (subject, window_start) in (
    select a.subject, a.window_start from sign_in_attempts a
    where a.window_start < p_window - interval '1 hour' limit 100 for update skip locked);
  -- An address over its limit is refused before it can fill the table.
  if exists (select from sign_in_attempts a
      where a.subject = p_address and a.window_start = p_window and a.failures >= p_address_max)
    or count_sign_in_attempt(p_pair, p_window) > p_pair_max
    or count_sign_in_attempt(p_address, p_window) > p_address_max
  then
    return query select false, 0, null::uuid, null::text;
    return;
  end if;
  v_account_attempts := count_sign_in_attempt(p_account, p_window);
  return query select true, v_account_attempts, u.id, u.password_hash
    from (select) as always left join users u on u.email = p_email and u.disabled_at is null;
end $$;

-- The account behind a live session.
create function live_account(p_session_id uuid)
  returns table (user_id uuid, email text, must_change_password boolean, created_at timestamptz)
  language sql stable security definer set search_path = public, pg_temp as $$
  select u.id, u.email, u.must_change_password, u.created_at
  from sessions s join users u on u.id = s.user_id
  where s.id = p_session_id and s.revoked_at is null and u.disabled_at is null
$$;

-- Opens a session with its first refresh token. False when the user was disabled, or the password changed, since
-- begin_sign_in answered this hash; the share lock makes whoever does that meanwhile wait and find the session.
create function open_session(
  p_user_id uuid, p_password_hash text, p_session_id uuid, p_token_hash bytea,
  p_window timestamptz, p_pair text, p_address text, p_account text
) returns boolean language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform from users
    where id = p_user_id and password_hash = p_password_hash and disabled_at is null for share;
  if not found then
    return false;
  end if;
  insert into sessions (id, user_id) values (p_session_id, p_user_id);
  insert into refresh_tokens (token_hash, session_id, generation) values (p_token_hash, p_session_id, 1);
  update sign_in_attempts set failures = 0 where subject = p_pair and window_start = p_window;
  update sign_in_attempts set failures = greatest(failures - 1, 0) where subject = p_address and window_start = p_window;
  update sign_in_attempts set failures = greatest(failures - 1, 0) where subject = p_account and window_start = p_window;
  return true;
end $$;

-- Presents a refresh token. `rotated`: it was the newest and p_successor_hash follows it. `repeated`: its successor
-- is unused, and is given again. `replayed`: older than that; the session is revoked, for somebody holds a copy.
-- `dead`: unknown, or its session is over. The session's row makes all of its refreshes queue.
create function rotate_refresh_token(p_token_hash bytea, p_successor_hash bytea, p_sealed_successor bytea)
  returns table (outcome text, session_id uuid, sealed_successor bytea)
  language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
declare
  v_session_id uuid;
  v_presented refresh_tokens;
  v_newest int;
begin
  select t.session_id into v_session_id from refresh_tokens t where t.token_hash = p_token_hash;
  perform from sessions s where s.id = v_session_id for update;
  select * into v_presented from refresh_tokens t where t.token_hash = p_token_hash;
  if not found or not exists (select from live_account(v_session_id)) then
    return query select 'dead', v_session_id, null::bytea;
    return;
  end if;
  select max(t.generation) into v_newest from refresh_tokens t where t.session_id = v_session_id;

  if v_presented.generation = v_newest then
    insert into refresh_tokens (token_hash, session_id, generation)
      values (p_successor_hash, v_session_id, v_newest + 1);
    update refresh_tokens t set used_at = now(), sealed_successor = p_sealed_successor
      where t.token_hash = p_token_hash;
    -- A copy that old is refused all the same, only without revoking anything.
    delete from refresh_tokens t
      where t.session_id = v_session_id and t.generation < v_newest and t.used_at < now() - interval '90 days';
    return query select 'rotated', v_session_id, p_sealed_successor;
  elsif v_presented.generation = v_newest - 1 then
    return query select 'repeated', v_session_id, v_presented.sealed_successor;
  else
    update sessions s set revoked_at = now() where s.id = v_session_id;
    return query select 'replayed', v_session_id, null::bytea;
  end if;
end $$;

-- Signs out: `local` this session, `others` all of the user's but this one, `global` all. False when it is over already.
create function close_sessions(p_session_id uuid, p_scope text) returns boolean
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_user_id uuid;
begin
  select user_id into v_user_id from live_account(p_session_id);
  update sessions set revoked_at = now()
    where user_id = v_user_id and revoked_at is null
      and (p_scope = 'global' or (id = p_session_id) = (p_scope = 'local'));
  return v_user_id is not null;
end $$;

revoke execute on function count_sign_in_attempt(text, timestamptz),
  begin_sign_in(text, timestamptz, text, int, text, int, text), live_account(uuid),
  open_session(uuid, text, uuid, bytea, timestamptz, text, text, text),
  rotate_refresh_token(bytea, bytea, bytea), close_sessions(uuid, text) from public;
grant execute on function begin_sign_in(text, timestamptz, text, int, text, int, text), live_account(uuid),
  open_session(uuid, text, uuid, bytea, timestamptz, text, text, text),
  rotate_refresh_token(bytea, bytea, bytea), close_sessions(uuid, text) to mandoob_request;

-- Cash stays with the shop it was taken in, so nobody leaves a shop with a balance (ruling A7).
create function stay_with_cash() returns trigger language plpgsql as $$
begin
  if exists (select from cash_tracking
             where shop_id = old.shop_id and user_id = old.id and cash_on_hand_fils <> 0)
    or exists (select from cash_movements where shop_id = old.shop_id and posted_at is null
               and (from_user_id = old.id or to_user_id = old.id))
  then
    raise exception 'A member of staff who holds cash cannot change shop' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger profiles_stay_with_cash before update of shop_id on profiles
  for each row when (old.shop_id <> new.shop_id) execute function stay_with_cash();
