-- The slip of an expense is visible to the user who uploaded it, and to Managers and Admins.
alter policy by_what_it_proves on files
  using (shop_id = (select actor.shop_id()) and case
    when (select actor.sees_shop()) then true
    when bucket = 'order-deliveries' or path like 'EX/%' then uploaded_by = (select actor.user_id())
    when bucket = 'bank-deposits' or path like 'signatures/%' then false
    else receipt_driver_id = (select actor.driver_id()) end);

-- The requested expenses of a person, for the end of their day.
create index approvals_expenses on approvals (shop_id, requested_at, user_id) where kind = 'expense';
-- Two devices of one person cannot request the same expense twice.
create unique index approvals_expense_reference on approvals (shop_id, requested_by, (record ->> 'reference')) where kind = 'expense';
-- Two people may make a reference in the same millisecond; offline neither can choose another one.
alter table expenses
  drop constraint expenses_shop_id_reference_key,
  add unique (shop_id, user_id, reference);
