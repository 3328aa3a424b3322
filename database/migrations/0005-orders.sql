-- What was sold, its life before delivery, and the delivery itself (rulings B1 to B8, A9, D6).

create table customers (
  shop_id int not null references shops (id),
  id uuid not null,
  first_name text not null,
  last_name text not null,
  phone text,
  primary key (shop_id, id)
);

create table products (
  shop_id int not null references shops (id),
  id uuid not null,
  name text not null check (name <> ''),
  sku text,
  barcode text,
  primary key (shop_id, id)
);
create unique index products_identity on products (shop_id, name, coalesce(sku, ''));

create table orders (
  shop_id int not null references shops (id),
  id uuid not null,
  -- Without the leading '#' (ruling B8).
  order_number text not null check (order_number = btrim(order_number) and order_number <> '' and order_number not like '#%'),
  -- The id the shop's own system gave it; text, since such ids exceed 2^53.
  external_id text,
  driver_id int,
  customer_id uuid not null,
  status text not null default 'picking' check (status in
    ('picking', 'packed', 'dispatched', 'dispatching', 'delivering', 'completed', 'cancelled')),
  payment_method text not null check (payment_method in ('cash', 'card', 'online')),
  payment_status text not null check (payment_status in ('pending', 'paid')),
  subtotal_fils bigint not null check (subtotal_fils >= 0),
  discount_fils bigint not null default 0 check (discount_fils >= 0),
  shipping_fils bigint not null default 0 check (shipping_fils >= 0),
  tax_fils bigint not null default 0 check (tax_fils >= 0),
  total_amount_fils bigint not null check (total_amount_fils between 0 and 1000000000),
  -- Paid before the delivery; and what is to be paid at the door, kept after it was.
  paid_amount_fils bigint not null default 0 check (paid_amount_fils >= 0),
  due_amount_fils bigint not null check (due_amount_fils >= 0),
  delivery_address text not null check (delivery_address <> ''),
  latitude double precision check (latitude between -90 and 90),
  longitude double precision check (longitude between -180 and 180),
  notes text,
  -- When the order was placed in the shop.
  created_at timestamptz not null,
  updated_at timestamptz not null default now(),
  dispatching_started_at timestamptz,
  actual_delivery_time timestamptz,
  delivery_duration_seconds int check (delivery_duration_seconds >= 0),
  primary key (shop_id, id),
  unique (shop_id, order_number),
  unique (shop_id, external_id),
  foreign key (shop_id, customer_id) references customers (shop_id, id),
  foreign key (shop_id, driver_id) references drivers (shop_id, id),
  constraint orders_total_adds_up check (total_amount_fils = subtotal_fils - discount_fils + shipping_fils + tax_fils),
  constraint orders_due_adds_up check (due_amount_fils = total_amount_fils - paid_amount_fils),
  constraint orders_pending_means_due check (payment_status = 'paid' or due_amount_fils > 0),
  constraint orders_paid_before_means_nothing_due
    check (payment_status = 'pending' or due_amount_fils = 0 or status = 'completed'),
  -- Cash is paid at the door: an order paid before its delivery is never 'cash' (ruling A6).
  constraint orders_cash_is_paid_at_the_door
    check (payment_method <> 'cash' or payment_status = 'pending' or status = 'completed'),
  constraint orders_completed_is_whole check (status <> 'completed'
    or (driver_id is not null and actual_delivery_time is not null and payment_status = 'paid')),
  constraint orders_location_is_whole check ((latitude is null) = (longitude is null))
);
create index orders_of_driver on orders (shop_id, driver_id, status, created_at);
create index orders_of_customer on orders (shop_id, customer_id);
create index orders_by_age on orders (shop_id, created_at);

-- `updated_at` changes with status, payment or driver only, and never after completion (ruling B3).
create function touch_order() returns trigger language plpgsql as $$
begin
  if old.status <> 'completed'
    and (new.status, new.payment_status, new.payment_method, new.paid_amount_fils, new.driver_id)
      is distinct from (old.status, old.payment_status, old.payment_method, old.paid_amount_fils, old.driver_id)
  then
    new.updated_at := now();
  else
    new.updated_at := old.updated_at;
  end if;
  return new;
end $$;
create trigger orders_touch before update on orders for each row execute function touch_order();

create table order_line_items (
  shop_id int not null references shops (id),
  id uuid not null,
  order_id uuid not null,
  position int not null,
  product_id uuid not null,
  qty int not null check (qty > 0),
  -- Null when the shop records no picking.
  picked_qty int check (picked_qty >= 0),
  unit_price_fils bigint not null check (unit_price_fils >= 0),
  line_total_fils bigint not null,
  primary key (shop_id, id),
  unique (shop_id, order_id, position),
  foreign key (shop_id, order_id) references orders (shop_id, id),
  foreign key (shop_id, product_id) references products (shop_id, id),
  constraint line_total_adds_up check (line_total_fils = coalesce(picked_qty, qty) * unit_price_fils)
);

