-- Sums of deliveries contain their corrections and later payments, and the amounts of links, transfers and
-- rounding.
alter table delivery_sums
  add column changes int not null default 0 check (changes >= 0),
  add column link_fils bigint not null default 0,
  add column transfer_fils bigint not null default 0,
  add column rounding_fils bigint not null default 0,
  add column owed_fils bigint not null default 0,
  add column refund_fils bigint not null default 0;
alter table delivery_sums
  drop constraint delivery_sums_deliveries_check,
  drop constraint delivery_sums_check,
  add constraint delivery_sums_counted check (deliveries >= 0 and deliveries + changes > 0) not valid,
  add constraint delivery_sums_late check (late between 0 and deliveries + changes) not valid;

-- Filters of reports that select few of the deliveries.
create index delivery_confirmations_mixed on delivery_confirmations (shop_id, delivered_at, id) where tender = 'cash_and_card';
create index delivery_confirmations_link on delivery_confirmations (shop_id, delivered_at, id) where link_fils <> 0;
create index delivery_confirmations_transfer on delivery_confirmations (shop_id, delivered_at, id) where transfer_fils <> 0;
create index order_payments_occurred on order_payments (shop_id, occurred_at, id);
create index order_payments_of_user on order_payments (shop_id, user_id, occurred_at);
create index payment_matches_recorded on payment_matches (shop_id, recorded_at, id);
create index order_waivers_recorded on order_waivers (shop_id, recorded_at, id);

-- The customer's data in requests, waivers and refunds are erased with those of the order.
alter table approvals add column erased_at timestamptz, add column erased_hashes jsonb;
alter table order_waivers add column erased_at timestamptz, add column erased_hashes jsonb;
alter table expenses add column erased_at timestamptz, add column erased_hashes jsonb;
create index approvals_of_order on approvals (shop_id, (record ->> 'order_id')) where record ->> 'order_id' is not null;

-- Rows are append-only, except that the customer's data in them are erased once.
create function keep_row_unless_erased() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if tg_op = 'UPDATE' and not actor.is_request() and to_jsonb(old) ->> 'erased_at' is null and to_jsonb(new) ->> 'erased_at' is not null
    and to_jsonb(new) - array['record', 'reason', 'note', 'erased_at', 'erased_hashes']
      = to_jsonb(old) - array['record', 'reason', 'note', 'erased_at', 'erased_hashes'] then
    return new;
  end if;
  raise exception 'rows of % are append-only', tg_table_name using errcode = 'restrict_violation';
end $$;
do $$
declare
  v_table text;
begin
  foreach v_table in array array['approvals', 'order_waivers', 'expenses'] loop
    execute format('drop trigger %1$s_append_only on %1$I', v_table);
    execute format('create trigger %1$s_append_only before update or delete on %1$I for each row execute function keep_row_unless_erased()',
      v_table);
    execute format('create policy not_erased on %1$I as restrictive for insert to mandoob_request
      with check (shop_id = (select actor.shop_id()) and erased_at is null and erased_hashes is null)', v_table);
  end loop;
end $$;

-- Replaces a payment reference; equal references stay equal, so that decisions about payments still match.
create function erased_reference(p_reference text, p_inner bytea, p_outer bytea) returns text
  language sql stable set search_path = public, pg_temp
  return 'erased ' || left(keyed_hash(p_reference, p_inner, p_outer), 16);
revoke execute on function erased_reference(text, bytea, bytea) from public;

-- Changed: the commands about payments.
create or replace function endpoints_of_orders()
 returns text[]
 language sql
 immutable
 set search_path = public, pg_temp
as $$
  select array['confirm_delivery', 'arrange_stops', 'arrange_driver_stops', 'assign_orders', 'unassign_orders', 'dispatch_orders',
    'return_orders', 'cancel_orders', 'reopen_orders', 'review_conflicts', 'undo_orders', 'correct_order', 'add_order', 'import_orders',
    'correct_imported_order', 'dismiss_not_taken', 'dismiss_in_store', 'retry_store', 'record_attempt', 'undo_attempt', 'set_out',
    'check_loading', 'postpone_orders', 'deliver_as_taken', 'request_unpaid_delivery', 'correct_delivery', 'correct_recorded_delivery',
    'collect_owed', 'match_payment', 'request_waiver', 'request_expense']
$$;

-- Changed: orders with anything owed, unmatched, to pay back or to decide are held; later rows are erased
-- too.
create or replace function old_orders(p_shop_id integer, p_now timestamp with time zone, p_days integer, p_unexplained uuid[], p_from timestamp with time zone, p_from_id uuid, p_limit integer)
 returns table (order_id uuid, created_at timestamp with time zone, held_because text)
 language sql
 stable security definer
 set search_path = public, pg_temp
as $$
  select o.id, o.created_at, case
      when o.status not in ('completed', 'cancelled') then 'open'
      when o.updated_at >= p_now - make_interval(days => p_days) or exists (select from order_events e
        where e.shop_id = o.shop_id and e.order_id = o.id and e.recorded_at >= p_now - make_interval(days => p_days)) then 'young'
      when exists (select from conflicts_to_review r where r.shop_id = o.shop_id and r.order_id = o.id) then 'conflict'
      when exists (select from order_balances b where b.shop_id = o.shop_id and b.order_id = o.id
          and b.owed_fils + b.unmatched_fils + b.refund_fils > 0)
        or exists (select from approvals a where a.shop_id = o.shop_id and a.record ->> 'order_id' = o.id::text and a.expires_at > p_now
          and not exists (select from approval_decisions d where d.shop_id = a.shop_id and d.approval_id = a.id)) then 'owed'
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
        and (a.created_at, a.id) > (coalesce(p_from, '-infinity'), coalesce(p_from_id, '00000000-0000-0000-0000-000000000000'))
        and (a.erased_at is null or a.id in (
          select t.order_id from delivery_attempts t
          where t.shop_id = p_shop_id and t.conflict is not null and t.erased_at is null)
          or a.id in (
          select k.order_id from delivery_corrections k where k.shop_id = p_shop_id and k.erased_at is null
          union all
          select y.order_id from order_payments y where y.shop_id = p_shop_id and y.erased_at is null)
          or a.id in (
          select e.order_id from order_events e where e.shop_id = p_shop_id and e.kind = 'conflict')
          and (exists (select from delivery_confirmations c
              where c.shop_id = a.shop_id and c.order_id = a.id and c.erased_at is null)
            or exists (select from order_events e
              where e.shop_id = a.shop_id and e.order_id = a.id and e.erased_at is null and e.detail ? 'reason')))
      order by a.created_at, a.id limit p_limit
    ) o
    order by o.created_at, o.id
