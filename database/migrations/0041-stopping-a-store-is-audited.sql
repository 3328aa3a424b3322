-- A store whose secret does not open any more is stopped when a webhook comes, and nobody is signed in then: its audit row and the hint for
-- the desk are the database's to write, together with the stop. The function without their ids is for a server of the version before.

create function stop_shopify_connection(
  p_shop_domain text, p_sealed_secret text, p_because text, p_now timestamptz, p_audit_id uuid, p_feed_id uuid
) returns void
  language sql security definer set search_path = public, pg_temp as $$
  with stopped as (
    update shopify_connections set refused_at = p_now, refused_because = p_because
    where shop_domain = p_shop_domain and sealed_secret = p_sealed_secret and refused_at is null
    returning shop_id, connected_at
  ), audited as (
    insert into audit_events (shop_id, id, source, what, subject_id, after)
    select shop_id, p_audit_id, 'server', 'stop_store',
      to_char(connected_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), jsonb_build_object('stops', 'everything')
    from stopped
  )
  insert into feed (shop_id, id, topic, audience) select shop_id, p_feed_id, 'store', 'desk' from stopped
$$;

create or replace function stop_shopify_connection(p_shop_domain text, p_sealed_secret text, p_because text) returns void
  language sql security definer set search_path = public, pg_temp as $$
  select stop_shopify_connection(p_shop_domain, p_sealed_secret, p_because, clock_timestamp(), gen_random_uuid(), gen_random_uuid())
$$;

revoke execute on function stop_shopify_connection(text, text, text, timestamptz, uuid, uuid) from public;
grant execute on function stop_shopify_connection(text, text, text, timestamptz, uuid, uuid) to mandoob_request;
