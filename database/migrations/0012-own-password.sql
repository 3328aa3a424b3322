-- One's own password. The request role sees no password and may write none but its own, through one function; a
-- password that somebody else has set opens nothing until it was changed (ruling C1).

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

revoke execute on function change_own_password(uuid, text, text, timestamptz, text, text, text) from public;
grant execute on function change_own_password(uuid, text, text, timestamptz, text, text, text) to mandoob_request;
