-- Telephone numbers are parsed by the server (decision 78): the shop's country, numbers of older rows, and erasing.
grant update (country) on shops to mandoob_request;

-- The backfill parses these; afterwards the index has the rows of older servers only.
create index customers_to_parse on customers (shop_id, id) where phones is null and phone is not null;

-- A server of the previous version changes the text alone: then the numbers are those of the former text.
create function phones_of_former_text() returns trigger language plpgsql as $$
begin
  if new.phones is not distinct from old.phones then
    new.phones := null;
  end if;
  return new;
end $$;
create trigger customers_phones before update of phone on customers for each row
  when (new.phone is distinct from old.phone) execute function phones_of_former_text();

-- Changed: erases the parsed telephone numbers, the customer's requests and the language.
create or replace function erase_customers(
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

  update customers c set first_name = 'erased', last_name = '', phone = null, phones = null, erased_at = now(),
      erased_hashes = jsonb_strip_nulls(jsonb_build_object(
        'first_name', keyed_hash(nullif(c.first_name, ''), p_inner, p_outer),
        'last_name', keyed_hash(nullif(c.last_name, ''), p_inner, p_outer),
        'phone', keyed_hash(c.phone, p_inner, p_outer),
        'phones', keyed_hash(nullif(c.phones, '[]')::text, p_inner, p_outer)))
    from orders o
    where o.shop_id = p_shop_id and o.id = any (v_order_ids)
      and c.shop_id = o.shop_id and c.id = o.customer_id and c.erased_at is null
      and not exists (select from orders other where other.shop_id = c.shop_id and other.customer_id = c.id
        and other.erased_at is null and other.id <> all (v_order_ids));
  update orders o set delivery_address = 'erased', area = null, latitude = null, longitude = null,
      notes = case when o.notes is not null then 'erased' end, requests = '[]', locale = null, erased_at = now(),
      erased_hashes = jsonb_strip_nulls(jsonb_build_object(
        'delivery_address', keyed_hash(o.delivery_address, p_inner, p_outer),
        'area', keyed_hash(o.area, p_inner, p_outer),
        'latitude', keyed_hash(o.latitude::text, p_inner, p_outer),
        'longitude', keyed_hash(o.longitude::text, p_inner, p_outer),
        'notes', keyed_hash(o.notes, p_inner, p_outer),
        'requests', keyed_hash(nullif(o.requests, '[]')::text, p_inner, p_outer),
        'locale', keyed_hash(o.locale, p_inner, p_outer)))
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
      erased_hashes = coalesce(s.erased_hashes, '{}')
        || jsonb_strip_nulls(jsonb_build_object('dismissed_note', keyed_hash(nullif(s.dismissed_note, 'erased'), p_inner, p_outer)))
    where s.shop_id = p_shop_id and s.external_id = any (v_external_ids) and (s.taken_word is not null or s.dismissed_note <> 'erased' or s.erased_at is null);
  perform erase_fingerprints(p_shop_id, v_order_ids);
  insert into erasings (shop_id, id, run_id, after_days, orders, files, fingerprints_erased_at)
    values (p_shop_id, p_id, p_run_id, v_days, orders, files, now());
end $$;
