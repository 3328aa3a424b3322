-- Cash or card that was taken for an order of a connected store is marked as paid there (ruling G10): one row for each delivery that
-- took something, from now on, worked apart from its fulfilment.
create table store_payments (
  shop_id int not null references shops (id),
  confirmation_id uuid not null,
  order_id uuid not null,
  collected_fils bigint not null check (collected_fils > 0),
  -- Recorded with a conflict: never marked, only listed.
  conflict boolean not null,
  -- listed: not marked, since it is a conflict's or another amount is outstanding. dismissed: listed no more.
  status text not null default 'waiting' check (status in ('waiting', 'done', 'listed', 'failed', 'dismissed')),
  -- What the store said was still to be paid, when it was asked last.
  outstanding_fils bigint check (outstanding_fils >= 0),
  -- The store was asked to mark it, and it is not known that it refused: nothing outstanding is then our doing.
  asked_at timestamptz,
  attempts int not null default 0,
  last_error text,
  -- Also the claim of whoever works it.
  next_attempt_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  done_at timestamptz,
  primary key (shop_id, confirmation_id),
  foreign key (shop_id, order_id) references orders (shop_id, id),
  foreign key (shop_id, confirmation_id) references delivery_confirmations (shop_id, id)
);
create index store_payments_of_order on store_payments (shop_id, order_id);
create index store_payments_open on store_payments (shop_id, next_attempt_at) where status in ('waiting', 'listed', 'failed');

alter table shopify_connections
  -- Why orders are not marked as paid; everything else goes on.
  add column marking_refused_because text;

-- By a trigger, so that a server of an earlier version beside this one leaves them too.
create function leave_store_payment() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into store_payments (shop_id, confirmation_id, order_id, collected_fils, conflict)
    select new.shop_id, new.id, new.order_id, new.collected_fils, new.outcome = 'recorded_with_conflict'
    from shopify_connections c join orders o on o.shop_id = c.shop_id
    where c.shop_id = new.shop_id and o.id = new.order_id and o.external_id is not null;
  return null;
end $$;
revoke execute on function leave_store_payment() from public;
create trigger leave_store_payment after insert on delivery_confirmations
  for each row when (new.collected_fils > 0) execute function leave_store_payment();

alter table store_payments enable row level security;
-- Granted to no request; should somebody ever grant it, then to the shop's own.
create policy own_shop on store_payments for select to mandoob_request
  using (shop_id = (select actor.shop_id()) and (select actor.sees_shop()));
