-- Customers' data of old orders is erased after the days that the shop sets (docs/decisions/0059). What was erased stays as a tombstone: when, and of each value a
-- keyed hash. Numbers, amounts and movements stay.
alter table shops add column erase_customers_after_days int;
alter table shops add constraint shops_erase_after_days
  check (erase_customers_after_days between 60 and 3650) not valid;
grant update (erase_customers_after_days) on shops to mandoob_request;

alter table orders add column erased_at timestamptz, add column erased_hashes jsonb;
alter table orders add constraint orders_erased_is_closed
  check (erased_at is null or status in ('completed', 'cancelled')) not valid;
alter table customers add column erased_at timestamptz, add column erased_hashes jsonb;
alter table delivery_confirmations add column erased_at timestamptz, add column erased_hashes jsonb;
alter table order_events add column erased_at timestamptz, add column erased_hashes jsonb;
alter table shopify_orders add column erased_at timestamptz, add column erased_hashes jsonb;
alter table shopify_webhooks add column erased_at timestamptz, add column erased_hashes jsonb;
-- Its hash stays as it is.
alter table files add column erased_at timestamptz;

-- Nobody writes something as erased.
create policy not_erased on delivery_confirmations as restrictive for insert to mandoob_request
  with check (shop_id = (select actor.shop_id()) and erased_at is null and erased_hashes is null);
create policy not_erased on order_events as restrictive for insert to mandoob_request
  with check (shop_id = (select actor.shop_id()) and erased_at is null and erased_hashes is null);

-- What was erased together. All of it has this very time.
create table erasings (
  shop_id int not null references shops,
  id uuid not null,
  -- A run of the job is several.
  run_id uuid not null,
  erased_at timestamptz not null default now(),
  after_days int not null,
  -- Orders that had not been erased before, and all files.
  orders int not null,
  files int not null,
  primary key (shop_id, id)
);
create index erasings_newest on erasings (shop_id, erased_at);
alter table erasings enable row level security;
create policy own_shop on erasings for select to mandoob_request
  using (shop_id = (select actor.shop_id()) and (select actor.sees_shop()));
grant select on erasings to mandoob_request;

-- HMAC-SHA256 (RFC 2104). The key comes as it is padded for either hash: it lies outside the database, so that nobody finds a phone number by trying all.
create function keyed_hash(p_value text, p_inner bytea, p_outer bytea) returns text
  language sql immutable strict parallel safe set search_path = public, pg_temp
  return encode(sha256(p_outer || sha256(p_inner || convert_to(p_value, 'UTF8'))), 'hex');

-- Orders that came before p_now less the days, behind p_from and p_from_id, that are not erased yet, or to which a late delivery has brought something since;
-- each with why it stays for now: open, young (something happened to it since), conflict, store, cash. p_unexplained: whose cash nobody can explain.
create function old_orders(p_shop_id int, p_now timestamptz, p_days int, p_unexplained uuid[], p_from timestamptz, p_from_id uuid, p_limit int)
  returns table (order_id uuid, created_at timestamptz, held_because text)
  language sql stable security definer set search_path = public, pg_temp as $$
  select o.id, o.created_at, case
      when o.status not in ('completed', 'cancelled') then 'open'
      when o.updated_at >= p_now - make_interval(days => p_days) or exists (select from order_events e
        where e.shop_id = o.shop_id and e.order_id = o.id and e.recorded_at >= p_now - make_interval(days => p_days)) then 'young'
      when exists (select from conflicts_to_review r where r.shop_id = o.shop_id and r.order_id = o.id) then 'conflict'
      when o.external_id is not null and exists (select from shopify_connections c where c.shop_id = o.shop_id) and (
        exists (select from order_fulfilments f where f.shop_id = o.shop_id and f.order_id = o.id and f.status <> 'done')
        or exists (select from store_payments p where p.shop_id = o.shop_id and p.order_id = o.id
          and p.status in ('waiting', 'listed', 'failed'))
        or exists (select from shopify_orders s where s.shop_id = o.shop_id and s.external_id = o.external_id
          and s.not_taken_because is not null and s.dismissed_because is distinct from s.not_taken_because)) then 'store'
      when exists (select from delivery_confirmations c where c.shop_id = o.shop_id and c.order_id = o.id and c.cash_fils > 0
        and (c.user_id = any (p_unexplained) or exists (select from cash_movements m
          where m.shop_id = c.shop_id and m.source_type = 'delivery_confirmation' and m.source_id = c.id and m.posted_at is null)))
        then 'cash'
    end
    from (
      select * from orders a
      where a.shop_id = p_shop_id and may_see_to_orders(p_shop_id) and a.created_at < p_now - make_interval(days => p_days)
        and (p_from is null or (a.created_at, a.id) > (p_from, p_from_id))
        and (a.erased_at is null or a.id in (
          select e.order_id from order_events e where e.shop_id = p_shop_id and e.kind = 'conflict')
          and (exists (select from delivery_confirmations c
              where c.shop_id = a.shop_id and c.order_id = a.id and c.erased_at is null)
            or exists (select from order_events e
              where e.shop_id = a.shop_id and e.order_id = a.id and e.erased_at is null and e.detail ? 'reason')))
      order by a.created_at, a.id limit p_limit
    ) o
    order by o.created_at, o.id
