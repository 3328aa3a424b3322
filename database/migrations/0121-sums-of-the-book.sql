-- What reports of long periods are added up from, so that nobody reads a million movements for a total. A job writes it behind the book, and can make it anew
-- at any time: it is no record of anything.

-- Sums hold exactly what was recorded before this moment; all else is read from the book itself. No row: nothing is summed yet.
create table report_horizons (
  shop_id int not null primary key references shops,
  summed_before timestamptz not null
);
alter table report_horizons enable row level security;
create policy own_shop on report_horizons for select to mandoob_request
  using (shop_id = (select actor.shop_id()) and (select actor.sees_shop()));
grant select on report_horizons to mandoob_request;

-- By when movements were recorded, in UTC: of a quarter of an hour, by which days of every time zone can be told apart, and of a day, for all people
-- together; and of a day by person. Who is not told, or no member of staff, is the nil UUID, as a key needs something.
create table cash_sums (
  shop_id int not null references shops,
  grain text not null check (grain in ('quarter', 'day', 'person_day')),
  starts_at timestamptz not null,
  reason text not null,
  from_holder text not null,
  from_user_id uuid not null,
  to_holder text not null,
  to_user_id uuid not null,
  movements int not null check (movements > 0),
  late int not null check (late between 0 and movements),
  amount_fils bigint not null,
  primary key (shop_id, grain, starts_at, reason, from_holder, from_user_id, to_holder, to_user_id)
);
alter table cash_sums enable row level security;
create policy own_shop on cash_sums for select to mandoob_request
  using (shop_id = (select actor.shop_id()) and (select actor.sees_shop()));
grant select on cash_sums to mandoob_request;

-- By when it was delivered, as above. Where nothing was to pay the tender is 'none'.
create table delivery_sums (
  shop_id int not null references shops,
  grain text not null check (grain in ('quarter', 'day', 'person_day')),
  starts_at timestamptz not null,
  user_id uuid not null,
  tender text not null,
  outcome text not null,
  deliveries int not null check (deliveries > 0),
  late int not null check (late between 0 and deliveries),
  collected_fils bigint not null,
  cash_fils bigint not null,
  primary key (shop_id, grain, starts_at, user_id, tender, outcome)
);
alter table delivery_sums enable row level security;
create policy own_shop on delivery_sums for select to mandoob_request
  using (shop_id = (select actor.shop_id()) and (select actor.sees_shop()));
grant select on delivery_sums to mandoob_request;

-- What is not summed yet.
create index delivery_confirmations_recorded on delivery_confirmations (shop_id, recorded_at, id);

-- What a report is narrowed to, where it is so little of all that going through the period would take long. A delivery for cash, the most frequent of all, is
-- in one of them: its driver's.
create index cash_movements_from_recorded on cash_movements (shop_id, from_user_id, recorded_at, id) where from_user_id is not null;
create index cash_movements_to_recorded on cash_movements (shop_id, to_user_id, recorded_at, id) where to_user_id is not null;
create index cash_movements_of_reason on cash_movements (shop_id, reason, recorded_at, id) where reason <> 'delivery';
create index cash_movements_from_beyond on cash_movements (shop_id, from_holder, recorded_at, id)
  where from_holder <> 'staff' and from_holder <> 'customers';
create index cash_movements_to_beyond on cash_movements (shop_id, to_holder, recorded_at, id)
  where to_holder <> 'staff' and to_holder <> 'customers';
create index cash_movements_late on cash_movements (shop_id, recorded_at, id) where recorded_at - occurred_at > interval '1 hour';
create index delivery_confirmations_not_cash on delivery_confirmations (shop_id, tender, delivered_at, id) where tender = 'card_machine' or tender is null;
create index delivery_confirmations_late on delivery_confirmations (shop_id, delivered_at, id) where recorded_at - delivered_at > interval '1 hour';