-- Who an order was ever given to: a driver without signal may deliver what was meanwhile taken from him (ruling A9).
create table order_assignments (
  shop_id int not null references shops (id),
  id uuid not null,
  order_id uuid not null,
  driver_id int not null,
  assigned_at timestamptz not null default now(),
  ended_at timestamptz,
  primary key (shop_id, id),
  foreign key (shop_id, order_id) references orders (shop_id, id),
  foreign key (shop_id, driver_id) references drivers (shop_id, id)
);
create unique index order_assignments_current on order_assignments (shop_id, order_id) where ended_at is null;
create index order_assignments_of_driver on order_assignments (shop_id, driver_id, order_id);

-- The order's history, oldest first by recorded_at.
create table order_events (
  shop_id int not null references shops (id),
  id uuid not null,
  order_id uuid not null,
  kind text not null check (kind in ('imported', 'assigned', 'unassigned', 'status', 'delivered', 'conflict')),
  detail jsonb not null default '{}',
  -- Null when the shop's own systems did it.
  actor_user_id uuid,
  recorded_at timestamptz not null default clock_timestamp(),
  primary key (shop_id, id),
  foreign key (shop_id, order_id) references orders (shop_id, id),
  foreign key (shop_id, actor_user_id) references shop_members (shop_id, user_id)
);
create index order_events_of_order on order_events (shop_id, order_id, recorded_at);

create table delivery_confirmations (
  shop_id int not null references shops (id),
  id uuid not null,
  order_id uuid not null,
  driver_id int not null,
  user_id uuid not null,
  -- Storage paths, by the specification's names; the second holds the delivery note's. The versions are pinned beside.
  delivery_image_url text not null,
  customer_signature_url text not null,
  delivery_image_file_id uuid not null,
  delivery_note_file_id uuid not null,
  customer_name text not null check (btrim(customer_name) <> ''),
  tender text check (tender in ('cash', 'card_machine')),
  -- Taken from the customer, by whichever tender; and the part of it that is cash.
  collected_fils bigint not null check (collected_fils >= 0),
  cash_fils bigint not null check (cash_fils in (0, collected_fils)),
  outcome text not null check (outcome in ('delivered', 'recorded_with_conflict')),
  conflict text check (conflict in ('cancelled', 'reassigned', 'already_delivered', 'not_out_for_delivery')),
  command_id uuid not null,
  -- The corrected, clamped time of the delivery; and the server's time of recording (ruling B5).
  delivered_at timestamptz not null,
  recorded_at timestamptz not null default now(),
  primary key (shop_id, id),
  unique (shop_id, user_id, command_id),
  foreign key (shop_id, order_id) references orders (shop_id, id),
  foreign key (shop_id, driver_id) references drivers (shop_id, id),
  foreign key (shop_id, user_id) references shop_members (shop_id, user_id),
  foreign key (shop_id, delivery_image_file_id) references files (shop_id, id),
  foreign key (shop_id, delivery_note_file_id) references files (shop_id, id),
  check ((outcome = 'recorded_with_conflict') = (conflict is not null)),
  check ((tender is null) = (collected_fils = 0)),
  check (cash_fils = 0 or tender = 'cash')
);
create unique index one_delivery_an_order on delivery_confirmations (shop_id, order_id) where outcome = 'delivered';
create index delivery_confirmations_of_driver on delivery_confirmations (shop_id, driver_id, delivered_at);
create index delivery_confirmations_of_order on delivery_confirmations (shop_id, order_id);

-- What is still to be fulfilled in the shop's own system; written with the delivery, worked by a job.
create table order_fulfilments (
  shop_id int not null references shops (id),
  order_id uuid not null,
  status text not null default 'waiting' check (status in ('waiting', 'done')),
  created_at timestamptz not null default now(),
  done_at timestamptz,
  primary key (shop_id, order_id),
  foreign key (shop_id, order_id) references orders (shop_id, id),
  check ((status = 'done') = (done_at is not null))
);
create index order_fulfilments_waiting on order_fulfilments (shop_id, created_at) where status = 'waiting';

-- Locks the order that the actor's driver record was ever given, whatever became of it since. No row: it never was his.
create function lock_order(p_order_id uuid) returns setof orders
  language sql security definer set search_path = public, pg_temp as $$
  select o.* from orders o
  where o.shop_id = actor.shop_id() and o.id = p_order_id and exists (
    select from order_assignments a
    where a.shop_id = o.shop_id and a.order_id = o.id and a.driver_id = actor.driver_id())
  for update of o
$$;
