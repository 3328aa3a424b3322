-- Sessions end: after so many days without use, and after so many days in all (ruling G8). A session knows which device it
-- is on, when it was last used, and why it ended, so that people see their own and are told.

alter table sessions
  -- What the days in all count from. A session of before this migration counts from the migration, as its use does.
  add column counted_from timestamptz not null default now(),
  -- Stamped at sign-in and at every refresh, never by a request.
  add column last_used_at timestamptz not null default now(),
  -- For people to read: 'Chrome on Android'.
  add column device text check (device <> '' and length(device) <= 100),
  add column ended_because text check (ended_because in
    ('unused', 'age', 'signed_out', 'password_changed', 'disabled', 'token_copied'));

alter table users
  add column password_changed_at timestamptz,
  -- For a change of password that is asked for again because its answer was lost; forgotten with the first refresh an hour later.
  add column replaced_password_hash text;

create function remember_replaced_password() returns trigger language plpgsql as $$
begin
  new.password_changed_at := now();
  new.replaced_password_hash := old.password_hash;
  return new;
end $$;
create trigger users_remember_replaced_password before update of password_hash on users
  for each row when (old.password_hash <> new.password_hash) execute function remember_replaced_password();

-- Whoever ends a session, a server of the version before this one included: why is known from what else the same
-- transaction did, unless it was said.
create function say_why_session_ended() returns trigger language plpgsql as $$
begin
  select case when u.disabled_at is not null then 'disabled'
              when u.password_changed_at = now() then 'password_changed'
              else 'signed_out' end
    into new.ended_because from users u where u.id = new.user_id;
  return new;
end $$;
create trigger sessions_say_why_ended before update of revoked_at on sessions
  for each row when (old.revoked_at is null and new.revoked_at is not null and new.ended_because is null)
  execute function say_why_session_ended();

-- Presents a refresh token, and stamps the use. `rotated`: it was the newest and p_successor_hash follows it. `repeated`:
-- its successor is unused, and is given again. `replayed`: older than that; the session is revoked, for somebody holds a
-- copy. `dead`: unknown, or its session is over, by this very call when a limit has passed; a limit that is null does not
-- hold. ends_in_s: seconds until the days in all are over. The session's row makes all of its refreshes queue.
create function rotate_refresh_token(
  p_token_hash bytea, p_successor_hash bytea, p_sealed_successor bytea,
  p_device text, p_unused_days int, p_total_days int
) returns table (outcome text, session_id uuid, sealed_successor bytea, ended_because text, ends_in_s int)
  language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
declare
  v_session sessions;
  v_presented refresh_tokens;
  v_newest int;
begin
  select s.* into v_session from sessions s
    where s.id = (select t.session_id from refresh_tokens t where t.token_hash = p_token_hash) for update;
  select * into v_presented from refresh_tokens t where t.token_hash = p_token_hash;
  if v_session.revoked_at is null then
    v_session.ended_because := case
      when v_session.last_used_at < now() - make_interval(days => p_unused_days) then 'unused'
      when v_session.counted_from < now() - make_interval(days => p_total_days) then 'age' end;
    if v_session.ended_because is not null then
      update sessions s set revoked_at = now(), ended_because = v_session.ended_because where s.id = v_session.id;
    end if;
  end if;
  if v_presented.token_hash is null or not exists (select from live_account(v_session.id)) then
    return query select 'dead', v_session.id, null::bytea, v_session.ended_because, null::int;
    return;
  end if;
  select max(t.generation) into v_newest from refresh_tokens t where t.session_id = v_session.id;
  if v_presented.generation < v_newest - 1 then
    update sessions s set revoked_at = now(), ended_because = 'token_copied' where s.id = v_session.id;
    return query select 'replayed', v_session.id, null::bytea, 'token_copied', null::int;
    return;
  end if;

  update sessions s set last_used_at = now(), device = coalesce(p_device, s.device) where s.id = v_session.id;
  update users u set replaced_password_hash = null
    where u.id = v_session.user_id and u.replaced_password_hash is not null
      and u.password_changed_at < now() - interval '1 hour';
  if v_presented.generation = v_newest then
    insert into refresh_tokens (token_hash, session_id, generation)
      values (p_successor_hash, v_session.id, v_newest + 1);
    update refresh_tokens t set used_at = now(), sealed_successor = p_sealed_successor
      where t.token_hash = p_token_hash;
    -- A copy that old is refused all the same, only without revoking anything.
    delete from refresh_tokens t
      where t.session_id = v_session.id and t.generation < v_newest and t.used_at < now() - interval '90 days';
  end if;
  return query select
    case when v_presented.generation = v_newest then 'rotated' else 'repeated' end, v_session.id,
    coalesce(v_presented.sealed_successor, p_sealed_successor), null::text,
    extract(epoch from v_session.counted_from + make_interval(days => p_total_days) - now())::int;
end $$;

-- For a server of the version before: it knows no limits, but what it refreshes counts as used.
create or replace function rotate_refresh_token(p_token_hash bytea, p_successor_hash bytea, p_sealed_successor bytea)
  returns table (outcome text, session_id uuid, sealed_successor bytea)
  language sql security definer set search_path = public, pg_temp as $$
  select r.outcome, r.session_id, r.sealed_successor
  from rotate_refresh_token(p_token_hash, p_successor_hash, p_sealed_successor, null, null, null) r
$$;

-- What the session of this refresh token is on. Called in the transaction that opens it.
create function name_session_device(p_token_hash bytea, p_device text) returns void
  language sql security definer set search_path = public, pg_temp as $$
  update sessions s set device = p_device
  from refresh_tokens t where t.token_hash = p_token_hash and s.id = t.session_id
$$;

-- The hash that the session's user had until a password change within the last hour; like a sign-in, nothing for who is
-- already somebody.
create function replaced_password(p_session_id uuid) returns text
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform assert_no_request_begun();
  return (select u.replaced_password_hash from live_account(p_session_id) a join users u on u.id = a.user_id
          where u.password_changed_at > now() - interval '1 hour');
end $$;

-- Signs one of the actor's own sessions out; done already is done. False when it is not the actor's.
create function end_own_session(p_session_id uuid) returns boolean
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update sessions set revoked_at = coalesce(revoked_at, now())
    where id = p_session_id and user_id = actor.user_id();
  return found;
end $$;

grant select on sessions to mandoob_request;
create policy own on sessions for select to mandoob_request using (user_id = (select actor.user_id()));

revoke execute on function rotate_refresh_token(bytea, bytea, bytea, text, int, int), name_session_device(bytea, text),
  replaced_password(uuid), end_own_session(uuid), remember_replaced_password(), say_why_session_ended() from public;
grant execute on function rotate_refresh_token(bytea, bytea, bytea, text, int, int), name_session_device(bytea, text),
  replaced_password(uuid), end_own_session(uuid) to mandoob_request;
