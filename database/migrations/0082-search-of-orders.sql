-- The desk finds an order by any part of its number, phone, name, address, area or driver. One narrow row for each order holds them in one
-- form; it is scanned, since no index that every PostgreSQL has finds the middle of a word. Triggers keep it, whichever version of the
-- server writes; rows of before are filled in by a backfill.

-- What is written in several ways in one way: without case, accents, harakat, hamza and tatweel; digits as 0 to 9. Control characters are blanks.
create function search_form(p_text text) returns text
  language sql immutable strict parallel safe set search_path = public, pg_temp as $$
  select translate(
    regexp_replace(
      regexp_replace(lower(normalize(p_text, NFKD)),
        '[\u0300-\u036f\u0610-\u061a\u0640\u064b-\u065f\u0670\u06d6-\u06ed\u200b-\u200f\u202a-\u202e\u2066-\u2069\ufeff]', '', 'g'),
      '[[:cntrl:][:space:]]+', ' ', 'g'),
    '٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹ٱىیکةøłđıء', '01234567890123456789اييكهoldi')
$$;

-- The digits of the phone come last, behind a character that no form has: a phone is looked for there.
create function search_words(p_order_number text, p_first_name text, p_last_name text, p_address text, p_area text, p_phone text)
  returns text language sql immutable parallel safe set search_path = public, pg_temp as $$
  select search_form(concat_ws(' ', p_order_number, p_first_name, p_last_name, p_address, p_area))
    || E'\x1f' || regexp_replace(search_form(coalesce(p_phone, '')), '\D', '', 'g')
$$;

create table order_search (
  shop_id int not null references shops,
  order_id uuid not null,
  -- As the order has them: the newest is found first, and a driver by his record.
  created_at timestamptz not null,
  driver_id int,
  words text collate "C" not null,
  primary key (shop_id, order_id),
  foreign key (shop_id, order_id) references orders (shop_id, id)
);
create index order_search_by_age on order_search (shop_id, created_at desc, order_id desc);
alter table order_search enable row level security;
create policy own_shop on order_search for select to mandoob_request
  using (shop_id = (select actor.shop_id()) and (select actor.sees_shop()));

create function add_order_search() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into order_search (shop_id, order_id, created_at, driver_id, words)
    select o.shop_id, o.id, o.created_at, o.driver_id,
      search_words(o.order_number, c.first_name, c.last_name, o.delivery_address, o.area, c.phone)
    from added o join customers c on c.shop_id = o.shop_id and c.id = o.customer_id
    on conflict do nothing;
  return null;
end $$;
create trigger orders_add_search after insert on orders
  referencing new table as added for each statement execute function add_order_search();

create function keep_order_search() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update order_search s set driver_id = new.driver_id,
      words = search_words(new.order_number, c.first_name, c.last_name, new.delivery_address, new.area, c.phone)
    from customers c
    where s.shop_id = new.shop_id and s.order_id = new.id and c.shop_id = new.shop_id and c.id = new.customer_id;
  return null;
end $$;
create trigger orders_keep_search after update of order_number, customer_id, delivery_address, area, driver_id on orders for each row
  when ((new.order_number, new.customer_id, new.delivery_address, new.area, new.driver_id)
    is distinct from (old.order_number, old.customer_id, old.delivery_address, old.area, old.driver_id))
  execute function keep_order_search();

create function keep_customer_search() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update order_search s
    set words = search_words(o.order_number, new.first_name, new.last_name, o.delivery_address, o.area, new.phone)
    from orders o
    where o.shop_id = new.shop_id and o.customer_id = new.id and s.shop_id = o.shop_id and s.order_id = o.id;
  return null;
end $$;
create trigger customers_keep_search after update of first_name, last_name, phone on customers for each row
  when ((new.first_name, new.last_name, new.phone) is distinct from (old.first_name, old.last_name, old.phone))
  execute function keep_customer_search();

-- The orders of the actor's shop that have each of the words, in what names them or in their driver's name: the newest, for its desk only.
-- A phone is found in any spelling: with spaces, with a country's number or without.
create function search_orders(p_words text, p_limit int) returns setof uuid
  language plpgsql stable security definer rows 100 set search_path = public, pg_temp as $$
declare
  v_shop_id int := actor.shop_id();
  v_form text := btrim(search_form(p_words));
  v_words text[];
  v_word text;
  v_like text;
  v_digits text;
  v_drivers int[];
  v_conditions text := '';
begin
  if v_shop_id is null or not actor.sees_shop() or v_form = '' then
    return;
  end if;
  v_digits := regexp_replace(v_form, '\D', '', 'g');
  v_words := case when v_form ~ '^[+0(][0-9 ()./-]*$' and length(v_digits) >= 7
    then array[replace(v_form, ' ', '')] else string_to_array(v_form, ' ') end;
  for v_word in select distinct coalesce(nullif(ltrim(w, '#'), ''), w) from unnest(v_words) w loop
    v_like := '%' || regexp_replace(v_word, '([\\%_])', '\\\1', 'g') || '%';
    v_conditions := v_conditions || format(' and (words like %L', v_like);
    v_digits := right(ltrim(regexp_replace(v_word, '\D', '', 'g'), '0'), 9);
    if v_word ~ '^[0-9+()./-]+$' and v_word ~ '^0|[^0-9]' and length(v_digits) >= 3 then
      v_conditions := v_conditions || format(' or words like %L', '%' || E'\x1f' || '%' || v_digits || '%');
    end if;
    select array_agg(d.id) into v_drivers from drivers d where d.shop_id = v_shop_id and search_form(d.full_name) like v_like;
    if v_drivers is not null then
      v_conditions := v_conditions || format(' or driver_id = any(%L::int[])', v_drivers);
    end if;
    v_conditions := v_conditions || ')';
  end loop;
  return query execute 'select order_id from order_search where shop_id = $1' || v_conditions
    || ' order by created_at desc, order_id desc limit $2' using v_shop_id, p_limit;
end $$;

revoke execute on function search_form(text), search_words(text, text, text, text, text, text), add_order_search(),
  keep_order_search(), keep_customer_search(), search_orders(text, int) from public;
grant execute on function search_orders(text, int) to mandoob_request;
