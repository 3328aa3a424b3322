-- For erase_fingerprints and erase_old_fingerprints. The index omits most commands: a delivery's
-- fingerprint is found by its order, and an arrangement of stops contains no customer data.
create index commands_with_fingerprint on commands (shop_id, endpoint, recorded_at)
  where fingerprint <> 'erased' and endpoint not in ('confirm_delivery', 'arrange_stops');
