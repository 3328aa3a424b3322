-- A store is read by one at a time, a slice after the other, from where the last one stopped (decision 13). `started_at` null: somebody has asked for it
-- since, and it is read from the start.
alter table shopify_polls
  -- Whoever reads it or read it last, and until when it is kept from others.
  add column reader uuid,
  add column leased_until timestamptz,
  -- The reading that has not come to its end: since when, behind which order, how many were read, and what was said of the first that could not be.
  add column reading_since timestamptz,
  add column reading_after text,
  add column reading_read int not null default 0,
  add column reading_unreadable text;

-- SHA-256 of what the store said of the order in the version that was taken last: the same word again changes nothing that somebody has corrected since.
alter table shopify_orders add column taken_word text;
