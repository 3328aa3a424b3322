-- The shop's Shopify store: orders in by webhook, fulfilment out by a job (rulings A9, B1 to B3, B8).

-- Spans shops, since a webhook names the store before anybody knows the shop. No request may read it: token and secret
-- are sealed with a key that is not in the database, and only the functions below hand anything out.
create table shopify_connections (
  shop_id int primary key references shops (id),
  shop_domain text not null unique check (shop_domain ~ '^[a-z0-9][a-z0-9-]*\.myshopify\.com$'),
  -- With a client id tokens are asked for as they expire; without one the token is the one the operator gave.
  client_id text,
  sealed_token text,
  token_expires_at timestamptz,
  -- Signs webhooks; of an app with a client id it also gets the tokens.
  sealed_secret text not null,
  api_version text not null,
  connected_at timestamptz not null default now(),
  -- Set when Shopify refused the credentials: nothing is sent until the operator connects or retries.
  refused_at timestamptz,
  refused_because text,
  check (client_id is not null or sealed_token is not null),
  check ((refused_at is null) = (refused_because is null))
);

-- What Shopify sent, as it was sent. Stored before it is answered, worked by a job.
create table shopify_webhooks (
  shop_id int not null references shops (id),
  id uuid not null,
  -- Shopify's id of the delivery: a repeated one has no second effect.
  webhook_id text not null,
  topic text not null,
  triggered_at timestamptz,
  payload text not null,
  received_at timestamptz not null default clock_timestamp(),
  attempts int not null default 0,
  next_attempt_at timestamptz not null default now(),
  worked_at timestamptz,
  outcome text check (outcome in
    ('imported', 'updated', 'cancelled', 'conflict', 'unchanged', 'stale', 'left_out', 'not_taken', 'failed')),
  -- Why it was not taken, or what failed. Names fields, never their contents.
  reason text,
  external_id text,
  order_number text,
  primary key (shop_id, id),
  unique (shop_id, webhook_id),
  check ((worked_at is null) = (outcome is null))
);
create index shopify_webhooks_waiting on shopify_webhooks (shop_id, next_attempt_at) where worked_at is null;
create index shopify_webhooks_not_taken on shopify_webhooks (shop_id, received_at) where outcome in ('not_taken', 'failed');
create index shopify_webhooks_newest on shopify_webhooks (shop_id, received_at);

-- Which version of each of the store's orders was seen last, taken or not: an older one never overwrites a newer one.
-- Its row is the lock under which one order's webhooks are worked one after the other.
create table shopify_orders (
  shop_id int not null references shops (id),
  external_id text not null,
  order_id uuid,
  order_number text,
  external_updated_at timestamptz,
  triggered_at timestamptz,
  cancelled_at timestamptz,
  not_taken_because text,
  primary key (shop_id, external_id),
  foreign key (shop_id, order_id) references orders (shop_id, id)
);
create index shopify_orders_not_taken on shopify_orders (shop_id) where not_taken_because is not null;

-- The amounts that once were due and are no more: a driver without signal asked for the one he saw.
create table order_amounts (
  shop_id int not null references shops (id),
  order_id uuid not null,
  due_amount_fils bigint not null check (due_amount_fils >= 0),
  replaced_at timestamptz not null default now(),
  primary key (shop_id, order_id, due_amount_fils),
  foreign key (shop_id, order_id) references orders (shop_id, id)
);

alter table order_fulfilments
  add column attempts int not null default 0,
  -- Names what Shopify answered; null while nothing went wrong.
  add column last_error text,
  -- Also the claim of whoever works it: until then nobody else does.
  add column next_attempt_at timestamptz not null default now(),
  drop constraint order_fulfilments_status_check,
  add constraint order_fulfilments_status_check check (status in ('waiting', 'done', 'failed'));
drop index order_fulfilments_waiting;
create index order_fulfilments_waiting on order_fulfilments (shop_id, next_attempt_at) where status <> 'done';

