-- What keeps a shop and its Shopify store in step when webhooks are lost, cannot be verified, or are old (decision 13).

alter table shopify_webhooks
  -- The version that the payload is of, by the store's own clock: what was signed, unlike the time of sending.
  add column external_updated_at timestamptz,
  -- The operator has seen it and wants to hear no more of it.
  add column dismissed_at timestamptz,
  -- Of the payload, once that was dropped: it is about people, and is kept for a month.
  add column payload_sha256 text check (payload_sha256 ~ '^[0-9a-f]{64}$');

alter table shopify_orders
  -- The reason that the operator has dismissed; another one is listed again.
  add column dismissed_because text,
  -- Named, and not to be delivered by anybody here: a test, or fetched by the customer.
  add column left_out_because text;
create index shopify_orders_left_out on shopify_orders (shop_id) where left_out_because is not null;

alter table shopify_connections
  -- Scopes the product wants and the app does not have, with spaces between; null while nobody has asked.
  add column missing_scopes text,
  -- Where the store was told to send webhooks.
  add column webhook_url text,
  -- Why it could not be told.
  add column webhooks_problem text,
  add column checked_at timestamptz;

-- How far the store's orders were read by asking for them, whatever became of webhooks. Outlives the connection.
create table shopify_polls (
  shop_id int not null references shops (id),
  shop_domain text not null,
  -- Everything that changed in the store before this was seen, by the store's clock.
  polled_until timestamptz not null,
  -- Also the claim of whoever is at it.
  started_at timestamptz,
  ended_at timestamptz,
  last_error text,
  primary key (shop_id, shop_domain)
);

-- One row a shop, however many come: anybody may send what cannot be verified.
create table shopify_unverified_webhooks (
  shop_id int primary key references shops (id),
  count bigint not null check (count > 0),
  last_at timestamptz not null
);

create function count_unverified_shopify_webhooks(p_shop_id int, p_count int, p_last_at timestamptz) returns void
  language sql security definer set search_path = public, pg_temp as $$
  insert into shopify_unverified_webhooks as u (shop_id, count, last_at)
    select c.shop_id, p_count, p_last_at from shopify_connections c where c.shop_id = p_shop_id
    on conflict (shop_id) do update set count = u.count + excluded.count, last_at = greatest(u.last_at, excluded.last_at)
$$;
revoke execute on function count_unverified_shopify_webhooks(int, int, timestamptz) from public;
grant execute on function count_unverified_shopify_webhooks(int, int, timestamptz) to mandoob_request;

alter table shopify_polls enable row level security;
alter table shopify_unverified_webhooks enable row level security;
-- Granted to no request; should somebody ever grant it, then to the shop's own.
create policy own_shop on shopify_polls for select to mandoob_request
  using (shop_id = (select actor.shop_id()) and (select actor.sees_shop()));
create policy own_shop on shopify_unverified_webhooks for select to mandoob_request
  using (shop_id = (select actor.shop_id()) and (select actor.sees_shop()));
