-- The desk (ruling G1): managers and admins read every record and proof of their shop. Drivers see what they saw before.

alter policy of_role_or_own on cash_handovers using (
  shop_id = (select actor.shop_id()) and case when (select actor.sees_shop()) then true
    when handover_type = 'collection' then false else driver_id = (select actor.driver_id()) end);
alter policy for_managers on bank_deposits using (shop_id = (select actor.shop_id()) and (select actor.sees_shop()));
alter policy by_what_it_proves on files using (
  shop_id = (select actor.shop_id()) and case when (select actor.sees_shop()) then true
    when bucket = 'order-deliveries' then uploaded_by = (select actor.user_id())
    when bucket = 'bank-deposits' or path like 'signatures/%' then false
    else receipt_driver_id = (select actor.driver_id()) end);
