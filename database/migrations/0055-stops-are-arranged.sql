-- In which order a driver drives to his open orders, once somebody has arranged them (ruling G2).

-- Every arrangement there was, also one that did not become the order because the desk had arranged meanwhile. What it was made from may
-- never have arrived here.
create table stop_arrangements (
  shop_id int not null references shops,
  driver_id int not null,
  id uuid not null,
  from_id uuid,
  by_desk boolean not null,
  -- How many arrangements of the desk its maker knew of, its own among them.
  known_desk int not null check (known_desk >= 0),
  order_ids uuid[] not null check (cardinality(order_ids) <= 500),
  stands boolean not null,
  user_id uuid,
  operator text,
  arranged_at timestamptz not null,
  recorded_at timestamptz not null default clock_timestamp(),
  primary key (shop_id, driver_id, id),
  foreign key (shop_id, driver_id) references drivers (shop_id, id),
  foreign key (shop_id, user_id) references shop_members (shop_id, user_id),
  check (by_desk or user_id is not null),
  check (user_id is null or operator is null)
);
create index stop_arrangements_made_from on stop_arrangements (shop_id, driver_id, from_id) where from_id is not null;
create index stop_arrangements_of_user on stop_arrangements (shop_id, user_id) where user_id is not null;

-- The order that stands: one row for a driver whose stops were ever arranged. Orders that are not in it come after it, the oldest first.
create table driver_stops (
  shop_id int not null references shops,
  driver_id int not null,
  arrangement_id uuid,
  order_ids uuid[] not null default '{}',
  desk_arrangements int not null default 0 check (desk_arrangements >= 0),
  primary key (shop_id, driver_id),
  foreign key (shop_id, driver_id) references drivers (shop_id, id),
  foreign key (shop_id, driver_id, arrangement_id) references stop_arrangements (shop_id, driver_id, id)
);

alter table stop_arrangements enable row level security;
create policy own_or_shop on stop_arrangements for select to mandoob_request
  using (shop_id = (select actor.shop_id()) and (driver_id = (select actor.driver_id()) or (select actor.sees_shop())));
create policy own_arrangement on stop_arrangements for insert to mandoob_request
  with check (shop_id = (select actor.shop_id()) and driver_id = (select actor.driver_id())
    and user_id = (select actor.user_id()) and not by_desk);
grant select on stop_arrangements to mandoob_request;
grant insert (shop_id, driver_id, id, from_id, by_desk, known_desk, order_ids, stands, user_id, arranged_at)
  on stop_arrangements to mandoob_request;

alter table driver_stops enable row level security;
create policy own_or_shop on driver_stops for select to mandoob_request
  using (shop_id = (select actor.shop_id()) and (driver_id = (select actor.driver_id()) or (select actor.sees_shop())));
create policy own_stops on driver_stops for insert to mandoob_request
  with check (shop_id = (select actor.shop_id()) and driver_id = (select actor.driver_id()));
create policy own_order on driver_stops for update to mandoob_request
  using (shop_id = (select actor.shop_id()) and driver_id = (select actor.driver_id()));
grant select, insert (shop_id, driver_id), update (arrangement_id, order_ids) on driver_stops to mandoob_request;
