-- On which day a place of a holder's line lies is found in the sums of that holder's days.
create index cash_sums_line_in on cash_sums (shop_id, to_user_id, starts_at) include (amount_fils) where grain = 'person_day';
create index cash_sums_line_out on cash_sums (shop_id, from_user_id, starts_at) include (amount_fils) where grain = 'person_day';

-- The lines of the book (0123) begin as these do, and hold the amounts as well.
drop index if exists cash_movements_from_recorded;
drop index if exists cash_movements_to_recorded;