$$;

-- Changed: the commands about payments.
create or replace function erase_fingerprints(p_shop_id integer, p_order_ids uuid[])
 returns void
 language sql
 set search_path = public, pg_temp
as $$
  with about_them as (
    select d.user_id, d.command_id from delivery_confirmations d
      where d.shop_id = p_shop_id and d.order_id = any (p_order_ids)
    union
    select k.recorded_by, k.command_id from delivery_corrections k
      where k.shop_id = p_shop_id and k.order_id = any (p_order_ids)
    union
    select y.user_id, y.command_id from order_payments y
      where y.shop_id = p_shop_id and y.order_id = any (p_order_ids)
    union
    select m.decided_by, m.command_id from payment_matches m
      where m.shop_id = p_shop_id and m.order_id = any (p_order_ids)
    union
    select q.requested_by, q.command_id from approvals q
      where q.shop_id = p_shop_id and q.record ->> 'order_id' = any (p_order_ids::text[])
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

-- Changed: also what was taken, corrected, paid later, decided, waived and paid back.
create or replace function erase_customers(p_shop_id integer, p_now timestamp with time zone, p_unexplained uuid[], p_from timestamp with time zone, p_from_id uuid, p_limit integer, p_inner bytea, p_outer bytea, p_id uuid, p_run_id uuid, out orders integer, out files integer, out contents text[], out next_from timestamp with time zone, out next_from_id uuid)
 returns record
 language plpgsql
 set search_path = public, pg_temp
as $$
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
  with attempts as (
    update delivery_attempts a set note = case when a.note is not null then 'erased' end,
        latitude = null, longitude = null, accuracy_m = null, erased_at = now(),
        erased_hashes = jsonb_strip_nulls(jsonb_build_object(
          'note', keyed_hash(a.note, p_inner, p_outer),
          'latitude', keyed_hash(a.latitude::text, p_inner, p_outer),
          'longitude', keyed_hash(a.longitude::text, p_inner, p_outer),
          'accuracy_m', keyed_hash(a.accuracy_m::text, p_inner, p_outer)))
      where a.shop_id = p_shop_id and a.order_id = any (v_order_ids) and a.erased_at is null
      returning a.photo_file_id
  ), taken_back as (
    update delivery_confirmations c set customer_name = 'erased', link_reference = erased_reference(c.link_reference, p_inner, p_outer),
        transfer_reference = erased_reference(c.transfer_reference, p_inner, p_outer),
        short_reason = case when c.short_reason is not null then 'erased' end, erased_at = now(),
        erased_hashes = jsonb_strip_nulls(jsonb_build_object(
          'customer_name', keyed_hash(c.customer_name, p_inner, p_outer),
          'link_reference', keyed_hash(c.link_reference, p_inner, p_outer),
          'transfer_reference', keyed_hash(c.transfer_reference, p_inner, p_outer),
          'short_reason', keyed_hash(c.short_reason, p_inner, p_outer)))
      where c.shop_id = p_shop_id and c.order_id = any (v_order_ids) and c.erased_at is null
      returning c.delivery_image_file_id, c.delivery_note_file_id
  ), corrected as (
    update delivery_corrections k set customer_name = 'erased', link_reference = erased_reference(k.link_reference, p_inner, p_outer),
        transfer_reference = erased_reference(k.transfer_reference, p_inner, p_outer),
        short_reason = case when k.short_reason is not null then 'erased' end,
        reason = case when k.reason is not null then 'erased' end, erased_at = now(),
        erased_hashes = jsonb_strip_nulls(jsonb_build_object(
          'customer_name', keyed_hash(k.customer_name, p_inner, p_outer),
          'link_reference', keyed_hash(k.link_reference, p_inner, p_outer),
          'transfer_reference', keyed_hash(k.transfer_reference, p_inner, p_outer),
          'short_reason', keyed_hash(k.short_reason, p_inner, p_outer),
          'reason', keyed_hash(k.reason, p_inner, p_outer)))
      where k.shop_id = p_shop_id and k.order_id = any (v_order_ids) and k.erased_at is null
      returning k.photo_file_id, k.document_file_id
  ), paid_later as (
    update order_payments o set customer_name = 'erased', link_reference = erased_reference(o.link_reference, p_inner, p_outer),
        transfer_reference = erased_reference(o.transfer_reference, p_inner, p_outer), erased_at = now(),
        erased_hashes = jsonb_strip_nulls(jsonb_build_object(
          'customer_name', keyed_hash(o.customer_name, p_inner, p_outer),
          'link_reference', keyed_hash(o.link_reference, p_inner, p_outer),
          'transfer_reference', keyed_hash(o.transfer_reference, p_inner, p_outer)))
      where o.shop_id = p_shop_id and o.order_id = any (v_order_ids) and o.erased_at is null
      returning o.receipt_file_id
  ), paid_back as (
    update expenses e set note = case when e.note is not null then 'erased' end, erased_at = now(),
        erased_hashes = jsonb_strip_nulls(jsonb_build_object('note', keyed_hash(e.note, p_inner, p_outer)))
      where e.shop_id = p_shop_id and e.order_id = any (v_order_ids) and e.erased_at is null
      returning e.slip_file_id
  ), requested as (
    update approvals a set reason = case when a.reason is not null then 'erased' end,
        record = a.record || (select coalesce(jsonb_object_agg(t.key, case when t.key in ('link_reference', 'transfer_reference')
            then erased_reference(t.value, p_inner, p_outer) else 'erased' end), '{}')
          from jsonb_each_text(a.record) t
          where t.key in ('customer_name', 'link_reference', 'transfer_reference', 'short_reason', 'reason', 'note') and t.value is not null),
        erased_at = now(),
        erased_hashes = jsonb_strip_nulls(jsonb_build_object('reason', keyed_hash(a.reason, p_inner, p_outer),
          'record', keyed_hash(a.record::text, p_inner, p_outer)))
      where a.shop_id = p_shop_id and a.record ->> 'order_id' = any (v_order_ids::text[]) and a.erased_at is null
      returning a.file_ids
  ), gone as (
    update files f set erased_at = now()
      where f.shop_id = p_shop_id and f.erased_at is null
        and f.id in (select delivery_image_file_id from taken_back union all select delivery_note_file_id from taken_back
          union all select photo_file_id from attempts union all select photo_file_id from corrected
          union all select document_file_id from corrected union all select receipt_file_id from paid_later
          union all select slip_file_id from paid_back union all select unnest(file_ids) from requested)
      returning f.sha256
  )
  select count(*), coalesce(array_agg(distinct g.sha256), '{}') into files, contents from gone g;
  update payment_matches m set reference = erased_reference(m.reference, p_inner, p_outer), erased_at = now(),
      erased_hashes = jsonb_build_object('reference', keyed_hash(m.reference, p_inner, p_outer))
    where m.shop_id = p_shop_id and m.order_id = any (v_order_ids) and m.erased_at is null;
  update order_waivers w set reason = 'erased', erased_at = now(),
      erased_hashes = jsonb_build_object('reason', keyed_hash(w.reason, p_inner, p_outer))
    where w.shop_id = p_shop_id and w.order_id = any (v_order_ids) and w.erased_at is null;
  update shopify_orders s set taken_word = null, dismissed_note = case when s.dismissed_note is not null then 'erased' end,
      erased_at = now(),
      erased_hashes = coalesce(s.erased_hashes, '{}')
        || jsonb_strip_nulls(jsonb_build_object('dismissed_note', keyed_hash(nullif(s.dismissed_note, 'erased'), p_inner, p_outer)))
    where s.shop_id = p_shop_id and s.external_id = any (v_external_ids) and (s.taken_word is not null or s.dismissed_note <> 'erased' or s.erased_at is null);
  perform erase_fingerprints(p_shop_id, v_order_ids);
  insert into erasings (shop_id, id, run_id, after_days, orders, files, fingerprints_erased_at)
    values (p_shop_id, p_id, p_run_id, v_days, orders, files, now());
end $$;