alter table order_events
  drop constraint order_events_kind_check,
  add constraint order_events_kind_check check (kind in
    ('imported', 'updated', 'assigned', 'unassigned', 'status', 'delivered', 'conflict'));

-- An order whose amount changed meanwhile is delivered all the same, and says so.
alter table delivery_confirmations
  drop constraint delivery_confirmations_conflict_check,
  add constraint delivery_confirmations_conflict_check check (conflict in
    ('cancelled', 'reassigned', 'already_delivered', 'not_out_for_delivery', 'amount_changed')),
  drop constraint delivery_confirmations_check1,
  add constraint delivery_confirmations_outcome_and_conflict
    check ((outcome = 'recorded_with_conflict') = (conflict is not null and conflict <> 'amount_changed'));

-- Delivered to somebody who saw nothing due when something was: then it is still to be paid.
alter table orders
  drop constraint orders_completed_is_whole,
  add constraint orders_completed_is_whole
    check (status <> 'completed' or (driver_id is not null and actual_delivery_time is not null));

create or replace function enqueue(p_task text, p_payload json, p_job_key text) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if p_task not in ('post-waiting-movements', 'fulfil-orders') then
    raise exception 'no such task: %', p_task using errcode = 'insufficient_privilege';
  end if;
  perform graphile_worker.add_job(p_task, payload => p_payload, job_key => p_job_key);
end $$;

-- How the actor's shop stands with Shopify; no row where it is not connected.
create function own_shopify_state() returns text
  language sql stable security definer set search_path = public, pg_temp as $$
  select case when refused_at is null then 'connected' else 'refused' end
  from shopify_connections where shop_id = actor.shop_id()
$$;

-- What a webhook's signature is checked with, still sealed.
create function shopify_webhook_secret(p_shop_domain text) returns table (shop_id int, sealed_secret text)
  language sql stable security definer set search_path = public, pg_temp as $$
  select c.shop_id, c.sealed_secret from shopify_connections c where c.shop_domain = p_shop_domain
$$;

-- Stores a webhook whose signature was found good; false when this delivery was stored before.
create function receive_shopify_webhook(
  p_shop_domain text, p_id uuid, p_webhook_id text, p_topic text, p_triggered_at timestamptz, p_payload text)
  returns boolean language plpgsql security definer set search_path = public, pg_temp as $$
declare
  to_shop int;
begin
  insert into shopify_webhooks (shop_id, id, webhook_id, topic, triggered_at, payload)
    select c.shop_id, p_id, p_webhook_id, p_topic, p_triggered_at, p_payload
    from shopify_connections c where c.shop_domain = p_shop_domain
    on conflict (shop_id, webhook_id) do nothing
    returning shop_id into to_shop;
  if to_shop is null then
    return false;
  end if;
  perform graphile_worker.add_job('work-shopify-webhooks', payload => json_build_object('shop_id', to_shop),
    job_key => 'work-shopify-webhooks-' || to_shop);
  return true;
end $$;

revoke execute on function own_shopify_state(), shopify_webhook_secret(text),
  receive_shopify_webhook(text, uuid, text, text, timestamptz, text) from public;
grant execute on function own_shopify_state(), shopify_webhook_secret(text),
  receive_shopify_webhook(text, uuid, text, text, timestamptz, text) to mandoob_request;
grant select on order_amounts to mandoob_request;

alter table shopify_connections enable row level security;
alter table shopify_webhooks enable row level security;
alter table shopify_orders enable row level security;
alter table order_amounts enable row level security;
-- Granted to no request; should somebody ever grant it, then to the shop's own.
create policy own_shop on shopify_webhooks for select to mandoob_request
  using (shop_id = (select actor.shop_id()) and (select actor.sees_shop()));
create policy own_shop on shopify_orders for select to mandoob_request
  using (shop_id = (select actor.shop_id()) and (select actor.sees_shop()));
create policy of_visible_order on order_amounts for select to mandoob_request
  using (shop_id = (select actor.shop_id()) and ((select actor.sees_shop()) or exists (
    select from orders o where o.shop_id = order_amounts.shop_id and o.id = order_amounts.order_id)));
