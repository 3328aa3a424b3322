-- When a session is over is decided by the time of the server that asks, which it gives, as it does for everything else it decides.
-- Functions without that time are for a server of the version before: theirs is the database's.

create function rotate_refresh_token(
  p_token_hash bytea, p_successor_hash bytea, p_sealed_successor bytea,
  p_device text, p_unused_days int, p_total_days int, p_now timestamptz
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
      when v_session.last_used_at < p_now - make_interval(days => p_unused_days) then 'unused'
      when v_session.counted_from < p_now - make_interval(days => p_total_days) then 'age' end;
    if v_session.ended_because is not null then
      -- The transaction's own time: by it others know what this transaction has ended (0035).
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

  update sessions s set last_used_at = p_now, device = coalesce(p_device, s.device) where s.id = v_session.id;
  -- Both times are the database's.
  update users u set replaced_password_hash = null
    where u.id = v_session.user_id and u.replaced_password_hash is not null
      and u.password_changed_at < now() - interval '1 hour';
  if v_presented.generation = v_newest then
    insert into refresh_tokens (token_hash, session_id, generation)
      values (p_successor_hash, v_session.id, v_newest + 1);
    update refresh_tokens t set used_at = p_now, sealed_successor = p_sealed_successor
      where t.token_hash = p_token_hash;
    -- A copy that old is refused all the same, only without revoking anything.
    delete from refresh_tokens t
      where t.session_id = v_session.id and t.generation < v_newest and t.used_at < p_now - interval '90 days';
  end if;
  return query select
    case when v_presented.generation = v_newest then 'rotated' else 'repeated' end, v_session.id,
    coalesce(v_presented.sealed_successor, p_sealed_successor), null::text,
    extract(epoch from v_session.counted_from + make_interval(days => p_total_days) - p_now)::int;
end $$;

create or replace function rotate_refresh_token(
  p_token_hash bytea, p_successor_hash bytea, p_sealed_successor bytea,
  p_device text, p_unused_days int, p_total_days int
) returns table (outcome text, session_id uuid, sealed_successor bytea, ended_because text, ends_in_s int)
  language sql security definer set search_path = public, pg_temp as $$
  select * from rotate_refresh_token(p_token_hash, p_successor_hash, p_sealed_successor, p_device, p_unused_days,
    p_total_days, now())
$$;

-- What the session of this refresh token is on, and when it began. Called in the transaction that opens it.
create function name_session_device(p_token_hash bytea, p_device text, p_now timestamptz) returns void
  language sql security definer set search_path = public, pg_temp as $$
  update sessions s set device = p_device, counted_from = p_now, last_used_at = p_now
  from refresh_tokens t where t.token_hash = p_token_hash and s.id = t.session_id and s.created_at = now()
$$;

revoke execute on function rotate_refresh_token(bytea, bytea, bytea, text, int, int, timestamptz),
  name_session_device(bytea, text, timestamptz) from public;
grant execute on function rotate_refresh_token(bytea, bytea, bytea, text, int, int, timestamptz),
  name_session_device(bytea, text, timestamptz) to mandoob_request;
