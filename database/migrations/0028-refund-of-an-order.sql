-- What the shop's store gave back of an order that is still here, so that whoever is out with it is told (decision 13).
alter table orders
  add column refund text,
  add constraint orders_refund_is_known check (refund in ('full', 'part')) not valid;
