-- One's own password. The request role sees no password and may write none but its own, through one function; a
-- password that somebody else has set opens nothing until it was changed (ruling C1).

drop function begin_request(uuid);

-- Answers no row when the session is revoked or its user disabled; a row without shop when there is no profile.
create function begin_request(p_session_id uuid)
  returns table (user_id uuid, email text, must_change_password boolean, shop_id int, role text, full_name text, driver_id int)
  language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
declare
  who record;
begin
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

-- Changes the password of the session's own user, ends all of that user's other sessions, and takes the attempt back
-- that begin_sign_in counted. False when session or password changed since that answered p_known_hash.
create function change_own_password(
  p_session_id uuid, p_known_hash text, p_new_hash text,
  p_window timestamptz, p_pair text, p_address text, p_account text
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
  update sign_in_attempts set failures = 0 where subject = p_pair and window_start = p_window;
  update sign_in_attempts set failures = greatest(failures - 1, 0) where subject = p_address and window_start = p_window;
  update sign_in_attempts set failures = greatest(failures - 1, 0) where subject = p_account and window_start = p_window;
  return true;
end $$;

revoke execute on function begin_request(uuid),
  change_own_password(uuid, text, text, timestamptz, text, text, text) from public;
grant execute on function begin_request(uuid),
  change_own_password(uuid, text, text, timestamptz, text, text, text) to mandoob_request;
