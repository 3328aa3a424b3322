-- Orders of the store that could not be taken, seen to at the desk (ruling G1): what is wrong by field, what can be done, tried again, dismissed with a note.
-- And a store read anew since a day, by a job that goes on where it was stopped.

-- `because` names the reason that it is about: a server of before writes another reason without it.
alter table shopify_orders add column not_taken_detail jsonb;
alter table shopify_orders add column dismissed_note text;
alter table shopify_orders add constraint shopify_orders_note_is_short check (length(dismissed_note) <= 500) not valid;
alter table shopify_orders validate constraint shopify_orders_note_is_short;
alter table shopify_webhooks add column dismissed_note text;
alter table shopify_webhooks add constraint shopify_webhooks_note_is_short check (length(dismissed_note) <= 500) not valid;
alter table shopify_webhooks validate constraint shopify_webhooks_note_is_short;

-- Asked for and not read to its end yet, while `resync_ended_at` is null.
alter table shopify_polls add column resync_since timestamptz;
alter table shopify_polls add column resync_ended_at timestamptz;
alter table shopify_polls add column resync_read int;

create function may_see_to_orders(p_shop_id int) returns boolean language sql stable
  return not actor.is_request() or coalesce(p_shop_id = actor.shop_id() and actor.sees_shop(), false);

-- What `shopify_not_taken` lists and counts, the newest first, or one of it by its name: nothing of what the store wrote of the customer.
create function list_not_taken(p_shop_id int, p_what text, p_rows_max int)
  returns table (what text, order_number text, reason text, detail jsonb, told_at timestamptz, order_id uuid, external_id text,
    store_domain text, is_kept boolean)
  language sql stable security definer set search_path = public, pg_temp as $$
  select coalesce(n.webhook_id, n.order_number), n.order_number, n.reason,
      case when s.not_taken_detail ->> 'because' = n.reason then s.not_taken_detail end,
      n.told_at,
      (select o.id from orders o where o.shop_id = p_shop_id and o.order_number = n.order_number),
      coalesce(s.external_id, w.external_id),
      (select c.shop_domain from shopify_connections c where c.shop_id = p_shop_id),
      exists (select from shopify_webhooks k where k.shop_id = p_shop_id and k.dismissed_at is null and k.payload_sha256 is null
        and (k.outcome in ('not_taken', 'failed') or k.worked_at is null)
        and (k.webhook_id = n.webhook_id or n.webhook_id is null and k.order_number = n.order_number))
    from shopify_not_taken(p_shop_id) n
    left join lateral (
      select o.external_id, o.not_taken_detail from shopify_orders o
      where n.webhook_id is null and o.shop_id = p_shop_id and o.order_number = n.order_number and o.not_taken_because = n.reason
        and o.external_updated_at is not distinct from n.told_at
      limit 1) s on true
    left join shopify_webhooks w on w.shop_id = p_shop_id and w.webhook_id = n.webhook_id
    where may_see_to_orders(p_shop_id) and (p_what is null or coalesce(n.webhook_id, n.order_number) = p_what)
    order by n.told_at desc nulls last, 1
    limit p_rows_max
$$;

-- As before, and what is named may be a webhook of which not even the order is known. What is named is an order's matter, the whole shop an Admin's.
create or replace function retry_store(p_shop_id int, p_order_number text, out fulfilments int, out webhooks int, out payments int)
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_task text;
begin
  if not may_change_store(p_shop_id) and (p_order_number is null or not may_see_to_orders(p_shop_id)) then
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
    where shop_id = p_shop_id and (p_order_number is null or order_number = p_order_number or webhook_id = p_order_number)
      and dismissed_at is null and payload_sha256 is null and (outcome in ('not_taken', 'failed') or worked_at is null);
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

-- Takes from the list an order by its number, or a webhook by its id. Answers how many of each.
create function dismiss_not_taken(p_shop_id int, p_order_number text, p_webhook_id text, p_note text, out orders int, out webhooks int)
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if not may_see_to_orders(p_shop_id) then
    raise exception 'this list is not the actor''s to shorten' using errcode = 'insufficient_privilege';
  end if;
  update shopify_orders set dismissed_because = not_taken_because, dismissed_note = p_note
    where shop_id = p_shop_id and order_number = p_order_number
      and not_taken_because is not null and dismissed_because is distinct from not_taken_because;
  get diagnostics orders = row_count;
  update shopify_webhooks set dismissed_at = now(), dismissed_note = p_note
    where shop_id = p_shop_id and (webhook_id = p_webhook_id or order_number = p_order_number)
      and outcome in ('not_taken', 'failed') and dismissed_at is null;
  get diagnostics webhooks = row_count;
end $$;

-- As before: what was not taken by the one function for it, and what was not marked as paid.
create or replace function dismiss_in_store(p_shop_id int, p_order_number text, p_webhook_id text, out orders int, out webhooks int, out payments int)
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if not may_change_store(p_shop_id) then
    raise exception 'this list is not the actor''s to shorten' using errcode = 'insufficient_privilege';
  end if;
  select d.orders, d.webhooks into orders, webhooks from dismiss_not_taken(p_shop_id, p_order_number, p_webhook_id, null) d;
  update store_payments set status = 'dismissed' where shop_id = p_shop_id and status in ('listed', 'failed')
    and order_id in (select o.id from orders o where o.shop_id = p_shop_id and o.order_number = p_order_number);
  get diagnostics payments = row_count;
