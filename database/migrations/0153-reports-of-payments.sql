-- Sums of deliveries contain their corrections and later payments, and the amounts of links, transfers and
-- rounding.
alter table delivery_sums
  add column changes int not null default 0 check (changes >= 0),
  add column link_fils bigint not null default 0,
  add column transfer_fils bigint not null default 0,
  add column rounding_fils bigint not null default 0,
  add column owed_fils bigint not null default 0,
  add column refund_fils bigint not null default 0;
alter table delivery_sums
  drop constraint delivery_sums_deliveries_check,
  drop constraint delivery_sums_check,
  add constraint delivery_sums_counted check (deliveries >= 0 and deliveries + changes > 0) not valid,
  add constraint delivery_sums_late check (late between 0 and deliveries + changes) not valid;

-- Filters of reports that select few of the deliveries.
create index delivery_confirmations_mixed on delivery_confirmations (shop_id, delivered_at, id) where tender = 'cash_and_card';
create index delivery_confirmations_link on delivery_confirmations (shop_id, delivered_at, id) where link_fils <> 0;
create index delivery_confirmations_transfer on delivery_confirmations (shop_id, delivered_at, id) where transfer_fils <> 0;
create index order_payments_occurred on order_payments (shop_id, occurred_at, id);
create index order_payments_of_user on order_payments (shop_id, user_id, occurred_at);
create index payment_matches_recorded on payment_matches (shop_id, recorded_at, id);
create index order_waivers_recorded on order_waivers (shop_id, recorded_at, id);
