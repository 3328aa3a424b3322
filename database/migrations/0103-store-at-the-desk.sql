-- The shop's Shopify store at the desk (ruling G1): managers and admins read how it stands, admins change it. The tables stay closed to requests: payloads
-- have customers in them, and connections sealed secrets. So each function asks who is asking; the operator, who is no request, passes.

create function may_change_store(p_shop_id int) returns boolean language sql stable
  return not actor.is_request() or coalesce(p_shop_id = actor.shop_id() and actor.role() = 'Admin', false);

-- How the store stands, without secrets and without anything of a customer.
create function store_standing(p_shop_id int) returns jsonb
  language sql stable security definer set search_path = public, pg_temp as $$
  select jsonb_build_object(
    'connection', (
      select jsonb_build_object('shop_domain', c.shop_domain, 'client_id', c.client_id, 'connected_at', c.connected_at,
        'refused_because', c.refused_because, 'marking_refused_because', c.marking_refused_because, 'missing_scopes', c.missing_scopes,
        'webhook_url', c.webhook_url, 'webhooks_problem', c.webhooks_problem, 'checked_at', c.checked_at, 'read_at', p.ended_at,
        'read_error', p.last_error)
      from shopify_connections c
      left join shopify_polls p on p.shop_id = c.shop_id and p.shop_domain = c.shop_domain
      where c.shop_id = p_shop_id),
    'unverified', (select jsonb_build_object('count', u.count, 'last_at', u.last_at) from shopify_unverified_webhooks u where u.shop_id = p_shop_id),
    'webhooks', (select coalesce(jsonb_agg(w order by w.received_at desc), '[]') from (
      select id, received_at, topic, order_number, outcome, reason from shopify_webhooks
      where shop_id = p_shop_id order by received_at desc limit 10) w),
    'fulfilments', (select coalesce(jsonb_agg(f order by f.last_error is null, f.created_at), '[]') from (
      select f.order_id, o.order_number, f.status, f.attempts, f.last_error, f.created_at
      from order_fulfilments f join orders o on o.shop_id = f.shop_id and o.id = f.order_id
      where f.shop_id = p_shop_id and f.status <> 'done' order by f.last_error is null, f.created_at limit 50) f),
    'payments', (select coalesce(jsonb_agg(m order by m.status = 'waiting', m.created_at), '[]') from (
      select p.confirmation_id, o.id as order_id, o.order_number, p.status, p.collected_fils, p.outstanding_fils, p.last_error, p.created_at
      from store_payments p join orders o on o.shop_id = p.shop_id and o.id = p.order_id
      where p.shop_id = p_shop_id and p.status in ('waiting', 'listed', 'failed') order by p.status = 'waiting', p.created_at limit 50) m),
    'fulfilments_total', (select count(*) from order_fulfilments where shop_id = p_shop_id and status <> 'done'),
    'payments_total', (select count(*) from store_payments where shop_id = p_shop_id and status in ('waiting', 'listed', 'failed')),
    'webhooks_waiting', (select count(*) from shopify_webhooks where shop_id = p_shop_id and worked_at is null),
    'not_taken_total', (select count(*) from shopify_not_taken(p_shop_id)))
  where not actor.is_request() or p_shop_id = actor.shop_id() and actor.sees_shop()
$$;

-- Connects a shop anew. Answers the store's domain of before; `taken_by` where the store is another shop's, and nothing has changed.
create function connect_store(p_shop_id int, p_shop_domain text, p_client_id text, p_sealed_token text, p_sealed_secret text,
    p_api_version text, p_now timestamptz, out taken_by int, out former_domain text)
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if not may_change_store(p_shop_id) then
    raise exception 'this store is not the actor''s to connect' using errcode = 'insufficient_privilege';
  end if;
  select shop_id into taken_by from shopify_connections where shop_domain = p_shop_domain and shop_id <> p_shop_id;
  if taken_by is not null then
    return;
  end if;
  select shop_domain into former_domain from shopify_connections where shop_id = p_shop_id for update;
  insert into shopify_connections as c (shop_id, shop_domain, client_id, sealed_token, sealed_secret, api_version, connected_at)
    values (p_shop_id, p_shop_domain, p_client_id, p_sealed_token, p_sealed_secret, p_api_version, p_now)
    on conflict (shop_id) do update set shop_domain = excluded.shop_domain, client_id = excluded.client_id,
      sealed_token = excluded.sealed_token, token_expires_at = null, sealed_secret = excluded.sealed_secret,
      api_version = excluded.api_version, connected_at = excluded.connected_at, refused_at = null, refused_because = null,
      missing_scopes = null, marking_refused_because = null, webhook_url = null, webhooks_problem = null, checked_at = null;
  delete from shopify_unverified_webhooks where shop_id = p_shop_id;
  insert into shopify_polls (shop_id, shop_domain, polled_until) values (p_shop_id, p_shop_domain, p_now)
    on conflict (shop_id, shop_domain) do update set started_at = null;
  perform graphile_worker.add_job('keep-in-step-with-shopify', payload => '{}', job_key => 'keep-in-step-with-shopify-now');
