-- A store whose secret cannot be opened any more (AUTH_SECRET was lost) is as good as refused: its operator has to hear of it.
-- Only for the very secret that was tried, so that one entered meanwhile is left alone.
create function stop_shopify_connection(p_shop_domain text, p_sealed_secret text, p_because text) returns void
  language sql security definer set search_path = public, pg_temp as $$
  update shopify_connections set refused_at = clock_timestamp(), refused_because = p_because
  where shop_domain = p_shop_domain and sealed_secret = p_sealed_secret and refused_at is null
$$;
revoke execute on function stop_shopify_connection(text, text, text) from public;
grant execute on function stop_shopify_connection(text, text, text) to mandoob_request;
