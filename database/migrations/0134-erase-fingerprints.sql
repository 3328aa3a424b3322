-- A fingerprint hashes the complete input of a command. After the customer's data is erased everywhere
-- else, a list of names finds the one that fits, so the fingerprint is erased too (decision 59). A replay
-- of such a command gets the stored reply by key alone.
alter table commands drop constraint commands_fingerprint_check;
alter table commands add constraint commands_fingerprint_is_hash_or_erased
  check (fingerprint ~ '^[0-9a-f]{64}$' or fingerprint = 'erased') not valid;
drop policy own on commands;
create policy own on commands for all to mandoob_request
  using (shop_id = (select actor.shop_id()) and user_id = (select actor.user_id()))
  with check (shop_id = (select actor.shop_id()) and user_id = (select actor.user_id()) and fingerprint <> 'erased');

-- Commands whose input may contain customer data.
create function endpoints_of_orders() returns text[]
  language sql immutable set search_path = public, pg_temp as $$
  select array['confirm_delivery', 'arrange_stops', 'arrange_driver_stops', 'assign_orders', 'unassign_orders', 'dispatch_orders',
    'return_orders', 'cancel_orders', 'reopen_orders', 'review_conflicts', 'undo_orders', 'correct_order', 'add_order', 'import_orders',
    'correct_imported_order', 'dismiss_not_taken', 'dismiss_in_store', 'retry_store']
$$;
revoke execute on function endpoints_of_orders() from public;

-- Erases fingerprints of commands about these orders: deliveries, commands whose audit row names one of
-- them, and every import of the shop. An import hashes all its rows, and its audit row names only new
-- orders.
create function erase_fingerprints(p_shop_id int, p_order_ids uuid[]) returns void
  language sql set search_path = public, pg_temp as $$
  with about_them as (
    select d.user_id, d.command_id from delivery_confirmations d
      where d.shop_id = p_shop_id and d.order_id = any (p_order_ids)
    union
    select a.user_id, a.command_id from audit_events a
      where a.shop_id = p_shop_id and a.subject_id = any (p_order_ids::text[])
    union
    select a.user_id, a.command_id from orders o
      join audit_events a on a.shop_id = o.shop_id and a.subject_id is null
        and (coalesce(a.before -> 'order_ids', a.after -> 'order_numbers') @> to_jsonb(o.id)
          or coalesce(a.before -> 'order_ids', a.after -> 'order_numbers') @> to_jsonb(o.order_number))
      where o.shop_id = p_shop_id and o.id = any (p_order_ids)
    union
    select i.user_id, i.command_id from commands i
      where i.shop_id = p_shop_id and i.endpoint = 'import_orders' and i.fingerprint <> 'erased'
  )
  update commands c set fingerprint = 'erased'
    from about_them t
    where c.shop_id = p_shop_id and c.user_id = t.user_id and c.endpoint = any (endpoints_of_orders())
      and c.command_id = t.command_id and c.fingerprint <> 'erased'
$$;
revoke execute on function erase_fingerprints(int, uuid[]) from public;

-- Null in rows of older versions, whose orders still have the fingerprints of their commands. A backfill
-- erases those in batches (server/retention/erase-older-fingerprints.ts).
alter table erasings add column fingerprints_erased_at timestamptz;

-- Changed: erases fingerprints.
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
      erased_hashes = coalesce(s.erased_hashes, '{}')
        || jsonb_strip_nulls(jsonb_build_object('dismissed_note', keyed_hash(nullif(s.dismissed_note, 'erased'), p_inner, p_outer)))
    where s.shop_id = p_shop_id and s.external_id = any (v_external_ids) and (s.taken_word is not null or s.dismissed_note <> 'erased' or s.erased_at is null);
  perform erase_fingerprints(p_shop_id, v_order_ids);
  insert into erasings (shop_id, id, run_id, after_days, orders, files, fingerprints_erased_at)
    values (p_shop_id, p_id, p_run_id, v_days, orders, files, now());
end $$;

-- Erases at most p_limit fingerprints by age, and returns their number: those of notes on orders that
-- never came, of imports (skipped rows have no order), and of commands that changed nothing (no audit
-- row).
create function erase_old_fingerprints(p_shop_id int, p_now timestamptz, p_limit int) returns int
  language plpgsql set search_path = public, pg_temp as $$
declare
  v_before timestamptz;
  v_rows int;
begin
  select p_now - make_interval(days => s.erase_customers_after_days) into v_before
    from shops s where s.id = p_shop_id for share;
  with old as (
    select c.user_id, c.endpoint, c.command_id from commands c
      where c.shop_id = p_shop_id and c.recorded_at < v_before and c.fingerprint <> 'erased'
        and c.endpoint = any (endpoints_of_orders()) and c.endpoint not in ('confirm_delivery', 'arrange_stops')
        -- `offset 0` prevents a plan that hashes the shop's complete audit.
        and (c.endpoint in ('dismiss_not_taken', 'import_orders') or not exists (select from audit_events a
          where a.shop_id = c.shop_id and a.user_id = c.user_id and a.recorded_at = c.recorded_at
            and a.command_id = c.command_id offset 0))
      limit p_limit
  )
  update commands c set fingerprint = 'erased'
    from old o
    where c.shop_id = p_shop_id and c.user_id = o.user_id and c.endpoint = o.endpoint and c.command_id = o.command_id;
  get diagnostics v_rows = row_count;
  return v_rows;
end $$;
revoke execute on function erase_old_fingerprints(int, timestamptz, int) from public;