end $$;

-- Ends the connection to this very store; false where it was over.
create function end_store(p_shop_id int, p_shop_domain text) returns boolean
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if not may_change_store(p_shop_id) then
    raise exception 'this store is not the actor''s to end' using errcode = 'insufficient_privilege';
  end if;
  delete from shopify_unverified_webhooks where shop_id = p_shop_id;
  delete from shopify_connections where shop_id = p_shop_id and shop_domain = p_shop_domain;
  return found;
end $$;

-- A store that refused us, or is not due yet, is asked again at once: its scopes, its webhooks, and what changed. False where there is none.
create function ask_store_again(p_shop_id int) returns boolean
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_domain text;
begin
  if not may_change_store(p_shop_id) then
    raise exception 'this store is not the actor''s to ask' using errcode = 'insufficient_privilege';
  end if;
  update shopify_connections set refused_at = null, refused_because = null, marking_refused_because = null
    where shop_id = p_shop_id returning shop_domain into v_domain;
  if v_domain is null then
    return false;
  end if;
  update shopify_polls set started_at = null where shop_id = p_shop_id and shop_domain = v_domain;
  perform graphile_worker.add_job('keep-in-step-with-shopify', payload => '{}', job_key => 'keep-in-step-with-shopify-now');
  return true;
end $$;

-- Tries again what failed or waits, of one order or (null) of the shop. Answers how many of each.
create function retry_store(p_shop_id int, p_order_number text, out fulfilments int, out webhooks int, out payments int)
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_task text;
begin
  if not may_change_store(p_shop_id) then
    raise exception 'this store is not the actor''s to retry' using errcode = 'insufficient_privilege';
  end if;
  update shopify_connections set refused_at = null, refused_because = null, marking_refused_because = null where shop_id = p_shop_id;
  -- One that is worked for the first time at this moment is left to its worker. A repeated one may be worked twice at once: the
  -- second finds it fulfilled.
  update order_fulfilments f set status = 'waiting', attempts = 0, last_error = null, next_attempt_at = now()
    where shop_id = p_shop_id and status <> 'done' and (last_error is not null or attempts = 0)
      and (p_order_number is null or order_id in (select id from orders where shop_id = p_shop_id and order_number = p_order_number));
  get diagnostics fulfilments = row_count;
  -- Of an order only its newest version counts; the older ones will be told from it. Of one whose payload was dropped, the store is asked.
  update shopify_webhooks set worked_at = null, outcome = null, attempts = 0, next_attempt_at = now()
    where shop_id = p_shop_id and (p_order_number is null or order_number = p_order_number) and dismissed_at is null
      and payload_sha256 is null and (outcome in ('not_taken', 'failed') or worked_at is null);
  get diagnostics webhooks = row_count;
  -- One that is worked at this moment is left to its worker.
  update store_payments set status = 'waiting', attempts = 0, last_error = null, next_attempt_at = now()
    where shop_id = p_shop_id and (status in ('listed', 'failed') or (status = 'waiting' and last_error is not null))
      and (p_order_number is null or order_id in (select id from orders where shop_id = p_shop_id and order_number = p_order_number));
  get diagnostics payments = row_count;
  foreach v_task in array array['fulfil-orders', 'work-shopify-webhooks', 'mark-orders-paid'] loop
    perform graphile_worker.add_job(v_task, payload => json_build_object('shop_id', p_shop_id), job_key => v_task || '-' || p_shop_id);
  end loop;
end $$;

-- Takes from the lists an order by its number, or a webhook by its id. Answers how many of each.
create function dismiss_in_store(p_shop_id int, p_order_number text, p_webhook_id text, out orders int, out webhooks int, out payments int)
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if not may_change_store(p_shop_id) then
    raise exception 'this list is not the actor''s to shorten' using errcode = 'insufficient_privilege';
  end if;
  update shopify_orders set dismissed_because = not_taken_because
    where shop_id = p_shop_id and order_number = p_order_number
      and not_taken_because is not null and dismissed_because is distinct from not_taken_because;
  get diagnostics orders = row_count;
  update shopify_webhooks set dismissed_at = now()
    where shop_id = p_shop_id and (webhook_id = p_webhook_id or order_number = p_order_number)
      and outcome in ('not_taken', 'failed') and dismissed_at is null;
  get diagnostics webhooks = row_count;
  update store_payments set status = 'dismissed' where shop_id = p_shop_id and status in ('listed', 'failed')
    and order_id in (select o.id from orders o where o.shop_id = p_shop_id and o.order_number = p_order_number);
  get diagnostics payments = row_count;
end $$;

revoke execute on function may_change_store(int), store_standing(int), connect_store(int, text, text, text, text, text, timestamptz),
  end_store(int, text), ask_store_again(int), retry_store(int, text), dismiss_in_store(int, text, text) from public;
grant execute on function store_standing(int), connect_store(int, text, text, text, text, text, timestamptz),
  end_store(int, text), ask_store_again(int), retry_store(int, text), dismiss_in_store(int, text, text) to mandoob_request;
