-- The backfill of the keys of order numbers reads the orders without one, and gives no order a new version. Repeated numbers are listed.
create index orders_without_keys on orders (created_at, id) where number_key is null;
create index orders_repeating on orders (shop_id, number_key) where repeats_number;

-- Nor does what a source reports of a payment that stays the same: it counts only where a name is defined later.
create or replace function touch_order() returns trigger language plpgsql as $$
declare
  said orders := new;
begin
  if old.status <> 'completed'
    and (new.status, new.payment_status, new.payment_method, new.paid_amount_fils, new.driver_id)
      is distinct from (old.status, old.payment_status, old.payment_method, old.paid_amount_fils, old.driver_id)
  then
    new.updated_at := recorded_now();
  else
    new.updated_at := old.updated_at;
  end if;
  said.updated_at := old.updated_at;
  said.ever_driver_ids := old.ever_driver_ids;
  said.number_key := old.number_key;
  said.repeats_number := old.repeats_number;
  said.payment_names := old.payment_names;
  said.told_due_fils := old.told_due_fils;
  new.version := old.version + case when said is distinct from old then 1 else 0 end;
  return new;
end $$;
