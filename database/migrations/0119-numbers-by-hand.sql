-- Where a store numbers its orders, what is added by hand counts on its own: the highest of these is found at once, the longest first, however many orders came since.
create index orders_by_hand on orders (shop_id, length(order_number), order_number) where order_number ~ '^H-[0-9]{1,12}$';