$$;

-- One batch, in one transaction: what is due among the next p_limit old orders of a shop. Everything is looked at again under the orders' locks.
create function erase_customers(
  p_shop_id int, p_now timestamptz, p_unexplained uuid[], p_from timestamptz, p_from_id uuid, p_limit int,
  p_inner bytea, p_outer bytea, p_id uuid, p_run_id uuid,
  out orders int, out files int, out contents text[], out next_from timestamptz, out next_from_id uuid)
  language plpgsql set search_path = public, pg_temp as $$
declare
  v_days int;
  v_order_ids uuid[];
  v_external_ids text[];
begin
  orders := 0;
  files := 0;
  contents := '{}';
  select s.erase_customers_after_days into v_days from shops s where s.id = p_shop_id for share;
  if v_days is null then
    return;
  end if;
  select array_agg(o.order_id) filter (where o.held_because is null),
      (array_agg(o.created_at order by o.created_at desc, o.order_id desc))[1],
      (array_agg(o.order_id order by o.created_at desc, o.order_id desc))[1]
    into v_order_ids, next_from, next_from_id
    from old_orders(p_shop_id, p_now, v_days, p_unexplained, p_from, p_from_id, p_limit) o;
  perform from orders o where o.shop_id = p_shop_id and o.id = any (v_order_ids) order by o.id for update;
  select array_agg(o.order_id), array_agg(l.external_id) into v_order_ids, v_external_ids
    from old_orders(p_shop_id, p_now, v_days, p_unexplained, p_from, p_from_id, p_limit) o
    join orders l on l.shop_id = p_shop_id and l.id = o.order_id
    where o.held_because is null and o.order_id = any (v_order_ids);
  if v_order_ids is null then
    return;
  end if;

  update customers c set first_name = 'erased', last_name = '', phone = null, erased_at = now(),
      erased_hashes = jsonb_strip_nulls(jsonb_build_object(
        'first_name', keyed_hash(nullif(c.first_name, ''), p_inner, p_outer),
        'last_name', keyed_hash(nullif(c.last_name, ''), p_inner, p_outer),
        'phone', keyed_hash(c.phone, p_inner, p_outer)))
    from orders o
    where o.shop_id = p_shop_id and o.id = any (v_order_ids)
      and c.shop_id = o.shop_id and c.id = o.customer_id and c.erased_at is null
      and not exists (select from orders other where other.shop_id = c.shop_id and other.customer_id = c.id
        and other.erased_at is null and other.id <> all (v_order_ids));
  update orders o set delivery_address = 'erased', area = null, latitude = null, longitude = null,
      notes = case when o.notes is not null then 'erased' end, erased_at = now(),
      erased_hashes = jsonb_strip_nulls(jsonb_build_object(
        'delivery_address', keyed_hash(o.delivery_address, p_inner, p_outer),
        'area', keyed_hash(o.area, p_inner, p_outer),
        'latitude', keyed_hash(o.latitude::text, p_inner, p_outer),
        'longitude', keyed_hash(o.longitude::text, p_inner, p_outer),
        'notes', keyed_hash(o.notes, p_inner, p_outer)))
    where o.shop_id = p_shop_id and o.id = any (v_order_ids) and o.erased_at is null;
  get diagnostics orders = row_count;
  update order_events e set erased_at = now(),
      erased_hashes = jsonb_build_object('detail', keyed_hash(e.detail::text, p_inner, p_outer)),
      detail = e.detail
        || case when e.detail ? 'reason' then '{"reason": "erased"}' else '{}' end::jsonb
        || case when e.detail -> 'steps' @> '[{"what": "area"}]' then jsonb_build_object('steps', (
            select jsonb_agg(case when s.step ->> 'what' = 'area' then s.step || jsonb_build_object(
                'from', case when s.step ->> 'from' is not null then 'erased' end,
                'to', case when s.step ->> 'to' is not null then 'erased' end) else s.step end order by s.place)
            from jsonb_array_elements(e.detail -> 'steps') with ordinality as s (step, place)))
          else '{}' end::jsonb
    where e.shop_id = p_shop_id and e.order_id = any (v_order_ids) and e.erased_at is null
      and (e.detail ? 'reason' or e.detail -> 'steps' @> '[{"what": "area"}]');
  with taken_back as (
    update delivery_confirmations c set customer_name = 'erased', erased_at = now(),
        erased_hashes = jsonb_build_object('customer_name', keyed_hash(c.customer_name, p_inner, p_outer))
      where c.shop_id = p_shop_id and c.order_id = any (v_order_ids) and c.erased_at is null
      returning c.delivery_image_file_id, c.delivery_note_file_id
  ), gone as (
    update files f set erased_at = now()
      where f.shop_id = p_shop_id and f.erased_at is null
        and f.id in (select delivery_image_file_id from taken_back union all select delivery_note_file_id from taken_back)
      returning f.sha256
  )
  select count(*), coalesce(array_agg(distinct g.sha256), '{}') into files, contents from gone g;
  update shopify_orders s set taken_word = null, dismissed_note = case when s.dismissed_note is not null then 'erased' end,
      erased_at = now(),
      erased_hashes = jsonb_strip_nulls(jsonb_build_object('dismissed_note', keyed_hash(s.dismissed_note, p_inner, p_outer)))
    where s.shop_id = p_shop_id and s.external_id = any (v_external_ids) and s.erased_at is null;
  insert into erasings (shop_id, id, run_id, after_days, orders, files)
    values (p_shop_id, p_id, p_run_id, v_days, orders, files);
