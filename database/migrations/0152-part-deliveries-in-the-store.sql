-- Part deliveries and later payments in the shop's store (rulings H5, G10).

alter table order_line_items
  -- The store's id of the line; null for lines from files or by hand, and for lines of earlier versions.
  add column external_id text;
grant insert (external_id) on order_line_items to mandoob_request;
