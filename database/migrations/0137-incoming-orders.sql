-- What a shop's sources call ways of paying and states of an order, and what an order keeps of what its source sent (rulings A6, B8, H3).

-- One row for each name that a source has used. The meaning is null until a user defines it.
create table source_names (
  shop_id int not null references shops,
  kind text not null check (kind in ('payment', 'status')),
  -- The name as it is compared (contract/rules/source-names.ts); of a word that was remembered before this table, the word itself.
  key text not null check (length(key) <= 200),
  name text not null check (length(name) <= 200),
  meaning text,
  -- Moved here from import_methods, and not confirmed since.
  is_remembered boolean not null default false,
  first_seen_at timestamptz not null,
  -- Null where the meaning is the product's own.
  defined_at timestamptz,
  defined_by uuid,
  primary key (shop_id, kind, key),
  foreign key (shop_id, defined_by) references shop_members (shop_id, user_id),
  constraint source_names_meaning_of_kind check (meaning is null
    or kind = 'payment' and meaning in ('cash', 'card', 'either', 'online', 'instalments', 'unpaid')
    or kind = 'status' and meaning in ('deliver', 'unpaid', 'over'))
);
alter table source_names enable row level security;
create policy of_desk on source_names to mandoob_request
  using (shop_id = (select actor.shop_id()) and (select actor.sees_shop()))
  with check (shop_id = (select actor.shop_id()) and (select actor.sees_shop()));
grant select, insert, update (name, meaning, is_remembered, defined_at, defined_by) on source_names to mandoob_request;

insert into source_names (shop_id, kind, key, name, meaning, is_remembered, first_seen_at)
  select shop_id, 'payment', word, word, method, true, said_at from import_methods;

-- The words that a definition replaces; a request deletes from no table by itself.
create function forget_remembered_names(p_kind text, p_keys text[]) returns void
  language sql security definer set search_path = public, pg_temp as $$
  delete from source_names where shop_id = actor.shop_id() and actor.sees_shop() and kind = p_kind and is_remembered and key = any (p_keys)
$$;
revoke execute on function forget_remembered_names(text, text[]) from public;
grant execute on function forget_remembered_names(text, text[]) to mandoob_request;

alter table orders
  -- The customer pays by cash or by card machine and selects at the door; pages of before read cash.
  add column pays_either boolean not null default false,
  -- Why the order is on no phone; on the road: why it must not be handed over.
  add column waits_because text,
  -- How its source says that it is paid, and what it says is due. Null where a user decided, and of orders of before.
  add column payment_names text[],
  add column told_due_fils bigint,
  -- What the customer asked for, as [{"name": …, "text": …}].
  add column requests jsonb not null default '[]',
  -- As a language tag; the document in the customer's language is a later matter.
  add column locale text,
  add column taxes_included boolean,
  -- The fields that were longer than what can be kept.
  add column shortened text[] not null default '{}',
  -- The number as it is compared. Null until a backfill has filled it in.
  add column number_key text,
  -- It had the number of another order before numbers were compared by their keys.
  add column repeats_number boolean not null default false;
alter table orders
  add constraint orders_either_reads_cash check (not pays_either or payment_method = 'cash') not valid,
  add constraint orders_wait_for_a_reason check (waits_because in ('payment_unknown', 'not_paid', 'payment_voided')) not valid,
  add constraint orders_that_wait_are_on_no_phone
    check (waits_because is null or driver_id is null or status not in ('picking', 'packed')) not valid,
  add constraint orders_told_due_is_some check (told_due_fils >= 0) not valid,
  add constraint orders_requests_are_a_list check (jsonb_typeof(requests) = 'array') not valid;

-- An order number as it is compared: NFKC, small letters, without direction marks, zero-width characters and soft hyphens.
create function order_number_key(p_number text) returns text language sql immutable parallel safe
  return lower(normalize(regexp_replace(p_number, '[\u00AD\u061C\u180E\u200B-\u200F\u202A-\u202E\u2060-\u2069\uFEFF]', '', 'g'), NFKC) collate "und-x-icu");

create function key_of_number() returns trigger language plpgsql as $$
begin
  new.number_key := order_number_key(new.order_number);
  return new;
end $$;
create trigger orders_number_key before insert or update of order_number on orders for each row execute function key_of_number();
create unique index orders_number_key on orders (shop_id, number_key) where not repeats_number;
create index orders_waiting on orders (shop_id) where waits_because is not null;

grant insert (pays_either, waits_because, payment_names, told_due_fils, requests, locale, taxes_included, shortened),
  update (pays_either, waits_because, payment_names, told_due_fils, requests, locale, taxes_included, shortened)
  on orders to mandoob_request;

-- E.164 with what stands beside it, as [{"number": …, "remark": …}]; null where nobody has parsed it.
alter table customers add column phones jsonb;
alter table customers add constraint customers_phones_are_a_list check (jsonb_typeof(phones) = 'array') not valid;
grant insert (phones), update (phones) on customers to mandoob_request;

-- The tax of a line, contained in its price or on top as the order says, and its rate (0.05).
alter table order_line_items add column tax_fils bigint, add column tax_rate numeric;
grant insert (tax_fils, tax_rate) on order_line_items to mandoob_request;

-- The store has deleted the order: no late webhook creates it, and it is as final as a cancellation.
alter table shopify_orders add column deleted_at timestamptz;
create index shopify_orders_over on shopify_orders (shop_id, order_id) where coalesce(cancelled_at, deleted_at) is not null;
drop index shopify_orders_cancelled;

-- Changed: true also of an order that the store has deleted.
create or replace function cancelled_in_store(p_shop_id int, p_order_id uuid) returns boolean
  language sql stable security definer set search_path = public, pg_temp as $$
  select (exists (
      select from orders o join shopify_orders s on s.shop_id = o.shop_id and s.external_id = o.external_id
      where o.shop_id = p_shop_id and o.id = p_order_id and coalesce(s.cancelled_at, s.deleted_at) is not null)
    or exists (
      select from shopify_orders s
      where s.shop_id = p_shop_id and s.order_id = p_order_id and coalesce(s.cancelled_at, s.deleted_at) is not null))
    and (not actor.is_request() or p_shop_id = actor.shop_id() and actor.sees_shop())
$$;

-- Where numbers without a country code are from (ISO 3166-1).
alter table shops add column country text not null default 'AE';
alter table shops add constraint shops_country_is_a_code check (country ~ '^[A-Z]{2}$') not valid;