end $$;

-- What is left of them in what the store told: payloads about erased orders, and what somebody wrote about orders that never came here and about webhooks, which
-- no order's age tells. Goes by what is there, so that it goes on where it was killed. Answers how many rows.
create function erase_store_texts(p_shop_id int, p_now timestamptz, p_inner bytea, p_outer bytea) returns int
  language plpgsql set search_path = public, pg_temp as $$
declare
  v_before timestamptz;
  v_rows int;
  v_all int;
begin
  select p_now - make_interval(days => s.erase_customers_after_days) into v_before from shops s where s.id = p_shop_id for share;
  update shopify_webhooks w set payload = '', payload_sha256 = encode(sha256(convert_to(w.payload, 'UTF8')), 'hex')
    from orders o
    where w.shop_id = p_shop_id and w.worked_at is not null and w.payload_sha256 is null
      and o.shop_id = w.shop_id and o.external_id = w.external_id and o.erased_at is not null;
  get diagnostics v_all = row_count;
  update shopify_orders s set dismissed_note = 'erased', erased_at = now(),
      erased_hashes = jsonb_build_object('dismissed_note', keyed_hash(s.dismissed_note, p_inner, p_outer))
    where s.shop_id = p_shop_id and s.order_id is null and s.dismissed_note is not null and s.erased_at is null
      and coalesce(s.external_updated_at, '-infinity') < v_before;
  get diagnostics v_rows = row_count;
  v_all := v_all + v_rows;
  update shopify_webhooks w set dismissed_note = 'erased', erased_at = now(),
      erased_hashes = jsonb_build_object('dismissed_note', keyed_hash(w.dismissed_note, p_inner, p_outer))
    where w.shop_id = p_shop_id and w.dismissed_note is not null and w.erased_at is null and w.received_at < v_before;
  get diagnostics v_rows = row_count;
  return v_all + v_rows;
end $$;

-- A backup keeps what is erased afterwards. Which were made is written down before they begin, so that each knows of itself.
create table backups (
  id uuid primary key,
  path text not null,
  made_at timestamptz not null default now()
);
alter table backups enable row level security;

-- The newest first, without the folders that they lie in.
create function backups_before(p_shop_id int, p_moment timestamptz, p_limit int) returns table (name text, made_at timestamptz, backups int)
  language sql stable security definer set search_path = public, pg_temp as $$
  select regexp_replace(b.path, '^.*[/\\]', ''), b.made_at, (count(*) over ())::int from backups b
    where b.made_at < p_moment and may_see_to_orders(p_shop_id)
    order by b.made_at desc, b.id limit p_limit
$$;

revoke execute on function keyed_hash(text, bytea, bytea),
  old_orders(int, timestamptz, int, uuid[], timestamptz, uuid, int),
  erase_customers(int, timestamptz, uuid[], timestamptz, uuid, int, bytea, bytea, uuid, uuid),
  erase_store_texts(int, timestamptz, bytea, bytea),
  backups_before(int, timestamptz, int) from public;
grant execute on function old_orders(int, timestamptz, int, uuid[], timestamptz, uuid, int),
  backups_before(int, timestamptz, int) to mandoob_request;