end $$;

-- From when the store is read anew: since `p_since`, or since it was read last. `p_by_job`: a job does it, until it came to the end.
create function begin_resync(p_shop_id int, p_since timestamptz, p_by_job boolean, out shop_domain text, out since timestamptz)
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_connected_at timestamptz;
begin
  if not may_change_store(p_shop_id) then
    raise exception 'this store is not the actor''s to ask' using errcode = 'insufficient_privilege';
  end if;
  select c.shop_domain, coalesce(p_since, p.polled_until, c.connected_at), c.connected_at into shop_domain, since, v_connected_at
    from shopify_connections c
    left join shopify_polls p on p.shop_id = c.shop_id and p.shop_domain = c.shop_domain
    where c.shop_id = p_shop_id;
  if shop_domain is null or not p_by_job then
    return;
  end if;
  update shopify_connections c set refused_at = null, refused_because = null, marking_refused_because = null where c.shop_id = p_shop_id;
  -- Two who ask at once are both answered by the earlier day.
  insert into shopify_polls as p (shop_id, shop_domain, polled_until, resync_since) values (p_shop_id, shop_domain, v_connected_at, since)
    on conflict on constraint shopify_polls_pkey do update set started_at = null, resync_ended_at = null, resync_read = null,
      resync_since = least(excluded.resync_since, case when p.resync_ended_at is null then p.resync_since end);
  perform graphile_worker.add_job('keep-in-step-with-shopify', payload => '{}', job_key => 'keep-in-step-with-shopify-now');
end $$;

-- As before, with how the newest reading since a day stands; a shop without a store has nothing to be done there.
create or replace function store_standing(p_shop_id int) returns jsonb
  language sql stable security definer set search_path = public, pg_temp as $$
  with store as (select * from shopify_connections where shop_id = p_shop_id),
    fulfilments as (
      select f.* from order_fulfilments f where f.shop_id = p_shop_id and f.status <> 'done' and exists (select from store)),
    payments as (
      select p.* from store_payments p
      where p.shop_id = p_shop_id and p.status in ('waiting', 'listed', 'failed') and exists (select from store))
  select jsonb_build_object(
    'connection', (
      select jsonb_build_object('shop_domain', c.shop_domain, 'client_id', c.client_id, 'connected_at', c.connected_at,
        'refused_because', c.refused_because, 'marking_refused_because', c.marking_refused_because, 'missing_scopes', c.missing_scopes,
        'webhook_url', c.webhook_url, 'webhooks_problem', c.webhooks_problem, 'checked_at', c.checked_at, 'read_at', p.ended_at,
        'read_error', p.last_error,
        'resync', case when p.resync_since is not null then
          jsonb_build_object('since', p.resync_since, 'ended_at', p.resync_ended_at, 'read', p.resync_read) end)
      from store c
      left join shopify_polls p on p.shop_id = c.shop_id and p.shop_domain = c.shop_domain),
    'unverified', (select jsonb_build_object('count', u.count, 'last_at', u.last_at) from shopify_unverified_webhooks u where u.shop_id = p_shop_id),
    'webhooks', (select coalesce(jsonb_agg(w order by w.received_at desc), '[]') from (
      select id, received_at, topic, order_number, outcome, reason from shopify_webhooks
      where shop_id = p_shop_id order by received_at desc limit 10) w),
    'fulfilments', (select coalesce(jsonb_agg(f order by f.last_error is null, f.created_at), '[]') from (
      select f.order_id, o.order_number, f.status, f.attempts, f.last_error, f.created_at
      from fulfilments f join orders o on o.shop_id = f.shop_id and o.id = f.order_id
      order by f.last_error is null, f.created_at limit 50) f),
    'payments', (select coalesce(jsonb_agg(m order by m.status = 'waiting', m.created_at), '[]') from (
      select p.confirmation_id, o.id as order_id, o.order_number, p.status, p.collected_fils, p.outstanding_fils, p.last_error, p.created_at
      from payments p join orders o on o.shop_id = p.shop_id and o.id = p.order_id
      order by p.status = 'waiting', p.created_at limit 50) m),
    'fulfilments_total', (select count(*) from fulfilments),
    'payments_total', (select count(*) from payments),
    'webhooks_waiting', (select count(*) from shopify_webhooks where shop_id = p_shop_id and worked_at is null),
    'not_taken_total', (select count(*) from shopify_not_taken(p_shop_id)))
  where not actor.is_request() or p_shop_id = actor.shop_id() and actor.sees_shop()
$$;

revoke execute on function may_see_to_orders(int), list_not_taken(int, text, int), dismiss_not_taken(int, text, text, text),
  begin_resync(int, timestamptz, boolean) from public;
grant execute on function list_not_taken(int, text, int), dismiss_not_taken(int, text, text, text),
  begin_resync(int, timestamptz, boolean) to mandoob_request;
