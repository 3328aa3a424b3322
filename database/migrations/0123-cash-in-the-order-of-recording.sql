-- Whose cash is whose follows from the order in which each holder's movements were recorded (docs/decisions/0057): their lines in and out are read by it, from any day on.
create index cash_movements_line_in on cash_movements (shop_id, to_user_id, recorded_at, id) include (amount_fils)
  where to_user_id is not null;
create index cash_movements_line_out on cash_movements (shop_id, from_user_id, recorded_at, id) include (amount_fils)
  where from_user_id is not null;
