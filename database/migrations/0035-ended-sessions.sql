-- A session that ends because it is too old, or because somebody holds a copy of its token, ends when a token is presented, and nobody is
-- signed in then. Its audit row is the database's to write: only of a session that this very transaction has ended.
create function record_ended_session(p_session_id uuid, p_audit_id uuid, p_feed_id uuid) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_session record;
begin
  select s.user_id, s.ended_because, p.shop_id into v_session
    from sessions s join profiles p on p.id = s.user_id
    where s.id = p_session_id and s.revoked_at = now() and s.ended_because in ('unused', 'age', 'token_copied');
  if not found then
    return;
  end if;
  insert into audit_events (shop_id, id, source, what, subject_id, after)
    values (v_session.shop_id, p_audit_id, 'server', 'end_session', p_session_id,
      jsonb_build_object('ended_because', v_session.ended_because, 'user_id', v_session.user_id));
  insert into feed (shop_id, id, topic, audience, user_ids)
    values (v_session.shop_id, p_feed_id, 'sessions', 'users', array[v_session.user_id]);
end $$;
revoke execute on function record_ended_session(uuid, uuid, uuid) from public;
grant execute on function record_ended_session(uuid, uuid, uuid) to mandoob_request;
