-- The schema that the migrations produce. Written by `npm run types`, compared by a test, never executed.

create schema actor;
grant usage on schema actor to mandoob_request;

create schema migrations;

CREATE OR REPLACE FUNCTION actor.driver_id()
 RETURNS integer
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN (NULLIF(current_setting('app.driver_id'::text, true), ''::text))::integer
;
grant execute on function actor.driver_id() to mandoob_request;

CREATE OR REPLACE FUNCTION actor.ever_had(p_order_id uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select coalesce(actor.driver_id() = any (drivers_of_order(actor.shop_id(), p_order_id)), false)
$function$
;
grant execute on function actor.ever_had(uuid) to mandoob_request;

CREATE OR REPLACE FUNCTION actor.ever_had_order_of(p_customer_id uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select exists (select from orders o where o.shop_id = actor.shop_id() and o.customer_id = p_customer_id
                 and actor.driver_id() = any (drivers_of_order(o.shop_id, o.id)))
$function$
;
grant execute on function actor.ever_had_order_of(uuid) to mandoob_request;

CREATE OR REPLACE FUNCTION actor.is_request()
 RETURNS boolean
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN (CASE WHEN (current_setting('role'::text) = 'none'::text) THEN (SESSION_USER)::text ELSE current_setting('role'::text) END = 'mandoob_request'::text)
;
grant execute on function actor.is_request() to mandoob_request;

CREATE OR REPLACE FUNCTION actor.may_move(p_reason text, p_from_holder text, p_from_user_id uuid, p_to_holder text, p_to_user_id uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE
RETURN COALESCE(CASE p_reason WHEN 'delivery'::text THEN ((actor.role() = ANY (ARRAY['Driver'::text, 'Manager'::text])) AND (p_from_holder = 'customers'::text) AND (p_to_user_id = actor.user_id())) WHEN 'start_handover'::text THEN ((actor.role() = 'Admin'::text) AND (p_from_user_id = actor.user_id()) AND (p_to_holder = 'staff'::text)) WHEN 'end_handover'::text THEN ((actor.role() = 'Admin'::text) AND (p_from_holder = 'staff'::text) AND (p_to_user_id = actor.user_id())) WHEN 'drop'::text THEN ((actor.role() = 'Admin'::text) AND (p_from_holder = 'staff'::text) AND (p_to_user_id = actor.user_id())) WHEN 'collection'::text THEN ((actor.role() = 'Manager'::text) AND (p_from_holder = 'staff'::text) AND (p_to_user_id = actor.user_id())) WHEN 'bank_deposit'::text THEN ((actor.role() = 'Manager'::text) AND (p_from_user_id = actor.user_id()) AND (p_to_holder = 'bank'::text)) WHEN 'issue'::text THEN (actor.sees_shop() AND (p_from_holder = 'safe'::text) AND (p_to_holder = 'staff'::text)) WHEN 'float_return'::text THEN (actor.sees_shop() AND (p_from_holder = 'staff'::text) AND (p_to_holder = 'safe'::text)) WHEN 'adjustment'::text THEN (actor.sees_shop() AND ('adjustment'::text = ANY (ARRAY[p_from_holder, p_to_holder]))) WHEN 'difference'::text THEN (actor.sees_shop() AND (((p_from_holder = 'staff'::text) AND (p_to_holder = 'shortage'::text)) OR ((p_from_holder = 'over'::text) AND (p_to_holder = 'staff'::text)))) WHEN 'settlement'::text THEN (actor.sees_shop() AND (((p_from_holder = 'shortage'::text) AND (p_to_user_id = actor.user_id())) OR ((p_from_user_id = actor.user_id()) AND (p_to_holder = 'over'::text)))) WHEN 'write_off'::text THEN (actor.sees_shop() AND (((p_from_holder = 'shortage'::text) AND (p_to_holder = 'adjustment'::text)) OR ((p_from_holder = 'adjustment'::text) AND (p_to_holder = 'over'::text)))) WHEN 'reversal'::text THEN actor.sees_shop() WHEN 'order_payment'::text THEN ((actor.role() = ANY (ARRAY['Driver'::text, 'Manager'::text])) AND (p_from_holder = 'customers'::text) AND (p_to_user_id = actor.user_id())) WHEN 'correction'::text THEN (('customers'::text = ANY (ARRAY[p_from_holder, p_to_holder])) AND (actor.sees_shop() OR (COALESCE(p_from_user_id, p_to_user_id) = actor.user_id()))) WHEN 'expense'::text THEN (actor.sees_shop() AND (p_from_holder = 'staff'::text) AND (p_to_holder = 'expense'::text)) ELSE false END, false)
;
grant execute on function actor.may_move(text,text,uuid,text,uuid) to mandoob_request;

CREATE OR REPLACE FUNCTION actor.role()
 RETURNS text
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN NULLIF(current_setting('app.role'::text, true), ''::text)
;
grant execute on function actor.role() to mandoob_request;

CREATE OR REPLACE FUNCTION actor.sees_device(p_shop_id integer, p_user_ids uuid[])
 RETURNS boolean
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN CASE WHEN (actor.user_id() IS NULL) THEN (NOT actor.is_request()) ELSE COALESCE(((p_shop_id = actor.shop_id()) AND (actor.sees_shop() OR (actor.user_id() = ANY (p_user_ids)))), false) END
;

CREATE OR REPLACE FUNCTION actor.sees_shop()
 RETURNS boolean
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN COALESCE((NULLIF(current_setting('app.role'::text, true), ''::text) = ANY (ARRAY['Manager'::text, 'Admin'::text])), false)
;
grant execute on function actor.sees_shop() to mandoob_request;

CREATE OR REPLACE FUNCTION actor.shop_id()
 RETURNS integer
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN (NULLIF(current_setting('app.shop_id'::text, true), ''::text))::integer
;
grant execute on function actor.shop_id() to mandoob_request;

CREATE OR REPLACE FUNCTION actor.user_id()
 RETURNS uuid
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN (NULLIF(current_setting('app.user_id'::text, true), ''::text))::uuid
;
grant execute on function actor.user_id() to mandoob_request;

CREATE OR REPLACE FUNCTION public.add_order_search()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  insert into order_search (shop_id, order_id, created_at, driver_id, words)
    select o.shop_id, o.id, o.created_at, o.driver_id,
      search_words(o.order_number, c.first_name, c.last_name, o.delivery_address, o.area, c.phone)
    from added o join customers c on c.shop_id = o.shop_id and c.id = o.customer_id
    on conflict do nothing;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.add_staff_records(p_shop_id integer, p_user_id uuid, p_email text, p_password_hash text, p_must_change_password boolean, p_full_name text, p_role text, p_delivers boolean)
 RETURNS TABLE(driver_id integer)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
#variable_conflict use_column
begin
  perform assert_may_change_staff(p_shop_id, null);
  insert into users (id, email, password_hash, must_change_password)
    values (p_user_id, p_email, p_password_hash, p_must_change_password) on conflict do nothing;
  if not found then
    return;
  end if;
  insert into profiles (id, full_name, role, shop_id) values (p_user_id, p_full_name, p_role, p_shop_id);
  if p_delivers then
    insert into drivers (shop_id, user_id, full_name) values (p_shop_id, p_user_id, p_full_name) returning id into driver_id;
  end if;
  return next;
end $function$
;
grant execute on function public.add_staff_records(integer,uuid,text,text,boolean,text,text,boolean) to mandoob_request;

CREATE OR REPLACE FUNCTION public.add_to_balance(p_shop_id integer, p_user_id uuid, p_amount_fils bigint)
 RETURNS bigint
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  v_part bigint := 0;
begin
  if p_amount_fils > 0 then
    select part into v_part from cash_tracking_parts where shop_id = p_shop_id and user_id = p_user_id
      order by part limit 1 for no key update skip locked;
    v_part := coalesce(v_part, pg_current_xact_id()::text::bigint);
  end if;
  insert into cash_tracking_parts as t (shop_id, user_id, part, cash_on_hand_fils, last_updated)
    values (p_shop_id, p_user_id, v_part, p_amount_fils, clock_timestamp())
    on conflict (shop_id, user_id, part) do update
      set cash_on_hand_fils = t.cash_on_hand_fils + excluded.cash_on_hand_fils, last_updated = excluded.last_updated;
  if p_amount_fils < 0 then
    -- Whoever takes gathers the parts that nobody is writing to: they are one again once the rush is over.
    with free as (
      select part from cash_tracking_parts
      where shop_id = p_shop_id and user_id = p_user_id and part <> 0 for update skip locked
    ), gathered as (
      delete from cash_tracking_parts p using free
      where p.shop_id = p_shop_id and p.user_id = p_user_id and p.part = free.part
      returning p.cash_on_hand_fils
    )
    update cash_tracking_parts t set cash_on_hand_fils = t.cash_on_hand_fils + g.fils
      from (select sum(cash_on_hand_fils) as fils from gathered) g
      where t.shop_id = p_shop_id and t.user_id = p_user_id and t.part = 0 and g.fils is not null;
  end if;
  return (select sum(cash_on_hand_fils)::bigint from cash_tracking_parts
    where shop_id = p_shop_id and user_id = p_user_id);
end $function$
;

CREATE OR REPLACE FUNCTION public.apply_movement(p_shop_id integer, p_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  m cash_movements;
begin
  select * into m from cash_movements where shop_id = p_shop_id and id = p_id and posted_at is null for update;
  if not found then
    return;
  end if;
  perform move_cash(p_shop_id, m.from_user_id, m.to_user_id, m.amount_fils);
  update cash_movements set posted_at = clock_timestamp() where shop_id = p_shop_id and id = p_id;
exception when query_canceled then
  raise exception 'the balances took longer than a statement may' using errcode = 'lock_not_available';
end $function$
;

CREATE OR REPLACE FUNCTION public.ask_store_again(p_shop_id integer)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  v_domain text;
begin
  if not may_change_store(p_shop_id) then
    raise exception 'this store is not the actor''s to ask' using errcode = 'insufficient_privilege';
  end if;
  update shopify_connections set refused_at = null, refused_because = null, marking_refused_because = null
    where shop_id = p_shop_id returning shop_domain into v_domain;
  if v_domain is null then
    return false;
  end if;
  update shopify_polls set started_at = null where shop_id = p_shop_id and shop_domain = v_domain;
  perform graphile_worker.add_job('keep-in-step-with-shopify', payload => '{}', job_key => 'keep-in-step-with-shopify-now');
  return true;
end $function$
;
grant execute on function public.ask_store_again(integer) to mandoob_request;

CREATE OR REPLACE FUNCTION public.assert_may_change_staff(p_shop_id integer, p_user_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if actor.is_request() and (actor.shop_id() = p_shop_id and actor.role() = 'Admin') is not true then
    raise exception 'the staff of this shop is not the actor''s to change' using errcode = 'insufficient_privilege';
  end if;
  if p_user_id is not null and not exists (select from profiles where id = p_user_id and shop_id = p_shop_id) then
    raise exception 'this person does not work in this shop' using errcode = 'insufficient_privilege';
  end if;
end $function$
;

CREATE OR REPLACE FUNCTION public.assert_may_lose_role(p_shop_id integer, p_user_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if actor.is_request() and (p_user_id = actor.user_id() or not exists (
    select from profiles p join users u on u.id = p.id
    where p.shop_id = p_shop_id and p.role = 'Admin' and u.disabled_at is null and p.id <> p_user_id)) then
    raise exception 'this person''s role and access stay' using errcode = 'insufficient_privilege';
  end if;
end $function$
;

CREATE OR REPLACE FUNCTION public.assert_no_request_begun()
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if exists (select from pg_locks
      where locktype = 'advisory' and classid = 760219443::oid and objsubid = 2 and pid = pg_backend_pid()) then
    raise exception 'a request has begun: nobody signs in within it' using errcode = 'insufficient_privilege';
  end if;
end $function$
;

CREATE OR REPLACE FUNCTION public.audit_events_with_order(p_shop_id integer, p_order_id uuid, p_order_number text)
 RETURNS TABLE(id uuid, recorded_at timestamp with time zone)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select e.id, e.recorded_at from audit_events e
  where e.shop_id = p_shop_id and e.subject_id is null and coalesce(e.before -> 'order_ids', e.after -> 'order_numbers') is not null
    and (coalesce(e.before -> 'order_ids', e.after -> 'order_numbers') @> jsonb_build_array(p_order_id)
      or coalesce(e.before -> 'order_ids', e.after -> 'order_numbers') @> jsonb_build_array(p_order_number))
    and (not actor.is_request() or actor.shop_id() = p_shop_id and actor.sees_shop())
  order by e.recorded_at desc, e.id desc limit 1000
$function$
;
grant execute on function public.audit_events_with_order(integer,uuid,text) to mandoob_request;

CREATE OR REPLACE FUNCTION public.backups_before(p_shop_id integer, p_moment timestamp with time zone, p_limit integer)
 RETURNS TABLE(name text, made_at timestamp with time zone, backups integer)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select regexp_replace(b.path, '^.*[/\\]', ''), b.made_at, (count(*) over ())::int from backups b
    where b.made_at < p_moment and may_see_to_orders(p_shop_id)
    order by b.made_at desc, b.id limit p_limit
$function$
;
grant execute on function public.backups_before(integer,timestamp with time zone,integer) to mandoob_request;

CREATE OR REPLACE FUNCTION public.balance_of_order(p_shop_id integer, p_order_id uuid, OUT owed_fils bigint, OUT unmatched_fils bigint, OUT refund_fils bigint)
 RETURNS record
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  with delivery as (
    select * from delivery_facts f where f.shop_id = p_shop_id and f.order_id = p_order_id and f.outcome = 'delivered'
  ), pending as (
    select f.confirmation_id as source_id, p.tender, p.reference, p.amount_fils from delivery f
      cross join lateral (values ('payment_link', f.link_reference, f.link_fils), ('bank_transfer', f.transfer_reference, f.transfer_fils))
        as p (tender, reference, amount_fils)
    union all
    select o.id, p.tender, p.reference, p.amount_fils from order_payments o
      cross join lateral (values ('payment_link', o.link_reference, o.link_fils), ('bank_transfer', o.transfer_reference, o.transfer_fils))
        as p (tender, reference, amount_fils)
      where o.shop_id = p_shop_id and o.order_id = p_order_id
  ), sums as (
    select coalesce(sum(p.amount_fils) filter (where m.outcome is null), 0) as unmatched_fils,
      coalesce(sum(p.amount_fils) filter (where m.outcome is distinct from 'not_received'), 0) as counted_fils
    from pending p
    left join payment_matches m on m.shop_id = p_shop_id and m.source_id = p.source_id and m.tender = p.tender
      and m.reference = p.reference and m.amount_fils = p.amount_fils
    where p.amount_fils > 0
  ), net as (
    -- A driver who took nothing for an order that seemed paid left open what was due by then.
    select coalesce((select case when c.conflict = 'amount_changed' and c.due_fils is null and c.collected_fils = 0
            and not exists (select from delivery_confirmations b where b.shop_id = c.shop_id and b.order_id = c.order_id
              and b.user_id = c.user_id and b.id <> c.id and b.recorded_at <= c.recorded_at and b.collected_fils > 0)
          then o.due_amount_fils else f.due_fils end - f.rounding_fils - f.collected_fils
        from delivery f
        join delivery_confirmations c on c.shop_id = f.shop_id and c.id = f.confirmation_id
        join orders o on o.shop_id = f.shop_id and o.id = f.order_id), 0)
        - (select s.counted_fils from sums s)
        - coalesce((select sum(o.cash_fils + o.card_fils) from order_payments o
            where o.shop_id = p_shop_id and o.order_id = p_order_id), 0)
        - coalesce((select sum(w.amount_fils) from order_waivers w
            where w.shop_id = p_shop_id and w.order_id = p_order_id), 0) as fils
  )
  select greatest(0, n.fils)::bigint, s.unmatched_fils::bigint,
    greatest(0, coalesce((select f.refund_fils from delivery f), 0) - least(0, n.fils)
      - coalesce((select sum(e.amount_fils) from expenses e where e.shop_id = p_shop_id and e.order_id = p_order_id), 0))::bigint
  from net n, sums s
$function$
;

CREATE OR REPLACE FUNCTION public.begin_known_sign_in(p_email text, p_user_id uuid, p_generation bytea, p_window timestamp with time zone, p_device text, p_device_max integer)
 RETURNS TABLE(admitted boolean, user_id uuid, password_hash text)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
#variable_conflict use_column
declare
  v_password_hash text;
begin
  perform assert_no_request_begun();
  select u.password_hash into v_password_hash from users u
    where u.email = p_email and u.id = p_user_id and u.disabled_at is null
      and substr(sha256(convert_to(u.password_hash, 'UTF8')), 1, length(p_generation)) = p_generation
      and length(p_generation) >= 16;
  if v_password_hash is null or count_sign_in_attempt(p_device, p_window) > p_device_max then
    return query select false, null::uuid, null::text;
  else
    return query select true, p_user_id, v_password_hash;
  end if;
end $function$
;
grant execute on function public.begin_known_sign_in(text,uuid,bytea,timestamp with time zone,text,integer) to mandoob_request;

CREATE OR REPLACE FUNCTION public.begin_request(p_session_id uuid)
 RETURNS TABLE(user_id uuid, email text, must_change_password boolean, shop_id integer, role text, full_name text, driver_id integer)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
#variable_conflict use_column
declare
  who record;
begin
  -- Who has called: in here current_user is the owner.
  if not actor.is_request() then
    raise exception 'requests must run as mandoob_request, and this one runs as %: row security would not bind it', session_user
      using errcode = 'insufficient_privilege',
      hint = 'A pooler has dropped the start-up option "role". Set DATABASE_REQUEST_URL, a login of its own for requests.';
  end if;
  perform mark_request_begun();
  select u.id, u.email, u.must_change_password, p.shop_id, p.role, p.full_name, d.id as driver_id into who
    from sessions s
    join users u on u.id = s.user_id
    left join profiles p on p.id = u.id
    left join drivers d on d.shop_id = p.shop_id and d.user_id = p.id
    where s.id = p_session_id and s.revoked_at is null and u.disabled_at is null;
  perform set_config('app.user_id', coalesce(who.id::text, ''), true),
    set_config('app.shop_id', coalesce(who.shop_id::text, ''), true),
    set_config('app.role', coalesce(who.role, ''), true),
    set_config('app.driver_id', coalesce(who.driver_id::text, ''), true);
  if who.id is not null then
    return query select who.id, who.email, who.must_change_password, who.shop_id, who.role, who.full_name, who.driver_id;
  end if;
end $function$
;
grant execute on function public.begin_request(uuid) to mandoob_request;

CREATE OR REPLACE FUNCTION public.begin_resync(p_shop_id integer, p_since timestamp with time zone, p_by_job boolean, OUT shop_domain text, OUT since timestamp with time zone)
 RETURNS record
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  v_connected_at timestamptz;
begin
  if not may_change_store(p_shop_id) then
    raise exception 'this store is not the actor''s to ask' using errcode = 'insufficient_privilege';
  end if;
  select c.shop_domain, coalesce(p_since, p.polled_until, c.connected_at), c.connected_at into shop_domain, since, v_connected_at
    from shopify_connections c
    left join shopify_polls p on p.shop_id = c.shop_id and p.shop_domain = c.shop_domain
    where c.shop_id = p_shop_id;
  if shop_domain is null or not p_by_job then
    return;
  end if;
  update shopify_connections c set refused_at = null, refused_because = null, marking_refused_because = null where c.shop_id = p_shop_id;
  -- Two who ask at once are both answered by the earlier day.
  insert into shopify_polls as p (shop_id, shop_domain, polled_until, resync_since) values (p_shop_id, shop_domain, v_connected_at, since)
    on conflict on constraint shopify_polls_pkey do update set started_at = null, resync_ended_at = null, resync_read = null,
      resync_since = least(excluded.resync_since, case when p.resync_ended_at is null then p.resync_since end);
  perform graphile_worker.add_job('keep-in-step-with-shopify', payload => '{}', job_key => 'keep-in-step-with-shopify-now');
end $function$
;
grant execute on function public.begin_resync(integer,timestamp with time zone,boolean) to mandoob_request;

CREATE OR REPLACE FUNCTION public.begin_sign_in(p_email text, p_window timestamp with time zone, p_pair text, p_pair_max integer, p_address text, p_address_max integer, p_account text)
 RETURNS TABLE(admitted boolean, account_attempts integer, user_id uuid, password_hash text)
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select * from begin_sign_in(p_email, p_window, p_pair, p_pair_max, p_address, p_address_max, p_account, null, null)
$function$
;
grant execute on function public.begin_sign_in(text,timestamp with time zone,text,integer,text,integer,text) to mandoob_request;

CREATE OR REPLACE FUNCTION public.begin_sign_in(p_email text, p_window timestamp with time zone, p_pair text, p_pair_max integer, p_address text, p_address_max integer, p_account text, p_network text, p_network_max integer)
 RETURNS TABLE(admitted boolean, account_attempts integer, user_id uuid, password_hash text)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
#variable_conflict use_column
declare
  v_account_attempts int;
begin
  perform assert_no_request_begun();
  delete from sign_in_attempts where (subject, window_start) in (
    select a.subject, a.window_start from sign_in_attempts a
    where a.window_start < p_window - interval '1 hour' limit 100 for update skip locked);
  -- An address or network over its limit is refused before it can fill the table.
  if exists (select from sign_in_attempts a where a.window_start = p_window
      and (a.subject = p_address and a.failures >= p_address_max or a.subject = p_network and a.failures >= p_network_max))
    or count_sign_in_attempt(p_pair, p_window) > p_pair_max
    or count_sign_in_attempt(p_address, p_window) > p_address_max
    or p_network is not null and count_sign_in_attempt(p_network, p_window) > p_network_max
  then
    return query select false, 0, null::uuid, null::text;
    return;
  end if;
  v_account_attempts := count_sign_in_attempt(p_account, p_window);
  return query select true, v_account_attempts, u.id, u.password_hash
    from (select) as always left join users u on u.email = p_email and u.disabled_at is null;
end $function$
;
grant execute on function public.begin_sign_in(text,timestamp with time zone,text,integer,text,integer,text,text,integer) to mandoob_request;

CREATE OR REPLACE FUNCTION public.cancel_over()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  v_difference record;
  v_left_fils bigint := new.amount_fils;
  v_fils bigint;
  v_settlement_id uuid;
  v_movement_id uuid;
begin
  -- An end of day, a decision or a void that is being recorded locks the balance: it is complete before the
  -- overs are read.
  begin
    insert into cash_tracking_parts (shop_id, user_id) values (new.shop_id, new.to_user_id) on conflict do nothing;
    perform from cash_tracking_parts where shop_id = new.shop_id and user_id = new.to_user_id and part = 0 for no key update;
  exception when others then
    if left(sqlstate, 2) in ('40', '57', '08') then
      raise;
    end if;
  end;
  for v_difference in
    select d.id from cash_differences d join cash_handovers h on h.shop_id = d.shop_id and h.id = d.handover_id
      where d.shop_id = new.shop_id and d.user_id = new.to_user_id and d.kind = 'over' and h.completed_at >= new.occurred_at
        and not exists (select from cash_voids v where v.shop_id = h.shop_id and v.record_type = 'handover' and v.record_id = h.id)
      order by h.completed_at, d.id
  loop
    perform from cash_differences where shop_id = new.shop_id and id = v_difference.id for update;
    v_fils := least(v_left_fils, (select d.amount_fils from cash_differences d where d.shop_id = new.shop_id and d.id = v_difference.id)
      - (select coalesce(sum(s.amount_fils), 0) from cash_settlements s where s.shop_id = new.shop_id and s.difference_id = v_difference.id));
    continue when v_fils <= 0;
    v_settlement_id := id_by_time();
    v_movement_id := id_by_time();
    insert into cash_settlements (shop_id, id, difference_id, user_id, kind, amount_fils, confirmation_id, command_id, completed_at)
      values (new.shop_id, v_settlement_id, v_difference.id, new.to_user_id, 'late_delivery', v_fils, new.source_id, new.command_id, new.occurred_at);
    insert into cash_movements (shop_id, id, from_holder, from_user_id, to_holder, to_user_id, account_user_id, amount_fils, reason,
        source_type, source_id, leg, command_id, recorded_by, occurred_at)
      values (new.shop_id, v_movement_id, 'staff', new.to_user_id, 'over', null, new.to_user_id, v_fils, 'late_delivery',
        'cash_settlement', v_settlement_id, 1, new.command_id, new.recorded_by, new.occurred_at);
    begin
      perform apply_movement(new.shop_id, v_movement_id);
    exception when others then
      if left(sqlstate, 2) in ('40', '57', '08') then
        raise;
      end if;
    end;
    v_left_fils := v_left_fils - v_fils;
    exit when v_left_fils = 0;
  end loop;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.cancelled_in_store(p_shop_id integer, p_order_id uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select (exists (
      select from orders o join shopify_orders s on s.shop_id = o.shop_id and s.external_id = o.external_id
      where o.shop_id = p_shop_id and o.id = p_order_id and coalesce(s.cancelled_at, s.deleted_at) is not null)
    or exists (
      select from shopify_orders s
      where s.shop_id = p_shop_id and s.order_id = p_order_id and coalesce(s.cancelled_at, s.deleted_at) is not null))
    and (not actor.is_request() or p_shop_id = actor.shop_id() and actor.sees_shop())
$function$
;
grant execute on function public.cancelled_in_store(integer,uuid) to mandoob_request;

CREATE OR REPLACE FUNCTION public.card_machine_story(p_shop_id integer, p_card_machine_id uuid)
 RETURNS TABLE(what text, driver text, by_name text, happened_at timestamp with time zone)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select * from (
    select case when h.card_machine_given then 'given' else 'taken_back' end, d.full_name, a.full_name, h.completed_at
    from cash_handovers h
    join drivers d on d.shop_id = h.shop_id and d.id = h.driver_id
    join profiles a on a.id = h.admin_id
    where h.shop_id = p_shop_id and h.card_machine_id = p_card_machine_id and (h.card_machine_given or h.card_machine_received)
    union all
    select split_part(e.what, '_', 1), d.full_name, coalesce(p.full_name, e.operator), e.recorded_at
    from audit_events e
    left join drivers d on d.shop_id = e.shop_id and d.id = (e.before ->> 'holder_driver_id')::int
    left join profiles p on p.id = e.user_id
    where e.shop_id = p_shop_id and e.subject_id = p_card_machine_id::text
      and e.what in ('add_card_machine', 'return_card_machine', 'retire_card_machine', 'reactivate_card_machine')
  ) story (what, driver, by_name, happened_at)
  where not actor.is_request() or actor.shop_id() = p_shop_id and actor.sees_shop()
  order by happened_at desc limit 200
$function$
;
grant execute on function public.card_machine_story(integer,uuid) to mandoob_request;

CREATE OR REPLACE FUNCTION public.card_machines_of_shop(p_shop_id integer)
 RETURNS TABLE(id uuid, number text, retired_at timestamp with time zone, driver_id integer, user_id uuid, holder text, held_since timestamp with time zone)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select m.id, m.number, m.retired_at, d.id, d.user_id, d.full_name, (
    select h.completed_at from cash_handovers h
    where h.shop_id = m.shop_id and h.card_machine_id = m.id and h.card_machine_given and h.driver_id = m.holder_driver_id
    order by h.completed_at desc limit 1)
  from card_machines m
  left join drivers d on d.shop_id = m.shop_id and d.id = m.holder_driver_id
  where m.shop_id = p_shop_id and (not actor.is_request() or actor.shop_id() = p_shop_id and actor.sees_shop())
  order by m.number
$function$
;
grant execute on function public.card_machines_of_shop(integer) to mandoob_request;

CREATE OR REPLACE FUNCTION public.change_own_password(p_session_id uuid, p_known_hash text, p_new_hash text, p_window timestamp with time zone, p_pair text, p_address text, p_account text)
 RETURNS boolean
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select change_own_password(p_session_id, p_known_hash, p_new_hash, p_window, p_pair, p_address, p_account, null)
$function$
;
grant execute on function public.change_own_password(uuid,text,text,timestamp with time zone,text,text,text) to mandoob_request;

CREATE OR REPLACE FUNCTION public.change_own_password(p_session_id uuid, p_known_hash text, p_new_hash text, p_window timestamp with time zone, p_pair text, p_address text, p_account text, p_network text)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  v_user_id uuid;
begin
  select user_id into v_user_id from live_account(p_session_id);
  update users set password_hash = p_new_hash, must_change_password = false
    where id = v_user_id and password_hash = p_known_hash;
  if not found then
    return false;
  end if;
  update sessions set revoked_at = now()
    where user_id = v_user_id and id <> p_session_id and revoked_at is null;
  perform take_back_attempt(p_window, p_pair, array[p_address, p_network, p_account]);
  return true;
end $function$
;
grant execute on function public.change_own_password(uuid,text,text,timestamp with time zone,text,text,text,text) to mandoob_request;

CREATE OR REPLACE FUNCTION public.change_staff_records(p_shop_id integer, p_user_id uuid, p_email text, p_full_name text, p_role text, p_to_shop_id integer, p_delivers boolean)
 RETURNS TABLE(driver_id integer)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
#variable_conflict use_column
begin
  perform assert_may_change_staff(p_shop_id, p_user_id);
  if actor.is_request() and p_to_shop_id <> p_shop_id then
    raise exception 'only the operator takes somebody to another shop' using errcode = 'insufficient_privilege';
  end if;
  if exists (select from profiles where id = p_user_id and role is distinct from p_role
             and (role = 'Admin' or p_user_id = actor.user_id())) then
    perform assert_may_lose_role(p_shop_id, p_user_id);
  end if;
  begin
    update users set email = p_email where id = p_user_id and email <> p_email;
  exception when unique_violation then
    return;
  end;
  update profiles set full_name = p_full_name, role = p_role, shop_id = p_to_shop_id, updated_at = now() where id = p_user_id;
  update drivers set full_name = p_full_name where user_id = p_user_id;
  if p_delivers then
    select id into driver_id from drivers where shop_id = p_to_shop_id and user_id = p_user_id;
    if driver_id is null then
      insert into drivers (shop_id, user_id, full_name) values (p_to_shop_id, p_user_id, p_full_name) returning id into driver_id;
    end if;
  end if;
  return next;
end $function$
;
grant execute on function public.change_staff_records(integer,uuid,text,text,text,integer,boolean) to mandoob_request;

CREATE OR REPLACE FUNCTION public.close_sessions(p_session_id uuid, p_scope text)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  v_user_id uuid;
begin
  select user_id into v_user_id from live_account(p_session_id);
  update sessions set revoked_at = now()
    where user_id = v_user_id and revoked_at is null
      and (p_scope = 'global' or (id = p_session_id) = (p_scope = 'local'));
  return v_user_id is not null;
end $function$
;
grant execute on function public.close_sessions(uuid,text) to mandoob_request;

CREATE OR REPLACE FUNCTION public.connect_store(p_shop_id integer, p_shop_domain text, p_client_id text, p_sealed_token text, p_sealed_secret text, p_api_version text, p_now timestamp with time zone, OUT taken_by integer, OUT former_domain text)
 RETURNS record
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if not may_change_store(p_shop_id) then
    raise exception 'this store is not the actor''s to connect' using errcode = 'insufficient_privilege';
  end if;
  select shop_id into taken_by from shopify_connections where shop_domain = p_shop_domain and shop_id <> p_shop_id;
  if taken_by is not null then
    return;
  end if;
  select shop_domain into former_domain from shopify_connections where shop_id = p_shop_id for update;
  insert into shopify_connections as c (shop_id, shop_domain, client_id, sealed_token, sealed_secret, api_version, connected_at)
    values (p_shop_id, p_shop_domain, p_client_id, p_sealed_token, p_sealed_secret, p_api_version, p_now)
    on conflict (shop_id) do update set shop_domain = excluded.shop_domain, client_id = excluded.client_id,
      sealed_token = excluded.sealed_token, token_expires_at = null, sealed_secret = excluded.sealed_secret,
      api_version = excluded.api_version, connected_at = excluded.connected_at, refused_at = null, refused_because = null,
      missing_scopes = null, marking_refused_because = null, webhook_url = null, webhooks_problem = null, checked_at = null;
  delete from shopify_unverified_webhooks where shop_id = p_shop_id;
  insert into shopify_polls (shop_id, shop_domain, polled_until) values (p_shop_id, p_shop_domain, p_now)
    on conflict (shop_id, shop_domain) do update set started_at = null;
  perform graphile_worker.add_job('keep-in-step-with-shopify', payload => '{}', job_key => 'keep-in-step-with-shopify-now');
end $function$
;
grant execute on function public.connect_store(integer,text,text,text,text,text,timestamp with time zone) to mandoob_request;

CREATE OR REPLACE FUNCTION public.count_attempts(p_order_id uuid)
 RETURNS integer
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select count(*)::int from delivery_attempts a
  where a.shop_id = actor.shop_id() and a.order_id = p_order_id and (actor.sees_shop() or actor.ever_had(p_order_id))
$function$
;
grant execute on function public.count_attempts(uuid) to mandoob_request;

CREATE OR REPLACE FUNCTION public.count_sign_in_attempt(p_subject text, p_window timestamp with time zone)
 RETURNS integer
 LANGUAGE sql
 SET search_path TO 'public', 'pg_temp'
AS $function$
  insert into sign_in_attempts as a (subject, window_start, failures) values (p_subject, p_window, 1)
  on conflict (subject, window_start) do update set failures = a.failures + 1
  returning failures
$function$
;

CREATE OR REPLACE FUNCTION public.count_unverified_shopify_webhooks(p_shop_id integer, p_count integer, p_last_at timestamp with time zone)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  insert into shopify_unverified_webhooks as u (shop_id, count, last_at)
    select c.shop_id, p_count, p_last_at from shopify_connections c where c.shop_id = p_shop_id
    on conflict (shop_id) do update set count = u.count + excluded.count, last_at = greatest(u.last_at, excluded.last_at)
$function$
;
grant execute on function public.count_unverified_shopify_webhooks(integer,integer,timestamp with time zone) to mandoob_request;

CREATE OR REPLACE FUNCTION public.device_chain_break(p_shop_id integer, p_device_id uuid, p_from integer, p_to integer)
 RETURNS integer
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select min(number) from (
    select device_number as number, command_id, device_hash as hash, device_previous as previous,
      lag(device_number) over in_order as number_before, lag(device_hash) over in_order as hash_before
    from commands where shop_id = p_shop_id and device_id = p_device_id and device_number between p_from and p_to
    window in_order as (order by device_number, recorded_at, command_id)
  ) arrived
  where hash <> sha256(convert_to(format('%s %s %s', encode(previous, 'hex'), number, command_id), 'UTF8'))
    or number_before = number
    or (number_before = number - 1 and previous <> hash_before)
    or (number = 1 and previous <> decode(repeat('00', 32), 'hex'))
$function$
;

CREATE OR REPLACE FUNCTION public.device_names(p_shop_id integer, p_device_ids uuid[])
 RETURNS TABLE(id uuid, name text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select d.id, d.name from devices d
  where d.shop_id = p_shop_id and d.id = any (p_device_ids) and (not actor.is_request() or actor.shop_id() = p_shop_id and actor.sees_shop())
$function$
;
grant execute on function public.device_names(integer,uuid[]) to mandoob_request;

CREATE OR REPLACE FUNCTION public.device_number_arrived(p_shop_id integer, p_device_id uuid, p_number integer)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select exists (select from commands
    where shop_id = p_shop_id and device_id = p_device_id and device_number = p_number)
$function$
;

CREATE OR REPLACE FUNCTION public.devices_in_sight(p_shop_id integer)
 RETURNS TABLE(id uuid, name text, last_seen_at timestamp with time zone, last_user_id uuid, users jsonb, unnumbered_count integer, unnumbered_fils bigint, chain_broken_at integer)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  with listed as (
    (select id from devices where shop_id = p_shop_id and actor.sees_device(shop_id, user_ids)
      order by last_seen_at desc limit 200)
    union
    select device_id from device_numbers where shop_id = p_shop_id and state in ('open', 'missing')
  )
  select d.id, d.name, greatest(d.last_seen_at, latest.recorded_at), d.last_user_id,
    (select jsonb_agg(jsonb_build_object('user_id', p.id, 'full_name', p.full_name, 'role', p.role) order by p.full_name, p.id)
      from profiles p where p.id = any (d.user_ids)),
    d.unnumbered_count, least(d.unnumbered_fils, 10000000000000),
    coalesce(d.chain_broken_at, live_chain_break(d))
  from listed
  join devices d on d.shop_id = p_shop_id and d.id = listed.id
  left join lateral (select recorded_at from commands c where c.shop_id = d.shop_id and c.device_id = d.id
    order by device_number desc limit 1) latest on true
  where actor.sees_device(d.shop_id, d.user_ids)
  order by 3 desc, 1
$function$
;
grant execute on function public.devices_in_sight(integer) to mandoob_request;

CREATE OR REPLACE FUNCTION public.disabled_staff()
 RETURNS SETOF uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select u.id from shop_members m join users u on u.id = m.user_id
  where m.shop_id = actor.shop_id() and actor.sees_shop() and u.disabled_at is not null
$function$
;
grant execute on function public.disabled_staff() to mandoob_request;

CREATE OR REPLACE FUNCTION public.dismiss_in_store(p_shop_id integer, p_order_number text, p_webhook_id text, OUT orders integer, OUT webhooks integer, OUT payments integer)
 RETURNS record
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if not may_change_store(p_shop_id) then
    raise exception 'this list is not the actor''s to shorten' using errcode = 'insufficient_privilege';
  end if;
  select d.orders, d.webhooks into orders, webhooks from dismiss_not_taken(p_shop_id, p_order_number, p_webhook_id, null) d;
  update store_payments set status = 'dismissed' where shop_id = p_shop_id and status in ('listed', 'failed')
    and order_id in (select o.id from orders o where o.shop_id = p_shop_id and o.order_number = p_order_number);
  get diagnostics payments = row_count;
end $function$
;
grant execute on function public.dismiss_in_store(integer,text,text) to mandoob_request;

CREATE OR REPLACE FUNCTION public.dismiss_not_taken(p_shop_id integer, p_order_number text, p_webhook_id text, p_note text, OUT orders integer, OUT webhooks integer)
 RETURNS record
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if not may_see_to_orders(p_shop_id) then
    raise exception 'this list is not the actor''s to shorten' using errcode = 'insufficient_privilege';
  end if;
  update shopify_orders set dismissed_because = not_taken_because, dismissed_note = p_note
    where shop_id = p_shop_id and order_number = p_order_number
      and not_taken_because is not null and dismissed_because is distinct from not_taken_because;
  get diagnostics orders = row_count;
  update shopify_webhooks set dismissed_at = now(), dismissed_note = p_note
    where shop_id = p_shop_id and (webhook_id = p_webhook_id or order_number = p_order_number)
      and outcome in ('not_taken', 'failed') and dismissed_at is null;
  get diagnostics webhooks = row_count;
end $function$
;
grant execute on function public.dismiss_not_taken(integer,text,text,text) to mandoob_request;

CREATE OR REPLACE FUNCTION public.drivers_last_seen(p_shop_id integer)
 RETURNS TABLE(driver_id integer, last_seen_at timestamp with time zone)
 LANGUAGE sql
 STABLE SECURITY DEFINER ROWS 40
 SET search_path TO 'public', 'pg_temp'
AS $function$
  with newest as (
    select distinct on (last_user_id) last_user_id, id, last_seen_at from devices
    where shop_id = p_shop_id order by last_user_id, last_seen_at desc, id
  )
  select d.id, greatest(used.last_used_at, n.last_seen_at, sent.recorded_at)
  from drivers d
  join profiles p on p.id = d.user_id and p.shop_id = d.shop_id
  left join newest n on n.last_user_id = d.user_id
  left join lateral (select max(s.last_used_at) as last_used_at from sessions s
    where s.user_id = d.user_id and s.revoked_at is null) used on true
  left join lateral (select c.recorded_at from commands c
    where c.shop_id = d.shop_id and c.device_id = n.id and c.user_id = d.user_id
    order by c.device_number desc limit 1) sent on true
  where d.shop_id = p_shop_id and (not actor.is_request() or p_shop_id = actor.shop_id() and actor.sees_shop())
$function$
;
grant execute on function public.drivers_last_seen(integer) to mandoob_request;

CREATE OR REPLACE FUNCTION public.drivers_of_order(p_shop_id integer, p_order_id uuid)
 RETURNS integer[]
 LANGUAGE sql
 STABLE
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select coalesce(array_agg(d.id order by d.id), '{}') from (
    select a.driver_id from order_assignments a where a.shop_id = p_shop_id and a.order_id = p_order_id
    union select o.driver_id from orders o where o.shop_id = p_shop_id and o.id = p_order_id and o.driver_id is not null) d (id)
$function$
;

CREATE OR REPLACE FUNCTION public.end_own_session(p_session_id uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  update sessions set revoked_at = coalesce(revoked_at, now())
    where id = p_session_id and user_id = actor.user_id();
  return found;
end $function$
;
grant execute on function public.end_own_session(uuid) to mandoob_request;

CREATE OR REPLACE FUNCTION public.end_staff_session(p_shop_id integer, p_user_id uuid, p_session_id uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  perform assert_may_change_staff(p_shop_id, p_user_id);
  update sessions set revoked_at = now() where id = p_session_id and user_id = p_user_id and revoked_at is null;
  if found then
    return true;
  end if;
  return (select false from sessions where id = p_session_id and user_id = p_user_id);
end $function$
;
grant execute on function public.end_staff_session(integer,uuid,uuid) to mandoob_request;

CREATE OR REPLACE FUNCTION public.end_store(p_shop_id integer, p_shop_domain text)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if not may_change_store(p_shop_id) then
    raise exception 'this store is not the actor''s to end' using errcode = 'insufficient_privilege';
  end if;
  delete from shopify_unverified_webhooks where shop_id = p_shop_id;
  delete from shopify_connections where shop_id = p_shop_id and shop_domain = p_shop_domain;
  return found;
end $function$
;
grant execute on function public.end_store(integer,text) to mandoob_request;

CREATE OR REPLACE FUNCTION public.endpoints_of_orders()
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select array['confirm_delivery', 'arrange_stops', 'arrange_driver_stops', 'assign_orders', 'unassign_orders', 'dispatch_orders',
    'return_orders', 'cancel_orders', 'reopen_orders', 'review_conflicts', 'undo_orders', 'correct_order', 'add_order', 'import_orders',
    'correct_imported_order', 'dismiss_not_taken', 'dismiss_in_store', 'retry_store', 'record_attempt', 'undo_attempt', 'set_out',
    'check_loading', 'postpone_orders', 'deliver_as_taken', 'request_unpaid_delivery', 'correct_delivery', 'correct_recorded_delivery',
    'collect_owed', 'match_payment', 'request_waiver', 'request_expense']
$function$
;

CREATE OR REPLACE FUNCTION public.enqueue(p_task text, p_payload json, p_job_key text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if p_task not in ('post-waiting-movements', 'fulfil-orders') then
    raise exception 'no such task: %', p_task using errcode = 'insufficient_privilege';
  end if;
  perform graphile_worker.add_job(p_task, payload => p_payload, job_key => p_job_key);
end $function$
;
grant execute on function public.enqueue(text,json,text) to mandoob_request;

CREATE OR REPLACE FUNCTION public.erase_customers(p_shop_id integer, p_now timestamp with time zone, p_unexplained uuid[], p_from timestamp with time zone, p_from_id uuid, p_limit integer, p_inner bytea, p_outer bytea, p_id uuid, p_run_id uuid, OUT orders integer, OUT files integer, OUT contents text[], OUT next_from timestamp with time zone, OUT next_from_id uuid)
 RETURNS record
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
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
end $function$
;

CREATE OR REPLACE FUNCTION public.erase_fingerprints(p_shop_id integer, p_order_ids uuid[])
 RETURNS void
 LANGUAGE sql
 SET search_path TO 'public', 'pg_temp'
AS $function$
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
$function$
;

CREATE OR REPLACE FUNCTION public.erase_old_fingerprints(p_shop_id integer, p_now timestamp with time zone, p_limit integer)
 RETURNS integer
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
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
end $function$
;

CREATE OR REPLACE FUNCTION public.erase_store_texts(p_shop_id integer, p_now timestamp with time zone, p_inner bytea, p_outer bytea)
 RETURNS integer
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
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
    where s.shop_id = p_shop_id and s.order_id is null and s.dismissed_note <> 'erased'
      and coalesce(s.external_updated_at, '-infinity') < v_before;
  get diagnostics v_rows = row_count;
  v_all := v_all + v_rows;
  update shopify_webhooks w set dismissed_note = 'erased', erased_at = now(),
      erased_hashes = jsonb_build_object('dismissed_note', keyed_hash(w.dismissed_note, p_inner, p_outer))
    where w.shop_id = p_shop_id and w.dismissed_note is not null and w.erased_at is null and w.received_at < v_before;
  get diagnostics v_rows = row_count;
  return v_all + v_rows;
end $function$
;

CREATE OR REPLACE FUNCTION public.erased_reference(p_reference text, p_inner bytea, p_outer bytea)
 RETURNS text
 LANGUAGE sql
 STABLE
 SET search_path TO 'public', 'pg_temp'
RETURN ('erased '::text || "left"(public.keyed_hash(p_reference, p_inner, p_outer), 16))
;

CREATE OR REPLACE FUNCTION public.explain_chain(p_shop_id integer, p_device_id uuid, p_broken_at integer, p_reason text, p_operator text, p_now timestamp with time zone)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  d devices;
  v_broken_at int;
begin
  -- Before numbers are noted, which moves what counts as new.
  select * into d from devices where shop_id = p_shop_id and id = p_device_id for no key update;
  v_broken_at := coalesce(d.chain_broken_at, live_chain_break(d));
  if (select is_own from explain_numbers(p_shop_id, p_device_id, '{}', p_reason, p_operator, p_now)) is distinct from false
    or v_broken_at is distinct from p_broken_at then
    return false;
  end if;
  update devices
    set chain_broken_at = null, chain_reason = p_reason, chain_explained_until = greatest(p_broken_at, (
      select device_number from commands where shop_id = p_shop_id and device_id = p_device_id
      order by device_number desc limit 1))
    where shop_id = p_shop_id and id = p_device_id;
  return true;
end $function$
;
grant execute on function public.explain_chain(integer,uuid,integer,text,text,timestamp with time zone) to mandoob_request;

CREATE OR REPLACE FUNCTION public.explain_numbers(p_shop_id integer, p_device_id uuid, p_numbers integer[], p_reason text, p_operator text, p_now timestamp with time zone)
 RETURNS TABLE(is_own boolean, explained integer[], newly integer[], user_ids uuid[])
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
#variable_conflict use_column
declare
  d devices;
begin
  if actor.is_request()
    and (p_shop_id is distinct from actor.shop_id() or actor.role() is distinct from 'Manager' or p_operator is not null) then
    raise exception 'these numbers are not the actor''s to explain' using errcode = 'insufficient_privilege';
  end if;
  select * into d from devices where shop_id = p_shop_id and id = p_device_id for no key update;
  if not found then
    return;
  end if;
  user_ids := d.user_ids;
  perform note_missing_numbers(p_shop_id, p_device_id, 0, p_now);
  is_own := p_operator is null and (actor.user_id() = any (d.user_ids) or exists (
    select from commands where shop_id = p_shop_id and device_id = p_device_id and device_number > d.known_until
      and user_id = actor.user_id()) or exists (
    select from device_numbers n
      cross join lateral (select user_id from commands
        where shop_id = n.shop_id and device_id = n.device_id and device_number = n.number offset 0) c
      where n.shop_id = p_shop_id and n.device_id = p_device_id and c.user_id = actor.user_id()));
  if not is_own then
    with now_explained as (
      update device_numbers
        set state = 'explained', settled_at = p_now, reason = p_reason, operator = p_operator,
          explained_by = case when p_operator is null then actor.user_id() end
        where shop_id = p_shop_id and device_id = p_device_id and number = any (p_numbers) and state in ('open', 'missing')
          and not device_number_arrived(p_shop_id, p_device_id, number)
        returning number
    )
    select array_agg(number order by number) into newly from now_explained;
  end if;
  newly := coalesce(newly, '{}');
  explained := array(select number from device_numbers
    where shop_id = p_shop_id and device_id = p_device_id and number = any (p_numbers) and state = 'explained'
      and not device_number_arrived(p_shop_id, p_device_id, number)
    order by number);
  return next;
end $function$
;
grant execute on function public.explain_numbers(integer,uuid,integer[],text,text,timestamp with time zone) to mandoob_request;

CREATE OR REPLACE FUNCTION public.feed_position()
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select epoch::text || '.' || pg_snapshot_xmin(pg_current_snapshot())::text from feed_horizon
$function$
;
grant execute on function public.feed_position() to mandoob_request;

CREATE OR REPLACE FUNCTION public.forget_old_imports(p_layouts_max integer, p_methods_max integer)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  delete from import_layouts where shop_id = actor.shop_id() and actor.sees_shop() and header_hash in (
    select header_hash from import_layouts where shop_id = actor.shop_id() order by used_at desc, header_hash offset p_layouts_max);
  delete from import_methods where shop_id = actor.shop_id() and actor.sees_shop() and word in (
    select word from import_methods where shop_id = actor.shop_id() order by said_at desc, word offset p_methods_max);
$function$
;
grant execute on function public.forget_old_imports(integer,integer) to mandoob_request;

CREATE OR REPLACE FUNCTION public.forget_remembered_names(p_kind text, p_keys text[])
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  delete from source_names where shop_id = actor.shop_id() and actor.sees_shop() and kind = p_kind and is_remembered and key = any (p_keys)
$function$
;
grant execute on function public.forget_remembered_names(text,text[]) to mandoob_request;

CREATE OR REPLACE FUNCTION public.has_handed_in(p_shop_id integer, p_user_id uuid, p_since timestamp with time zone)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select exists (
    select from cash_handovers h
    where h.shop_id = p_shop_id and h.staff_user_id = p_user_id and h.handover_type in ('drop', 'collection', 'end')
      and h.recorded_at >= p_since
      and (not actor.is_request() or p_shop_id = actor.shop_id() and (actor.sees_shop() or p_user_id = actor.user_id()))
      and not exists (select from cash_voids v where v.shop_id = h.shop_id and v.record_type = 'handover' and v.record_id = h.id))
$function$
;
grant execute on function public.has_handed_in(integer,uuid,timestamp with time zone) to mandoob_request;

CREATE OR REPLACE FUNCTION public.hold_approved()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if not exists (
    select from approvals a join approval_decisions d on d.shop_id = a.shop_id and d.approval_id = a.id
    where a.shop_id = new.shop_id and a.id = new.approval_id and a.kind = tg_argv[0] and a.record ->> 'id' = new.id::text
      and d.outcome = 'approved' and d.decided_by is not distinct from actor.user_id()
      and to_jsonb(new) @> (a.record - array['completed_at', 'occurred_at'])
      and not exists (select from unnest(array['completed_at', 'occurred_at']) as t (name) where a.record ? t.name
        and (a.record ->> t.name)::timestamptz is distinct from (to_jsonb(new) ->> t.name)::timestamptz)) then
    raise insufficient_privilege using message = 'no approval of the actor adds this row';
  end if;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION public.hold_correction()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  v_delivery delivery_confirmations;
  v_cash_fils bigint;
begin
  select * into v_delivery from delivery_confirmations where shop_id = new.shop_id and id = new.confirmation_id;
  if (v_delivery.order_id, v_delivery.user_id, v_delivery.driver_id) is distinct from (new.order_id, new.user_id, new.driver_id)
    or new.number <> 1 + (select count(*) from delivery_corrections k where k.shop_id = new.shop_id and k.confirmation_id = new.confirmation_id)
  then
    raise check_violation using message = 'this is not the next correction of this delivery';
  end if;
  if new.approval_id is null and new.recorded_by = new.user_id then
    select f.cash_fils into v_cash_fils from delivery_facts f where f.shop_id = new.shop_id and f.confirmation_id = new.confirmation_id;
    if new.cash_fils < v_cash_fils or has_handed_in(new.shop_id, new.user_id, v_delivery.recorded_at) then
      raise insufficient_privilege using message = 'a second person approves this correction';
    end if;
  end if;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION public.hold_decision()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  v_request approvals;
begin
  select * into v_request from approvals where shop_id = new.shop_id and id = new.approval_id;
  if (new.outcome = 'withdrawn') <> (v_request.requested_by is not distinct from new.decided_by) then
    raise insufficient_privilege using message = 'another user decides about a request';
  end if;
  if new.outcome = 'approved' and v_request.user_id = new.decided_by and v_request.requested_by is not null
    and v_request.kind <> 'void' then
    raise insufficient_privilege using message = 'no user approves a change of their own account';
  end if;
  if new.outcome = 'approved' and new.decided_by::text in (v_request.record ->> 'admin_id', v_request.record ->> 'manager_id') then
    raise insufficient_privilege using message = 'a signer of a float does not approve it';
  end if;
  if new.outcome = 'approved' and new.decided_at > v_request.expires_at then
    raise insufficient_privilege using message = 'the request has expired';
  end if;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION public.hold_desk_arrangements()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  raise insufficient_privilege using message = 'only the desk counts what the desk has arranged';
end $function$
;

CREATE OR REPLACE FUNCTION public.hold_difference()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if new.handover_id is not null and not exists (
    select from cash_handovers h
    where h.shop_id = new.shop_id and h.id = new.handover_id and h.staff_user_id = new.user_id
      and h.difference_choice = 'short_or_over'
      and case new.kind when 'shortage' then new.amount_fils <= -h.difference_fils
        when 'over' then new.amount_fils <= h.difference_fils else true end) then
    raise insufficient_privilege using message = 'both have not signed this difference as short or over';
  end if;
  if new.correction_id is not null and not exists (
    select from delivery_corrections k join delivery_confirmations c on c.shop_id = k.shop_id and c.id = k.confirmation_id
    cross join lateral (select coalesce(
      (select e.cash_fils from delivery_corrections e where e.shop_id = k.shop_id and e.confirmation_id = k.confirmation_id and e.number = k.number - 1),
      c.cash_fils) as cash_fils) earlier
    where k.shop_id = new.shop_id and k.id = new.correction_id and k.user_id = new.user_id
      and has_handed_in(k.shop_id, k.user_id, c.recorded_at)
      and k.cash_fils - earlier.cash_fils = case new.kind when 'shortage' then new.amount_fils when 'over' then -new.amount_fils end) then
    raise insufficient_privilege using message = 'no correction has this difference';
  end if;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION public.hold_float()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if (select count(*) from profiles p where p.shop_id = new.shop_id
    and (p.id = new.admin_id and p.role = 'Admin' or p.id = new.manager_id and p.role = 'Manager')) <> 2 then
    raise insufficient_privilege using message = 'a float is signed by an admin and a manager of the shop';
  end if;
  if new.approval_id is null and new.direction = 'issue'
    and exists (select from shops s where s.id = new.shop_id and new.amount_fils > s.float_limit_fils) then
    raise insufficient_privilege using message = 'a float above the limit of the shop needs an approval';
  end if;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION public.hold_order()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  kept orders := new;
begin
  -- Written by triggers only.
  kept.ever_driver_ids := old.ever_driver_ids;
  if kept is not distinct from old then
    return new;
  end if;
  if old.status = 'completed' and new.payment_status = (
      select payment_of_balance(new.due_amount_fils, b.owed_fils, b.unmatched_fils)
      from order_balances b where b.shop_id = new.shop_id and b.order_id = new.id) then
    kept.payment_status := old.payment_status;
    if kept is not distinct from old then
      return new;
    end if;
  end if;
  if new.status = 'completed' then
    kept.status := old.status;
    kept.payment_status := old.payment_status;
    kept.actual_delivery_time := old.actual_delivery_time;
    kept.delivery_duration_seconds := old.delivery_duration_seconds;
    if old.driver_id is null or old.driver_id is distinct from actor.driver_id()
      or not (old.status in ('dispatching', 'delivering') or old.open_attempt_id is not null) or kept is distinct from old then
      raise insufficient_privilege using message = 'an order is completed by its driver, from the road, and by nothing else';
    end if;
  elsif old.status = 'completed'
    or (new.actual_delivery_time, new.delivery_duration_seconds)
      is distinct from (old.actual_delivery_time, old.delivery_duration_seconds) then
    raise insufficient_privilege using message = 'this order is not to be changed so';
  elsif not actor.sees_shop() then
    kept.status := old.status;
    kept.dispatching_started_at := old.dispatching_started_at;
    kept.open_attempt_id := old.open_attempt_id;
    if old.driver_id is null or old.driver_id is distinct from actor.driver_id() or kept is distinct from old
      or (old.status, new.status) not in (('dispatched', 'dispatching'), ('dispatched', 'delivering'),
        ('dispatching', 'dispatched'), ('delivering', 'dispatched')) then
      raise insufficient_privilege using message = 'a driver moves an own order to the road and back, and changes nothing else';
    end if;
    if new.status = 'dispatched' and not exists (
        select from delivery_attempts a where a.shop_id = new.shop_id and a.id = new.open_attempt_id and a.order_id = new.id
          and a.user_id = actor.user_id() and a.conflict is null
          and not exists (select from delivery_attempts n where n.shop_id = a.shop_id and n.order_id = a.order_id and n.number > a.number)
          and not exists (select from attempt_undos u where u.shop_id = a.shop_id and u.attempt_id = a.id))
      or new.status <> 'dispatched' and old.open_attempt_id is null
        and not (select s.drivers_set_out from shops s where s.id = new.shop_id)
      or new.status <> 'dispatched' and new.open_attempt_id is distinct from old.open_attempt_id then
      raise insufficient_privilege using message = 'a driver takes an own order from the road only with an own attempt';
    end if;
  end if;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION public.hold_settlement()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  v_difference cash_differences;
begin
  select * into v_difference from cash_differences where shop_id = new.shop_id and id = new.difference_id for update;
  if v_difference.user_id is distinct from new.user_id or v_difference.kind = 'none'
    or new.kind = 'salary' and v_difference.kind <> 'shortage' or new.kind = 'late_delivery' and v_difference.kind <> 'over'
    or new.amount_fils > v_difference.amount_fils - (
      select coalesce(sum(amount_fils), 0) from cash_settlements where shop_id = new.shop_id and difference_id = new.difference_id)
    or exists (select from cash_voids v where v.shop_id = new.shop_id and v.record_type = 'handover' and v.record_id = v_difference.handover_id)
  then
    raise check_violation using message = 'this settles more than is left of the difference';
  end if;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION public.hold_void()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if not exists (select from signers_of(new.shop_id, new.record_type, new.record_id) s where s in (new.recorded_by, new.other_user_id))
    or new.other_user_id is not null
      and not exists (select from signers_of(new.shop_id, new.record_type, new.record_id) s where s = new.other_user_id) then
    raise insufficient_privilege using message = 'a void is signed by a signer of its record';
  end if;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION public.id_by_time()
 RETURNS uuid
 LANGUAGE sql
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select encode(set_byte(overlay(uuid_send(gen_random_uuid())
      placing substring(int8send((extract(epoch from clock_timestamp()) * 1000)::bigint) from 3) from 1 for 6),
    6, (get_byte(uuid_send(gen_random_uuid()), 6) & 15) | 112), 'hex')::uuid
$function$
;

CREATE OR REPLACE FUNCTION public.initialise_own_balance()
 RETURNS bigint
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if actor.shop_id() is null or actor.user_id() is null then
    raise exception 'nobody is signed in' using errcode = 'insufficient_privilege';
  end if;
  insert into cash_tracking_parts (shop_id, user_id) select actor.shop_id(), actor.user_id()
    where not exists (select from cash_tracking_parts where shop_id = actor.shop_id() and user_id = actor.user_id())
    on conflict do nothing;
  return (select sum(cash_on_hand_fils)::bigint from cash_tracking_parts
    where shop_id = actor.shop_id() and user_id = actor.user_id());
end $function$
;
grant execute on function public.initialise_own_balance() to mandoob_request;

CREATE OR REPLACE FUNCTION public.json_or_null(p_text text)
 RETURNS jsonb
 LANGUAGE plpgsql
 IMMUTABLE STRICT
AS $function$
begin
  return p_text::jsonb;
exception when others then
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.keep_adjustment()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'cash adjustments are append-only' using errcode = 'restrict_violation';
end $function$
;

CREATE OR REPLACE FUNCTION public.keep_audit_event()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'audit events are append-only' using errcode = 'restrict_violation';
end $function$
;

CREATE OR REPLACE FUNCTION public.keep_conflicts_to_review()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if new.kind = 'conflict' then
    insert into conflicts_to_review (shop_id, order_id, conflict_id) values (new.shop_id, new.order_id, new.id)
      on conflict (shop_id, order_id) do update set conflict_id = excluded.conflict_id;
  else
    delete from conflicts_to_review
      where shop_id = new.shop_id and order_id = new.order_id and conflict_id = (new.detail ->> 'conflict_id')::uuid;
  end if;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.keep_customer_search()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  update order_search s
    set words = search_words(o.order_number, new.first_name, new.last_name, o.delivery_address, o.area, new.phone)
    from orders o
    where o.shop_id = new.shop_id and o.customer_id = new.id and s.shop_id = o.shop_id and s.order_id = o.id;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.keep_delivered_lines()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if exists (select from orders o where o.shop_id = new.shop_id and o.id = new.order_id and o.status = 'completed') then
    raise insufficient_privilege using message = 'the lines of a delivered order stay';
  end if;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION public.keep_float()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  raise exception 'a float is append-only' using errcode = 'insufficient_privilege';
end $function$
;

CREATE OR REPLACE FUNCTION public.keep_issue()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'cash issues are append-only' using errcode = 'restrict_violation';
end $function$
;

CREATE OR REPLACE FUNCTION public.keep_missing_goods()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if new.missing = '[]' then
    delete from missing_goods where shop_id = new.shop_id and order_id = new.order_id;
  else
    insert into missing_goods (shop_id, order_id, loading_check_id) values (new.shop_id, new.order_id, new.id)
      on conflict (shop_id, order_id) do update set loading_check_id = excluded.loading_check_id;
  end if;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.keep_movement()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'UPDATE' then
    if old.posted_at is null and new.posted_at is not null then
      old.posted_at := new.posted_at;
      if old = new then
        return new;
      end if;
    end if;
  end if;
  raise exception 'cash movements are append-only' using errcode = 'restrict_violation';
end $function$
;

CREATE OR REPLACE FUNCTION public.keep_order_balance()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  v_balance record;
begin
  -- A delivery with a conflict changed no order, so its correction changes none either.
  if tg_table_name = 'delivery_corrections' and not exists (
    select from delivery_confirmations c
    where c.shop_id = new.shop_id and c.order_id = new.order_id and c.outcome = 'delivered'
      and c.id::text = to_jsonb(new) ->> 'confirmation_id') then
    return null;
  end if;
  -- A delivery of all that was due opens no balance, but a former payment of the order may have.
  if tg_table_name = 'delivery_confirmations' and to_jsonb(new) ->> 'due_fils' is null
    and not exists (select from order_balances b where b.shop_id = new.shop_id and b.order_id = new.order_id) then
    return null;
  end if;
  perform from orders o where o.shop_id = new.shop_id and o.id = new.order_id for no key update;
  select * into v_balance from balance_of_order(new.shop_id, new.order_id);
  insert into order_balances as b (shop_id, order_id, driver_id, owed_fils, unmatched_fils, refund_fils, since)
    values (new.shop_id, new.order_id,
      (select c.driver_id from delivery_confirmations c where c.shop_id = new.shop_id and c.order_id = new.order_id and c.outcome = 'delivered'),
      v_balance.owed_fils, v_balance.unmatched_fils, v_balance.refund_fils, new.recorded_at)
    on conflict (shop_id, order_id) do update
      set driver_id = excluded.driver_id, owed_fils = excluded.owed_fils, unmatched_fils = excluded.unmatched_fils, refund_fils = excluded.refund_fils,
        since = case when b.owed_fils + b.unmatched_fils + b.refund_fils = 0 then excluded.since else b.since end;
  update orders o set payment_status = payment_of_balance(o.due_amount_fils, v_balance.owed_fils, v_balance.unmatched_fils)
    where o.shop_id = new.shop_id and o.id = new.order_id and o.status = 'completed'
      and o.payment_status <> payment_of_balance(o.due_amount_fils, v_balance.owed_fils, v_balance.unmatched_fils);
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.keep_order_search()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  update order_search s set driver_id = new.driver_id,
      words = search_words(new.order_number, c.first_name, c.last_name, new.delivery_address, new.area, c.phone)
    from customers c
    where s.shop_id = new.shop_id and s.order_id = new.id and c.shop_id = new.shop_id and c.id = new.customer_id;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.keep_row()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  raise exception 'rows of % are append-only', tg_table_name using errcode = 'restrict_violation';
end $function$
;

CREATE OR REPLACE FUNCTION public.keep_row_unless_erased()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if tg_op = 'UPDATE' and not actor.is_request() and to_jsonb(old) ->> 'erased_at' is null and to_jsonb(new) ->> 'erased_at' is not null
    and to_jsonb(new) - array['record', 'reason', 'note', 'erased_at', 'erased_hashes']
      = to_jsonb(old) - array['record', 'reason', 'note', 'erased_at', 'erased_hashes'] then
    return new;
  end if;
  raise exception 'rows of % are append-only', tg_table_name using errcode = 'restrict_violation';
end $function$
;
grant execute on function public.keep_row_unless_erased() to public;

CREATE OR REPLACE FUNCTION public.keep_store_payment()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  p store_payments;
  t record;
  v_asked_fils bigint;
  v_is_marked boolean;
  v_status text;
begin
  select s.* into p from store_payments s
    where s.shop_id = new.shop_id and s.order_id = new.order_id and not s.conflict for update;
  if not found then
    return null;
  end if;
  select * into t from taken_for_order(new.shop_id, new.order_id);
  v_asked_fils := case when p.asked_at is not null then coalesce(p.marked_fils, p.collected_fils) end;
  v_is_marked := p.asked_at is not null and (p.status = 'done' or p.status = 'listed' and p.outstanding_fils = 0);
  v_status := case
    when p.status = 'dismissed' then p.status
    when v_is_marked then case when t.taken_fils = v_asked_fils then 'done' else 'listed' end
    when t.open_fils > 0 then 'owed'
    when p.status = 'owed' or t.taken_fils <> p.collected_fils then 'waiting'
    else p.status end;
  if (v_status, t.taken_fils) = (p.status, p.collected_fils) then
    return null;
  end if;
  update store_payments set status = v_status, collected_fils = t.taken_fils, marked_fils = v_asked_fils, attempts = 0,
      last_error = null, next_attempt_at = now()
    where shop_id = p.shop_id and confirmation_id = p.confirmation_id;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.key_of_number()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.number_key := order_number_key(new.order_number);
  return new;
end $function$
;
grant execute on function public.key_of_number() to public;

CREATE OR REPLACE FUNCTION public.keyed_hash(p_value text, p_inner bytea, p_outer bytea)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
 SET search_path TO 'public', 'pg_temp'
RETURN encode(sha256((p_outer || sha256((p_inner || convert_to(p_value, 'UTF8'::name))))), 'hex'::text)
;

CREATE OR REPLACE FUNCTION public.leave_store_payment()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  v_taken_fils bigint := new.collected_fils;
  v_open_fils bigint := 0;
begin
  if new.due_fils is not null and new.outcome = 'delivered' then
    select t.taken_fils, t.open_fils into v_taken_fils, v_open_fils from taken_for_order(new.shop_id, new.order_id) t;
    if v_taken_fils + v_open_fils = 0 then
      return null;
    end if;
  elsif new.collected_fils = 0 then
    return null;
  end if;
  insert into store_payments (shop_id, confirmation_id, order_id, collected_fils, conflict, status)
    select new.shop_id, new.id, new.order_id, v_taken_fils, new.outcome = 'recorded_with_conflict',
      case when v_open_fils > 0 then 'owed' else 'waiting' end
    from shopify_connections c join orders o on o.shop_id = c.shop_id
    where c.shop_id = new.shop_id and o.id = new.order_id and o.external_id is not null;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.list_not_taken(p_shop_id integer, p_what text, p_rows_max integer)
 RETURNS TABLE(what text, order_number text, reason text, detail jsonb, told_at timestamp with time zone, order_id uuid, external_id text, store_domain text, is_kept boolean)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select coalesce(n.webhook_id, n.order_number), n.order_number, n.reason,
      case when s.not_taken_detail ->> 'because' = n.reason then s.not_taken_detail end,
      n.told_at,
      (select o.id from orders o where o.shop_id = p_shop_id and o.order_number = n.order_number),
      coalesce(s.external_id, w.external_id),
      (select c.shop_domain from shopify_connections c where c.shop_id = p_shop_id),
      exists (select from shopify_webhooks k where k.shop_id = p_shop_id and k.dismissed_at is null and k.payload_sha256 is null
        and (k.outcome in ('not_taken', 'failed') or k.worked_at is null)
        and (k.webhook_id = n.webhook_id or n.webhook_id is null and k.order_number = n.order_number))
    from shopify_not_taken(p_shop_id) n
    left join lateral (
      select o.external_id, o.not_taken_detail from shopify_orders o
      where n.webhook_id is null and o.shop_id = p_shop_id and o.order_number = n.order_number and o.not_taken_because = n.reason
        and o.external_updated_at is not distinct from n.told_at
      limit 1) s on true
    left join shopify_webhooks w on w.shop_id = p_shop_id and w.webhook_id = n.webhook_id
    where may_see_to_orders(p_shop_id) and (p_what is null or coalesce(n.webhook_id, n.order_number) = p_what)
    order by n.told_at desc nulls last, 1
    limit p_rows_max
$function$
;
grant execute on function public.list_not_taken(integer,text,integer) to mandoob_request;

CREATE OR REPLACE FUNCTION public.live_account(p_session_id uuid)
 RETURNS TABLE(user_id uuid, email text, must_change_password boolean, created_at timestamp with time zone)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select u.id, u.email, u.must_change_password, u.created_at
  from sessions s join users u on u.id = s.user_id
  where s.id = p_session_id and s.revoked_at is null and u.disabled_at is null
$function$
;
grant execute on function public.live_account(uuid) to mandoob_request;

CREATE OR REPLACE FUNCTION public.live_chain_break(d public.devices)
 RETURNS integer
 LANGUAGE sql
 STABLE
AS $function$
  select device_chain_break(d.shop_id, d.id, greatest(d.known_until, d.chain_explained_until + 1), d.known_until + 1000)
$function$
;

CREATE OR REPLACE FUNCTION public.lock_balance_in(p_shop_id integer, p_user_id uuid)
 RETURNS bigint
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if actor.is_request() and (p_shop_id is distinct from actor.shop_id()
    or not (actor.sees_shop() or coalesce(p_user_id = actor.user_id(), false))) then
    raise exception 'this balance is not the actor''s to lock' using errcode = 'insufficient_privilege';
  end if;
  insert into cash_tracking_parts (shop_id, user_id) values (p_shop_id, p_user_id) on conflict do nothing;
  perform 1 from cash_tracking_parts where shop_id = p_shop_id and user_id = p_user_id and part = 0 for no key update;
  return (
    select (select sum(cash_on_hand_fils) from cash_tracking_parts where shop_id = p_shop_id and user_id = p_user_id)
      + (select coalesce(sum(case when to_user_id = p_user_id then amount_fils else -amount_fils end), 0)
         from cash_movements
         where shop_id = p_shop_id and posted_at is null and p_user_id in (to_user_id, from_user_id)));
end $function$
;
grant execute on function public.lock_balance_in(integer,uuid) to mandoob_request;

CREATE OR REPLACE FUNCTION public.lock_balance_of(p_user_id uuid)
 RETURNS bigint
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if actor.shop_id() is null or actor.role() is null or actor.role() not in ('Manager', 'Admin') then
    raise exception 'this balance is not the actor''s to lock' using errcode = 'insufficient_privilege';
  end if;
  insert into cash_tracking_parts (shop_id, user_id) values (actor.shop_id(), p_user_id) on conflict do nothing;
  perform 1 from cash_tracking_parts
    where shop_id = actor.shop_id() and user_id = p_user_id and part = 0 for no key update;
  return (
    select (select sum(cash_on_hand_fils) from cash_tracking_parts
            where shop_id = actor.shop_id() and user_id = p_user_id)
      + (select coalesce(sum(case when to_user_id = p_user_id then amount_fils else -amount_fils end), 0)
         from cash_movements
         where shop_id = actor.shop_id() and posted_at is null and p_user_id in (to_user_id, from_user_id)));
end $function$
;
grant execute on function public.lock_balance_of(uuid) to mandoob_request;

CREATE OR REPLACE FUNCTION public.lock_delivered_order(p_order_id uuid)
 RETURNS SETOF public.orders
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select o.* from orders o
  where o.shop_id = actor.shop_id() and o.id = p_order_id and (actor.sees_shop() or exists (
    select from delivery_confirmations c where c.shop_id = o.shop_id and c.order_id = o.id and c.driver_id = actor.driver_id()))
  for update of o
$function$
;
grant execute on function public.lock_delivered_order(uuid) to mandoob_request;

CREATE OR REPLACE FUNCTION public.lock_difference(p_shop_id integer, p_id uuid)
 RETURNS bigint
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  v_amount_fils bigint;
begin
  if actor.is_request() and (p_shop_id is distinct from actor.shop_id() or not actor.sees_shop()) then
    raise insufficient_privilege using message = 'this difference is not the actor''s to lock';
  end if;
  select amount_fils into v_amount_fils from cash_differences where shop_id = p_shop_id and id = p_id for update;
  return v_amount_fils - (
    select coalesce(sum(amount_fils), 0) from cash_settlements where shop_id = p_shop_id and difference_id = p_id);
end $function$
;
grant execute on function public.lock_difference(integer,uuid) to mandoob_request;

CREATE OR REPLACE FUNCTION public.lock_driver(p_driver_id integer)
 RETURNS TABLE(id integer, user_id uuid, full_name text, status text, works_here boolean)
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select d.id, d.user_id, d.full_name, d.status, u.disabled_at is null and p.shop_id = d.shop_id
  from drivers d join users u on u.id = d.user_id join profiles p on p.id = d.user_id
  where d.shop_id = actor.shop_id() and d.id = p_driver_id and actor.role() = 'Admin'
  for no key update of d
$function$
;
grant execute on function public.lock_driver(integer) to mandoob_request;

CREATE OR REPLACE FUNCTION public.lock_order(p_order_id uuid)
 RETURNS SETOF public.orders
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select o.* from orders o
  where o.shop_id = actor.shop_id() and o.id = p_order_id and exists (
    select from order_assignments a
    where a.shop_id = o.shop_id and a.order_id = o.id and a.driver_id = actor.driver_id())
  for update of o
$function$
;
grant execute on function public.lock_order(uuid) to mandoob_request;

CREATE OR REPLACE FUNCTION public.lock_orders(p_order_ids uuid[])
 RETURNS SETOF public.orders
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select o.* from orders o
  where o.shop_id = actor.shop_id() and o.id = any (p_order_ids) and exists (
    select from order_assignments a
    where a.shop_id = o.shop_id and a.order_id = o.id and a.driver_id = actor.driver_id())
  order by o.id
  for update of o
$function$
;
grant execute on function public.lock_orders(uuid[]) to mandoob_request;

CREATE OR REPLACE FUNCTION public.lock_staff(p_shop_id integer, p_user_id uuid)
 RETURNS TABLE(user_id uuid, email text, disabled_at timestamp with time zone, shop_id integer, full_name text, role text, driver_id integer, other_admins integer, actor_stands boolean)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
#variable_conflict use_column
begin
  perform assert_may_change_staff(p_shop_id, null);
  perform 1 from shops where id = p_shop_id for no key update;
  perform 1 from profiles where id = p_user_id and shop_id = p_shop_id for update;
  return query
    with admins as (
      select a.id from profiles a join users u on u.id = a.id
      where a.shop_id = p_shop_id and a.role = 'Admin' and u.disabled_at is null
    )
    select u.id, u.email, u.disabled_at, p.shop_id, p.full_name, p.role, d.id,
      (select count(*)::int from admins where id <> p_user_id),
      not actor.is_request() or exists (select from admins where id = actor.user_id())
    from users u
    join profiles p on p.id = u.id
    left join drivers d on d.shop_id = p.shop_id and d.user_id = p.id
    where p.shop_id = p_shop_id and p.id = p_user_id;
end $function$
;
grant execute on function public.lock_staff(integer,uuid) to mandoob_request;

CREATE OR REPLACE FUNCTION public.mark_part_fulfilment()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  update order_fulfilments f set is_part = true from delivery_confirmations c
    where f.shop_id = new.shop_id and f.order_id = new.order_id and not f.is_part
      and c.shop_id = new.shop_id and c.id = new.confirmation_id and c.outcome = 'delivered';
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.mark_request_begun()
 RETURNS void
 LANGUAGE sql
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select pg_advisory_xact_lock_shared(760219443, pg_backend_pid())
$function$
;

CREATE OR REPLACE FUNCTION public.may_change_store(p_shop_id integer)
 RETURNS boolean
 LANGUAGE sql
 STABLE
RETURN ((NOT actor.is_request()) OR COALESCE(((p_shop_id = actor.shop_id()) AND (actor.role() = 'Admin'::text)), false))
;

CREATE OR REPLACE FUNCTION public.may_have_another_device(p_shop_id integer, p_user_id uuid, p_now timestamp with time zone)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select count(*) < 50 from devices d
    where shop_id = p_shop_id and last_user_id = p_user_id and (first_seen_at > p_now - interval '1 day' or exists (
      select from device_numbers n where n.shop_id = d.shop_id and n.device_id = d.id and n.state in ('open', 'missing')
        and not device_number_arrived(n.shop_id, n.device_id, n.number)))
$function$
;

CREATE OR REPLACE FUNCTION public.may_see_to_orders(p_shop_id integer)
 RETURNS boolean
 LANGUAGE sql
 STABLE
RETURN ((NOT actor.is_request()) OR COALESCE(((p_shop_id = actor.shop_id()) AND actor.sees_shop()), false))
;

CREATE OR REPLACE FUNCTION public.move_cash(p_shop_id integer, p_from_user_id uuid, p_to_user_id uuid, p_amount_fils bigint, OUT from_total_fils bigint, OUT to_total_fils bigint)
 RETURNS record
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if p_from_user_id is not null then
    from_total_fils := add_to_balance(p_shop_id, p_from_user_id, -p_amount_fils);
  end if;
  if p_to_user_id is not null then
    to_total_fils := add_to_balance(p_shop_id, p_to_user_id, p_amount_fils);
  end if;
end $function$
;

CREATE OR REPLACE FUNCTION public.movement_has_source()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  -- A record of a request has one movement; a void has one for each that it reverses, a correction one for
  -- the reversal and one for what was taken.
  if actor.is_request() and new.leg <> 1 and new.reason <> 'reversal' and not (new.reason = 'correction' and new.leg = 2) then
    raise exception 'a second movement of a % is not the actor''s to record', replace(new.source_type, '_', ' ')
      using errcode = 'insufficient_privilege';
  end if;
  -- A request moves cash out of the safe or back only by a signed or an approved record.
  if actor.is_request() and new.reason in ('issue', 'float_return', 'adjustment') and not (case new.source_type
    when 'cash_float' then exists (
      select from cash_floats s where s.shop_id = new.shop_id and s.id = new.source_id
        and (s.recorded_by = actor.user_id() or s.approval_id is not null)
        and s.direction = case new.reason when 'issue' then 'issue' when 'float_return' then 'return' end)
    when 'cash_issue' then new.reason = 'issue' and exists (
      select from cash_issues s where s.shop_id = new.shop_id and s.id = new.source_id and s.approval_id is not null
        and s.user_id = new.to_user_id and s.amount_fils = new.amount_fils)
    when 'cash_adjustment' then new.reason = 'adjustment' and exists (
      select from cash_adjustments s where s.shop_id = new.shop_id and s.id = new.source_id and s.approval_id is not null
        and s.user_id = coalesce(new.to_user_id, new.from_user_id)
        and s.amount_fils = case when new.to_user_id is null then -new.amount_fils else new.amount_fils end)
    else false end) then
    raise exception 'this movement is not the actor''s to record' using errcode = 'insufficient_privilege';
  end if;
  if (new.source_type <> case new.reason when 'difference' then 'cash_difference' when 'settlement' then 'cash_settlement'
      when 'write_off' then 'cash_settlement' when 'late_delivery' then 'cash_settlement' when 'reversal' then 'cash_void'
      when 'order_payment' then 'order_payment' when 'correction' then 'delivery_correction' when 'expense' then 'expense'
      else new.source_type end) then
    raise exception 'a % does not explain a %', replace(new.source_type, '_', ' '), replace(new.reason, '_', ' ')
      using errcode = 'insufficient_privilege';
  end if;
  if (case new.source_type
    when 'delivery_confirmation' then exists (
      select from delivery_confirmations s where s.shop_id = new.shop_id and s.id = new.source_id)
    when 'cash_handover' then exists (select from cash_handovers s where s.shop_id = new.shop_id and s.id = new.source_id)
    when 'bank_deposit' then exists (select from bank_deposits s where s.shop_id = new.shop_id and s.id = new.source_id)
    when 'cash_issue' then exists (select from cash_issues s where s.shop_id = new.shop_id and s.id = new.source_id)
    when 'cash_float' then exists (select from cash_floats s where s.shop_id = new.shop_id and s.id = new.source_id
      and s.admin_id = coalesce(new.to_user_id, new.from_user_id) and s.amount_fils = new.amount_fils)
    when 'cash_adjustment' then exists (select from cash_adjustments s where s.shop_id = new.shop_id and s.id = new.source_id)
    when 'cash_difference' then new.reason = 'difference' and exists (
      select from cash_differences s where s.shop_id = new.shop_id and s.id = new.source_id and s.user_id = new.account_user_id
        and s.user_id = coalesce(new.to_user_id, new.from_user_id) and s.amount_fils = new.amount_fils
        and s.kind = case new.to_holder when 'shortage' then 'shortage' else 'over' end)
    when 'cash_settlement' then exists (
      select from cash_settlements s join cash_differences d on d.shop_id = s.shop_id and d.id = s.difference_id
      where s.shop_id = new.shop_id and s.id = new.source_id and s.user_id = new.account_user_id and s.amount_fils = new.amount_fils
        and new.reason = case s.kind when 'payment' then 'settlement' when 'late_delivery' then 'late_delivery' else 'write_off' end
        and case d.kind when 'shortage' then new.from_holder = 'shortage' else new.to_holder = 'over' end)
    when 'cash_void' then new.reason = 'reversal' and exists (
      select from cash_voids s join cash_movements m on m.shop_id = s.shop_id and m.id = new.reverses
      where s.shop_id = new.shop_id and s.id = new.source_id and m.amount_fils = new.amount_fils
        and m.from_holder = new.to_holder and m.to_holder = new.from_holder
        and m.from_user_id is not distinct from new.to_user_id and m.to_user_id is not distinct from new.from_user_id
        and m.account_user_id is not distinct from new.account_user_id
        and (m.source_id = s.record_id or m.source_id in (
          select d.id from cash_differences d where d.shop_id = s.shop_id and d.handover_id = s.record_id)))
    when 'order_payment' then new.reason = 'order_payment' and exists (
      select from order_payments s where s.shop_id = new.shop_id and s.id = new.source_id and s.user_id = new.to_user_id
        and new.from_holder = 'customers' and s.cash_fils = new.amount_fils)
    when 'expense' then new.reason = 'expense' and exists (
      select from expenses s where s.shop_id = new.shop_id and s.id = new.source_id and s.user_id = new.from_user_id
        and s.user_id = new.account_user_id and new.to_holder = 'expense' and s.amount_fils = new.amount_fils)
    when 'delivery_correction' then new.reason = 'correction' and exists (
      select from delivery_corrections s where s.shop_id = new.shop_id and s.id = new.source_id
        and case new.leg
          when 1 then new.from_user_id = s.user_id and new.to_holder = 'customers' and exists (
            select from cash_movements m where m.shop_id = new.shop_id and m.id = new.reverses and m.amount_fils = new.amount_fils
              and m.from_holder = 'customers' and m.to_user_id = s.user_id
              and (m.source_id = s.confirmation_id or m.source_id in (
                select e.id from delivery_corrections e where e.shop_id = s.shop_id and e.confirmation_id = s.confirmation_id)))
          when 2 then new.to_user_id = s.user_id and new.from_holder = 'customers' and new.amount_fils = s.cash_fils
          else false end)
    else false
  end) then
    return new;
  end if;
  raise exception 'no % % explains this movement', replace(new.source_type, '_', ' '), new.source_id
    using errcode = 'foreign_key_violation';
end $function$
;

CREATE OR REPLACE FUNCTION public.name_session_device(p_token_hash bytea, p_device text)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  update sessions s set device = p_device
  from refresh_tokens t where t.token_hash = p_token_hash and s.id = t.session_id
$function$
;
grant execute on function public.name_session_device(bytea,text) to mandoob_request;

CREATE OR REPLACE FUNCTION public.name_session_device(p_token_hash bytea, p_device text, p_now timestamp with time zone)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  update sessions s set device = p_device, counted_from = p_now, last_used_at = p_now
  from refresh_tokens t where t.token_hash = p_token_hash and s.id = t.session_id and s.created_at = now()
$function$
;
grant execute on function public.name_session_device(bytea,text,timestamp with time zone) to mandoob_request;

CREATE OR REPLACE FUNCTION public.note_assigned_drivers()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  update orders o set ever_driver_ids = o.ever_driver_ids || n.driver_ids
    from (select added.shop_id, added.order_id, array_agg(distinct added.driver_id) as driver_ids
          from added join orders had on had.shop_id = added.shop_id and had.id = added.order_id
          where added.driver_id <> all (had.ever_driver_ids) group by 1, 2) n
    where o.shop_id = n.shop_id and o.id = n.order_id;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.note_driver_of_order()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if new.driver_id <> all (new.ever_driver_ids) then
    new.ever_driver_ids := new.ever_driver_ids || new.driver_id;
  end if;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION public.note_memberships()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  update profiles p set member_shop_ids = p.member_shop_ids || n.shop_ids
    from (select added.user_id, array_agg(distinct added.shop_id) as shop_ids from added
          join profiles had on had.id = added.user_id where added.shop_id <> all (had.member_shop_ids) group by 1) n
    where p.id = n.user_id;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.note_missing_numbers(p_shop_id integer, p_device_id uuid, p_told_of integer, p_now timestamp with time zone)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  d devices;
  v_until int;
  v_made int;
begin
  select * into d from devices where shop_id = p_shop_id and id = p_device_id;
  v_until := greatest(d.highest, p_told_of, (
    select device_number from commands where shop_id = p_shop_id and device_id = p_device_id
    order by device_number desc limit 1));
  v_until := least(v_until::bigint, d.known_until::bigint + 1000);
  if v_until <= d.known_until or 4000 < (select count(*) from device_numbers
      where shop_id = p_shop_id and device_id = p_device_id and state in ('open', 'missing')) then
    return 0;
  end if;
  insert into device_numbers (shop_id, device_id, number, state, known_since)
    select p_shop_id, p_device_id, number, 'missing', least(p_now, later_at) from (
      select number, arrived_at, min(arrived_at) over (order by number desc) as later_at
      from generate_series(d.known_until + 1, v_until) number
      left join lateral (select min(recorded_at) as arrived_at from commands
        where shop_id = p_shop_id and device_id = p_device_id and device_number = number) arrived on true
    ) known
    where arrived_at is null
    on conflict do nothing;
  get diagnostics v_made = row_count;
  update devices set known_until = v_until where shop_id = p_shop_id and id = p_device_id;
  return v_made;
end $function$
;

CREATE OR REPLACE FUNCTION public.note_receipts()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  update files f set receipt_driver_id = added.driver_id from added
    where f.shop_id = added.shop_id and f.id = added.receipt_file_id and added.driver_id is not null
      and f.receipt_driver_id is distinct from added.driver_id;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.note_requester()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  new.requested_by := (select a.requested_by from approvals a where a.shop_id = new.shop_id and a.id = new.approval_id);
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION public.old_orders(p_shop_id integer, p_now timestamp with time zone, p_days integer, p_unexplained uuid[], p_from timestamp with time zone, p_from_id uuid, p_limit integer)
 RETURNS TABLE(order_id uuid, created_at timestamp with time zone, held_because text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
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
$function$
;
grant execute on function public.old_orders(integer,timestamp with time zone,integer,uuid[],timestamp with time zone,uuid,integer) to mandoob_request;

CREATE OR REPLACE FUNCTION public.open_differences(p_shop_id integer, p_user_id uuid)
 RETURNS bigint
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select coalesce(sum(abs(fils)), 0)::bigint from (
    select sum(case when to_holder = 'shortage' or from_holder = 'over' then amount_fils else -amount_fils end) as fils
    from cash_movements
    where shop_id = p_shop_id and account_user_id = p_user_id and to_holder <> 'expense'
      and (not actor.is_request() or p_shop_id = actor.shop_id() and actor.sees_shop())
    group by case when 'shortage' in (from_holder, to_holder) then 'shortage' else 'over' end
  ) accounts
$function$
;
grant execute on function public.open_differences(integer,uuid) to mandoob_request;

CREATE OR REPLACE FUNCTION public.open_session(p_user_id uuid, p_password_hash text, p_session_id uuid, p_token_hash bytea, p_window timestamp with time zone, p_pair text, p_address text, p_account text)
 RETURNS boolean
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select open_session(p_user_id, p_password_hash, p_session_id, p_token_hash, p_window, p_pair, p_address, p_account, null)
$function$
;
grant execute on function public.open_session(uuid,text,uuid,bytea,timestamp with time zone,text,text,text) to mandoob_request;

CREATE OR REPLACE FUNCTION public.open_session(p_user_id uuid, p_password_hash text, p_session_id uuid, p_token_hash bytea, p_window timestamp with time zone, p_pair text, p_address text, p_account text, p_network text)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  perform assert_no_request_begun();
  perform from users
    where id = p_user_id and password_hash = p_password_hash and disabled_at is null for share;
  if not found then
    return false;
  end if;
  insert into sessions (id, user_id) values (p_session_id, p_user_id);
  insert into refresh_tokens (token_hash, session_id, generation) values (p_token_hash, p_session_id, 1);
  perform take_back_attempt(p_window, p_pair, array[p_address, p_network, p_account]);
  return true;
end $function$
;
grant execute on function public.open_session(uuid,text,uuid,bytea,timestamp with time zone,text,text,text,text) to mandoob_request;

CREATE OR REPLACE FUNCTION public.order_number_key(p_number text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN lower((NORMALIZE(regexp_replace(p_number, '[\u00AD\u061C\u180E\u200B-\u200F\u202A-\u202E\u2060-\u2069\uFEFF]'::text, ''::text, 'g'::text), NFKC) COLLATE "und-x-icu"))
;
grant execute on function public.order_number_key(text) to public;

CREATE OR REPLACE FUNCTION public.own_handover_words(p_since timestamp with time zone, p_until timestamp with time zone)
 RETURNS TABLE(handover_id uuid, with_name text, card_machine_number text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select h.id, p.full_name, m.number
    from cash_handovers h
    join profiles p on p.id = h.admin_id
    left join card_machines m on m.shop_id = h.shop_id and m.id = h.card_machine_id
    where h.shop_id = actor.shop_id() and h.driver_id = actor.driver_id() and h.staff_user_id = actor.user_id()
      and h.completed_at >= p_since and h.completed_at < p_until;
$function$
;
grant execute on function public.own_handover_words(timestamp with time zone,timestamp with time zone) to mandoob_request;

CREATE OR REPLACE FUNCTION public.own_password_reset()
 RETURNS TABLE(full_name text, reset_at timestamp with time zone)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select p.full_name, u.password_changed_at
  from users u left join profiles p on p.id = u.password_set_by
  where u.id = actor.user_id() and u.must_change_password and u.password_changed_at is not null
$function$
;
grant execute on function public.own_password_reset() to mandoob_request;

CREATE OR REPLACE FUNCTION public.own_shopify_state()
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select case when refused_at is null then 'connected' else 'refused' end
  from shopify_connections where shop_id = actor.shop_id()
$function$
;
grant execute on function public.own_shopify_state() to mandoob_request;

CREATE OR REPLACE FUNCTION public.payment_of_balance(p_due_amount_fils bigint, p_owed_fils bigint, p_unmatched_fils bigint)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
RETURN CASE WHEN ((p_due_amount_fils = 0) OR ((p_owed_fils + p_unmatched_fils) = 0)) THEN 'paid'::text ELSE 'pending'::text END
;
grant execute on function public.payment_of_balance(bigint,bigint,bigint) to public;

CREATE OR REPLACE FUNCTION public.phones_of_former_text()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if new.phones is not distinct from old.phones then
    new.phones := null;
  end if;
  return new;
end $function$
;
grant execute on function public.phones_of_former_text() to public;

CREATE OR REPLACE FUNCTION public.post_movement(p_shop_id integer, p_id uuid, p_from_holder text, p_from_user_id uuid, p_to_holder text, p_to_user_id uuid, p_amount_fils bigint, p_reason text, p_source_type text, p_source_id uuid, p_leg smallint, p_command_id uuid, p_occurred_at timestamp with time zone, p_reverses uuid, p_may_wait boolean, p_account_user_id uuid DEFAULT NULL::uuid)
 RETURNS TABLE(success boolean, error text, from_total_fils bigint, to_total_fils bigint)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  v_posted_at timestamptz;
  v_state text;
  v_message text;
begin
  if actor.is_request() and (
    p_shop_id is distinct from actor.shop_id()
    or not actor.may_move(p_reason, p_from_holder, p_from_user_id, p_to_holder, p_to_user_id)
  ) then
    raise exception 'this movement is not the actor''s to record' using errcode = 'insufficient_privilege';
  end if;

  begin
    select moved.from_total_fils, moved.to_total_fils into from_total_fils, to_total_fils
      from move_cash(p_shop_id, p_from_user_id, p_to_user_id, p_amount_fils) as moved;
    v_posted_at := clock_timestamp();
  exception when query_canceled or others then
    get stacked diagnostics v_state = returned_sqlstate, v_message = message_text;
    if v_state = '57014' then
      v_state := '55P03';
      v_message := 'the balances took longer than a statement may';
      if not p_may_wait then
        raise exception '%', v_message using errcode = v_state;
      end if;
    elsif not p_may_wait or left(v_state, 2) in ('40', '57', '08') then
      raise;
    end if;
    error := case when v_state = 'P0001' then v_message end;
  end;

  insert into cash_movements (shop_id, id, from_holder, from_user_id, to_holder, to_user_id, amount_fils, reason,
      source_type, source_id, leg, command_id, recorded_by, occurred_at, posted_at, reverses, account_user_id)
    values (p_shop_id, p_id, p_from_holder, p_from_user_id, p_to_holder, p_to_user_id, p_amount_fils, p_reason,
      p_source_type, p_source_id, p_leg, p_command_id, actor.user_id(), p_occurred_at, v_posted_at, p_reverses, p_account_user_id);

  success := v_posted_at is not null;
  return next;
end $function$
;
grant execute on function public.post_movement(integer,uuid,text,uuid,text,uuid,bigint,text,text,uuid,smallint,uuid,timestamp with time zone,uuid,boolean,uuid) to mandoob_request;

CREATE OR REPLACE FUNCTION public.receive_shopify_webhook(p_shop_domain text, p_id uuid, p_webhook_id text, p_topic text, p_triggered_at timestamp with time zone, p_payload text)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  to_shop int;
begin
  insert into shopify_webhooks (shop_id, id, webhook_id, topic, triggered_at, payload)
    select c.shop_id, p_id, p_webhook_id, p_topic, p_triggered_at, p_payload
    from shopify_connections c where c.shop_domain = p_shop_domain
    on conflict (shop_id, webhook_id) do nothing
    returning shop_id into to_shop;
  if to_shop is null then
    return false;
  end if;
  perform graphile_worker.add_job('work-shopify-webhooks', payload => json_build_object('shop_id', to_shop),
    job_key => 'work-shopify-webhooks-' || to_shop);
  return true;
end $function$
;
grant execute on function public.receive_shopify_webhook(text,uuid,text,text,timestamp with time zone,text) to mandoob_request;

CREATE OR REPLACE FUNCTION public.received_by_reference(p_shop_id integer, p_confirmation_id uuid)
 RETURNS SETOF text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select m.tender from payment_matches m
  join delivery_facts f on f.shop_id = m.shop_id and f.confirmation_id = m.source_id
    and (m.reference, m.amount_fils) = case m.tender when 'payment_link' then (f.link_reference, f.link_fils)
      else (f.transfer_reference, f.transfer_fils) end
  where m.shop_id = p_shop_id and m.source_id = p_confirmation_id and m.outcome = 'received'
    and (not actor.is_request() or p_shop_id = actor.shop_id() and (actor.sees_shop() or f.user_id = actor.user_id()))
$function$
;
grant execute on function public.received_by_reference(integer,uuid) to mandoob_request;

CREATE OR REPLACE FUNCTION public.record_ended_session(p_session_id uuid, p_audit_id uuid, p_feed_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  v_session record;
begin
  select s.user_id, s.ended_because, p.shop_id into v_session
    from sessions s join profiles p on p.id = s.user_id
    where s.id = p_session_id and s.revoked_at = now() and s.ended_because in ('unused', 'age', 'token_copied');
  if not found then
    return;
  end if;
  insert into audit_events (shop_id, id, source, what, subject_id, after)
    values (v_session.shop_id, p_audit_id, 'server', 'end_session', p_session_id,
      jsonb_build_object('ended_because', v_session.ended_because, 'user_id', v_session.user_id));
  insert into feed (shop_id, id, topic, audience, user_ids)
    values (v_session.shop_id, p_feed_id, 'sessions', 'users', array[v_session.user_id]);
end $function$
;
grant execute on function public.record_ended_session(uuid,uuid,uuid) to mandoob_request;

CREATE OR REPLACE FUNCTION public.refresh_order_statistics()
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if pg_relation_size('orders') > 10 * current_setting('block_size')::bigint
    * (select greatest(relpages, 1) from pg_class where oid = 'orders'::regclass) then
    analyze (skip_locked) customers, products, orders, order_line_items, order_events, order_search;
  end if;
end $function$
;
grant execute on function public.refresh_order_statistics() to mandoob_request;

CREATE OR REPLACE FUNCTION public.refuse_claim_without_hold()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.refuse_delivery_of_others()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if not exists (select from order_assignments a where a.shop_id = new.shop_id and a.order_id = new.order_id
                 and a.driver_id = actor.driver_id()) then
    raise insufficient_privilege using message = 'the order was never given to this driver';
  end if;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION public.refuse_fulfilment_of_others()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if not exists (select from orders o where o.shop_id = new.shop_id and o.id = new.order_id
                 and o.driver_id = actor.driver_id()) then
    raise insufficient_privilege using message = 'the order is not with this driver';
  end if;
  new.plan := null;
  new.held_until := null;
  new.is_part := exists (
    select from delivery_lines l join delivery_confirmations c on c.shop_id = l.shop_id and c.id = l.confirmation_id
    where l.shop_id = new.shop_id and l.order_id = new.order_id and c.outcome = 'delivered');
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION public.refuse_lines_of_others()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if not exists (select from delivery_confirmations c where c.shop_id = new.shop_id and c.id = new.confirmation_id
    and c.order_id = new.order_id and c.user_id = new.user_id) then
    raise insufficient_privilege using message = 'another user made this delivery';
  end if;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION public.refuse_payments_of_others()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if not exists (select from delivery_confirmations c where c.shop_id = new.shop_id and c.id = new.confirmation_id
    and c.order_id = new.order_id and c.driver_id = new.driver_id) then
    raise insufficient_privilege using message = 'this is no delivery of this driver and order';
  end if;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION public.refuse_undo_of_others()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if not exists (select from delivery_attempts a where a.shop_id = new.shop_id and a.id = new.attempt_id
                 and a.user_id = actor.user_id()) then
    raise insufficient_privilege using message = 'another user recorded the attempt';
  end if;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION public.remember_replaced_password()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.password_changed_at := now();
  new.replaced_password_hash := old.password_hash;
  new.password_set_by := actor.user_id();
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION public.remember_shop_member()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into shop_members (shop_id, user_id) values (new.shop_id, new.id) on conflict do nothing;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION public.remove_lines(p_shop_id integer, p_order_id uuid)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  delete from order_line_items l using orders o
    where l.shop_id = p_shop_id and l.order_id = p_order_id and o.shop_id = l.shop_id and o.id = l.order_id
      and o.status <> 'completed' and (not actor.is_request() or p_shop_id = actor.shop_id() and actor.sees_shop())
$function$
;
grant execute on function public.remove_lines(integer,uuid) to mandoob_request;

CREATE OR REPLACE FUNCTION public.renew_first_password(p_shop_id integer, p_user_id uuid, p_email text, p_password_hash text)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  perform assert_may_change_staff(p_shop_id, null);
  update users u set password_hash = p_password_hash from profiles p
    where u.id = p_user_id and u.email = p_email and p.id = u.id and p.shop_id = p_shop_id
      and u.must_change_password and u.password_changed_at is null and u.disabled_at is null
      and not exists (select from sessions s where s.user_id = u.id);
  if not found then
    return false;
  end if;
  -- Nobody has been given the one before.
  update users set password_changed_at = null, replaced_password_hash = null, password_set_by = null where id = p_user_id;
  return true;
end $function$
;
grant execute on function public.renew_first_password(integer,uuid,text,text) to mandoob_request;

CREATE OR REPLACE FUNCTION public.replaced_password(p_session_id uuid)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  perform assert_no_request_begun();
  return (select u.replaced_password_hash from live_account(p_session_id) a join users u on u.id = a.user_id
          where u.password_changed_at > now() - interval '1 hour');
end $function$
;
grant execute on function public.replaced_password(uuid) to mandoob_request;

CREATE OR REPLACE FUNCTION public.retry_store(p_shop_id integer, p_order_number text, OUT fulfilments integer, OUT webhooks integer, OUT payments integer)
 RETURNS record
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  v_task text;
begin
  if not may_change_store(p_shop_id) and (p_order_number is null or not may_see_to_orders(p_shop_id)) then
    raise exception 'this store is not the actor''s to retry' using errcode = 'insufficient_privilege';
  end if;
  update shopify_connections set refused_at = null, refused_because = null, marking_refused_because = null where shop_id = p_shop_id;
  -- One that is worked for the first time at this moment is left to its worker. A repeated one may be worked twice at once: the
  -- second finds it fulfilled.
  update order_fulfilments f set status = 'waiting', attempts = 0, last_error = null, next_attempt_at = now()
    where shop_id = p_shop_id and status <> 'done' and (last_error is not null or attempts = 0)
      and (p_order_number is null or order_id in (select id from orders where shop_id = p_shop_id and order_number = p_order_number));
  get diagnostics fulfilments = row_count;
  -- Of an order only its newest version counts; the older ones will be told from it. Of one whose payload was dropped, the store is asked.
  update shopify_webhooks set worked_at = null, outcome = null, attempts = 0, next_attempt_at = now()
    where shop_id = p_shop_id and (p_order_number is null or order_number = p_order_number or webhook_id = p_order_number)
      and dismissed_at is null and payload_sha256 is null and (outcome in ('not_taken', 'failed') or worked_at is null);
  get diagnostics webhooks = row_count;
  -- One that is worked at this moment is left to its worker.
  update store_payments set status = 'waiting', attempts = 0, last_error = null, next_attempt_at = now()
    where shop_id = p_shop_id and (status in ('listed', 'failed') or (status = 'waiting' and last_error is not null))
      and (p_order_number is null or order_id in (select id from orders where shop_id = p_shop_id and order_number = p_order_number));
  get diagnostics payments = row_count;
  foreach v_task in array array['fulfil-orders', 'work-shopify-webhooks', 'mark-orders-paid'] loop
    perform graphile_worker.add_job(v_task, payload => json_build_object('shop_id', p_shop_id), job_key => v_task || '-' || p_shop_id);
  end loop;
end $function$
;
grant execute on function public.retry_store(integer,text) to mandoob_request;

CREATE OR REPLACE FUNCTION public.rotate_refresh_token(p_token_hash bytea, p_successor_hash bytea, p_sealed_successor bytea)
 RETURNS TABLE(outcome text, session_id uuid, sealed_successor bytea)
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select r.outcome, r.session_id, r.sealed_successor
  from rotate_refresh_token(p_token_hash, p_successor_hash, p_sealed_successor, null, null, null) r
$function$
;
grant execute on function public.rotate_refresh_token(bytea,bytea,bytea) to mandoob_request;

CREATE OR REPLACE FUNCTION public.rotate_refresh_token(p_token_hash bytea, p_successor_hash bytea, p_sealed_successor bytea, p_device text, p_unused_days integer, p_total_days integer)
 RETURNS TABLE(outcome text, session_id uuid, sealed_successor bytea, ended_because text, ends_in_s integer)
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select * from rotate_refresh_token(p_token_hash, p_successor_hash, p_sealed_successor, p_device, p_unused_days,
    p_total_days, now())
$function$
;
grant execute on function public.rotate_refresh_token(bytea,bytea,bytea,text,integer,integer) to mandoob_request;

CREATE OR REPLACE FUNCTION public.rotate_refresh_token(p_token_hash bytea, p_successor_hash bytea, p_sealed_successor bytea, p_device text, p_unused_days integer, p_total_days integer, p_now timestamp with time zone)
 RETURNS TABLE(outcome text, session_id uuid, sealed_successor bytea, ended_because text, ends_in_s integer)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
#variable_conflict use_column
declare
  v_session sessions;
  v_presented refresh_tokens;
  v_newest int;
begin
  select s.* into v_session from sessions s
    where s.id = (select t.session_id from refresh_tokens t where t.token_hash = p_token_hash) for update;
  select * into v_presented from refresh_tokens t where t.token_hash = p_token_hash;
  if v_session.revoked_at is null then
    v_session.ended_because := case
      when v_session.last_used_at < p_now - make_interval(days => p_unused_days) then 'unused'
      when v_session.counted_from < p_now - make_interval(days => p_total_days) then 'age' end;
    if v_session.ended_because is not null then
      -- The transaction's own time: by it others know what this transaction has ended (0035).
      update sessions s set revoked_at = now(), ended_because = v_session.ended_because where s.id = v_session.id;
    end if;
  end if;
  if v_presented.token_hash is null or not exists (select from live_account(v_session.id)) then
    return query select 'dead', v_session.id, null::bytea, v_session.ended_because, null::int;
    return;
  end if;
  select max(t.generation) into v_newest from refresh_tokens t where t.session_id = v_session.id;
  if v_presented.generation < v_newest - 1 then
    update sessions s set revoked_at = now(), ended_because = 'token_copied' where s.id = v_session.id;
    return query select 'replayed', v_session.id, null::bytea, 'token_copied', null::int;
    return;
  end if;

  update sessions s set last_used_at = p_now, device = coalesce(p_device, s.device) where s.id = v_session.id;
  -- Both times are the database's.
  update users u set replaced_password_hash = null
    where u.id = v_session.user_id and u.replaced_password_hash is not null
      and u.password_changed_at < now() - interval '1 hour';
  if v_presented.generation = v_newest then
    insert into refresh_tokens (token_hash, session_id, generation)
      values (p_successor_hash, v_session.id, v_newest + 1);
    update refresh_tokens t set used_at = p_now, sealed_successor = p_sealed_successor
      where t.token_hash = p_token_hash;
    -- A copy that old is refused all the same, only without revoking anything.
    delete from refresh_tokens t
      where t.session_id = v_session.id and t.generation < v_newest and t.used_at < p_now - interval '90 days';
  end if;
  return query select
    case when v_presented.generation = v_newest then 'rotated' else 'repeated' end, v_session.id,
    coalesce(v_presented.sealed_successor, p_sealed_successor), null::text,
    extract(epoch from v_session.counted_from + make_interval(days => p_total_days) - p_now)::int;
end $function$
;
grant execute on function public.rotate_refresh_token(bytea,bytea,bytea,text,integer,integer,timestamp with time zone) to mandoob_request;

CREATE OR REPLACE FUNCTION public.say_why_session_ended()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  select case when u.disabled_at is not null then 'disabled'
              when u.password_changed_at = now() then 'password_changed'
              else 'signed_out' end
    into new.ended_because from users u where u.id = new.user_id;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION public.search_form(p_text text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select translate(
    regexp_replace(
      regexp_replace(lower(normalize(p_text, NFKD)),
        '[\u0300-\u036f\u0610-\u061a\u0640\u064b-\u065f\u0670\u06d6-\u06ed\u200b-\u200f\u202a-\u202e\u2066-\u2069\ufeff]', '', 'g'),
      '[[:cntrl:][:space:]]+', ' ', 'g'),
    '٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹ٱىیکةøłđıء', '01234567890123456789اييكهoldi')
$function$
;

CREATE OR REPLACE FUNCTION public.search_orders(p_words text, p_limit integer)
 RETURNS SETOF uuid
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER ROWS 100
 SET search_path TO 'public', 'pg_temp'
AS $function$
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
end $function$
;
grant execute on function public.search_orders(text,integer) to mandoob_request;

CREATE OR REPLACE FUNCTION public.search_words(p_order_number text, p_first_name text, p_last_name text, p_address text, p_area text, p_phone text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select search_form(concat_ws(' ', p_order_number, p_first_name, p_last_name, p_address, p_area))
    || E'\x1f' || regexp_replace(search_form(coalesce(p_phone, '')), '\D', '', 'g')
$function$
;

CREATE OR REPLACE FUNCTION public.set_staff_disabled(p_shop_id integer, p_user_id uuid, p_disabled boolean)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  v_ended int := 0;
begin
  perform assert_may_change_staff(p_shop_id, p_user_id);
  if p_disabled then
    if p_user_id = actor.user_id() or exists (select from profiles where id = p_user_id and role = 'Admin') then
      perform assert_may_lose_role(p_shop_id, p_user_id);
    end if;
    update users set disabled_at = coalesce(disabled_at, now()) where id = p_user_id;
    -- Last: a session keeps why it ended.
    update sessions set revoked_at = now() where user_id = p_user_id and revoked_at is null;
    get diagnostics v_ended = row_count;
  else
    update users set disabled_at = null where id = p_user_id;
  end if;
  return v_ended;
end $function$
;
grant execute on function public.set_staff_disabled(integer,uuid,boolean) to mandoob_request;

CREATE OR REPLACE FUNCTION public.set_staff_password(p_shop_id integer, p_user_id uuid, p_password_hash text)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  v_ended int;
begin
  perform assert_may_change_staff(p_shop_id, p_user_id);
  if p_user_id = actor.user_id() then
    raise exception 'nobody sets their own password without knowing it' using errcode = 'insufficient_privilege';
  end if;
  update users set password_hash = p_password_hash, must_change_password = true where id = p_user_id;
  update sessions set revoked_at = now() where user_id = p_user_id and revoked_at is null;
  get diagnostics v_ended = row_count;
  return v_ended;
end $function$
;
grant execute on function public.set_staff_password(integer,uuid,text) to mandoob_request;

CREATE OR REPLACE FUNCTION public.settle_attempt()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.open_attempt_id := null;
  return new;
end $function$
;
grant execute on function public.settle_attempt() to public;

CREATE OR REPLACE FUNCTION public.settled_device_numbers(p_device_id uuid, p_numbers integer[])
 RETURNS TABLE(number integer, user_id uuid, amount_fils bigint)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select asked.number, n.user_id, n.amount_fils
    from devices d
    cross join lateral (select distinct unnest(p_numbers) as number) asked
    left join device_numbers n on n.shop_id = d.shop_id and n.device_id = d.id and n.number = asked.number
    where d.shop_id = actor.shop_id() and d.id = p_device_id and actor.user_id() = any (d.user_ids)
      and (n.state in ('closed', 'explained') or n.number is null and asked.number <= d.known_until
        or device_number_arrived(d.shop_id, d.id, asked.number))
    order by asked.number
$function$
;
grant execute on function public.settled_device_numbers(uuid,integer[]) to mandoob_request;

CREATE OR REPLACE FUNCTION public.shopify_not_taken(p_shop_id integer)
 RETURNS TABLE(order_number text, webhook_id text, reason text, told_at timestamp with time zone)
 LANGUAGE sql
 STABLE SECURITY DEFINER ROWS 50
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select o.order_number, null::text, o.not_taken_because, o.external_updated_at
    from shopify_orders o
    where o.shop_id = p_shop_id and o.not_taken_because is not null
      and o.dismissed_because is distinct from o.not_taken_because
      and not exists (select from orders own where own.shop_id = o.shop_id and own.id = o.order_id
        and own.status in ('completed', 'cancelled'))
      and (not actor.is_request() or p_shop_id = actor.shop_id() and actor.sees_shop())
  union all
  select w.order_number, w.webhook_id, coalesce(w.reason, 'it failed here'), w.received_at
    from shopify_webhooks w
    where w.shop_id = p_shop_id and w.dismissed_at is null and (
      (w.outcome = 'not_taken' and w.external_id is null)
      or (w.outcome = 'failed' and not exists (
        select from shopify_orders seen
        where seen.shop_id = w.shop_id and seen.external_id = w.external_id
          and seen.external_updated_at >= coalesce(w.external_updated_at, w.received_at))))
      and (not actor.is_request() or p_shop_id = actor.shop_id() and actor.sees_shop())
$function$
;
grant execute on function public.shopify_not_taken(integer) to mandoob_request;

CREATE OR REPLACE FUNCTION public.shopify_webhook_secret(p_shop_domain text)
 RETURNS TABLE(shop_id integer, sealed_secret text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select c.shop_id, c.sealed_secret from shopify_connections c where c.shop_domain = p_shop_domain
$function$
;
grant execute on function public.shopify_webhook_secret(text) to mandoob_request;

CREATE OR REPLACE FUNCTION public.signers_of(p_shop_id integer, p_record_type text, p_record_id uuid)
 RETURNS SETOF uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select unnest(array[staff_user_id, admin_id]) from cash_handovers
    where p_record_type = 'handover' and shop_id = p_shop_id and id = p_record_id
  union all
  select manager_id from bank_deposits where p_record_type = 'deposit' and shop_id = p_shop_id and id = p_record_id
  union all
  select unnest(array[admin_id, manager_id]) from cash_floats where p_record_type = 'float' and shop_id = p_shop_id and id = p_record_id
$function$
;

CREATE OR REPLACE FUNCTION public.staff_accounts(p_shop_id integer, p_used_since timestamp with time zone, p_counted_since timestamp with time zone)
 RETURNS TABLE(user_id uuid, email text, disabled boolean, must_change_password boolean, sessions integer, last_seen_at timestamp with time zone)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select u.id, u.email, u.disabled_at is not null, u.must_change_password, coalesce(s.live, 0)::int,
    greatest(s.last_used_at, d.last_seen_at)
  from profiles p
  join users u on u.id = p.id
  left join lateral (
    select count(*) filter (where last_used_at >= p_used_since and counted_from >= p_counted_since) as live, max(last_used_at) as last_used_at
    from sessions where user_id = p.id and revoked_at is null
  ) s on true
  left join (
    select last_user_id, max(last_seen_at) as last_seen_at from devices where shop_id = p_shop_id group by last_user_id
  ) d on d.last_user_id = p.id
  where p.shop_id = p_shop_id and actor.shop_id() = p_shop_id and actor.sees_shop()
$function$
;
grant execute on function public.staff_accounts(integer,timestamp with time zone,timestamp with time zone) to mandoob_request;

CREATE OR REPLACE FUNCTION public.staff_of_driver(p_shop_id integer, p_driver_id integer)
 RETURNS TABLE(user_id uuid, email text, disabled_at timestamp with time zone, shop_id integer, full_name text, role text, driver_id integer)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select u.id, u.email, u.disabled_at, p.shop_id, p.full_name, p.role, d.id
    from drivers d join profiles p on p.id = d.user_id and p.shop_id = d.shop_id join users u on u.id = p.id
    where d.shop_id = p_shop_id and d.id = p_driver_id
      and (not actor.is_request() or p_shop_id = actor.shop_id() and actor.sees_shop())
$function$
;
grant execute on function public.staff_of_driver(integer,integer) to mandoob_request;

CREATE OR REPLACE FUNCTION public.staff_sessions(p_shop_id integer, p_user_id uuid, p_used_since timestamp with time zone, p_counted_since timestamp with time zone)
 RETURNS TABLE(id uuid, device text, last_used_at timestamp with time zone)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select s.id, s.device, s.last_used_at
  from sessions s join profiles p on p.id = s.user_id
  where p.id = p_user_id and p.shop_id = p_shop_id and actor.shop_id() = p_shop_id and actor.sees_shop()
    and s.revoked_at is null and s.last_used_at >= p_used_since and s.counted_from >= p_counted_since
  order by s.last_used_at desc, s.id limit 50
$function$
;
grant execute on function public.staff_sessions(integer,uuid,timestamp with time zone,timestamp with time zone) to mandoob_request;

CREATE OR REPLACE FUNCTION public.stay_with_cash()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if exists (select from cash_tracking
             where shop_id = old.shop_id and user_id = old.id and cash_on_hand_fils <> 0)
    or exists (select from cash_movements where shop_id = old.shop_id and posted_at is null
               and (from_user_id = old.id or to_user_id = old.id))
    or open_differences(old.shop_id, old.id) <> 0
  then
    raise exception 'A member of staff who holds cash cannot change shop' using errcode = 'restrict_violation';
  end if;
  return new;
end $function$
;
grant execute on function public.stay_with_cash() to public;

CREATE OR REPLACE FUNCTION public.stop_shopify_connection(p_shop_domain text, p_sealed_secret text, p_because text)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select stop_shopify_connection(p_shop_domain, p_sealed_secret, p_because, clock_timestamp(), gen_random_uuid(), gen_random_uuid())
$function$
;
grant execute on function public.stop_shopify_connection(text,text,text) to mandoob_request;

CREATE OR REPLACE FUNCTION public.stop_shopify_connection(p_shop_domain text, p_sealed_secret text, p_because text, p_now timestamp with time zone, p_audit_id uuid, p_feed_id uuid)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  with stopped as (
    update shopify_connections set refused_at = p_now, refused_because = p_because
    where shop_domain = p_shop_domain and sealed_secret = p_sealed_secret and refused_at is null
    returning shop_id, connected_at
  ), audited as (
    insert into audit_events (shop_id, id, source, what, subject_id, after)
    select shop_id, p_audit_id, 'server', 'stop_store',
      to_char(connected_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), jsonb_build_object('stops', 'everything')
    from stopped
  )
  insert into feed (shop_id, id, topic, audience) select shop_id, p_feed_id, 'store', 'desk' from stopped
$function$
;
grant execute on function public.stop_shopify_connection(text,text,text,timestamp with time zone,uuid,uuid) to mandoob_request;

CREATE OR REPLACE FUNCTION public.store_payments_of_order(p_order_id uuid)
 RETURNS TABLE(confirmation_id uuid, status text, collected_fils bigint, outstanding_fils bigint, marked_fils bigint)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select w.confirmation_id, w.status, w.collected_fils, w.outstanding_fils, w.marked_fils from store_payments w
    where w.shop_id = actor.shop_id() and w.order_id = p_order_id and actor.sees_shop()
$function$
;
grant execute on function public.store_payments_of_order(uuid) to mandoob_request;

CREATE OR REPLACE FUNCTION public.store_standing(p_shop_id integer)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  with store as (select * from shopify_connections where shop_id = p_shop_id),
    fulfilments as (
      select f.* from order_fulfilments f where f.shop_id = p_shop_id and f.status <> 'done' and exists (select from store)),
    payments as (
      select p.* from store_payments p
      where p.shop_id = p_shop_id and p.status in ('owed', 'waiting', 'listed', 'failed') and exists (select from store))
  select jsonb_build_object(
    'connection', (
      select jsonb_build_object('shop_domain', c.shop_domain, 'client_id', c.client_id, 'connected_at', c.connected_at,
        'refused_because', c.refused_because, 'marking_refused_because', c.marking_refused_because, 'missing_scopes', c.missing_scopes,
        'webhook_url', c.webhook_url, 'webhooks_problem', c.webhooks_problem, 'checked_at', c.checked_at, 'read_at', p.ended_at,
        'read_error', p.last_error,
        'resync', case when p.resync_since is not null then
          jsonb_build_object('since', p.resync_since, 'ended_at', p.resync_ended_at, 'read', p.resync_read) end)
      from store c
      left join shopify_polls p on p.shop_id = c.shop_id and p.shop_domain = c.shop_domain),
    'unverified', (select jsonb_build_object('count', u.count, 'last_at', u.last_at) from shopify_unverified_webhooks u where u.shop_id = p_shop_id),
    'webhooks', (select coalesce(jsonb_agg(w order by w.received_at desc), '[]') from (
      select id, received_at, topic, order_number, outcome, reason from shopify_webhooks
      where shop_id = p_shop_id order by received_at desc limit 10) w),
    'fulfilments', (select coalesce(jsonb_agg(f order by f.last_error is null, f.created_at), '[]') from (
      select f.order_id, o.order_number, f.status, f.attempts, f.last_error, f.created_at
      from fulfilments f join orders o on o.shop_id = f.shop_id and o.id = f.order_id
      order by f.last_error is null, f.created_at limit 50) f),
    'payments', (select coalesce(jsonb_agg(m order by m.status in ('owed', 'waiting'), m.created_at), '[]') from (
      select p.confirmation_id, o.id as order_id, o.order_number, p.status, p.collected_fils, p.marked_fils, p.outstanding_fils,
        coalesce(b.owed_fils + b.unmatched_fils, 0) as open_fils, p.last_error, p.created_at
      from payments p join orders o on o.shop_id = p.shop_id and o.id = p.order_id
      left join order_balances b on b.shop_id = p.shop_id and b.order_id = p.order_id
      order by p.status in ('owed', 'waiting'), p.created_at limit 50) m),
    'fulfilments_total', (select count(*) from fulfilments),
    'payments_total', (select count(*) from payments),
    'webhooks_waiting', (select count(*) from shopify_webhooks where shop_id = p_shop_id and worked_at is null),
    'not_taken_total', (select count(*) from shopify_not_taken(p_shop_id)))
  where not actor.is_request() or p_shop_id = actor.shop_id() and actor.sees_shop()
$function$
;
grant execute on function public.store_standing(integer) to mandoob_request;

CREATE OR REPLACE FUNCTION public.take_back_attempt(p_window timestamp with time zone, p_pair text, p_others text[])
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  v_other text;
begin
  update sign_in_attempts set failures = 0 where subject = p_pair and window_start = p_window;
  foreach v_other in array p_others loop
    update sign_in_attempts set failures = greatest(failures - 1, 0) where subject = v_other and window_start = p_window;
  end loop;
end $function$
;

CREATE OR REPLACE FUNCTION public.take_device_report(p_device_id uuid, p_name text, p_report jsonb, p_report_hash bytea, p_now timestamp with time zone)
 RETURNS TABLE(is_first boolean, newly_closed integer[], newly_broken boolean, is_news boolean, user_ids uuid[])
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
#variable_conflict use_column
declare
  v_shop_id int := actor.shop_id();
  v_user_id uuid := actor.user_id();
  d devices;
  v_highest int := (p_report ->> 'highest')::int;
  v_highest_hash bytea := decode(p_report ->> 'highest_hash', 'hex');
  v_unnumbered_count int;
  v_unnumbered_fils bigint;
  v_told_of int;
  v_rows int;
  v_changed int := 0;
  v_late int[];
  v_broken_at int;
  v_open int;
  v_looked_until int;
  v_is_manager boolean := actor.role() = 'Manager';
begin
  if v_shop_id is null or v_user_id is null then
    raise exception 'nobody is signed in' using errcode = 'insufficient_privilege';
  end if;
  select * into d from devices where shop_id = v_shop_id and id = p_device_id;
  if found and d.report_hash = p_report_hash and d.last_user_id = v_user_id
    and d.name is not distinct from p_name and d.last_seen_at > p_now - interval '1 minute' then
    return;
  end if;

  if not found then
    -- Serializes the first reports of one user, so that the limit counts all of them.
    perform from shop_members where shop_id = v_shop_id and user_id = v_user_id for no key update;
    if not may_have_another_device(v_shop_id, v_user_id, p_now) then
      raise exception 'too many devices of one person' using errcode = 'program_limit_exceeded';
    end if;
  end if;

  insert into devices (shop_id, id, name, first_seen_at, last_seen_at, last_user_id, user_ids, highest, highest_hash,
      known_until, unnumbered_count, unnumbered_fils, report_hash)
    values (v_shop_id, p_device_id, p_name, p_now, p_now, v_user_id, array[v_user_id], v_highest, v_highest_hash,
      v_highest, 0, 0, p_report_hash)
    on conflict do nothing;
  is_first := found;
  -- Serializes the reports of one device.
  select * into d from devices where shop_id = v_shop_id and id = p_device_id for no key update;
  -- Users whom the server has seen on the device, by a report or a command of theirs.
  select d.user_ids || v_user_id || array_agg(distinct user_id) into user_ids from commands
    where shop_id = v_shop_id and device_id = p_device_id
      and device_number between d.known_until + 1 and d.known_until + 1000;
  v_looked_until := coalesce(d.chain_explained_until, 0);

  -- A missing number that has arrived needs no row.
  with arrived as (
    delete from device_numbers n
      where n.shop_id = v_shop_id and n.device_id = p_device_id and n.state in ('open', 'missing')
        and device_number_arrived(v_shop_id, p_device_id, n.number)
      returning n.number
  )
  select array_agg(number) into v_late from arrived;
  select user_ids || array_agg(distinct c.user_id) into user_ids from unnest(v_late) late (number)
    cross join lateral (select user_id from commands
      where shop_id = v_shop_id and device_id = p_device_id and device_number = late.number offset 0) c;

  -- A number up to known_until without a row is settled, and an older report does not reopen it. A device has
  -- at most a thousand open numbers; others become missing when known_until reaches them.
  select count(*) into v_open from device_numbers
    where shop_id = v_shop_id and device_id = p_device_id and state = 'open';
  with told as (
    select distinct on (o.number) o.number, o.command_id, o.endpoint, o.made_at,
        case when o.user_id = any (user_ids) then o.user_id end as maker,
        -- The arrangement of stops carries no cash, so it never replaces a claim that does.
        case when o.endpoint = 'arrange_stops' then 0 else o.amount_fils end as amount_fils
      from jsonb_to_recordset(p_report -> 'open')
        as o (number int, command_id uuid, user_id uuid, endpoint text, amount_fils bigint, made_at timestamptz)
      where not device_number_arrived(v_shop_id, p_device_id, o.number)
        and (v_open < 1000 or exists (select from device_numbers n
          where n.shop_id = v_shop_id and n.device_id = p_device_id and n.number = o.number and n.state = 'open'))
        and (is_first or o.number > d.known_until or exists (
          select from device_numbers n where n.shop_id = v_shop_id and n.device_id = p_device_id and n.number = o.number))
      order by o.number
  ), kept as (
    insert into device_numbers as n
        (shop_id, device_id, number, state, command_id, user_id, endpoint, amount_fils, made_at, known_since)
      select v_shop_id, p_device_id, number, 'open', command_id, maker, endpoint, amount_fils, made_at, p_now from told
      on conflict (shop_id, device_id, number) do update
        set state = 'open', settled_at = null, how = null, replaced_by = null, closed_by = null,
          -- The owner never changes. A claim by another user is recorded next to it.
          user_id = coalesce(n.user_id, excluded.user_id),
          claimed_by = case when n.user_id <> v_user_id and excluded.user_id = v_user_id
            then coalesce(n.claimed_by, v_user_id) else n.claimed_by end,
          -- The amount never falls; the other facts are those of the report with the greatest amount.
          amount_fils = greatest(n.amount_fils, excluded.amount_fils),
          command_id = case when excluded.amount_fils >= coalesce(n.amount_fils, 0)
            then excluded.command_id else n.command_id end,
          endpoint = case when excluded.amount_fils >= coalesce(n.amount_fils, 0)
            then excluded.endpoint else n.endpoint end,
          made_at = case when excluded.amount_fils >= coalesce(n.amount_fils, 0)
            then excluded.made_at else n.made_at end
        where n.state = 'missing'
          -- Only the owner, a manager, or a user who claims the number changes one that has an owner.
          or n.state = 'open'
            and (n.user_id is null or n.user_id = v_user_id or excluded.user_id = v_user_id or v_is_manager)
            and (n.user_id is null and excluded.user_id is not null
              or n.claimed_by is null and n.user_id <> v_user_id and excluded.user_id = v_user_id
              or excluded.amount_fils >= coalesce(n.amount_fils, 0)
                and (n.amount_fils, n.command_id) is distinct from (excluded.amount_fils, excluded.command_id))
          -- A user who did not close the number, and reports it as open and their own, reopens it.
          or n.state = 'closed' and excluded.user_id = v_user_id and n.closed_by is distinct from v_user_id
      returning n.number
  )
  select count(*) into v_rows from kept;
  v_changed := v_changed + v_rows;

  with told as (
    select distinct on (o.number) o.*, case when o.user_id = any (user_ids) then o.user_id end as maker
      from jsonb_to_recordset(p_report -> 'closed')
        as o (number int, command_id uuid, user_id uuid, how text, replaced_by int)
      left join device_numbers n on n.shop_id = v_shop_id and n.device_id = p_device_id and n.number = o.number
      where not device_number_arrived(v_shop_id, p_device_id, o.number)
        and (o.number > d.known_until or n.number is not null)
        -- Only the owner or a manager closes a number; one that another user claims, only a manager.
        and (v_is_manager or n.claimed_by is null and v_user_id = coalesce(n.user_id, o.user_id))
      order by o.number
  ), kept as (
    insert into device_numbers as n
        (shop_id, device_id, number, state, command_id, user_id, known_since, settled_at, how, replaced_by, closed_by)
      select v_shop_id, p_device_id, number, 'closed', command_id, maker, p_now, p_now, how, replaced_by, v_user_id from told
      on conflict (shop_id, device_id, number) do update
        set state = 'closed', command_id = excluded.command_id, user_id = coalesce(n.user_id, excluded.user_id),
          settled_at = excluded.settled_at, how = excluded.how, replaced_by = excluded.replaced_by,
          closed_by = excluded.closed_by
        -- A refused command may be replaced later.
        where n.state in ('open', 'missing') or (n.how = 'refused' and excluded.how = 'replaced')
      returning n.number
  )
  select array_agg(number order by number) into newly_closed from kept;

  select greatest(v_highest, max(number), max(replaced_by)) into v_told_of from (
    select (o ->> 'number')::int as number, (o ->> 'replaced_by')::int as replaced_by
    from jsonb_array_elements((p_report -> 'open') || (p_report -> 'closed')) o
  ) told;

  -- The overlap of 50 finds a second command under a number that had arrived. Explained breaks are skipped.
  v_broken_at := least(
    device_chain_break(v_shop_id, p_device_id, greatest(d.known_until - 50, v_looked_until + 1), d.known_until + 1000),
    (select min(device_chain_break(v_shop_id, p_device_id, greatest(number - 1, v_looked_until + 1), number + 1))
      from unnest(v_late) number),
    (select min(o.number) from jsonb_to_recordset(p_report -> 'open') as o (number int, command_id uuid)
      cross join lateral (select command_id from commands
        where shop_id = v_shop_id and device_id = p_device_id and device_number = o.number offset 0) c
      where c.command_id <> o.command_id and o.number > v_looked_until),
    (select min(device_number) from commands
      where shop_id = v_shop_id and device_id = p_device_id and device_number = v_highest and device_hash <> v_highest_hash
        and device_number > v_looked_until),
    case when v_highest = d.highest and v_highest > v_looked_until and v_highest_hash <> d.highest_hash then v_highest end);
  newly_broken := d.chain_broken_at is null and v_broken_at is not null;

  v_changed := v_changed + note_missing_numbers(v_shop_id, p_device_id, v_told_of, p_now)
    + coalesce(cardinality(v_late), 0) + coalesce(cardinality(newly_closed), 0);

  -- A delayed older report does not overwrite the counts of a newer one.
  if v_highest >= d.highest then
    select greatest(0, (p_report ->> 'unsent_count')::int - count(*)),
        greatest(0, (p_report ->> 'unsent_fils')::bigint - coalesce(sum((o ->> 'amount_fils')::bigint), 0))
      into v_unnumbered_count, v_unnumbered_fils from jsonb_array_elements(p_report -> 'open') o;
  else
    v_unnumbered_count := d.unnumbered_count;
    v_unnumbered_fils := d.unnumbered_fils;
  end if;
  user_ids := array(select distinct unnest(array_remove(user_ids, null)) order by 1);
  is_news := is_first or newly_broken or v_changed > 0 or user_ids <> d.user_ids
    or (v_unnumbered_count, v_unnumbered_fils) <> (d.unnumbered_count, d.unnumbered_fils);
  update devices
    set name = p_name, last_seen_at = greatest(last_seen_at, p_now), last_user_id = v_user_id,
      user_ids = take_device_report.user_ids, highest = greatest(highest, v_highest),
      highest_hash = case when v_highest >= highest then coalesce(v_highest_hash, highest_hash) else highest_hash end,
      unnumbered_count = v_unnumbered_count, unnumbered_fils = v_unnumbered_fils,
      chain_broken_at = coalesce(chain_broken_at, v_broken_at), report_hash = p_report_hash
    where shop_id = v_shop_id and id = p_device_id;
  newly_closed := coalesce(newly_closed, '{}');
  return next;
end $function$
;
grant execute on function public.take_device_report(uuid,text,jsonb,bytea,timestamp with time zone) to mandoob_request;

CREATE OR REPLACE FUNCTION public.take_drivers_of_order()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  select o.ever_driver_ids into new.ever_driver_ids from orders o where o.shop_id = new.shop_id and o.id = new.order_id;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION public.taken_for_order(p_shop_id integer, p_order_id uuid, OUT taken_fils bigint, OUT open_fils bigint)
 RETURNS record
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select (f.due_fils - b.owed_fils - b.unmatched_fils - coalesce((select sum(w.amount_fils) from order_waivers w
      where w.shop_id = p_shop_id and w.order_id = p_order_id), 0))::bigint,
    (b.owed_fils + b.unmatched_fils)::bigint
  from balance_of_order(p_shop_id, p_order_id) b
  join delivery_facts f on f.shop_id = p_shop_id and f.order_id = p_order_id and f.outcome = 'delivered'
$function$
;

CREATE OR REPLACE FUNCTION public.tell_customer_of_new_order()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  update customers set ever_driver_ids = ever_driver_ids || new.ever_driver_ids
    where shop_id = new.shop_id and id = new.customer_id and not ever_driver_ids @> new.ever_driver_ids;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.tell_rows_of_order()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  update order_line_items set ever_driver_ids = new.ever_driver_ids where shop_id = new.shop_id and order_id = new.id;
  update order_events set ever_driver_ids = new.ever_driver_ids where shop_id = new.shop_id and order_id = new.id;
  update order_amounts set ever_driver_ids = new.ever_driver_ids where shop_id = new.shop_id and order_id = new.id;
  update order_fulfilments set ever_driver_ids = new.ever_driver_ids where shop_id = new.shop_id and order_id = new.id;
  update customers set ever_driver_ids = array(
      select distinct id from unnest(coalesce(ever_driver_ids, '{}') || new.ever_driver_ids) id order by id)
    where shop_id = new.shop_id and id = new.customer_id
      and (ever_driver_ids is null or not ever_driver_ids @> new.ever_driver_ids);
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.touch_order()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  said orders := new;
begin
  if old.status <> 'completed'
    and (new.status, new.payment_status, new.payment_method, new.paid_amount_fils, new.driver_id)
      is distinct from (old.status, old.payment_status, old.payment_method, old.paid_amount_fils, old.driver_id)
  then
    new.updated_at := now();
  else
    new.updated_at := old.updated_at;
  end if;
  said.updated_at := old.updated_at;
  said.ever_driver_ids := old.ever_driver_ids;
  said.number_key := old.number_key;
  said.repeats_number := old.repeats_number;
  said.payment_names := old.payment_names;
  said.told_due_fils := old.told_due_fils;
  new.version := old.version + case when said is distinct from old then 1 else 0 end;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION public.unsent_of_staff(p_shop_id integer)
 RETURNS TABLE(user_id uuid, count integer, amount_fils bigint, last_seen_at timestamp with time zone)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select n.user_id, count(*)::int, least(sum(n.amount_fils), 10000000000000)::bigint, max(d.last_seen_at)
  from device_numbers n
  join devices d on d.shop_id = n.shop_id and d.id = n.device_id
  where n.shop_id = p_shop_id and n.state = 'open' and n.user_id is not null and n.endpoint is distinct from 'arrange_stops'
    and not device_number_arrived(n.shop_id, n.device_id, n.number)
    and actor.sees_device(n.shop_id, array[n.user_id])
  group by n.user_id
$function$
;
grant execute on function public.unsent_of_staff(integer) to mandoob_request;

CREATE OR REPLACE FUNCTION public.unsettled_device_numbers(p_shop_id integer, p_device_ids uuid[])
 RETURNS TABLE(device_id uuid, number integer, state text, is_work boolean, user_id uuid, amount_fils bigint, known_since timestamp with time zone)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select d.id, unsettled.*
  from devices d
  cross join lateral (
    (select number, state, endpoint is distinct from 'arrange_stops', user_id, amount_fils, known_since from device_numbers n
      where n.shop_id = d.shop_id and n.device_id = d.id and n.state in ('open', 'missing')
        and not device_number_arrived(d.shop_id, d.id, n.number)
      order by number limit 1001)
    union all
    select number, 'missing', true, null, null, coalesce(later_at, d.last_seen_at) from (
      select number, arrived_at, min(arrived_at) over (order by number desc) as later_at
      from (select device_number as last_arrived from commands c where c.shop_id = d.shop_id and c.device_id = d.id
          order by device_number desc limit 1) last,
        generate_series(d.known_until + 1, least(greatest(d.highest, last_arrived), d.known_until::bigint + 1000)::int) number
      left join lateral (select min(recorded_at) as arrived_at from commands c
        where c.shop_id = d.shop_id and c.device_id = d.id and c.device_number = number) arrived on true
    ) later
    where arrived_at is null and not exists (select from device_numbers n
      where n.shop_id = d.shop_id and n.device_id = d.id and n.number = later.number)
    order by 1 limit 1001
  ) unsettled
  where d.shop_id = p_shop_id and d.id = any (p_device_ids) and actor.sees_device(d.shop_id, d.user_ids)
  order by 1, 2
$function$
;
grant execute on function public.unsettled_device_numbers(integer,uuid[]) to mandoob_request;

create table migrations.fingerprints (
  name text not null,
  sha256 text not null,
  constraint fingerprints_pkey PRIMARY KEY (name)
);

create table migrations.versions (
  version text not null,
  works_beside text not null,
  since timestamp with time zone default now() not null,
  constraint versions_pkey PRIMARY KEY (version)
);

create table public.approval_decisions (
  shop_id integer not null,
  approval_id uuid not null,
  outcome text not null,
  decided_by uuid,
  operator text,
  reason text,
  changes jsonb default '[]'::jsonb not null,
  command_id uuid not null,
  decided_at timestamp with time zone default now() not null,
  requested_by uuid,
  constraint approval_decisions_pkey PRIMARY KEY (shop_id, approval_id),
  constraint approval_decisions_check CHECK (((decided_by IS NULL) <> (operator IS NULL))),
  constraint approval_decisions_operator_check CHECK ((operator <> ''::text)),
  constraint approval_decisions_outcome_check CHECK ((outcome = ANY (ARRAY['approved'::text, 'refused'::text, 'withdrawn'::text]))),
  constraint approval_decisions_reason_check CHECK (((reason = btrim(reason)) AND ((length(reason) >= 1) AND (length(reason) <= 500)))),
  constraint approval_decisions_shop_id_approval_id_fkey FOREIGN KEY (shop_id, approval_id) REFERENCES public.approvals(shop_id, id),
  constraint approval_decisions_shop_id_decided_by_fkey FOREIGN KEY (shop_id, decided_by) REFERENCES public.shop_members(shop_id, user_id),
  constraint approval_decisions_shop_id_fkey FOREIGN KEY (shop_id) REFERENCES public.shops(id)
);
alter table public.approval_decisions enable row level security;
create policy own_decision on public.approval_decisions for insert to mandoob_request
  with check (((shop_id = ( SELECT actor.shop_id() AS shop_id)) AND (decided_by = ( SELECT actor.user_id() AS user_id)) AND (( SELECT actor.sees_shop() AS sees_shop) OR (outcome = 'withdrawn'::text))));
create policy own_shop on public.approval_decisions for select to mandoob_request
  using (((shop_id = ( SELECT actor.shop_id() AS shop_id)) AND (( SELECT actor.sees_shop() AS sees_shop) OR (requested_by = ( SELECT actor.user_id() AS user_id)))));
CREATE TRIGGER approval_decisions_append_only BEFORE DELETE OR UPDATE ON public.approval_decisions FOR EACH ROW EXECUTE FUNCTION public.keep_row();
CREATE TRIGGER approval_decisions_hold BEFORE INSERT ON public.approval_decisions FOR EACH ROW EXECUTE FUNCTION public.hold_decision();
CREATE TRIGGER approval_decisions_no_truncate BEFORE TRUNCATE ON public.approval_decisions FOR EACH STATEMENT EXECUTE FUNCTION public.keep_row();
CREATE TRIGGER approval_decisions_note_requester BEFORE INSERT ON public.approval_decisions FOR EACH ROW EXECUTE FUNCTION public.note_requester();
grant insert, select on public.approval_decisions to mandoob_request;

create table public.approvals (
  shop_id integer not null,
  id uuid not null,
  kind text not null,
  requested_by uuid,
  operator text,
  user_id uuid not null,
  amount_fils bigint not null,
  reason text,
  record jsonb not null,
  file_ids uuid[] default '{}'::uuid[] not null,
  command_id uuid not null,
  requested_at timestamp with time zone default now() not null,
  expires_at timestamp with time zone not null,
  erased_at timestamp with time zone,
  erased_hashes jsonb,
  constraint approvals_pkey PRIMARY KEY (shop_id, id),
  constraint approvals_amount_fils_check CHECK (((amount_fils >= '-1000000000'::integer) AND (amount_fils <= 1000000000))),
  constraint approvals_check CHECK (((requested_by IS NULL) <> (operator IS NULL))),
  constraint approvals_kind_check CHECK ((kind = ANY (ARRAY['adjustment'::text, 'issue'::text, 'float'::text, 'write_off'::text, 'void'::text, 'waiver'::text, 'expense'::text, 'correction'::text, 'unpaid'::text]))) NOT VALID,
  constraint approvals_operator_check CHECK ((operator <> ''::text)),
  constraint approvals_reason_check CHECK (((reason = btrim(reason)) AND ((length(reason) >= 1) AND (length(reason) <= 500)))),
  constraint approvals_shop_id_fkey FOREIGN KEY (shop_id) REFERENCES public.shops(id),
  constraint approvals_shop_id_requested_by_fkey FOREIGN KEY (shop_id, requested_by) REFERENCES public.shop_members(shop_id, user_id),
  constraint approvals_shop_id_user_id_fkey FOREIGN KEY (shop_id, user_id) REFERENCES public.shop_members(shop_id, user_id)
);
CREATE UNIQUE INDEX approvals_expense_reference ON public.approvals USING btree (shop_id, requested_by, ((record ->> 'reference'::text))) WHERE (kind = 'expense'::text);
CREATE INDEX approvals_expenses ON public.approvals USING btree (shop_id, requested_at, user_id) WHERE (kind = 'expense'::text);
CREATE INDEX approvals_expiring ON public.approvals USING btree (shop_id, expires_at);
CREATE INDEX approvals_newest ON public.approvals USING btree (shop_id, requested_at DESC, id DESC);
CREATE INDEX approvals_of_order ON public.approvals USING btree (shop_id, ((record ->> 'order_id'::text))) WHERE ((record ->> 'order_id'::text) IS NOT NULL);
CREATE INDEX approvals_of_requester ON public.approvals USING btree (shop_id, requested_by, requested_at DESC);
alter table public.approvals enable row level security;
create policy not_erased on public.approvals as restrictive for insert to mandoob_request
  with check (((shop_id = ( SELECT actor.shop_id() AS shop_id)) AND (erased_at IS NULL) AND (erased_hashes IS NULL)));
create policy own_request on public.approvals for insert to mandoob_request
  with check (((shop_id = ( SELECT actor.shop_id() AS shop_id)) AND (requested_by = ( SELECT actor.user_id() AS user_id)) AND (( SELECT actor.sees_shop() AS sees_shop) OR ((kind = ANY (ARRAY['expense'::text, 'correction'::text, 'unpaid'::text])) AND (user_id = requested_by) AND (( SELECT actor.driver_id() AS driver_id) IS NOT NULL)))));
create policy own_shop on public.approvals for select to mandoob_request
  using (((shop_id = ( SELECT actor.shop_id() AS shop_id)) AND (( SELECT actor.sees_shop() AS sees_shop) OR (requested_by = ( SELECT actor.user_id() AS user_id)))));
CREATE TRIGGER approvals_append_only BEFORE DELETE OR UPDATE ON public.approvals FOR EACH ROW EXECUTE FUNCTION public.keep_row_unless_erased();
CREATE TRIGGER approvals_no_truncate BEFORE TRUNCATE ON public.approvals FOR EACH STATEMENT EXECUTE FUNCTION public.keep_row();
grant insert, select on public.approvals to mandoob_request;

create table public.attempt_reasons (
  shop_id integer not null,
  key text not null,
  label text,
  needs_photo boolean not null,
  needs_note boolean not null,
  needs_time boolean not null,
  "position" integer not null,
  is_offered boolean default true not null,
  constraint attempt_reasons_pkey PRIMARY KEY (shop_id, key),
  constraint attempt_reasons_key_check CHECK ((key ~ '^[a-z0-9_]{1,40}$'::text)),
  constraint attempt_reasons_label_check CHECK (((label = btrim(label)) AND (label <> ''::text) AND (length(label) <= 60))),
  constraint attempt_reasons_position_check CHECK (("position" >= 0)),
  constraint attempt_reasons_shop_id_fkey FOREIGN KEY (shop_id) REFERENCES public.shops(id)
);
alter table public.attempt_reasons enable row level security;
create policy added_by_admins on public.attempt_reasons for insert to mandoob_request
  with check (((shop_id = ( SELECT actor.shop_id() AS shop_id)) AND ( SELECT (actor.role() = 'Admin'::text))));
create policy changed_by_admins on public.attempt_reasons for update to mandoob_request
  using (((shop_id = ( SELECT actor.shop_id() AS shop_id)) AND ( SELECT (actor.role() = 'Admin'::text))));
create policy own_shop on public.attempt_reasons for select to mandoob_request
  using ((shop_id = ( SELECT actor.shop_id() AS shop_id)));
grant insert, select on public.attempt_reasons to mandoob_request;
grant update (label, needs_photo, needs_note, needs_time, "position", is_offered) on public.attempt_reasons to mandoob_request;

create table public.attempt_undos (
  shop_id integer not null,
  id uuid not null,
  attempt_id uuid not null,
  user_id uuid not null,
  has_conflict boolean not null,
  command_id uuid not null,
  occurred_at timestamp with time zone not null,
  recorded_at timestamp with time zone not null,
  constraint attempt_undos_pkey PRIMARY KEY (shop_id, id),
  constraint attempt_undos_shop_id_attempt_id_key UNIQUE (shop_id, attempt_id),
  constraint attempt_undos_shop_id_attempt_id_fkey FOREIGN KEY (shop_id, attempt_id) REFERENCES public.delivery_attempts(shop_id, id),
  constraint attempt_undos_shop_id_fkey FOREIGN KEY (shop_id) REFERENCES public.shops(id),
  constraint attempt_undos_shop_id_user_id_fkey FOREIGN KEY (shop_id, user_id) REFERENCES public.shop_members(shop_id, user_id)
);
alter table public.attempt_undos enable row level security;
create policy own_or_shop on public.attempt_undos for select to mandoob_request
  using (((shop_id = ( SELECT actor.shop_id() AS shop_id)) AND ((user_id = ( SELECT actor.user_id() AS user_id)) OR ( SELECT actor.sees_shop() AS sees_shop))));
create policy own_undo on public.attempt_undos for insert to mandoob_request
  with check (((shop_id = ( SELECT actor.shop_id() AS shop_id)) AND (user_id = ( SELECT actor.user_id() AS user_id))));
CREATE TRIGGER attempt_undos_of_own BEFORE INSERT ON public.attempt_undos FOR EACH ROW WHEN (actor.is_request()) EXECUTE FUNCTION public.refuse_undo_of_others();
grant insert, select on public.attempt_undos to mandoob_request;

create table public.audit_events (
  shop_id integer not null,
  id uuid not null,
  source text not null,
  user_id uuid,
  operator text,
  client_address text,
  device text,
  what text not null,
  subject_id text,
  before jsonb,
  after jsonb,
  personal_fields text[] default '{}'::text[] not null,
  command_id uuid,
  recorded_at timestamp with time zone default now() not null,
  constraint audit_events_pkey PRIMARY KEY (shop_id, id, recorded_at),
  constraint audit_events_after_check CHECK ((jsonb_typeof(after) = 'object'::text)),
  constraint audit_events_before_check CHECK ((jsonb_typeof(before) = 'object'::text)),
  constraint audit_events_of_one_actor CHECK ((((user_id IS NOT NULL) = (source = 'request'::text)) AND ((operator IS NOT NULL) = (source = 'command line'::text)))),
  constraint audit_events_operator_check CHECK ((operator <> ''::text)),
  constraint audit_events_origin CHECK (((source = 'request'::text) OR ((client_address IS NULL) AND (device IS NULL)))),
  constraint audit_events_source_check CHECK ((source = ANY (ARRAY['request'::text, 'command line'::text, 'shopify'::text, 'server'::text]))),
  constraint audit_events_what_check CHECK ((what ~ '^[a-z]+(_[a-z]+)*$'::text)),
  constraint audit_events_shop_id_fkey FOREIGN KEY (shop_id) REFERENCES public.shops(id),
  constraint audit_events_shop_id_user_id_fkey FOREIGN KEY (shop_id, user_id) REFERENCES public.shop_members(shop_id, user_id)
) partition by range (recorded_at);
CREATE INDEX audit_events_newest ON ONLY public.audit_events USING btree (shop_id, recorded_at, id);
CREATE INDEX audit_events_of_kind ON ONLY public.audit_events USING btree (shop_id, what, recorded_at, id);
CREATE INDEX audit_events_of_many ON ONLY public.audit_events USING gin (COALESCE((before -> 'order_ids'::text), (after -> 'order_numbers'::text)) jsonb_path_ops) WHERE ((subject_id IS NULL) AND (COALESCE((before -> 'order_ids'::text), (after -> 'order_numbers'::text)) IS NOT NULL));
CREATE INDEX audit_events_of_subject ON ONLY public.audit_events USING btree (shop_id, subject_id, recorded_at, id) WHERE (subject_id IS NOT NULL);
CREATE INDEX audit_events_of_systems ON ONLY public.audit_events USING btree (shop_id, source, recorded_at, id, what) WHERE (user_id IS NULL);
CREATE INDEX audit_events_of_user ON ONLY public.audit_events USING btree (shop_id, user_id, recorded_at, id, what) WHERE (user_id IS NOT NULL);
alter table public.audit_events enable row level security;
create policy own_event on public.audit_events for insert to mandoob_request
  with check (((shop_id = ( SELECT actor.shop_id() AS shop_id)) AND (user_id = ( SELECT actor.user_id() AS user_id))));
create policy own_shop on public.audit_events for select to mandoob_request
  using (((shop_id = ( SELECT actor.shop_id() AS shop_id)) AND ( SELECT actor.sees_shop() AS sees_shop)));
CREATE TRIGGER audit_events_append_only BEFORE DELETE OR UPDATE ON public.audit_events FOR EACH ROW EXECUTE FUNCTION public.keep_audit_event();
CREATE TRIGGER audit_events_no_truncate BEFORE TRUNCATE ON public.audit_events FOR EACH STATEMENT EXECUTE FUNCTION public.keep_audit_event();
grant select on public.audit_events to mandoob_request;
grant insert (shop_id, id, source, user_id, client_address, device, what, subject_id, before, after, personal_fields, command_id) on public.audit_events to mandoob_request;

create table public.backups (
  id uuid not null,
  path text not null,
  made_at timestamp with time zone default now() not null,
  constraint backups_pkey PRIMARY KEY (id)
);
alter table public.backups enable row level security;

create table public.bank_deposits (
  shop_id integer not null,
  id uuid not null,
  reference text not null,
  manager_id uuid not null,
  amount_fils bigint not null,
  deposit_date date not null,
  notes text,
  deposit_document_url text not null,
  invoice_image_url text,
  manager_signature_url text,
  receipt_file_id uuid not null,
  invoice_file_id uuid not null,
  signature_file_id uuid not null,
  signature_typed boolean not null,
  signer text not null,
  command_id uuid not null,
  occurred_at timestamp with time zone not null,
  created_at timestamp with time zone default now() not null,
  constraint bank_deposits_pkey PRIMARY KEY (shop_id, id),
  constraint bank_deposits_shop_id_manager_id_command_id_key UNIQUE (shop_id, manager_id, command_id),
  constraint bank_deposits_shop_id_reference_key UNIQUE (shop_id, reference),
  constraint bank_deposits_amount_fils_check CHECK (((amount_fils > 0) AND (amount_fils <= 1000000000))),
  constraint bank_deposits_invoice_image_url_check CHECK ((invoice_image_url IS NULL)),
  constraint bank_deposits_manager_signature_url_check CHECK ((manager_signature_url IS NULL)),
  constraint bank_deposits_notes_check CHECK ((btrim(notes) <> ''::text)),
  constraint bank_deposits_reference_check CHECK ((reference <> ''::text)),
  constraint bank_deposits_signer_check CHECK ((signer <> ''::text)),
  constraint bank_deposits_shop_id_fkey FOREIGN KEY (shop_id) REFERENCES public.shops(id),
  constraint bank_deposits_shop_id_invoice_file_id_fkey FOREIGN KEY (shop_id, invoice_file_id) REFERENCES public.files(shop_id, id),
  constraint bank_deposits_shop_id_manager_id_fkey FOREIGN KEY (shop_id, manager_id) REFERENCES public.shop_members(shop_id, user_id),
  constraint bank_deposits_shop_id_receipt_file_id_fkey FOREIGN KEY (shop_id, receipt_file_id) REFERENCES public.files(shop_id, id),
  constraint bank_deposits_shop_id_signature_file_id_fkey FOREIGN KEY (shop_id, signature_file_id) REFERENCES public.files(shop_id, id)
);
CREATE INDEX bank_deposits_newest ON public.bank_deposits USING btree (shop_id, created_at DESC, id DESC);
alter table public.bank_deposits enable row level security;
create policy for_managers on public.bank_deposits for select to mandoob_request
  using (((shop_id = ( SELECT actor.shop_id() AS shop_id)) AND ( SELECT actor.sees_shop() AS sees_shop)));
create policy own_deposit on public.bank_deposits for insert to mandoob_request
  with check (((shop_id = ( SELECT actor.shop_id() AS shop_id)) AND (manager_id = ( SELECT actor.user_id() AS user_id)) AND ( SELECT (actor.role() = 'Manager'::text))));
grant insert, select on public.bank_deposits to mandoob_request;

create table public.card_machines (
  shop_id integer not null,
  id uuid not null,
  number text not null,
  holder_driver_id integer,
  created_at timestamp with time zone default now() not null,
  retired_at timestamp with time zone,
  constraint card_machines_pkey PRIMARY KEY (shop_id, id),
  constraint card_machines_shop_id_number_key UNIQUE (shop_id, number),
  constraint card_machines_number_check CHECK (((number = btrim(number)) AND (number <> ''::text) AND (length(number) <= 100))),
  constraint card_machines_retired_in_shop CHECK (((retired_at IS NULL) OR (holder_driver_id IS NULL))),
  constraint card_machines_shop_id_fkey FOREIGN KEY (shop_id) REFERENCES public.shops(id),
  constraint card_machines_shop_id_holder_driver_id_fkey FOREIGN KEY (shop_id, holder_driver_id) REFERENCES public.drivers(shop_id, id)
);
alter table public.card_machines enable row level security;
create policy added_by_admins on public.card_machines for insert to mandoob_request
  with check (((shop_id = ( SELECT actor.shop_id() AS shop_id)) AND ( SELECT (actor.role() = 'Admin'::text))));
create policy for_desk on public.card_machines for select to mandoob_request
  using (((shop_id = ( SELECT actor.shop_id() AS shop_id)) AND ( SELECT actor.sees_shop() AS sees_shop)));
create policy handed_by_desk on public.card_machines for update to mandoob_request
  using (((shop_id = ( SELECT actor.shop_id() AS shop_id)) AND ( SELECT actor.sees_shop() AS sees_shop)));
grant select on public.card_machines to mandoob_request;
grant insert (shop_id, id, number) on public.card_machines to mandoob_request;
grant update (holder_driver_id, retired_at) on public.card_machines to mandoob_request;

create table public.cash_adjustments (
  shop_id integer not null,
  id uuid not null,
  user_id uuid not null,
  amount_fils bigint not null,
  reason text not null,
  recorded_at timestamp with time zone default now() not null,
  command_id uuid,
  occurred_at timestamp with time zone,
  approval_id uuid,
  constraint cash_adjustments_pkey PRIMARY KEY (shop_id, id),
  constraint cash_adjustments_shop_id_approval_id_key UNIQUE (shop_id, approval_id),
  constraint cash_adjustments_amount_fils_check CHECK (((amount_fils <> 0) AND (abs(amount_fils) <= 1000000000))),
  constraint cash_adjustments_reason_check CHECK (((reason = btrim(reason)) AND ((length(reason) >= 1) AND (length(reason) <= 500)))),
  constraint cash_adjustments_command FOREIGN KEY (shop_id, command_id) REFERENCES public.operator_commands(shop_id, command_id),
  constraint cash_adjustments_shop_id_approval_id_fkey FOREIGN KEY (shop_id, approval_id) REFERENCES public.approvals(shop_id, id),
  constraint cash_adjustments_shop_id_fkey FOREIGN KEY (shop_id) REFERENCES public.shops(id),
  constraint cash_adjustments_shop_id_user_id_fkey FOREIGN KEY (shop_id, user_id) REFERENCES public.shop_members(shop_id, user_id)
);
CREATE INDEX cash_adjustments_of_user ON public.cash_adjustments USING btree (shop_id, user_id, recorded_at);
alter table public.cash_adjustments enable row level security;
create policy approved_adjustment on public.cash_adjustments for insert to mandoob_request
  with check (((shop_id = ( SELECT actor.shop_id() AS shop_id)) AND ( SELECT actor.sees_shop() AS sees_shop) AND (approval_id IS NOT NULL)));
create policy own_or_shop on public.cash_adjustments for select to mandoob_request
  using (((shop_id = ( SELECT actor.shop_id() AS shop_id)) AND ((user_id = ( SELECT actor.user_id() AS user_id)) OR ( SELECT actor.sees_shop() AS sees_shop))));
CREATE TRIGGER cash_adjustments_append_only BEFORE DELETE OR UPDATE ON public.cash_adjustments FOR EACH ROW EXECUTE FUNCTION public.keep_adjustment();
CREATE TRIGGER cash_adjustments_approved BEFORE INSERT ON public.cash_adjustments FOR EACH ROW WHEN ((new.approval_id IS NOT NULL)) EXECUTE FUNCTION public.hold_approved('adjustment');
CREATE TRIGGER cash_adjustments_no_truncate BEFORE TRUNCATE ON public.cash_adjustments FOR EACH STATEMENT EXECUTE FUNCTION public.keep_adjustment();
grant insert, select on public.cash_adjustments to mandoob_request;

create table public.cash_ceilings (
  shop_id integer not null,
  user_id uuid not null,
  ceiling_fils bigint,
  constraint cash_ceilings_pkey PRIMARY KEY (shop_id, user_id),
  constraint cash_ceilings_ceiling_fils_check CHECK (((ceiling_fils >= 1) AND (ceiling_fils <= 1000000000))),
  constraint cash_ceilings_shop_id_fkey FOREIGN KEY (shop_id) REFERENCES public.shops(id),
  constraint cash_ceilings_shop_id_user_id_fkey FOREIGN KEY (shop_id, user_id) REFERENCES public.shop_members(shop_id, user_id)
);
alter table public.cash_ceilings enable row level security;
create policy added_by_admins on public.cash_ceilings for insert to mandoob_request
  with check (((shop_id = ( SELECT actor.shop_id() AS shop_id)) AND ( SELECT (actor.role() = 'Admin'::text))));
create policy changed_by_admins on public.cash_ceilings for update to mandoob_request
  using (((shop_id = ( SELECT actor.shop_id() AS shop_id)) AND ( SELECT (actor.role() = 'Admin'::text))));
create policy own_or_shop on public.cash_ceilings for select to mandoob_request
  using (((shop_id = ( SELECT actor.shop_id() AS shop_id)) AND ((user_id = ( SELECT actor.user_id() AS user_id)) OR ( SELECT actor.sees_shop() AS sees_shop))));
grant insert, select on public.cash_ceilings to mandoob_request;
grant update (ceiling_fils) on public.cash_ceilings to mandoob_request;

create table public.cash_differences (
  shop_id integer not null,
  id uuid not null,
  handover_id uuid,
  user_id uuid not null,
  kind text not null,
  amount_fils bigint not null,
  reason text,
  decided_by uuid,
  command_id uuid not null,
  recorded_at timestamp with time zone default now() not null,
  correction_id uuid,
  constraint cash_differences_pkey PRIMARY KEY (shop_id, id),
  constraint cash_differences_shop_id_correction_id_key UNIQUE (shop_id, correction_id),
  constraint cash_differences_shop_id_handover_id_key UNIQUE (shop_id, handover_id),
  constraint cash_differences_amount_fils_check CHECK (((amount_fils >= 0) AND (amount_fils <= 1000000000))),
  constraint cash_differences_check CHECK (((kind = 'none'::text) = (amount_fils = 0))),
  constraint cash_differences_check1 CHECK ((user_id <> decided_by)),
  constraint cash_differences_decided CHECK (((decided_by IS NOT NULL) OR (correction_id IS NOT NULL))) NOT VALID,
  constraint cash_differences_kind_check CHECK ((kind = ANY (ARRAY['shortage'::text, 'over'::text, 'none'::text]))),
  constraint cash_differences_of_one_record CHECK ((num_nonnulls(handover_id, correction_id) = 1)) NOT VALID,
  constraint cash_differences_reason_check CHECK (((reason = btrim(reason)) AND ((length(reason) >= 1) AND (length(reason) <= 500)))),
  constraint cash_differences_shop_id_correction_id_fkey FOREIGN KEY (shop_id, correction_id) REFERENCES public.delivery_corrections(shop_id, id),
  constraint cash_differences_shop_id_decided_by_fkey FOREIGN KEY (shop_id, decided_by) REFERENCES public.shop_members(shop_id, user_id),
  constraint cash_differences_shop_id_fkey FOREIGN KEY (shop_id) REFERENCES public.shops(id),
  constraint cash_differences_shop_id_handover_id_fkey FOREIGN KEY (shop_id, handover_id) REFERENCES public.cash_handovers(shop_id, id),
  constraint cash_differences_shop_id_user_id_fkey FOREIGN KEY (shop_id, user_id) REFERENCES public.shop_members(shop_id, user_id)
);
CREATE INDEX cash_differences_of_user ON public.cash_differences USING btree (shop_id, user_id, recorded_at);
alter table public.cash_differences enable row level security;
create policy own_decision on public.cash_differences for insert to mandoob_request
  with check (((shop_id = ( SELECT actor.shop_id() AS shop_id)) AND ( SELECT actor.sees_shop() AS sees_shop) AND (decided_by = ( SELECT actor.user_id() AS user_id))));
create policy own_or_shop on public.cash_differences for select to mandoob_request
  using (((shop_id = ( SELECT actor.shop_id() AS shop_id)) AND ((user_id = ( SELECT actor.user_id() AS user_id)) OR ( SELECT actor.sees_shop() AS sees_shop))));
CREATE TRIGGER cash_differences_append_only BEFORE DELETE OR UPDATE ON public.cash_differences FOR EACH ROW EXECUTE FUNCTION public.keep_row();
CREATE TRIGGER cash_differences_hold BEFORE INSERT ON public.cash_differences FOR EACH ROW EXECUTE FUNCTION public.hold_difference();
CREATE TRIGGER cash_differences_no_truncate BEFORE TRUNCATE ON public.cash_differences FOR EACH STATEMENT EXECUTE FUNCTION public.keep_row();
grant insert, select on public.cash_differences to mandoob_request;

create table public.cash_floats (
  shop_id integer not null,
  id uuid not null,
  reference text not null,
  direction text not null,
  admin_id uuid not null,
  manager_id uuid not null,
  recorded_by uuid not null,
  amount_fils bigint not null,
  receipt_url text not null,
  admin_signature_file_id uuid not null,
  manager_signature_file_id uuid not null,
  receipt_file_id uuid not null,
  admin_signature_typed boolean not null,
  admin_signer text not null,
  manager_signature_typed boolean not null,
  manager_signer text not null,
  command_id uuid not null,
  completed_at timestamp with time zone not null,
  recorded_at timestamp with time zone default now() not null,
  approval_id uuid,
  constraint cash_floats_pkey PRIMARY KEY (shop_id, id),
  constraint cash_floats_shop_id_approval_id_key UNIQUE (shop_id, approval_id),
  constraint cash_floats_shop_id_recorded_by_command_id_key UNIQUE (shop_id, recorded_by, command_id),
  constraint cash_floats_shop_id_reference_key UNIQUE (shop_id, reference),
  constraint cash_floats_admin_signer_check CHECK ((admin_signer <> ''::text)),
  constraint cash_floats_amount_fils_check CHECK (((amount_fils > 0) AND (amount_fils <= 1000000000))),
  constraint cash_floats_check CHECK ((admin_id <> manager_id)),
  constraint cash_floats_check1 CHECK (((recorded_by = admin_id) OR (recorded_by = manager_id))),
  constraint cash_floats_direction_check CHECK ((direction = ANY (ARRAY['issue'::text, 'return'::text]))),
  constraint cash_floats_manager_signer_check CHECK ((manager_signer <> ''::text)),
  constraint cash_floats_reference_check CHECK ((reference <> ''::text)),
  constraint cash_floats_shop_id_admin_id_fkey FOREIGN KEY (shop_id, admin_id) REFERENCES public.shop_members(shop_id, user_id),
  constraint cash_floats_shop_id_admin_signature_file_id_fkey FOREIGN KEY (shop_id, admin_signature_file_id) REFERENCES public.files(shop_id, id),
  constraint cash_floats_shop_id_approval_id_fkey FOREIGN KEY (shop_id, approval_id) REFERENCES public.approvals(shop_id, id),
  constraint cash_floats_shop_id_fkey FOREIGN KEY (shop_id) REFERENCES public.shops(id),
  constraint cash_floats_shop_id_manager_id_fkey FOREIGN KEY (shop_id, manager_id) REFERENCES public.shop_members(shop_id, user_id),
  constraint cash_floats_shop_id_manager_signature_file_id_fkey FOREIGN KEY (shop_id, manager_signature_file_id) REFERENCES public.files(shop_id, id),
  constraint cash_floats_shop_id_receipt_file_id_fkey FOREIGN KEY (shop_id, receipt_file_id) REFERENCES public.files(shop_id, id)
);
CREATE INDEX cash_floats_newest ON public.cash_floats USING btree (shop_id, recorded_at DESC, id DESC);
alter table public.cash_floats enable row level security;
create policy own_float on public.cash_floats for insert to mandoob_request
  with check (((shop_id = ( SELECT actor.shop_id() AS shop_id)) AND ( SELECT actor.sees_shop() AS sees_shop) AND ((approval_id IS NOT NULL) OR ((recorded_by = ( SELECT actor.user_id() AS user_id)) AND
CASE ( SELECT actor.role() AS role)
    WHEN 'Admin'::text THEN (admin_id = recorded_by)
    WHEN 'Manager'::text THEN (manager_id = recorded_by)
    ELSE false
END))));
create policy own_shop on public.cash_floats for select to mandoob_request
  using (((shop_id = ( SELECT actor.shop_id() AS shop_id)) AND ( SELECT actor.sees_shop() AS sees_shop)));
CREATE TRIGGER cash_floats_append_only BEFORE DELETE OR UPDATE ON public.cash_floats FOR EACH ROW EXECUTE FUNCTION public.keep_float();
CREATE TRIGGER cash_floats_approved BEFORE INSERT ON public.cash_floats FOR EACH ROW WHEN ((new.approval_id IS NOT NULL)) EXECUTE FUNCTION public.hold_approved('float');
CREATE TRIGGER cash_floats_hold BEFORE INSERT ON public.cash_floats FOR EACH ROW WHEN (actor.is_request()) EXECUTE FUNCTION public.hold_float();
CREATE TRIGGER cash_floats_no_truncate BEFORE TRUNCATE ON public.cash_floats FOR EACH STATEMENT EXECUTE FUNCTION public.keep_float();
grant insert, select on public.cash_floats to mandoob_request;

create table public.cash_handovers (
  shop_id integer not null,
  id uuid not null,
  handover_reference text not null,
  handover_type text not null,
  driver_id integer,
  staff_user_id uuid not null,
  admin_id uuid not null,
  amount_fils bigint not null,
  difference_fils bigint,
  cash_received boolean not null,
  card_machine_given boolean default false not null,
  card_machine_received boolean default false not null,
  card_machine_id uuid,
  driver_signature_url text not null,
  admin_signature_url text not null,
  receipt_url text,
  driver_signature_file_id uuid not null,
  admin_signature_file_id uuid not null,
  receipt_file_id uuid,
  driver_signature_typed boolean not null,
  driver_signer text not null,
  admin_signature_typed boolean not null,
  admin_signer text not null,
  status text default 'completed'::text not null,
  notes text,
  command_id uuid not null,
  completed_at timestamp with time zone not null,
  recorded_at timestamp with time zone default now() not null,
  difference_choice text,
  card_machine_from_driver_id integer,
  card_machine_from_shop boolean default false not null,
  constraint cash_handovers_pkey PRIMARY KEY (shop_id, id),
  constraint cash_handovers_shop_id_admin_id_handover_type_command_id_key UNIQUE (shop_id, admin_id, handover_type, command_id),
  constraint cash_handovers_shop_id_handover_reference_key UNIQUE (shop_id, handover_reference),
  constraint cash_handovers_admin_signer_check CHECK ((admin_signer <> ''::text)),
  constraint cash_handovers_amount_fils_check CHECK (((amount_fils >= 0) AND (amount_fils <= 1000000000))),
  constraint cash_handovers_check CHECK ((cash_received = (amount_fils > 0))),
  constraint cash_handovers_check1 CHECK (((handover_type <> 'collection'::text) OR ((amount_fils > 0) AND (notes IS NOT NULL)))),
  constraint cash_handovers_check2 CHECK (((handover_type = 'collection'::text) = (receipt_file_id IS NULL))),
  constraint cash_handovers_check3 CHECK (((receipt_file_id IS NULL) = (receipt_url IS NULL))),
  constraint cash_handovers_check4 CHECK (((handover_type = 'collection'::text) OR (driver_id IS NOT NULL))),
  constraint cash_handovers_check5 CHECK (((handover_type = 'end'::text) = (difference_fils IS NOT NULL))),
  constraint cash_handovers_check6 CHECK (((NOT card_machine_given) OR (handover_type = 'start'::text))),
  constraint cash_handovers_check7 CHECK (((NOT card_machine_received) OR (handover_type = 'end'::text))),
  constraint cash_handovers_choice_of_end CHECK (((difference_choice IS NULL) OR (handover_type = 'end'::text))) NOT VALID,
  constraint cash_handovers_difference_choice_check CHECK ((difference_choice = ANY (ARRAY['kept'::text, 'short_or_over'::text]))),
  constraint cash_handovers_driver_signer_check CHECK ((driver_signer <> ''::text)),
  constraint cash_handovers_drop_is_cash CHECK (((handover_type <> 'drop'::text) OR (amount_fils > 0))) NOT VALID,
  constraint cash_handovers_handover_reference_check CHECK ((handover_reference <> ''::text)),
  constraint cash_handovers_handover_type_check CHECK ((handover_type = ANY (ARRAY['start'::text, 'end'::text, 'collection'::text, 'drop'::text]))) NOT VALID,
  constraint cash_handovers_status_check CHECK ((status = 'completed'::text)),
  constraint nobody_hands_over_to_themselves CHECK ((staff_user_id <> admin_id)),
  constraint cash_handovers_shop_id_admin_id_fkey FOREIGN KEY (shop_id, admin_id) REFERENCES public.shop_members(shop_id, user_id),
  constraint cash_handovers_shop_id_admin_signature_file_id_fkey FOREIGN KEY (shop_id, admin_signature_file_id) REFERENCES public.files(shop_id, id),
  constraint cash_handovers_shop_id_card_machine_id_fkey FOREIGN KEY (shop_id, card_machine_id) REFERENCES public.card_machines(shop_id, id),
  constraint cash_handovers_shop_id_driver_id_fkey FOREIGN KEY (shop_id, driver_id) REFERENCES public.drivers(shop_id, id),
  constraint cash_handovers_shop_id_driver_signature_file_id_fkey FOREIGN KEY (shop_id, driver_signature_file_id) REFERENCES public.files(shop_id, id),
  constraint cash_handovers_shop_id_fkey FOREIGN KEY (shop_id) REFERENCES public.shops(id),
  constraint cash_handovers_shop_id_receipt_file_id_fkey FOREIGN KEY (shop_id, receipt_file_id) REFERENCES public.files(shop_id, id),
  constraint cash_handovers_shop_id_staff_user_id_fkey FOREIGN KEY (shop_id, staff_user_id) REFERENCES public.shop_members(shop_id, user_id)
);
CREATE INDEX cash_handovers_by_day ON public.cash_handovers USING btree (shop_id, handover_type, completed_at DESC);
CREATE INDEX cash_handovers_ends ON public.cash_handovers USING btree (shop_id, driver_id, recorded_at DESC, id DESC) WHERE (handover_type = 'end'::text);
CREATE INDEX cash_handovers_of_driver ON public.cash_handovers USING btree (shop_id, driver_id, completed_at DESC);
CREATE INDEX cash_handovers_of_machine ON public.cash_handovers USING btree (shop_id, card_machine_id, completed_at DESC) WHERE (card_machine_id IS NOT NULL);
CREATE INDEX cash_handovers_receipt ON public.cash_handovers USING btree (shop_id, receipt_file_id);
CREATE INDEX cash_handovers_recorded ON public.cash_handovers USING btree (shop_id, recorded_at, id);
alter table public.cash_handovers enable row level security;
create policy of_role_or_own on public.cash_handovers for select to mandoob_request
  using (((shop_id = ( SELECT actor.shop_id() AS shop_id)) AND
CASE
    WHEN ( SELECT actor.sees_shop() AS sees_shop) THEN true
    WHEN (handover_type = 'collection'::text) THEN false
    ELSE (driver_id = ( SELECT actor.driver_id() AS driver_id))
END));
create policy own_handover on public.cash_handovers for insert to mandoob_request
  with check (((shop_id = ( SELECT actor.shop_id() AS shop_id)) AND (admin_id = ( SELECT actor.user_id() AS user_id)) AND (( SELECT actor.role() AS role) =
CASE handover_type
    WHEN 'collection'::text THEN 'Manager'::text
    ELSE 'Admin'::text
END)));
CREATE TRIGGER cash_handovers_note_receipts AFTER INSERT ON public.cash_handovers REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION public.note_receipts();
grant insert, select on public.cash_handovers to mandoob_request;

create table public.cash_issues (
  shop_id integer not null,
  id uuid not null,
  user_id uuid not null,
  amount_fils bigint not null,
  command_id uuid,
  occurred_at timestamp with time zone not null,
  recorded_at timestamp with time zone default now() not null,
  approval_id uuid,
  constraint cash_issues_pkey PRIMARY KEY (shop_id, id),
  constraint cash_issues_shop_id_approval_id_key UNIQUE (shop_id, approval_id),
  constraint cash_issues_amount_fils_check CHECK (((amount_fils > 0) AND (amount_fils <= 1000000000))),
  constraint cash_issues_shop_id_approval_id_fkey FOREIGN KEY (shop_id, approval_id) REFERENCES public.approvals(shop_id, id),
  constraint cash_issues_shop_id_command_id_fkey FOREIGN KEY (shop_id, command_id) REFERENCES public.operator_commands(shop_id, command_id),
  constraint cash_issues_shop_id_fkey FOREIGN KEY (shop_id) REFERENCES public.shops(id),
  constraint cash_issues_shop_id_user_id_fkey FOREIGN KEY (shop_id, user_id) REFERENCES public.shop_members(shop_id, user_id)
);
CREATE INDEX cash_issues_of_user ON public.cash_issues USING btree (shop_id, user_id, recorded_at);
CREATE INDEX cash_issues_recorded ON public.cash_issues USING btree (shop_id, recorded_at, id);
alter table public.cash_issues enable row level security;
create policy approved_issue on public.cash_issues for insert to mandoob_request
  with check (((shop_id = ( SELECT actor.shop_id() AS shop_id)) AND ( SELECT actor.sees_shop() AS sees_shop) AND (approval_id IS NOT NULL)));
create policy own_or_shop on public.cash_issues for select to mandoob_request
  using (((shop_id = ( SELECT actor.shop_id() AS shop_id)) AND ((user_id = ( SELECT actor.user_id() AS user_id)) OR ( SELECT actor.sees_shop() AS sees_shop))));
CREATE TRIGGER cash_issues_append_only BEFORE DELETE OR UPDATE ON public.cash_issues FOR EACH ROW EXECUTE FUNCTION public.keep_issue();
CREATE TRIGGER cash_issues_approved BEFORE INSERT ON public.cash_issues FOR EACH ROW WHEN ((new.approval_id IS NOT NULL)) EXECUTE FUNCTION public.hold_approved('issue');
CREATE TRIGGER cash_issues_no_truncate BEFORE TRUNCATE ON public.cash_issues FOR EACH STATEMENT EXECUTE FUNCTION public.keep_issue();
grant insert, select on public.cash_issues to mandoob_request;

create table public.cash_movements (
  shop_id integer not null,
  id uuid not null,
  from_holder text not null,
  from_user_id uuid,
  to_holder text not null,
  to_user_id uuid,
  amount_fils bigint not null,
  reason text not null,
  source_type text not null,
  source_id uuid not null,
  leg smallint default 1 not null,
  command_id uuid,
  recorded_by uuid,
  occurred_at timestamp with time zone not null,
  recorded_at timestamp with time zone default now() not null,
  posted_at timestamp with time zone,
  reverses uuid,
  account_user_id uuid,
  constraint cash_movements_pkey PRIMARY KEY (shop_id, id),
  constraint cash_movements_shop_id_source_type_source_id_leg_key UNIQUE (shop_id, source_type, source_id, leg),
  constraint cash_movements_account_has_user CHECK (((account_user_id IS NOT NULL) = ((from_holder = ANY (ARRAY['shortage'::text, 'over'::text, 'expense'::text])) OR (to_holder = ANY (ARRAY['shortage'::text, 'over'::text, 'expense'::text]))))) NOT VALID,
  constraint cash_movements_amount_fils_check CHECK (((amount_fils > 0) AND (amount_fils <= 1000000000))),
  constraint cash_movements_check CHECK (((from_holder = 'staff'::text) = (from_user_id IS NOT NULL))),
  constraint cash_movements_check1 CHECK (((to_holder = 'staff'::text) = (to_user_id IS NOT NULL))),
  constraint cash_movements_check3 CHECK (((from_holder <> to_holder) OR (from_user_id <> to_user_id))),
  constraint cash_movements_from_holder_check CHECK ((from_holder = ANY (ARRAY['staff'::text, 'customers'::text, 'bank'::text, 'safe'::text, 'opening'::text, 'adjustment'::text, 'shortage'::text, 'over'::text, 'expense'::text]))) NOT VALID,
  constraint cash_movements_leg_check CHECK ((leg > 0)),
  constraint cash_movements_of_staff_or_account CHECK (((from_holder = 'staff'::text) OR (to_holder = 'staff'::text) OR ((account_user_id IS NOT NULL) AND (('adjustment'::text = from_holder) OR ('adjustment'::text = to_holder))))) NOT VALID,
  constraint cash_movements_reason_check CHECK ((reason = ANY (ARRAY['delivery'::text, 'start_handover'::text, 'end_handover'::text, 'collection'::text, 'drop'::text, 'bank_deposit'::text, 'issue'::text, 'float_return'::text, 'opening'::text, 'adjustment'::text, 'difference'::text, 'settlement'::text, 'write_off'::text, 'late_delivery'::text, 'reversal'::text, 'order_payment'::text, 'correction'::text, 'expense'::text]))) NOT VALID,
  constraint cash_movements_to_holder_check CHECK ((to_holder = ANY (ARRAY['staff'::text, 'customers'::text, 'bank'::text, 'safe'::text, 'opening'::text, 'adjustment'::text, 'shortage'::text, 'over'::text, 'expense'::text]))) NOT VALID,
  constraint cash_movements_account_user_fkey FOREIGN KEY (shop_id, account_user_id) REFERENCES public.shop_members(shop_id, user_id) NOT VALID,
  constraint cash_movements_shop_id_fkey FOREIGN KEY (shop_id) REFERENCES public.shops(id),
  constraint cash_movements_shop_id_from_user_id_fkey FOREIGN KEY (shop_id, from_user_id) REFERENCES public.shop_members(shop_id, user_id),
  constraint cash_movements_shop_id_recorded_by_fkey FOREIGN KEY (shop_id, recorded_by) REFERENCES public.shop_members(shop_id, user_id),
  constraint cash_movements_shop_id_reverses_fkey FOREIGN KEY (shop_id, reverses) REFERENCES public.cash_movements(shop_id, id),
  constraint cash_movements_shop_id_to_user_id_fkey FOREIGN KEY (shop_id, to_user_id) REFERENCES public.shop_members(shop_id, user_id)
);
CREATE INDEX cash_movements_account ON public.cash_movements USING btree (shop_id, account_user_id, recorded_at, id) WHERE (account_user_id IS NOT NULL);
CREATE INDEX cash_movements_from ON public.cash_movements USING btree (shop_id, from_user_id, occurred_at, id);
CREATE INDEX cash_movements_from_beyond ON public.cash_movements USING btree (shop_id, from_holder, recorded_at, id) WHERE ((from_holder <> 'staff'::text) AND (from_holder <> 'customers'::text));
CREATE INDEX cash_movements_late ON public.cash_movements USING btree (shop_id, recorded_at, id) WHERE ((recorded_at - occurred_at) > '01:00:00'::interval);
CREATE INDEX cash_movements_line_in ON public.cash_movements USING btree (shop_id, to_user_id, recorded_at, id) INCLUDE (amount_fils) WHERE (to_user_id IS NOT NULL);
CREATE INDEX cash_movements_line_out ON public.cash_movements USING btree (shop_id, from_user_id, recorded_at, id) INCLUDE (amount_fils) WHERE (from_user_id IS NOT NULL);
CREATE INDEX cash_movements_of_reason ON public.cash_movements USING btree (shop_id, reason, recorded_at, id) WHERE (reason <> 'delivery'::text);
CREATE INDEX cash_movements_recorded ON public.cash_movements USING btree (shop_id, recorded_at, id);
CREATE UNIQUE INDEX cash_movements_reversed ON public.cash_movements USING btree (shop_id, reverses) WHERE (reverses IS NOT NULL);
CREATE INDEX cash_movements_to ON public.cash_movements USING btree (shop_id, to_user_id, occurred_at, id);
CREATE INDEX cash_movements_to_beyond ON public.cash_movements USING btree (shop_id, to_holder, recorded_at, id) WHERE ((to_holder <> 'staff'::text) AND (to_holder <> 'customers'::text));
CREATE INDEX cash_movements_waiting ON public.cash_movements USING btree (shop_id, id) WHERE (posted_at IS NULL);
alter table public.cash_movements enable row level security;
create policy own_or_shop on public.cash_movements for select to mandoob_request
  using (((shop_id = ( SELECT actor.shop_id() AS shop_id)) AND (( SELECT actor.sees_shop() AS sees_shop) OR (from_user_id = ( SELECT actor.user_id() AS user_id)) OR (to_user_id = ( SELECT actor.user_id() AS user_id)))));
CREATE TRIGGER cash_movements_append_only BEFORE DELETE OR UPDATE ON public.cash_movements FOR EACH ROW EXECUTE FUNCTION public.keep_movement();
CREATE TRIGGER cash_movements_cancel_over AFTER INSERT ON public.cash_movements FOR EACH ROW WHEN (((new.reason = 'delivery'::text) AND (new.recorded_at > (new.occurred_at + '00:00:05'::interval)))) EXECUTE FUNCTION public.cancel_over();
CREATE TRIGGER cash_movements_have_a_source BEFORE INSERT ON public.cash_movements FOR EACH ROW EXECUTE FUNCTION public.movement_has_source();
CREATE TRIGGER cash_movements_no_truncate BEFORE TRUNCATE ON public.cash_movements FOR EACH STATEMENT EXECUTE FUNCTION public.keep_movement();
grant select on public.cash_movements to mandoob_request;

create table public.cash_settlements (
  shop_id integer not null,
  id uuid not null,
  difference_id uuid not null,
  user_id uuid not null,
  kind text not null,
  amount_fils bigint not null,
  reason text,
  reference text,
  staff_user_id uuid,
  receipt_url text,
  person_signature_file_id uuid,
  staff_signature_file_id uuid,
  receipt_file_id uuid,
  person_signature_typed boolean,
  person_signer text,
  staff_signature_typed boolean,
  staff_signer text,
  approval_id uuid,
  confirmation_id uuid,
  command_id uuid not null,
  completed_at timestamp with time zone not null,
  recorded_at timestamp with time zone default now() not null,
  constraint cash_settlements_pkey PRIMARY KEY (shop_id, id),
  constraint cash_settlements_shop_id_approval_id_key UNIQUE (shop_id, approval_id),
  constraint cash_settlements_shop_id_difference_id_confirmation_id_key UNIQUE (shop_id, difference_id, confirmation_id),
  constraint cash_settlements_shop_id_reference_key UNIQUE (shop_id, reference),
  constraint cash_settlements_shop_id_staff_user_id_command_id_key UNIQUE (shop_id, staff_user_id, command_id),
  constraint cash_settlements_amount_fils_check CHECK (((amount_fils > 0) AND (amount_fils <= 1000000000))),
  constraint cash_settlements_check CHECK ((num_nulls(reference, staff_user_id, receipt_url, person_signature_file_id, staff_signature_file_id, receipt_file_id, person_signature_typed, person_signer, staff_signature_typed, staff_signer) =
CASE kind
    WHEN 'payment'::text THEN 0
    ELSE 10
END)),
  constraint cash_settlements_check1 CHECK (((kind = ANY (ARRAY['salary'::text, 'loss'::text])) = (approval_id IS NOT NULL))),
  constraint cash_settlements_check2 CHECK (((kind = 'late_delivery'::text) = (confirmation_id IS NOT NULL))),
  constraint cash_settlements_check3 CHECK ((staff_user_id <> user_id)),
  constraint cash_settlements_kind_check CHECK ((kind = ANY (ARRAY['payment'::text, 'salary'::text, 'loss'::text, 'late_delivery'::text]))),
  constraint cash_settlements_person_signer_check CHECK ((person_signer <> ''::text)),
  constraint cash_settlements_reason_check CHECK (((reason = btrim(reason)) AND ((length(reason) >= 1) AND (length(reason) <= 500)))),
  constraint cash_settlements_reference_check CHECK ((reference <> ''::text)),
  constraint cash_settlements_staff_signer_check CHECK ((staff_signer <> ''::text)),
  constraint cash_settlements_shop_id_approval_id_fkey FOREIGN KEY (shop_id, approval_id) REFERENCES public.approvals(shop_id, id),
  constraint cash_settlements_shop_id_confirmation_id_fkey FOREIGN KEY (shop_id, confirmation_id) REFERENCES public.delivery_confirmations(shop_id, id),
  constraint cash_settlements_shop_id_difference_id_fkey FOREIGN KEY (shop_id, difference_id) REFERENCES public.cash_differences(shop_id, id),
  constraint cash_settlements_shop_id_fkey FOREIGN KEY (shop_id) REFERENCES public.shops(id),
  constraint cash_settlements_shop_id_person_signature_file_id_fkey FOREIGN KEY (shop_id, person_signature_file_id) REFERENCES public.files(shop_id, id),
  constraint cash_settlements_shop_id_receipt_file_id_fkey FOREIGN KEY (shop_id, receipt_file_id) REFERENCES public.files(shop_id, id),
  constraint cash_settlements_shop_id_staff_signature_file_id_fkey FOREIGN KEY (shop_id, staff_signature_file_id) REFERENCES public.files(shop_id, id),
  constraint cash_settlements_shop_id_staff_user_id_fkey FOREIGN KEY (shop_id, staff_user_id) REFERENCES public.shop_members(shop_id, user_id),
  constraint cash_settlements_shop_id_user_id_fkey FOREIGN KEY (shop_id, user_id) REFERENCES public.shop_members(shop_id, user_id)
);
CREATE INDEX cash_settlements_of_delivery ON public.cash_settlements USING btree (shop_id, confirmation_id) WHERE (confirmation_id IS NOT NULL);
CREATE INDEX cash_settlements_of_difference ON public.cash_settlements USING btree (shop_id, difference_id);
alter table public.cash_settlements enable row level security;
create policy own_or_shop on public.cash_settlements for select to mandoob_request
  using (((shop_id = ( SELECT actor.shop_id() AS shop_id)) AND ((user_id = ( SELECT actor.user_id() AS user_id)) OR ( SELECT actor.sees_shop() AS sees_shop))));
create policy own_settlement on public.cash_settlements for insert to mandoob_request
  with check (((shop_id = ( SELECT actor.shop_id() AS shop_id)) AND ( SELECT actor.sees_shop() AS sees_shop) AND ((staff_user_id = ( SELECT actor.user_id() AS user_id)) OR (approval_id IS NOT NULL))));
CREATE TRIGGER cash_settlements_append_only BEFORE DELETE OR UPDATE ON public.cash_settlements FOR EACH ROW EXECUTE FUNCTION public.keep_row();
CREATE TRIGGER cash_settlements_approved BEFORE INSERT ON public.cash_settlements FOR EACH ROW WHEN ((new.approval_id IS NOT NULL)) EXECUTE FUNCTION public.hold_approved('write_off');
CREATE TRIGGER cash_settlements_hold BEFORE INSERT ON public.cash_settlements FOR EACH ROW EXECUTE FUNCTION public.hold_settlement();
CREATE TRIGGER cash_settlements_no_truncate BEFORE TRUNCATE ON public.cash_settlements FOR EACH STATEMENT EXECUTE FUNCTION public.keep_row();
grant insert, select on public.cash_settlements to mandoob_request;

create table public.cash_sums (
  shop_id integer not null,
  grain text not null,
  starts_at timestamp with time zone not null,
  reason text not null,
  from_holder text not null,
  from_user_id uuid not null,
  to_holder text not null,
  to_user_id uuid not null,
  movements integer not null,
  late integer not null,
  amount_fils bigint not null,
  constraint cash_sums_pkey PRIMARY KEY (shop_id, grain, starts_at, reason, from_holder, from_user_id, to_holder, to_user_id),
  constraint cash_sums_check CHECK (((late >= 0) AND (late <= movements))),
  constraint cash_sums_grain_check CHECK ((grain = ANY (ARRAY['quarter'::text, 'day'::text, 'person_day'::text]))),
  constraint cash_sums_movements_check CHECK ((movements > 0)),
  constraint cash_sums_shop_id_fkey FOREIGN KEY (shop_id) REFERENCES public.shops(id)
);
CREATE INDEX cash_sums_line_in ON public.cash_sums USING btree (shop_id, to_user_id, starts_at) INCLUDE (amount_fils) WHERE (grain = 'person_day'::text);
CREATE INDEX cash_sums_line_out ON public.cash_sums USING btree (shop_id, from_user_id, starts_at) INCLUDE (amount_fils) WHERE (grain = 'person_day'::text);
alter table public.cash_sums enable row level security;
create policy own_shop on public.cash_sums for select to mandoob_request
  using (((shop_id = ( SELECT actor.shop_id() AS shop_id)) AND ( SELECT actor.sees_shop() AS sees_shop)));
grant select on public.cash_sums to mandoob_request;

create table public.cash_tracking_parts (
  shop_id integer not null,
  user_id uuid not null,
  cash_on_hand_fils bigint default 0 not null,
  last_updated timestamp with time zone default now() not null,
  part bigint default 0 not null,
  constraint cash_tracking_parts_pkey PRIMARY KEY (shop_id, user_id, part),
  constraint cash_tracking_parts_cash_on_hand_fils_check CHECK (((cash_on_hand_fils >= '-9000000000000000'::bigint) AND (cash_on_hand_fils <= '9000000000000000'::bigint))),
  constraint cash_tracking_parts_shop_id_fkey FOREIGN KEY (shop_id) REFERENCES public.shops(id),
  constraint cash_tracking_parts_shop_id_user_id_fkey FOREIGN KEY (shop_id, user_id) REFERENCES public.shop_members(shop_id, user_id)
);
alter table public.cash_tracking_parts set (fillfactor=50);
alter table public.cash_tracking_parts enable row level security;
create policy own_or_shop on public.cash_tracking_parts for select to mandoob_request
  using (((shop_id = ( SELECT actor.shop_id() AS shop_id)) AND ((user_id = ( SELECT actor.user_id() AS user_id)) OR ( SELECT actor.sees_shop() AS sees_shop))));
grant select on public.cash_tracking_parts to mandoob_request;

create table public.cash_voids (
  shop_id integer not null,
  id uuid not null,
  reference text not null,
  record_type text not null,
  record_id uuid not null,
  driver_id integer,
  reason text not null,
  recorded_by uuid not null,
  other_user_id uuid,
  receipt_url text not null,
  receipt_file_id uuid not null,
  own_signature_file_id uuid not null,
  own_signature_typed boolean not null,
  own_signer text not null,
  other_signature_file_id uuid,
  other_signature_typed boolean,
  other_signer text,
  card_machine_id uuid,
  card_machine_to_driver_id integer,
  approval_id uuid,
  command_id uuid not null,
  completed_at timestamp with time zone not null,
  recorded_at timestamp with time zone default now() not null,
  constraint cash_voids_pkey PRIMARY KEY (shop_id, id),
  constraint cash_voids_shop_id_record_type_record_id_key UNIQUE (shop_id, record_type, record_id),
  constraint cash_voids_shop_id_recorded_by_command_id_key UNIQUE (shop_id, recorded_by, command_id),
  constraint cash_voids_shop_id_reference_key UNIQUE (shop_id, reference),
  constraint cash_voids_check CHECK ((num_nulls(other_user_id, other_signature_file_id, other_signature_typed, other_signer) =
CASE
    WHEN (approval_id IS NULL) THEN 0
    ELSE 4
END)),
  constraint cash_voids_check1 CHECK ((other_user_id <> recorded_by)),
  constraint cash_voids_check2 CHECK (((card_machine_id IS NOT NULL) OR (card_machine_to_driver_id IS NULL))),
  constraint cash_voids_other_signer_check CHECK ((other_signer <> ''::text)),
  constraint cash_voids_own_signer_check CHECK ((own_signer <> ''::text)),
  constraint cash_voids_reason_check CHECK (((reason = btrim(reason)) AND ((length(reason) >= 1) AND (length(reason) <= 500)))),
  constraint cash_voids_record_type_check CHECK ((record_type = ANY (ARRAY['handover'::text, 'deposit'::text, 'float'::text]))),
  constraint cash_voids_reference_check CHECK ((reference <> ''::text)),
  constraint cash_voids_shop_id_approval_id_fkey FOREIGN KEY (shop_id, approval_id) REFERENCES public.approvals(shop_id, id),
  constraint cash_voids_shop_id_card_machine_id_fkey FOREIGN KEY (shop_id, card_machine_id) REFERENCES public.card_machines(shop_id, id),
  constraint cash_voids_shop_id_fkey FOREIGN KEY (shop_id) REFERENCES public.shops(id),
  constraint cash_voids_shop_id_other_signature_file_id_fkey FOREIGN KEY (shop_id, other_signature_file_id) REFERENCES public.files(shop_id, id),
  constraint cash_voids_shop_id_other_user_id_fkey FOREIGN KEY (shop_id, other_user_id) REFERENCES public.shop_members(shop_id, user_id),
  constraint cash_voids_shop_id_own_signature_file_id_fkey FOREIGN KEY (shop_id, own_signature_file_id) REFERENCES public.files(shop_id, id),
  constraint cash_voids_shop_id_receipt_file_id_fkey FOREIGN KEY (shop_id, receipt_file_id) REFERENCES public.files(shop_id, id),
  constraint cash_voids_shop_id_recorded_by_fkey FOREIGN KEY (shop_id, recorded_by) REFERENCES public.shop_members(shop_id, user_id)
);
alter table public.cash_voids enable row level security;
create policy own_or_shop on public.cash_voids for select to mandoob_request
  using (((shop_id = ( SELECT actor.shop_id() AS shop_id)) AND ((driver_id = ( SELECT actor.driver_id() AS driver_id)) OR ( SELECT actor.sees_shop() AS sees_shop))));
create policy own_void on public.cash_voids for insert to mandoob_request
  with check (((shop_id = ( SELECT actor.shop_id() AS shop_id)) AND ( SELECT actor.sees_shop() AS sees_shop) AND ((recorded_by = ( SELECT actor.user_id() AS user_id)) OR (approval_id IS NOT NULL))));
CREATE TRIGGER cash_voids_append_only BEFORE DELETE OR UPDATE ON public.cash_voids FOR EACH ROW EXECUTE FUNCTION public.keep_row();
CREATE TRIGGER cash_voids_approved BEFORE INSERT ON public.cash_voids FOR EACH ROW WHEN ((new.approval_id IS NOT NULL)) EXECUTE FUNCTION public.hold_approved('void');
CREATE TRIGGER cash_voids_hold BEFORE INSERT ON public.cash_voids FOR EACH ROW EXECUTE FUNCTION public.hold_void();
CREATE TRIGGER cash_voids_no_truncate BEFORE TRUNCATE ON public.cash_voids FOR EACH STATEMENT EXECUTE FUNCTION public.keep_row();
grant insert, select on public.cash_voids to mandoob_request;

create table public.commands (
  shop_id integer not null,
  user_id uuid not null,
  endpoint text not null,
  command_id uuid not null,
  fingerprint text not null,
  status integer,
  body text,
  recorded_at timestamp with time zone default now() not null,
  device_id uuid,
  device_number integer,
  device_hash bytea,
  device_previous bytea,
  constraint commands_pkey PRIMARY KEY (shop_id, user_id, endpoint, command_id),
  constraint commands_fingerprint_is_hash_or_erased CHECK (((fingerprint ~ '^[0-9a-f]{64}$'::text) OR (fingerprint = 'erased'::text))) NOT VALID,
  constraint commands_shop_id_fkey FOREIGN KEY (shop_id) REFERENCES public.shops(id),
  constraint commands_shop_id_user_id_fkey FOREIGN KEY (shop_id, user_id) REFERENCES public.shop_members(shop_id, user_id)
);
alter table public.commands set (fillfactor=90);
CREATE INDEX commands_of_device ON public.commands USING btree (shop_id, device_id, device_number) WHERE (device_id IS NOT NULL);
CREATE INDEX commands_with_fingerprint ON public.commands USING btree (shop_id, endpoint, recorded_at) WHERE ((fingerprint <> 'erased'::text) AND (endpoint <> ALL (ARRAY['confirm_delivery'::text, 'arrange_stops'::text])));
alter table public.commands enable row level security;
create policy own on public.commands for all to mandoob_request
  using (((shop_id = ( SELECT actor.shop_id() AS shop_id)) AND (user_id = ( SELECT actor.user_id() AS user_id))))
  with check (((shop_id = ( SELECT actor.shop_id() AS shop_id)) AND (user_id = ( SELECT actor.user_id() AS user_id)) AND (fingerprint <> 'erased'::text)));
grant insert, select on public.commands to mandoob_request;
grant update (status, body) on public.commands to mandoob_request;

create table public.conflicts_to_review (
  shop_id integer not null,
  order_id uuid not null,
  conflict_id uuid not null,
  constraint conflicts_to_review_pkey PRIMARY KEY (shop_id, order_id),
  constraint conflicts_to_review_shop_id_conflict_id_fkey FOREIGN KEY (shop_id, conflict_id) REFERENCES public.order_events(shop_id, id),
  constraint conflicts_to_review_shop_id_fkey FOREIGN KEY (shop_id) REFERENCES public.shops(id),
  constraint conflicts_to_review_shop_id_order_id_fkey FOREIGN KEY (shop_id, order_id) REFERENCES public.orders(shop_id, id)
);
alter table public.conflicts_to_review enable row level security;
create policy own_shop on public.conflicts_to_review for select to mandoob_request
  using (((shop_id = ( SELECT actor.shop_id() AS shop_id)) AND ( SELECT actor.sees_shop() AS sees_shop)));
grant select on public.conflicts_to_review to mandoob_request;

create table public.customers (
  shop_id integer not null,
  id uuid not null,
  first_name text not null,
  last_name text not null,
  phone text,
  ever_driver_ids integer[] default '{}'::integer[],
  erased_at timestamp with time zone,
  erased_hashes jsonb,
  phones jsonb,
  constraint customers_pkey PRIMARY KEY (shop_id, id),
  constraint customers_phones_are_a_list CHECK ((jsonb_typeof(phones) = 'array'::text)) NOT VALID,
  constraint customers_shop_id_fkey FOREIGN KEY (shop_id) REFERENCES public.shops(id)
);
CREATE INDEX customers_to_parse ON public.customers USING btree (shop_id, id) WHERE ((phones IS NULL) AND (phone IS NOT NULL));
alter table public.customers enable row level security;
create policy by_desk on public.customers for insert to mandoob_request
  with check (((shop_id = ( SELECT actor.shop_id() AS shop_id)) AND ( SELECT actor.sees_shop() AS sees_shop)));
create policy corrected_by_desk on public.customers for update to mandoob_request
  using (((shop_id = ( SELECT actor.shop_id() AS shop_id)) AND ( SELECT actor.sees_shop() AS sees_shop)));
create policy of_visible_order on public.customers for select to mandoob_request
  using (((shop_id = ( SELECT actor.shop_id() AS shop_id)) AND (( SELECT actor.sees_shop() AS sees_shop) OR (( SELECT actor.driver_id() AS driver_id) = ANY (ever_driver_ids)) OR ((ever_driver_ids IS NULL) AND actor.ever_had_order_of(id)))));
CREATE TRIGGER customers_keep_search AFTER UPDATE OF first_name, last_name, phone ON public.customers FOR EACH ROW WHEN ((((new.first_name IS DISTINCT FROM old.first_name) OR (new.last_name IS DISTINCT FROM old.last_name)) OR (new.phone IS DISTINCT FROM old.phone))) EXECUTE FUNCTION public.keep_customer_search();
CREATE TRIGGER customers_phones BEFORE UPDATE OF phone ON public.customers FOR EACH ROW WHEN ((new.phone IS DISTINCT FROM old.phone)) EXECUTE FUNCTION public.phones_of_former_text();
grant select on public.customers to mandoob_request;
grant insert (shop_id, id, first_name, last_name, phone, phones) on public.customers to mandoob_request;
grant update (first_name, last_name, phone, phones) on public.customers to mandoob_request;

create table public.delivery_attempts (
  shop_id integer not null,
  id uuid not null,
  order_id uuid not null,
  driver_id integer not null,
  user_id uuid not null,
  number integer not null,
  reason text not null,
  reason_label text,
  note text,
  photo_url text,
  photo_file_id uuid,
  next_day date,
  next_from text,
  next_to text,
  latitude double precision,
  longitude double precision,
  accuracy_m integer,
  conflict text,
  from_status text not null,
  from_started_at timestamp with time zone,
  command_id uuid not null,
  occurred_at timestamp with time zone not null,
  recorded_at timestamp with time zone not null,
  erased_at timestamp with time zone,
  erased_hashes jsonb,
  constraint delivery_attempts_pkey PRIMARY KEY (shop_id, id),
  constraint delivery_attempts_shop_id_order_id_number_key UNIQUE (shop_id, order_id, number),
  constraint delivery_attempts_shop_id_user_id_command_id_key UNIQUE (shop_id, user_id, command_id),
  constraint delivery_attempts_accuracy_m_check CHECK ((accuracy_m >= 0)),
  constraint delivery_attempts_check CHECK (((photo_url IS NULL) = (photo_file_id IS NULL))),
  constraint delivery_attempts_check1 CHECK (((latitude IS NULL) = (longitude IS NULL))),
  constraint delivery_attempts_check2 CHECK (((next_day IS NOT NULL) OR ((next_from IS NULL) AND (next_to IS NULL)))),
  constraint delivery_attempts_conflict_check CHECK ((conflict = ANY (ARRAY['cancelled'::text, 'reassigned'::text, 'already_delivered'::text, 'not_out_for_delivery'::text]))),
  constraint delivery_attempts_from_status_check CHECK ((from_status = ANY (ARRAY['picking'::text, 'packed'::text, 'dispatched'::text, 'dispatching'::text, 'delivering'::text, 'completed'::text, 'cancelled'::text]))),
  constraint delivery_attempts_latitude_check CHECK (((latitude >= ('-90'::integer)::double precision) AND (latitude <= (90)::double precision))),
  constraint delivery_attempts_longitude_check CHECK (((longitude >= ('-180'::integer)::double precision) AND (longitude <= (180)::double precision))),
  constraint delivery_attempts_next_from_check CHECK ((next_from ~ '^([01]\d|2[0-3]):[0-5]\d$'::text)),
  constraint delivery_attempts_next_to_check CHECK ((next_to ~ '^([01]\d|2[0-3]):[0-5]\d$'::text)),
  constraint delivery_attempts_note_check CHECK (((note = btrim(note)) AND (note <> ''::text) AND (length(note) <= 500))),
  constraint delivery_attempts_number_check CHECK ((number > 0)),
  constraint delivery_attempts_shop_id_driver_id_fkey FOREIGN KEY (shop_id, driver_id) REFERENCES public.drivers(shop_id, id),
  constraint delivery_attempts_shop_id_fkey FOREIGN KEY (shop_id) REFERENCES public.shops(id),
  constraint delivery_attempts_shop_id_order_id_fkey FOREIGN KEY (shop_id, order_id) REFERENCES public.orders(shop_id, id),
  constraint delivery_attempts_shop_id_photo_file_id_fkey FOREIGN KEY (shop_id, photo_file_id) REFERENCES public.files(shop_id, id),
  constraint delivery_attempts_shop_id_user_id_fkey FOREIGN KEY (shop_id, user_id) REFERENCES public.shop_members(shop_id, user_id)
);
CREATE INDEX delivery_attempts_at ON public.delivery_attempts USING btree (shop_id, occurred_at, id);
CREATE INDEX delivery_attempts_in_conflict ON public.delivery_attempts USING btree (shop_id, order_id) WHERE ((conflict IS NOT NULL) AND (erased_at IS NULL));
CREATE INDEX delivery_attempts_of_driver ON public.delivery_attempts USING btree (shop_id, driver_id, occurred_at);
CREATE INDEX delivery_attempts_photo ON public.delivery_attempts USING btree (shop_id, photo_file_id) WHERE (photo_file_id IS NOT NULL);
alter table public.delivery_attempts enable row level security;
create policy not_erased on public.delivery_attempts as restrictive for insert to mandoob_request
  with check (((shop_id = ( SELECT actor.shop_id() AS shop_id)) AND (erased_at IS NULL) AND (erased_hashes IS NULL)));
create policy own_attempt on public.delivery_attempts for insert to mandoob_request
  with check (((shop_id = ( SELECT actor.shop_id() AS shop_id)) AND (user_id = ( SELECT actor.user_id() AS user_id)) AND (driver_id = ( SELECT actor.driver_id() AS driver_id))));
create policy own_or_shop on public.delivery_attempts for select to mandoob_request
  using (((shop_id = ( SELECT actor.shop_id() AS shop_id)) AND ((user_id = ( SELECT actor.user_id() AS user_id)) OR ( SELECT actor.sees_shop() AS sees_shop))));
CREATE TRIGGER delivery_attempts_of_own BEFORE INSERT ON public.delivery_attempts FOR EACH ROW WHEN (actor.is_request()) EXECUTE FUNCTION public.refuse_delivery_of_others();
grant insert, select on public.delivery_attempts to mandoob_request;

create table public.delivery_confirmations (
  shop_id integer not null,
  id uuid not null,
  order_id uuid not null,
  driver_id integer not null,
  user_id uuid not null,
  delivery_image_url text not null,
  customer_signature_url text not null,
  delivery_image_file_id uuid not null,
  delivery_note_file_id uuid not null,
  customer_name text not null,
  tender text,
  collected_fils bigint not null,
  cash_fils bigint not null,
  outcome text not null,
  conflict text,
  command_id uuid not null,
  delivered_at timestamp with time zone not null,
  recorded_at timestamp with time zone default now() not null,
  erased_at timestamp with time zone,
  erased_hashes jsonb,
  due_fils bigint,
  rounding_fils bigint default 0 not null,
  received_fils bigint,
  link_fils bigint default 0 not null,
  link_reference text,
  transfer_fils bigint default 0 not null,
  transfer_reference text,
  refund_fils bigint default 0 not null,
  short_reason text,
  consent_id uuid,
  constraint delivery_confirmations_pkey PRIMARY KEY (shop_id, id),
  constraint delivery_confirmations_shop_id_user_id_command_id_key UNIQUE (shop_id, user_id, command_id),
  constraint delivery_confirmations_as_taken CHECK (((due_fils IS NOT NULL) OR ((tender IS DISTINCT FROM 'cash_and_card'::text) AND (rounding_fils = 0) AND (link_fils = 0) AND (transfer_fils = 0) AND (refund_fils = 0) AND (consent_id IS NULL)))) NOT VALID,
  constraint delivery_confirmations_cash_of_tender CHECK (
CASE tender
    WHEN 'cash'::text THEN (cash_fils = collected_fils)
    WHEN 'cash_and_card'::text THEN ((cash_fils > 0) AND (cash_fils < collected_fils))
    ELSE (cash_fils = 0)
END) NOT VALID,
  constraint delivery_confirmations_check2 CHECK (((tender IS NULL) = (collected_fils = 0))),
  constraint delivery_confirmations_collected_fils_check CHECK ((collected_fils >= 0)),
  constraint delivery_confirmations_conflict_check CHECK ((conflict = ANY (ARRAY['cancelled'::text, 'reassigned'::text, 'already_delivered'::text, 'not_out_for_delivery'::text, 'amount_changed'::text]))),
  constraint delivery_confirmations_customer_name_check CHECK ((btrim(customer_name) <> ''::text)),
  constraint delivery_confirmations_due_fils_check CHECK (((due_fils >= 0) AND (due_fils <= 1000000000))),
  constraint delivery_confirmations_link_fils_check CHECK (((link_fils >= 0) AND (link_fils <= 1000000000))),
  constraint delivery_confirmations_link_reference_check CHECK (((link_reference = btrim(link_reference)) AND ((length(link_reference) >= 1) AND (length(link_reference) <= 100)))),
  constraint delivery_confirmations_outcome_and_conflict CHECK (((outcome = 'recorded_with_conflict'::text) = ((conflict IS NOT NULL) AND (conflict <> 'amount_changed'::text)))),
  constraint delivery_confirmations_outcome_check CHECK ((outcome = ANY (ARRAY['delivered'::text, 'recorded_with_conflict'::text]))),
  constraint delivery_confirmations_received CHECK ((received_fils >= cash_fils)) NOT VALID,
  constraint delivery_confirmations_received_fils_check CHECK ((received_fils <= 1000000000)),
  constraint delivery_confirmations_references CHECK ((((link_fils > 0) = (link_reference IS NOT NULL)) AND ((transfer_fils > 0) = (transfer_reference IS NOT NULL)))) NOT VALID,
  constraint delivery_confirmations_refund_fils_check CHECK (((refund_fils >= 0) AND (refund_fils <= 1000000000))),
  constraint delivery_confirmations_rounding_fils_check CHECK (((rounding_fils >= 0) AND (rounding_fils <= 24))),
  constraint delivery_confirmations_short_reason_check CHECK (((short_reason = btrim(short_reason)) AND ((length(short_reason) >= 1) AND (length(short_reason) <= 500)))),
  constraint delivery_confirmations_tender_check CHECK ((tender = ANY (ARRAY['cash'::text, 'card_machine'::text, 'cash_and_card'::text]))) NOT VALID,
  constraint delivery_confirmations_transfer_fils_check CHECK (((transfer_fils >= 0) AND (transfer_fils <= 1000000000))),
  constraint delivery_confirmations_transfer_reference_check CHECK (((transfer_reference = btrim(transfer_reference)) AND ((length(transfer_reference) >= 1) AND (length(transfer_reference) <= 100)))),
  constraint delivery_confirmations_shop_id_consent_id_fkey FOREIGN KEY (shop_id, consent_id) REFERENCES public.approvals(shop_id, id) NOT VALID,
  constraint delivery_confirmations_shop_id_delivery_image_file_id_fkey FOREIGN KEY (shop_id, delivery_image_file_id) REFERENCES public.files(shop_id, id),
  constraint delivery_confirmations_shop_id_delivery_note_file_id_fkey FOREIGN KEY (shop_id, delivery_note_file_id) REFERENCES public.files(shop_id, id),
  constraint delivery_confirmations_shop_id_driver_id_fkey FOREIGN KEY (shop_id, driver_id) REFERENCES public.drivers(shop_id, id),
  constraint delivery_confirmations_shop_id_fkey FOREIGN KEY (shop_id) REFERENCES public.shops(id),
  constraint delivery_confirmations_shop_id_order_id_fkey FOREIGN KEY (shop_id, order_id) REFERENCES public.orders(shop_id, id),
  constraint delivery_confirmations_shop_id_user_id_fkey FOREIGN KEY (shop_id, user_id) REFERENCES public.shop_members(shop_id, user_id)
);
CREATE INDEX delivery_confirmations_delivered ON public.delivery_confirmations USING btree (shop_id, delivered_at, id);
CREATE INDEX delivery_confirmations_late ON public.delivery_confirmations USING btree (shop_id, delivered_at, id) WHERE ((recorded_at - delivered_at) > '01:00:00'::interval);
CREATE INDEX delivery_confirmations_link ON public.delivery_confirmations USING btree (shop_id, delivered_at, id) WHERE (link_fils <> 0);
CREATE INDEX delivery_confirmations_mixed ON public.delivery_confirmations USING btree (shop_id, delivered_at, id) WHERE (tender = 'cash_and_card'::text);
CREATE INDEX delivery_confirmations_not_cash ON public.delivery_confirmations USING btree (shop_id, tender, delivered_at, id) WHERE ((tender = 'card_machine'::text) OR (tender IS NULL));
CREATE INDEX delivery_confirmations_of_driver ON public.delivery_confirmations USING btree (shop_id, driver_id, delivered_at);
CREATE INDEX delivery_confirmations_of_order ON public.delivery_confirmations USING btree (shop_id, order_id);
CREATE INDEX delivery_confirmations_recorded ON public.delivery_confirmations USING btree (shop_id, recorded_at, id);
CREATE INDEX delivery_confirmations_transfer ON public.delivery_confirmations USING btree (shop_id, delivered_at, id) WHERE (transfer_fils <> 0);
CREATE UNIQUE INDEX one_delivery_an_order ON public.delivery_confirmations USING btree (shop_id, order_id) WHERE (outcome = 'delivered'::text);
alter table public.delivery_confirmations enable row level security;
create policy not_erased on public.delivery_confirmations as restrictive for insert to mandoob_request
  with check (((shop_id = ( SELECT actor.shop_id() AS shop_id)) AND (erased_at IS NULL) AND (erased_hashes IS NULL)));
create policy own_delivery on public.delivery_confirmations for insert to mandoob_request
  with check (((shop_id = ( SELECT actor.shop_id() AS shop_id)) AND (user_id = ( SELECT actor.user_id() AS user_id)) AND (driver_id = ( SELECT actor.driver_id() AS driver_id))));
create policy own_or_shop on public.delivery_confirmations for select to mandoob_request
  using (((shop_id = ( SELECT actor.shop_id() AS shop_id)) AND ((user_id = ( SELECT actor.user_id() AS user_id)) OR ( SELECT actor.sees_shop() AS sees_shop))));
CREATE TRIGGER delivery_confirmations_keep_balance AFTER INSERT ON public.delivery_confirmations FOR EACH ROW WHEN ((new.outcome = 'delivered'::text)) EXECUTE FUNCTION public.keep_order_balance();
CREATE TRIGGER delivery_confirmations_of_own BEFORE INSERT ON public.delivery_confirmations FOR EACH ROW WHEN (actor.is_request()) EXECUTE FUNCTION public.refuse_delivery_of_others();
CREATE TRIGGER leave_store_payment AFTER INSERT ON public.delivery_confirmations FOR EACH ROW WHEN (((new.collected_fils > 0) OR (new.due_fils IS NOT NULL))) EXECUTE FUNCTION public.leave_store_payment();
grant insert, select on public.delivery_confirmations to mandoob_request;

create table public.delivery_corrections (
  shop_id integer not null,
  id uuid not null,
  confirmation_id uuid not null,
  order_id uuid not null,
  driver_id integer not null,
  user_id uuid not null,
  number integer not null,
  customer_name text not null,
  tender text,
  collected_fils bigint not null,
  cash_fils bigint not null,
  due_fils bigint not null,
  rounding_fils bigint not null,
  link_fils bigint not null,
  link_reference text,
  transfer_fils bigint not null,
  transfer_reference text,
  refund_fils bigint not null,
  short_reason text,
  photo_url text,
  photo_file_id uuid,
  document_url text not null,
  document_file_id uuid not null,
  reason text,
  recorded_by uuid not null,
  approval_id uuid,
  command_id uuid not null,
  occurred_at timestamp with time zone not null,
  recorded_at timestamp with time zone default now() not null,
  erased_at timestamp with time zone,
  erased_hashes jsonb,
  constraint delivery_corrections_pkey PRIMARY KEY (shop_id, id),
  constraint delivery_corrections_shop_id_approval_id_key UNIQUE (shop_id, approval_id),
  constraint delivery_corrections_shop_id_confirmation_id_number_key UNIQUE (shop_id, confirmation_id, number),
  constraint delivery_corrections_shop_id_recorded_by_command_id_key UNIQUE (shop_id, recorded_by, command_id),
  constraint delivery_corrections_cash_fils_check CHECK ((cash_fils >= 0)),
  constraint delivery_corrections_check CHECK (((tender IS NULL) = (collected_fils = 0))),
  constraint delivery_corrections_check1 CHECK (
CASE tender
    WHEN 'cash'::text THEN (cash_fils = collected_fils)
    WHEN 'cash_and_card'::text THEN ((cash_fils > 0) AND (cash_fils < collected_fils))
    ELSE (cash_fils = 0)
END),
  constraint delivery_corrections_check2 CHECK (((link_fils > 0) = (link_reference IS NOT NULL))),
  constraint delivery_corrections_check3 CHECK (((transfer_fils > 0) = (transfer_reference IS NOT NULL))),
  constraint delivery_corrections_check4 CHECK (((photo_url IS NULL) = (photo_file_id IS NULL))),
  constraint delivery_corrections_collected_fils_check CHECK (((collected_fils >= 0) AND (collected_fils <= 1000000000))),
  constraint delivery_corrections_customer_name_check CHECK ((btrim(customer_name) <> ''::text)),
  constraint delivery_corrections_due_fils_check CHECK (((due_fils >= 0) AND (due_fils <= 1000000000))),
  constraint delivery_corrections_link_fils_check CHECK (((link_fils >= 0) AND (link_fils <= 1000000000))),
  constraint delivery_corrections_link_reference_check CHECK (((link_reference = btrim(link_reference)) AND ((length(link_reference) >= 1) AND (length(link_reference) <= 100)))),
  constraint delivery_corrections_number_check CHECK ((number > 0)),
  constraint delivery_corrections_reason_check CHECK (((reason = btrim(reason)) AND ((length(reason) >= 1) AND (length(reason) <= 500)))),
  constraint delivery_corrections_refund_fils_check CHECK (((refund_fils >= 0) AND (refund_fils <= 1000000000))),
  constraint delivery_corrections_rounding_fils_check CHECK (((rounding_fils >= 0) AND (rounding_fils <= 24))),
  constraint delivery_corrections_short_reason_check CHECK (((short_reason = btrim(short_reason)) AND ((length(short_reason) >= 1) AND (length(short_reason) <= 500)))),
  constraint delivery_corrections_tender_check CHECK ((tender = ANY (ARRAY['cash'::text, 'card_machine'::text, 'cash_and_card'::text]))),
  constraint delivery_corrections_transfer_fils_check CHECK (((transfer_fils >= 0) AND (transfer_fils <= 1000000000))),
  constraint delivery_corrections_transfer_reference_check CHECK (((transfer_reference = btrim(transfer_reference)) AND ((length(transfer_reference) >= 1) AND (length(transfer_reference) <= 100)))),
  constraint delivery_corrections_shop_id_approval_id_fkey FOREIGN KEY (shop_id, approval_id) REFERENCES public.approvals(shop_id, id),
  constraint delivery_corrections_shop_id_confirmation_id_fkey FOREIGN KEY (shop_id, confirmation_id) REFERENCES public.delivery_confirmations(shop_id, id),
  constraint delivery_corrections_shop_id_document_file_id_fkey FOREIGN KEY (shop_id, document_file_id) REFERENCES public.files(shop_id, id),
  constraint delivery_corrections_shop_id_fkey FOREIGN KEY (shop_id) REFERENCES public.shops(id),
  constraint delivery_corrections_shop_id_order_id_fkey FOREIGN KEY (shop_id, order_id) REFERENCES public.orders(shop_id, id),
  constraint delivery_corrections_shop_id_photo_file_id_fkey FOREIGN KEY (shop_id, photo_file_id) REFERENCES public.files(shop_id, id),
  constraint delivery_corrections_shop_id_recorded_by_fkey FOREIGN KEY (shop_id, recorded_by) REFERENCES public.shop_members(shop_id, user_id),
  constraint delivery_corrections_shop_id_user_id_fkey FOREIGN KEY (shop_id, user_id) REFERENCES public.shop_members(shop_id, user_id)
);
CREATE INDEX delivery_corrections_of_driver ON public.delivery_corrections USING btree (shop_id, driver_id, recorded_at);
CREATE INDEX delivery_corrections_of_order ON public.delivery_corrections USING btree (shop_id, order_id);
CREATE INDEX delivery_corrections_recorded ON public.delivery_corrections USING btree (shop_id, recorded_at, id);
alter table public.delivery_corrections enable row level security;
create policy not_erased on public.delivery_corrections as restrictive for insert to mandoob_request
  with check (((shop_id = ( SELECT actor.shop_id() AS shop_id)) AND (erased_at IS NULL) AND (erased_hashes IS NULL)));
create policy own_correction on public.delivery_corrections for insert to mandoob_request
  with check (((shop_id = ( SELECT actor.shop_id() AS shop_id)) AND
CASE
    WHEN (approval_id IS NOT NULL) THEN ( SELECT actor.sees_shop() AS sees_shop)
    ELSE ((recorded_by = ( SELECT actor.user_id() AS user_id)) AND (((user_id = recorded_by) AND (driver_id = ( SELECT actor.driver_id() AS driver_id))) OR ((user_id <> recorded_by) AND (( SELECT actor.role() AS role) = 'Manager'::text) AND (reason IS NOT NULL))))
END));
create policy own_or_shop on public.delivery_corrections for select to mandoob_request
  using (((shop_id = ( SELECT actor.shop_id() AS shop_id)) AND ((user_id = ( SELECT actor.user_id() AS user_id)) OR ( SELECT actor.sees_shop() AS sees_shop))));
CREATE TRIGGER delivery_corrections_approved BEFORE INSERT ON public.delivery_corrections FOR EACH ROW WHEN ((new.approval_id IS NOT NULL)) EXECUTE FUNCTION public.hold_approved('correction');
CREATE TRIGGER delivery_corrections_hold BEFORE INSERT ON public.delivery_corrections FOR EACH ROW EXECUTE FUNCTION public.hold_correction();
CREATE TRIGGER delivery_corrections_keep_balance AFTER INSERT ON public.delivery_corrections FOR EACH ROW EXECUTE FUNCTION public.keep_order_balance();
grant insert, select on public.delivery_corrections to mandoob_request;

create table public.delivery_lines (
  shop_id integer not null,
  confirmation_id uuid not null,
  item_id uuid not null,
  "position" integer not null,
  order_id uuid not null,
  driver_id integer not null,
  user_id uuid not null,
  name text not null,
  qty integer not null,
  handed_over integer not null,
  refused_because text,
  unit_price_fils bigint not null,
  amount_fils bigint not null,
  constraint delivery_lines_pkey PRIMARY KEY (shop_id, confirmation_id, item_id),
  constraint delivery_lines_shop_id_confirmation_id_position_key UNIQUE (shop_id, confirmation_id, "position"),
  constraint delivery_lines_amount_fils_check CHECK ((amount_fils >= 0)),
  constraint delivery_lines_check CHECK (((handed_over >= 0) AND (handed_over <= qty))),
  constraint delivery_lines_check1 CHECK (((handed_over < qty) = (refused_because IS NOT NULL))),
  constraint delivery_lines_name_check CHECK ((name <> ''::text)),
  constraint delivery_lines_qty_check CHECK ((qty >= 0)),
  constraint delivery_lines_refused_because_check CHECK ((refused_because = ANY (ARRAY['not_wanted'::text, 'damaged'::text, 'wrong_item'::text, 'other'::text]))),
  constraint delivery_lines_unit_price_fils_check CHECK ((unit_price_fils >= 0)),
  constraint delivery_lines_shop_id_confirmation_id_fkey FOREIGN KEY (shop_id, confirmation_id) REFERENCES public.delivery_confirmations(shop_id, id),
  constraint delivery_lines_shop_id_fkey FOREIGN KEY (shop_id) REFERENCES public.shops(id),
  constraint delivery_lines_shop_id_order_id_fkey FOREIGN KEY (shop_id, order_id) REFERENCES public.orders(shop_id, id),
  constraint delivery_lines_shop_id_user_id_fkey FOREIGN KEY (shop_id, user_id) REFERENCES public.shop_members(shop_id, user_id)
);
CREATE INDEX delivery_lines_of_order ON public.delivery_lines USING btree (shop_id, order_id);
CREATE INDEX delivery_lines_refused ON public.delivery_lines USING btree (shop_id, driver_id, order_id) WHERE (handed_over < qty);
alter table public.delivery_lines enable row level security;
create policy own_delivery on public.delivery_lines for insert to mandoob_request
  with check (((shop_id = ( SELECT actor.shop_id() AS shop_id)) AND (user_id = ( SELECT actor.user_id() AS user_id)) AND (driver_id = ( SELECT actor.driver_id() AS driver_id))));
create policy own_or_shop on public.delivery_lines for select to mandoob_request
  using (((shop_id = ( SELECT actor.shop_id() AS shop_id)) AND ((user_id = ( SELECT actor.user_id() AS user_id)) OR ( SELECT actor.sees_shop() AS sees_shop))));
CREATE TRIGGER delivery_lines_append_only BEFORE DELETE OR UPDATE ON public.delivery_lines FOR EACH ROW EXECUTE FUNCTION public.keep_row();
CREATE TRIGGER delivery_lines_mark_fulfilment AFTER INSERT ON public.delivery_lines FOR EACH ROW EXECUTE FUNCTION public.mark_part_fulfilment();
CREATE TRIGGER delivery_lines_no_truncate BEFORE TRUNCATE ON public.delivery_lines FOR EACH STATEMENT EXECUTE FUNCTION public.keep_row();
CREATE TRIGGER delivery_lines_of_own BEFORE INSERT ON public.delivery_lines FOR EACH ROW WHEN (actor.is_request()) EXECUTE FUNCTION public.refuse_lines_of_others();
grant insert, select on public.delivery_lines to mandoob_request;

create table public.delivery_sums (
  shop_id integer not null,
  grain text not null,
  starts_at timestamp with time zone not null,
  user_id uuid not null,
  tender text not null,
  outcome text not null,
  deliveries integer not null,
  late integer not null,
  collected_fils bigint not null,
  cash_fils bigint not null,
  changes integer default 0 not null,
  link_fils bigint default 0 not null,
  transfer_fils bigint default 0 not null,
  rounding_fils bigint default 0 not null,
  owed_fils bigint default 0 not null,
  refund_fils bigint default 0 not null,
  constraint delivery_sums_pkey PRIMARY KEY (shop_id, grain, starts_at, user_id, tender, outcome),
  constraint delivery_sums_changes_check CHECK ((changes >= 0)),
  constraint delivery_sums_counted CHECK (((deliveries >= 0) AND ((deliveries + changes) > 0))) NOT VALID,
  constraint delivery_sums_grain_check CHECK ((grain = ANY (ARRAY['quarter'::text, 'day'::text, 'person_day'::text]))),
  constraint delivery_sums_late CHECK (((late >= 0) AND (late <= (deliveries + changes)))) NOT VALID,
  constraint delivery_sums_shop_id_fkey FOREIGN KEY (shop_id) REFERENCES public.shops(id)
);
alter table public.delivery_sums enable row level security;
create policy own_shop on public.delivery_sums for select to mandoob_request
  using (((shop_id = ( SELECT actor.shop_id() AS shop_id)) AND ( SELECT actor.sees_shop() AS sees_shop)));
grant select on public.delivery_sums to mandoob_request;

create table public.device_numbers (
  shop_id integer not null,
  device_id uuid not null,
  number integer not null,
  state text not null,
  command_id uuid,
  user_id uuid,
  endpoint text,
  amount_fils bigint,
  made_at timestamp with time zone,
  known_since timestamp with time zone not null,
  settled_at timestamp with time zone,
  how text,
  replaced_by integer,
  explained_by uuid,
  operator text,
  reason text,
  closed_by uuid,
  claimed_by uuid,
  constraint device_numbers_pkey PRIMARY KEY (shop_id, device_id, number),
  constraint device_numbers_closed CHECK (((how IS NOT NULL) = (state = 'closed'::text))),
  constraint device_numbers_explained CHECK ((((state = 'explained'::text) = (reason IS NOT NULL)) AND ((state = 'explained'::text) = (num_nonnulls(explained_by, operator) = 1)))),
  constraint device_numbers_how_check CHECK ((how = ANY (ARRAY['refused'::text, 'replaced'::text, 'discarded'::text]))),
  constraint device_numbers_number_check CHECK ((number > 0)),
  constraint device_numbers_operator_check CHECK ((operator <> ''::text)),
  constraint device_numbers_settled CHECK (((settled_at IS NOT NULL) = (state = ANY (ARRAY['closed'::text, 'explained'::text])))),
  constraint device_numbers_state_check CHECK ((state = ANY (ARRAY['open'::text, 'missing'::text, 'closed'::text, 'explained'::text]))),
  constraint device_numbers_shop_id_claimed_by_fkey FOREIGN KEY (shop_id, claimed_by) REFERENCES public.shop_members(shop_id, user_id),
  constraint device_numbers_shop_id_closed_by_fkey FOREIGN KEY (shop_id, closed_by) REFERENCES public.shop_members(shop_id, user_id),
  constraint device_numbers_shop_id_device_id_fkey FOREIGN KEY (shop_id, device_id) REFERENCES public.devices(shop_id, id),
  constraint device_numbers_shop_id_explained_by_fkey FOREIGN KEY (shop_id, explained_by) REFERENCES public.shop_members(shop_id, user_id),
  constraint device_numbers_shop_id_fkey FOREIGN KEY (shop_id) REFERENCES public.shops(id),
  constraint device_numbers_shop_id_user_id_fkey FOREIGN KEY (shop_id, user_id) REFERENCES public.shop_members(shop_id, user_id)
);
CREATE INDEX device_numbers_unsent ON public.device_numbers USING btree (shop_id, user_id) WHERE (state = 'open'::text);
CREATE INDEX device_numbers_unsettled ON public.device_numbers USING btree (shop_id, device_id, number) WHERE (state = ANY (ARRAY['open'::text, 'missing'::text]));
alter table public.device_numbers enable row level security;
create policy own_shop on public.device_numbers for select to mandoob_request
  using (((shop_id = ( SELECT actor.shop_id() AS shop_id)) AND ( SELECT actor.sees_shop() AS sees_shop)));

create table public.devices (
  shop_id integer not null,
  id uuid not null,
  name text,
  first_seen_at timestamp with time zone not null,
  last_seen_at timestamp with time zone not null,
  last_user_id uuid not null,
  user_ids uuid[] not null,
  highest integer not null,
  highest_hash bytea,
  known_until integer not null,
  unnumbered_count integer not null,
  unnumbered_fils bigint not null,
  chain_broken_at integer,
  report_hash bytea not null,
  chain_explained_until integer,
  chain_reason text,
  constraint devices_pkey PRIMARY KEY (shop_id, id),
  constraint devices_shop_id_fkey FOREIGN KEY (shop_id) REFERENCES public.shops(id),
  constraint devices_shop_id_last_user_id_fkey FOREIGN KEY (shop_id, last_user_id) REFERENCES public.shop_members(shop_id, user_id)
);
CREATE INDEX devices_seen ON public.devices USING btree (shop_id, last_seen_at);
alter table public.devices enable row level security;
create policy own_shop on public.devices for select to mandoob_request
  using (((shop_id = ( SELECT actor.shop_id() AS shop_id)) AND ( SELECT actor.sees_shop() AS sees_shop)));

create table public.driver_stops (
  shop_id integer not null,
  driver_id integer not null,
  arrangement_id uuid,
  order_ids uuid[] default '{}'::uuid[] not null,
  desk_arrangements integer default 0 not null,
  constraint driver_stops_pkey PRIMARY KEY (shop_id, driver_id),
  constraint driver_stops_desk_arrangements_check CHECK ((desk_arrangements >= 0)),
  constraint driver_stops_shop_id_driver_id_arrangement_id_fkey FOREIGN KEY (shop_id, driver_id, arrangement_id) REFERENCES public.stop_arrangements(shop_id, driver_id, id),
  constraint driver_stops_shop_id_driver_id_fkey FOREIGN KEY (shop_id, driver_id) REFERENCES public.drivers(shop_id, id),
  constraint driver_stops_shop_id_fkey FOREIGN KEY (shop_id) REFERENCES public.shops(id)
);
alter table public.driver_stops enable row level security;
create policy by_desk on public.driver_stops for insert to mandoob_request
  with check (((shop_id = ( SELECT actor.shop_id() AS shop_id)) AND ( SELECT actor.sees_shop() AS sees_shop)));
create policy order_by_desk on public.driver_stops for update to mandoob_request
  using (((shop_id = ( SELECT actor.shop_id() AS shop_id)) AND ( SELECT actor.sees_shop() AS sees_shop)));
create policy own_or_shop on public.driver_stops for select to mandoob_request
  using (((shop_id = ( SELECT actor.shop_id() AS shop_id)) AND ((driver_id = ( SELECT actor.driver_id() AS driver_id)) OR ( SELECT actor.sees_shop() AS sees_shop))));
create policy own_order on public.driver_stops for update to mandoob_request
  using (((shop_id = ( SELECT actor.shop_id() AS shop_id)) AND (driver_id = ( SELECT actor.driver_id() AS driver_id))));
create policy own_stops on public.driver_stops for insert to mandoob_request
  with check (((shop_id = ( SELECT actor.shop_id() AS shop_id)) AND (driver_id = ( SELECT actor.driver_id() AS driver_id))));
CREATE TRIGGER driver_stops_hold BEFORE UPDATE OF desk_arrangements ON public.driver_stops FOR EACH ROW WHEN ((actor.is_request() AND (NOT actor.sees_shop()))) EXECUTE FUNCTION public.hold_desk_arrangements();
grant select on public.driver_stops to mandoob_request;
grant insert (shop_id, driver_id) on public.driver_stops to mandoob_request;
grant update (arrangement_id, order_ids, desk_arrangements) on public.driver_stops to mandoob_request;

create table public.drivers (
  shop_id integer not null,
  id integer generated by default as identity not null,
  user_id uuid not null,
  full_name text not null,
  status text default 'available'::text not null,
  created_at timestamp with time zone default now() not null,
  constraint drivers_pkey PRIMARY KEY (shop_id, id),
  constraint drivers_shop_id_user_id_key UNIQUE (shop_id, user_id),
  constraint drivers_full_name_check CHECK ((full_name <> ''::text)),
  constraint drivers_status_check CHECK ((status = ANY (ARRAY['available'::text, 'delivering'::text, 'off_duty'::text]))),
  constraint drivers_shop_id_fkey FOREIGN KEY (shop_id) REFERENCES public.shops(id),
  constraint drivers_shop_id_user_id_fkey FOREIGN KEY (shop_id, user_id) REFERENCES public.shop_members(shop_id, user_id)
);
alter table public.drivers enable row level security;
create policy by_desk on public.drivers for update to mandoob_request
  using (((shop_id = ( SELECT actor.shop_id() AS shop_id)) AND ( SELECT actor.sees_shop() AS sees_shop)));
create policy own_or_shop on public.drivers for select to mandoob_request
  using (((shop_id = ( SELECT actor.shop_id() AS shop_id)) AND ((user_id = ( SELECT actor.user_id() AS user_id)) OR ( SELECT actor.sees_shop() AS sees_shop))));
create policy own_status on public.drivers for update to mandoob_request
  using (((shop_id = ( SELECT actor.shop_id() AS shop_id)) AND (user_id = ( SELECT actor.user_id() AS user_id))));
grant select on public.drivers to mandoob_request;
grant update (status) on public.drivers to mandoob_request;

create table public.erasings (
  shop_id integer not null,
  id uuid not null,
  run_id uuid not null,
  erased_at timestamp with time zone default now() not null,
  after_days integer not null,
  orders integer not null,
  files integer not null,
  fingerprints_erased_at timestamp with time zone,
  constraint erasings_pkey PRIMARY KEY (shop_id, id),
  constraint erasings_shop_id_fkey FOREIGN KEY (shop_id) REFERENCES public.shops(id)
);
CREATE INDEX erasings_newest ON public.erasings USING btree (shop_id, erased_at);
alter table public.erasings enable row level security;
create policy own_shop on public.erasings for select to mandoob_request
  using (((shop_id = ( SELECT actor.shop_id() AS shop_id)) AND ( SELECT actor.sees_shop() AS sees_shop)));
grant select on public.erasings to mandoob_request;

create table public.expenses (
  shop_id integer not null,
  id uuid not null,
  reference text not null,
  user_id uuid not null,
  kind text not null,
  amount_fils bigint not null,
  note text,
  order_id uuid,
  slip_url text not null,
  slip_file_id uuid not null,
  approval_id uuid not null,
  command_id uuid not null,
  occurred_at timestamp with time zone not null,
  recorded_at timestamp with time zone default now() not null,
  erased_at timestamp with time zone,
  erased_hashes jsonb,
  constraint expenses_pkey PRIMARY KEY (shop_id, id),
  constraint expenses_shop_id_approval_id_key UNIQUE (shop_id, approval_id),
  constraint expenses_shop_id_user_id_reference_key UNIQUE (shop_id, user_id, reference),
  constraint expenses_amount_fils_check CHECK (((amount_fils >= 1) AND (amount_fils <= 1000000000))),
  constraint expenses_check CHECK (((kind = 'customer_refund'::text) = (order_id IS NOT NULL))),
  constraint expenses_kind_check CHECK (((kind <> ''::text) AND (length(kind) <= 60))),
  constraint expenses_note_check CHECK (((note = btrim(note)) AND ((length(note) >= 1) AND (length(note) <= 500)))),
  constraint expenses_reference_check CHECK ((reference <> ''::text)),
  constraint expenses_shop_id_approval_id_fkey FOREIGN KEY (shop_id, approval_id) REFERENCES public.approvals(shop_id, id),
  constraint expenses_shop_id_fkey FOREIGN KEY (shop_id) REFERENCES public.shops(id),
  constraint expenses_shop_id_order_id_fkey FOREIGN KEY (shop_id, order_id) REFERENCES public.orders(shop_id, id),
  constraint expenses_shop_id_slip_file_id_fkey FOREIGN KEY (shop_id, slip_file_id) REFERENCES public.files(shop_id, id),
  constraint expenses_shop_id_user_id_fkey FOREIGN KEY (shop_id, user_id) REFERENCES public.shop_members(shop_id, user_id)
);
CREATE INDEX expenses_of_order ON public.expenses USING btree (shop_id, order_id) WHERE (order_id IS NOT NULL);
CREATE INDEX expenses_of_user ON public.expenses USING btree (shop_id, user_id, recorded_at);
CREATE INDEX expenses_recorded ON public.expenses USING btree (shop_id, recorded_at, id);
alter table public.expenses enable row level security;
create policy approved on public.expenses for insert to mandoob_request
  with check (((shop_id = ( SELECT actor.shop_id() AS shop_id)) AND ( SELECT actor.sees_shop() AS sees_shop)));
create policy not_erased on public.expenses as restrictive for insert to mandoob_request
  with check (((shop_id = ( SELECT actor.shop_id() AS shop_id)) AND (erased_at IS NULL) AND (erased_hashes IS NULL)));
create policy own_or_shop on public.expenses for select to mandoob_request
  using (((shop_id = ( SELECT actor.shop_id() AS shop_id)) AND ((user_id = ( SELECT actor.user_id() AS user_id)) OR ( SELECT actor.sees_shop() AS sees_shop))));
CREATE TRIGGER expenses_append_only BEFORE DELETE OR UPDATE ON public.expenses FOR EACH ROW EXECUTE FUNCTION public.keep_row_unless_erased();
CREATE TRIGGER expenses_approved BEFORE INSERT ON public.expenses FOR EACH ROW EXECUTE FUNCTION public.hold_approved('expense');
CREATE TRIGGER expenses_keep_balance AFTER INSERT ON public.expenses FOR EACH ROW WHEN ((new.order_id IS NOT NULL)) EXECUTE FUNCTION public.keep_order_balance();
CREATE TRIGGER expenses_no_truncate BEFORE TRUNCATE ON public.expenses FOR EACH STATEMENT EXECUTE FUNCTION public.keep_row();
grant insert, select on public.expenses to mandoob_request;

create table public.feed (
  shop_id integer not null,
  xid xid8 default pg_current_xact_id() not null,
  id uuid not null,
  topic text not null,
  subject_id text,
  audience text not null,
  user_ids uuid[] default '{}'::uuid[] not null,
  command_id uuid,
  recorded_at timestamp with time zone default now() not null,
  constraint feed_pkey PRIMARY KEY (shop_id, xid, id, recorded_at),
  constraint feed_audience_check CHECK ((audience = ANY (ARRAY['shop'::text, 'desk'::text, 'users'::text]))),
  constraint feed_check CHECK (((audience <> 'users'::text) OR (user_ids <> '{}'::uuid[]))),
  constraint feed_topic_check CHECK ((topic ~ '^[a-z]+(_[a-z]+)*$'::text)),
  constraint feed_shop_id_fkey FOREIGN KEY (shop_id) REFERENCES public.shops(id)
) partition by range (recorded_at);
alter table public.feed enable row level security;
create policy own_shop on public.feed for insert to mandoob_request
  with check ((shop_id = ( SELECT actor.shop_id() AS shop_id)));
grant insert (shop_id, id, topic, subject_id, audience, user_ids, command_id) on public.feed to mandoob_request;

create table public.feed_horizon (
  is_the_only boolean default true not null,
  epoch uuid default gen_random_uuid() not null,
  pruned_until xid8 default '0'::xid8 not null,
  constraint feed_horizon_pkey PRIMARY KEY (is_the_only),
  constraint feed_horizon_is_the_only_check CHECK (is_the_only)
);
alter table public.feed_horizon enable row level security;

create table public.files (
  shop_id integer not null,
  id uuid not null,
  bucket text not null,
  path text not null,
  sha256 text not null,
  bytes bigint not null,
  type text not null,
  uploaded_by uuid not null,
  uploaded_at timestamp with time zone default now() not null,
  pinned_at timestamp with time zone,
  receipt_driver_id integer,
  erased_at timestamp with time zone,
  constraint files_pkey PRIMARY KEY (shop_id, id),
  constraint files_shop_id_bucket_path_sha256_key UNIQUE (shop_id, bucket, path, sha256),
  constraint files_bucket_check CHECK ((bucket = ANY (ARRAY['order-deliveries'::text, 'cash-handovers'::text, 'bank-deposits'::text]))),
  constraint files_bytes_check CHECK ((bytes > 0)),
  constraint files_path_check CHECK (((length(path) >= 1) AND (length(path) <= 400))),
  constraint files_sha256_check CHECK ((sha256 ~ '^[0-9a-f]{64}$'::text)),
  constraint files_type_check CHECK ((type = ANY (ARRAY['image/jpeg'::text, 'image/png'::text, 'image/webp'::text, 'application/pdf'::text]))),
  constraint files_shop_id_fkey FOREIGN KEY (shop_id) REFERENCES public.shops(id),
  constraint files_shop_id_uploaded_by_fkey FOREIGN KEY (shop_id, uploaded_by) REFERENCES public.shop_members(shop_id, user_id)
);
CREATE INDEX files_content ON public.files USING btree (shop_id, sha256);
CREATE INDEX files_newest ON public.files USING btree (shop_id, bucket, path, uploaded_at DESC);
CREATE INDEX files_unpinned ON public.files USING btree (shop_id, uploaded_by) INCLUDE (bytes) WHERE (pinned_at IS NULL);
alter table public.files enable row level security;
create policy by_what_it_proves on public.files for select to mandoob_request
  using (((shop_id = ( SELECT actor.shop_id() AS shop_id)) AND
CASE
    WHEN ( SELECT actor.sees_shop() AS sees_shop) THEN true
    WHEN ((bucket = 'order-deliveries'::text) OR (path ~~ 'EX/%'::text)) THEN (uploaded_by = ( SELECT actor.user_id() AS user_id))
    WHEN ((bucket = 'bank-deposits'::text) OR (path ~~ 'signatures/%'::text)) THEN false
    ELSE (receipt_driver_id = ( SELECT actor.driver_id() AS driver_id))
END));
create policy own_pin on public.files for update to mandoob_request
  using (((shop_id = ( SELECT actor.shop_id() AS shop_id)) AND (uploaded_by = ( SELECT actor.user_id() AS user_id))));
create policy own_upload on public.files for insert to mandoob_request
  with check (((shop_id = ( SELECT actor.shop_id() AS shop_id)) AND (uploaded_by = ( SELECT actor.user_id() AS user_id))));
grant select on public.files to mandoob_request;
grant insert (shop_id, id, bucket, path, sha256, bytes, type, uploaded_by, pinned_at) on public.files to mandoob_request;
grant update (uploaded_at, pinned_at) on public.files to mandoob_request;

create table public.goods_decisions (
  shop_id integer not null,
  id uuid not null,
  handover_id uuid not null,
  order_id uuid not null,
  driver_id integer not null,
  outcome text not null,
  responsible_user_id uuid,
  recorded_at timestamp with time zone not null,
  constraint goods_decisions_pkey PRIMARY KEY (shop_id, id),
  constraint goods_decisions_shop_id_handover_id_order_id_key UNIQUE (shop_id, handover_id, order_id),
  constraint goods_decisions_check CHECK (((outcome = 'missing'::text) = (responsible_user_id IS NOT NULL))),
  constraint goods_decisions_outcome_check CHECK ((outcome = ANY (ARRAY['returned'::text, 'kept'::text, 'missing'::text]))),
  constraint goods_decisions_shop_id_driver_id_fkey FOREIGN KEY (shop_id, driver_id) REFERENCES public.drivers(shop_id, id),
  constraint goods_decisions_shop_id_fkey FOREIGN KEY (shop_id) REFERENCES public.shops(id),
  constraint goods_decisions_shop_id_handover_id_fkey FOREIGN KEY (shop_id, handover_id) REFERENCES public.cash_handovers(shop_id, id),
  constraint goods_decisions_shop_id_order_id_fkey FOREIGN KEY (shop_id, order_id) REFERENCES public.orders(shop_id, id),
  constraint goods_decisions_shop_id_responsible_user_id_fkey FOREIGN KEY (shop_id, responsible_user_id) REFERENCES public.shop_members(shop_id, user_id)
);
CREATE INDEX goods_decisions_of_order ON public.goods_decisions USING btree (shop_id, order_id);
alter table public.goods_decisions enable row level security;
create policy by_admins on public.goods_decisions for insert to mandoob_request
  with check (((shop_id = ( SELECT actor.shop_id() AS shop_id)) AND ( SELECT (actor.role() = 'Admin'::text))));
create policy own_or_shop on public.goods_decisions for select to mandoob_request
  using (((shop_id = ( SELECT actor.shop_id() AS shop_id)) AND ((driver_id = ( SELECT actor.driver_id() AS driver_id)) OR ( SELECT actor.sees_shop() AS sees_shop))));
grant insert, select on public.goods_decisions to mandoob_request;

create table public.import_layouts (
  shop_id integer not null,
  header_hash text not null,
  header jsonb not null,
  layout jsonb not null,
  used_at timestamp with time zone not null,
  constraint import_layouts_pkey PRIMARY KEY (shop_id, header_hash),
  constraint import_layouts_header_check CHECK ((jsonb_typeof(header) = 'array'::text)),
  constraint import_layouts_header_hash_check CHECK ((header_hash ~ '^[0-9a-f]{64}$'::text)),
  constraint import_layouts_layout_check CHECK ((jsonb_typeof(layout) = 'object'::text)),
  constraint import_layouts_shop_id_fkey FOREIGN KEY (shop_id) REFERENCES public.shops(id)
);
alter table public.import_layouts enable row level security;
create policy of_desk on public.import_layouts for all to mandoob_request
  using (((shop_id = ( SELECT actor.shop_id() AS shop_id)) AND ( SELECT actor.sees_shop() AS sees_shop)))
  with check (((shop_id = ( SELECT actor.shop_id() AS shop_id)) AND ( SELECT actor.sees_shop() AS sees_shop)));
grant insert, select on public.import_layouts to mandoob_request;
grant update (header, layout, used_at) on public.import_layouts to mandoob_request;

create table public.import_methods (
  shop_id integer not null,
  word text not null,
  method text not null,
  said_at timestamp with time zone not null,
  constraint import_methods_pkey PRIMARY KEY (shop_id, word),
  constraint import_methods_method_check CHECK ((method = ANY (ARRAY['cash'::text, 'card'::text, 'online'::text]))),
  constraint import_methods_word_check CHECK (((word = lower(btrim(word))) AND (length(word) <= 200))),
  constraint import_methods_shop_id_fkey FOREIGN KEY (shop_id) REFERENCES public.shops(id)
);
alter table public.import_methods enable row level security;
create policy of_desk on public.import_methods for all to mandoob_request
  using (((shop_id = ( SELECT actor.shop_id() AS shop_id)) AND ( SELECT actor.sees_shop() AS sees_shop)))
  with check (((shop_id = ( SELECT actor.shop_id() AS shop_id)) AND ( SELECT actor.sees_shop() AS sees_shop)));
grant insert, select on public.import_methods to mandoob_request;
grant update (method, said_at) on public.import_methods to mandoob_request;

create table public.installation (
  key text not null,
  value text not null,
  constraint installation_pkey PRIMARY KEY (key),
  constraint installation_key_check CHECK ((key <> ''::text))
);
alter table public.installation enable row level security;

create table public.loading_checks (
  shop_id integer not null,
  id uuid not null,
  check_id uuid not null,
  order_id uuid not null,
  driver_id integer not null,
  user_id uuid not null,
  missing jsonb not null,
  command_id uuid not null,
  occurred_at timestamp with time zone not null,
  recorded_at timestamp with time zone not null,
  constraint loading_checks_pkey PRIMARY KEY (shop_id, id),
  constraint loading_checks_shop_id_check_id_order_id_key UNIQUE (shop_id, check_id, order_id),
  constraint loading_checks_missing_check CHECK ((jsonb_typeof(missing) = 'array'::text)),
  constraint loading_checks_shop_id_driver_id_fkey FOREIGN KEY (shop_id, driver_id) REFERENCES public.drivers(shop_id, id),
  constraint loading_checks_shop_id_fkey FOREIGN KEY (shop_id) REFERENCES public.shops(id),
  constraint loading_checks_shop_id_order_id_fkey FOREIGN KEY (shop_id, order_id) REFERENCES public.orders(shop_id, id),
  constraint loading_checks_shop_id_user_id_fkey FOREIGN KEY (shop_id, user_id) REFERENCES public.shop_members(shop_id, user_id)
);
CREATE INDEX loading_checks_of_order ON public.loading_checks USING btree (shop_id, order_id);
alter table public.loading_checks enable row level security;
create policy own_check on public.loading_checks for insert to mandoob_request
  with check (((shop_id = ( SELECT actor.shop_id() AS shop_id)) AND (user_id = ( SELECT actor.user_id() AS user_id)) AND (driver_id = ( SELECT actor.driver_id() AS driver_id))));
create policy own_or_shop on public.loading_checks for select to mandoob_request
  using (((shop_id = ( SELECT actor.shop_id() AS shop_id)) AND ((user_id = ( SELECT actor.user_id() AS user_id)) OR ( SELECT actor.sees_shop() AS sees_shop))));
CREATE TRIGGER loading_checks_keep_missing AFTER INSERT ON public.loading_checks FOR EACH ROW EXECUTE FUNCTION public.keep_missing_goods();
CREATE TRIGGER loading_checks_of_own BEFORE INSERT ON public.loading_checks FOR EACH ROW WHEN (actor.is_request()) EXECUTE FUNCTION public.refuse_delivery_of_others();
grant insert, select on public.loading_checks to mandoob_request;

create table public.message_templates (
  shop_id integer not null,
  kind text not null,
  language text not null,
  text text not null,
  is_reviewed boolean not null,
  constraint message_templates_pkey PRIMARY KEY (shop_id, kind, language),
  constraint message_templates_kind_check CHECK ((kind = ANY (ARRAY['on_the_way'::text, 'could_not_deliver'::text]))),
  constraint message_templates_language_check CHECK ((language = ANY (ARRAY['en'::text, 'ar'::text, 'ur'::text]))),
  constraint message_templates_text_check CHECK (((btrim(text) <> ''::text) AND (length(text) <= 1000))),
  constraint message_templates_shop_id_fkey FOREIGN KEY (shop_id) REFERENCES public.shops(id)
);
alter table public.message_templates enable row level security;
create policy added_by_admins on public.message_templates for insert to mandoob_request
  with check (((shop_id = ( SELECT actor.shop_id() AS shop_id)) AND ( SELECT (actor.role() = 'Admin'::text))));
create policy changed_by_admins on public.message_templates for update to mandoob_request
  using (((shop_id = ( SELECT actor.shop_id() AS shop_id)) AND ( SELECT (actor.role() = 'Admin'::text))));
create policy own_shop on public.message_templates for select to mandoob_request
  using ((shop_id = ( SELECT actor.shop_id() AS shop_id)));
grant insert, select on public.message_templates to mandoob_request;
grant update (text, is_reviewed) on public.message_templates to mandoob_request;

create table public.missing_goods (
  shop_id integer not null,
  order_id uuid not null,
  loading_check_id uuid not null,
  constraint missing_goods_pkey PRIMARY KEY (shop_id, order_id),
  constraint missing_goods_shop_id_fkey FOREIGN KEY (shop_id) REFERENCES public.shops(id),
  constraint missing_goods_shop_id_loading_check_id_fkey FOREIGN KEY (shop_id, loading_check_id) REFERENCES public.loading_checks(shop_id, id),
  constraint missing_goods_shop_id_order_id_fkey FOREIGN KEY (shop_id, order_id) REFERENCES public.orders(shop_id, id)
);
alter table public.missing_goods enable row level security;
create policy own_shop on public.missing_goods for select to mandoob_request
  using (((shop_id = ( SELECT actor.shop_id() AS shop_id)) AND ( SELECT actor.sees_shop() AS sees_shop)));
grant select on public.missing_goods to mandoob_request;

create table public.operator_commands (
  shop_id integer not null,
  command_id uuid not null,
  command text not null,
  fingerprint text not null,
  body text,
  recorded_at timestamp with time zone default now() not null,
  constraint operator_commands_pkey PRIMARY KEY (shop_id, command_id),
  constraint operator_commands_command_check CHECK ((command <> ''::text)),
  constraint operator_commands_fingerprint_check CHECK ((fingerprint ~ '^[0-9a-f]{64}$'::text)),
  constraint operator_commands_shop_id_fkey FOREIGN KEY (shop_id) REFERENCES public.shops(id)
);
alter table public.operator_commands enable row level security;
create policy own_shop on public.operator_commands for select to mandoob_request
  using (((shop_id = ( SELECT actor.shop_id() AS shop_id)) AND ( SELECT actor.sees_shop() AS sees_shop)));

create table public.order_amounts (
  shop_id integer not null,
  order_id uuid not null,
  due_amount_fils bigint not null,
  replaced_at timestamp with time zone default now() not null,
  ever_driver_ids integer[],
  constraint order_amounts_pkey PRIMARY KEY (shop_id, order_id, due_amount_fils),
  constraint order_amounts_due_amount_fils_check CHECK ((due_amount_fils >= 0)),
  constraint order_amounts_shop_id_fkey FOREIGN KEY (shop_id) REFERENCES public.shops(id),
  constraint order_amounts_shop_id_order_id_fkey FOREIGN KEY (shop_id, order_id) REFERENCES public.orders(shop_id, id)
);
alter table public.order_amounts enable row level security;
create policy by_desk on public.order_amounts for insert to mandoob_request
  with check (((shop_id = ( SELECT actor.shop_id() AS shop_id)) AND ( SELECT actor.sees_shop() AS sees_shop)));
create policy of_visible_order on public.order_amounts for select to mandoob_request
  using (((shop_id = ( SELECT actor.shop_id() AS shop_id)) AND (( SELECT actor.sees_shop() AS sees_shop) OR (( SELECT actor.driver_id() AS driver_id) = ANY (ever_driver_ids)) OR ((ever_driver_ids IS NULL) AND actor.ever_had(order_id)))));
create policy replaced_by_desk on public.order_amounts for update to mandoob_request
  using (((shop_id = ( SELECT actor.shop_id() AS shop_id)) AND ( SELECT actor.sees_shop() AS sees_shop)));
CREATE TRIGGER order_amounts_take_drivers BEFORE INSERT ON public.order_amounts FOR EACH ROW WHEN (((new.ever_driver_ids IS NULL) OR actor.is_request())) EXECUTE FUNCTION public.take_drivers_of_order();
grant select on public.order_amounts to mandoob_request;
grant insert (shop_id, order_id, due_amount_fils) on public.order_amounts to mandoob_request;
grant update (replaced_at) on public.order_amounts to mandoob_request;

create table public.order_assignments (
  shop_id integer not null,
  id uuid not null,
  order_id uuid not null,
  driver_id integer not null,
  assigned_at timestamp with time zone default now() not null,
  ended_at timestamp with time zone,
  constraint order_assignments_pkey PRIMARY KEY (shop_id, id),
  constraint order_assignments_shop_id_driver_id_fkey FOREIGN KEY (shop_id, driver_id) REFERENCES public.drivers(shop_id, id),
  constraint order_assignments_shop_id_fkey FOREIGN KEY (shop_id) REFERENCES public.shops(id),
  constraint order_assignments_shop_id_order_id_fkey FOREIGN KEY (shop_id, order_id) REFERENCES public.orders(shop_id, id)
);
CREATE UNIQUE INDEX order_assignments_current ON public.order_assignments USING btree (shop_id, order_id) WHERE (ended_at IS NULL);
CREATE INDEX order_assignments_of_driver ON public.order_assignments USING btree (shop_id, driver_id, order_id);
alter table public.order_assignments enable row level security;
create policy by_desk on public.order_assignments for insert to mandoob_request
  with check (((shop_id = ( SELECT actor.shop_id() AS shop_id)) AND ( SELECT actor.sees_shop() AS sees_shop)));
create policy ended_by_desk on public.order_assignments for update to mandoob_request
  using (((shop_id = ( SELECT actor.shop_id() AS shop_id)) AND ( SELECT actor.sees_shop() AS sees_shop)))
  with check (((shop_id = ( SELECT actor.shop_id() AS shop_id)) AND ( SELECT actor.sees_shop() AS sees_shop) AND (ended_at IS NOT NULL)));
create policy own_or_shop on public.order_assignments for select to mandoob_request
  using (((shop_id = ( SELECT actor.shop_id() AS shop_id)) AND ((driver_id = ( SELECT actor.driver_id() AS driver_id)) OR ( SELECT actor.sees_shop() AS sees_shop))));
CREATE TRIGGER order_assignments_note_driver AFTER INSERT ON public.order_assignments REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION public.note_assigned_drivers();
grant select on public.order_assignments to mandoob_request;
grant insert (shop_id, id, order_id, driver_id) on public.order_assignments to mandoob_request;
grant update (ended_at) on public.order_assignments to mandoob_request;

create table public.order_balances (
  shop_id integer not null,
  order_id uuid not null,
  owed_fils bigint not null,
  unmatched_fils bigint not null,
  refund_fils bigint not null,
  driver_id integer,
  since timestamp with time zone not null,
  constraint order_balances_pkey PRIMARY KEY (shop_id, order_id),
  constraint order_balances_owed_fils_check CHECK ((owed_fils >= 0)),
  constraint order_balances_refund_fils_check CHECK ((refund_fils >= 0)),
  constraint order_balances_unmatched_fils_check CHECK ((unmatched_fils >= 0)),
  constraint order_balances_shop_id_fkey FOREIGN KEY (shop_id) REFERENCES public.shops(id),
  constraint order_balances_shop_id_order_id_fkey FOREIGN KEY (shop_id, order_id) REFERENCES public.orders(shop_id, id)
);
CREATE INDEX order_balances_owed ON public.order_balances USING btree (shop_id, since, order_id) WHERE (owed_fils > 0);
CREATE INDEX order_balances_refund ON public.order_balances USING btree (shop_id, since, order_id) WHERE (refund_fils > 0);
CREATE INDEX order_balances_unmatched ON public.order_balances USING btree (shop_id, since, order_id) WHERE (unmatched_fils > 0);
alter table public.order_balances enable row level security;
create policy own_or_shop on public.order_balances for select to mandoob_request
  using (((shop_id = ( SELECT actor.shop_id() AS shop_id)) AND (( SELECT actor.sees_shop() AS sees_shop) OR (driver_id = ( SELECT actor.driver_id() AS driver_id)))));
CREATE TRIGGER order_balances_keep_store_payment AFTER INSERT OR UPDATE ON public.order_balances FOR EACH ROW EXECUTE FUNCTION public.keep_store_payment();
grant select on public.order_balances to mandoob_request;

create table public.order_events (
  shop_id integer not null,
  id uuid not null,
  order_id uuid not null,
  kind text not null,
  detail jsonb default '{}'::jsonb not null,
  actor_user_id uuid,
  recorded_at timestamp with time zone default clock_timestamp() not null,
  operator text,
  ever_driver_ids integer[],
  system text,
  erased_at timestamp with time zone,
  erased_hashes jsonb,
  constraint order_events_pkey PRIMARY KEY (shop_id, id),
  constraint order_events_kind_check CHECK ((kind = ANY (ARRAY['imported'::text, 'updated'::text, 'assigned'::text, 'unassigned'::text, 'status'::text, 'delivered'::text, 'conflict'::text, 'reviewed'::text, 'attempted'::text, 'attempt_undone'::text, 'goods'::text, 'loaded'::text, 'corrected'::text, 'paid'::text, 'matched'::text, 'waived'::text, 'refunded'::text]))) NOT VALID,
  constraint order_events_of_one_actor CHECK (((actor_user_id IS NULL) OR (operator IS NULL))) NOT VALID,
  constraint order_events_of_one_system CHECK (((system IS NULL) OR ((system <> ''::text) AND (actor_user_id IS NULL) AND (operator IS NULL)))) NOT VALID,
  constraint order_events_review_of_one CHECK (((kind <> 'reviewed'::text) OR (COALESCE((detail ->> 'conflict_id'::text), ''::text) <> ''::text))) NOT VALID,
  constraint order_events_shop_id_actor_user_id_fkey FOREIGN KEY (shop_id, actor_user_id) REFERENCES public.shop_members(shop_id, user_id),
  constraint order_events_shop_id_fkey FOREIGN KEY (shop_id) REFERENCES public.shops(id),
  constraint order_events_shop_id_order_id_fkey FOREIGN KEY (shop_id, order_id) REFERENCES public.orders(shop_id, id)
);
CREATE INDEX order_events_conflicts ON public.order_events USING btree (shop_id, recorded_at, order_id) WHERE (kind = 'conflict'::text);
CREATE INDEX order_events_of_order ON public.order_events USING btree (shop_id, order_id, recorded_at);
alter table public.order_events enable row level security;
create policy not_erased on public.order_events as restrictive for insert to mandoob_request
  with check (((shop_id = ( SELECT actor.shop_id() AS shop_id)) AND (erased_at IS NULL) AND (erased_hashes IS NULL)));
create policy of_visible_order on public.order_events for select to mandoob_request
  using (((shop_id = ( SELECT actor.shop_id() AS shop_id)) AND (( SELECT actor.sees_shop() AS sees_shop) OR (( SELECT actor.driver_id() AS driver_id) = ANY (ever_driver_ids)) OR ((ever_driver_ids IS NULL) AND actor.ever_had(order_id)))));
create policy own_event on public.order_events for insert to mandoob_request
  with check (((shop_id = ( SELECT actor.shop_id() AS shop_id)) AND (actor_user_id = ( SELECT actor.user_id() AS user_id)) AND (( SELECT actor.sees_shop() AS sees_shop) OR (( SELECT actor.driver_id() AS driver_id) = ANY (ever_driver_ids)) OR ((ever_driver_ids IS NULL) AND actor.ever_had(order_id)))));
create policy reviewed_by_desk on public.order_events as restrictive for insert to mandoob_request
  with check (((shop_id = ( SELECT actor.shop_id() AS shop_id)) AND ((kind <> 'reviewed'::text) OR ( SELECT actor.sees_shop() AS sees_shop))));
CREATE TRIGGER order_events_keep_conflicts AFTER INSERT ON public.order_events FOR EACH ROW WHEN ((new.kind = ANY (ARRAY['conflict'::text, 'reviewed'::text]))) EXECUTE FUNCTION public.keep_conflicts_to_review();
CREATE TRIGGER order_events_take_drivers BEFORE INSERT ON public.order_events FOR EACH ROW WHEN (((new.ever_driver_ids IS NULL) OR actor.is_request())) EXECUTE FUNCTION public.take_drivers_of_order();
grant insert, select on public.order_events to mandoob_request;

create table public.order_fulfilments (
  shop_id integer not null,
  order_id uuid not null,
  status text default 'waiting'::text not null,
  created_at timestamp with time zone default now() not null,
  done_at timestamp with time zone,
  attempts integer default 0 not null,
  last_error text,
  next_attempt_at timestamp with time zone default now() not null,
  ever_driver_ids integer[],
  is_part boolean default false not null,
  plan jsonb,
  held_until timestamp with time zone,
  constraint order_fulfilments_pkey PRIMARY KEY (shop_id, order_id),
  constraint order_fulfilments_check CHECK (((status = 'done'::text) = (done_at IS NOT NULL))),
  constraint order_fulfilments_status_check CHECK ((status = ANY (ARRAY['waiting'::text, 'done'::text, 'failed'::text]))),
  constraint order_fulfilments_shop_id_fkey FOREIGN KEY (shop_id) REFERENCES public.shops(id),
  constraint order_fulfilments_shop_id_order_id_fkey FOREIGN KEY (shop_id, order_id) REFERENCES public.orders(shop_id, id)
);
CREATE INDEX order_fulfilments_waiting ON public.order_fulfilments USING btree (shop_id, next_attempt_at) WHERE (status <> 'done'::text);
alter table public.order_fulfilments enable row level security;
create policy of_visible_order on public.order_fulfilments for select to mandoob_request
  using (((shop_id = ( SELECT actor.shop_id() AS shop_id)) AND (( SELECT actor.sees_shop() AS sees_shop) OR (( SELECT actor.driver_id() AS driver_id) = ANY (ever_driver_ids)) OR ((ever_driver_ids IS NULL) AND actor.ever_had(order_id)))));
create policy with_my_delivery on public.order_fulfilments for insert to mandoob_request
  with check ((shop_id = ( SELECT actor.shop_id() AS shop_id)));
CREATE TRIGGER order_fulfilments_claim_parts BEFORE UPDATE ON public.order_fulfilments FOR EACH ROW WHEN ((old.is_part AND (new.attempts > old.attempts) AND (NOT (new.held_until IS DISTINCT FROM old.held_until)))) EXECUTE FUNCTION public.refuse_claim_without_hold();
CREATE TRIGGER order_fulfilments_of_own BEFORE INSERT ON public.order_fulfilments FOR EACH ROW WHEN (actor.is_request()) EXECUTE FUNCTION public.refuse_fulfilment_of_others();
CREATE TRIGGER order_fulfilments_take_drivers BEFORE INSERT ON public.order_fulfilments FOR EACH ROW WHEN (((new.ever_driver_ids IS NULL) OR actor.is_request())) EXECUTE FUNCTION public.take_drivers_of_order();
grant insert, select on public.order_fulfilments to mandoob_request;

create table public.order_line_items (
  shop_id integer not null,
  id uuid not null,
  order_id uuid not null,
  "position" integer not null,
  product_id uuid not null,
  qty integer not null,
  picked_qty integer,
  unit_price_fils bigint not null,
  line_total_fils bigint not null,
  ever_driver_ids integer[],
  tax_fils bigint,
  tax_rate numeric,
  external_id text,
  constraint order_line_items_pkey PRIMARY KEY (shop_id, id),
  constraint order_line_items_shop_id_order_id_position_key UNIQUE (shop_id, order_id, "position"),
  constraint line_total_adds_up CHECK ((line_total_fils = (COALESCE(picked_qty, qty) * unit_price_fils))),
  constraint order_line_items_picked_qty_check CHECK ((picked_qty >= 0)),
  constraint order_line_items_qty_check CHECK ((qty > 0)),
  constraint order_line_items_unit_price_fils_check CHECK ((unit_price_fils >= 0)),
  constraint order_line_items_shop_id_fkey FOREIGN KEY (shop_id) REFERENCES public.shops(id),
  constraint order_line_items_shop_id_order_id_fkey FOREIGN KEY (shop_id, order_id) REFERENCES public.orders(shop_id, id),
  constraint order_line_items_shop_id_product_id_fkey FOREIGN KEY (shop_id, product_id) REFERENCES public.products(shop_id, id)
);
alter table public.order_line_items enable row level security;
create policy by_desk on public.order_line_items for insert to mandoob_request
  with check (((shop_id = ( SELECT actor.shop_id() AS shop_id)) AND ( SELECT actor.sees_shop() AS sees_shop)));
create policy of_visible_order on public.order_line_items for select to mandoob_request
  using (((shop_id = ( SELECT actor.shop_id() AS shop_id)) AND (( SELECT actor.sees_shop() AS sees_shop) OR (( SELECT actor.driver_id() AS driver_id) = ANY (ever_driver_ids)) OR ((ever_driver_ids IS NULL) AND actor.ever_had(order_id)))));
CREATE TRIGGER order_line_items_keep_delivered BEFORE INSERT ON public.order_line_items FOR EACH ROW WHEN (actor.is_request()) EXECUTE FUNCTION public.keep_delivered_lines();
CREATE TRIGGER order_line_items_take_drivers BEFORE INSERT ON public.order_line_items FOR EACH ROW WHEN (((new.ever_driver_ids IS NULL) OR actor.is_request())) EXECUTE FUNCTION public.take_drivers_of_order();
grant select on public.order_line_items to mandoob_request;
grant insert (shop_id, id, order_id, "position", product_id, qty, picked_qty, unit_price_fils, line_total_fils, tax_fils, tax_rate, external_id) on public.order_line_items to mandoob_request;

create table public.order_payments (
  shop_id integer not null,
  id uuid not null,
  reference text not null,
  order_id uuid not null,
  confirmation_id uuid not null,
  driver_id integer not null,
  user_id uuid not null,
  customer_name text not null,
  cash_fils bigint not null,
  card_fils bigint not null,
  link_fils bigint not null,
  link_reference text,
  transfer_fils bigint not null,
  transfer_reference text,
  receipt_url text not null,
  receipt_file_id uuid not null,
  command_id uuid not null,
  occurred_at timestamp with time zone not null,
  recorded_at timestamp with time zone default now() not null,
  erased_at timestamp with time zone,
  erased_hashes jsonb,
  constraint order_payments_pkey PRIMARY KEY (shop_id, id),
  constraint order_payments_shop_id_reference_key UNIQUE (shop_id, reference),
  constraint order_payments_shop_id_user_id_command_id_key UNIQUE (shop_id, user_id, command_id),
  constraint order_payments_card_fils_check CHECK (((card_fils >= 0) AND (card_fils <= 1000000000))),
  constraint order_payments_cash_fils_check CHECK (((cash_fils >= 0) AND (cash_fils <= 1000000000))),
  constraint order_payments_check CHECK (((((cash_fils + card_fils) + link_fils) + transfer_fils) > 0)),
  constraint order_payments_check1 CHECK (((link_fils > 0) = (link_reference IS NOT NULL))),
  constraint order_payments_check2 CHECK (((transfer_fils > 0) = (transfer_reference IS NOT NULL))),
  constraint order_payments_customer_name_check CHECK ((btrim(customer_name) <> ''::text)),
  constraint order_payments_link_fils_check CHECK (((link_fils >= 0) AND (link_fils <= 1000000000))),
  constraint order_payments_link_reference_check CHECK (((link_reference = btrim(link_reference)) AND ((length(link_reference) >= 1) AND (length(link_reference) <= 100)))),
  constraint order_payments_reference_check CHECK ((reference <> ''::text)),
  constraint order_payments_transfer_fils_check CHECK (((transfer_fils >= 0) AND (transfer_fils <= 1000000000))),
  constraint order_payments_transfer_reference_check CHECK (((transfer_reference = btrim(transfer_reference)) AND ((length(transfer_reference) >= 1) AND (length(transfer_reference) <= 100)))),
  constraint order_payments_shop_id_confirmation_id_fkey FOREIGN KEY (shop_id, confirmation_id) REFERENCES public.delivery_confirmations(shop_id, id),
  constraint order_payments_shop_id_fkey FOREIGN KEY (shop_id) REFERENCES public.shops(id),
  constraint order_payments_shop_id_order_id_fkey FOREIGN KEY (shop_id, order_id) REFERENCES public.orders(shop_id, id),
  constraint order_payments_shop_id_receipt_file_id_fkey FOREIGN KEY (shop_id, receipt_file_id) REFERENCES public.files(shop_id, id),
  constraint order_payments_shop_id_user_id_fkey FOREIGN KEY (shop_id, user_id) REFERENCES public.shop_members(shop_id, user_id)
);
CREATE INDEX order_payments_occurred ON public.order_payments USING btree (shop_id, occurred_at, id);
CREATE INDEX order_payments_of_order ON public.order_payments USING btree (shop_id, order_id);
CREATE INDEX order_payments_of_user ON public.order_payments USING btree (shop_id, user_id, occurred_at);
CREATE INDEX order_payments_recorded ON public.order_payments USING btree (shop_id, recorded_at, id);
alter table public.order_payments enable row level security;
create policy not_erased on public.order_payments as restrictive for insert to mandoob_request
  with check (((shop_id = ( SELECT actor.shop_id() AS shop_id)) AND (erased_at IS NULL) AND (erased_hashes IS NULL)));
create policy own_or_shop on public.order_payments for select to mandoob_request
  using (((shop_id = ( SELECT actor.shop_id() AS shop_id)) AND ((user_id = ( SELECT actor.user_id() AS user_id)) OR ( SELECT actor.sees_shop() AS sees_shop) OR (driver_id = ( SELECT actor.driver_id() AS driver_id)))));
create policy own_payment on public.order_payments for insert to mandoob_request
  with check (((shop_id = ( SELECT actor.shop_id() AS shop_id)) AND (user_id = ( SELECT actor.user_id() AS user_id)) AND ((( SELECT actor.role() AS role) = 'Manager'::text) OR (driver_id = ( SELECT actor.driver_id() AS driver_id)))));
CREATE TRIGGER order_payments_keep_balance AFTER INSERT ON public.order_payments FOR EACH ROW EXECUTE FUNCTION public.keep_order_balance();
CREATE TRIGGER order_payments_of_delivery BEFORE INSERT ON public.order_payments FOR EACH ROW WHEN (actor.is_request()) EXECUTE FUNCTION public.refuse_payments_of_others();
grant insert, select on public.order_payments to mandoob_request;

create table public.order_search (
  shop_id integer not null,
  order_id uuid not null,
  created_at timestamp with time zone not null,
  driver_id integer,
  words text not null,
  constraint order_search_pkey PRIMARY KEY (shop_id, order_id),
  constraint order_search_shop_id_fkey FOREIGN KEY (shop_id) REFERENCES public.shops(id),
  constraint order_search_shop_id_order_id_fkey FOREIGN KEY (shop_id, order_id) REFERENCES public.orders(shop_id, id)
);
CREATE INDEX order_search_by_age ON public.order_search USING btree (shop_id, created_at DESC, order_id DESC);
alter table public.order_search enable row level security;
create policy own_shop on public.order_search for select to mandoob_request
  using (((shop_id = ( SELECT actor.shop_id() AS shop_id)) AND ( SELECT actor.sees_shop() AS sees_shop)));

create table public.order_waivers (
  shop_id integer not null,
  id uuid not null,
  order_id uuid not null,
  amount_fils bigint not null,
  reason text not null,
  approval_id uuid not null,
  command_id uuid not null,
  recorded_at timestamp with time zone default now() not null,
  erased_at timestamp with time zone,
  erased_hashes jsonb,
  constraint order_waivers_pkey PRIMARY KEY (shop_id, id),
  constraint order_waivers_shop_id_approval_id_key UNIQUE (shop_id, approval_id),
  constraint order_waivers_amount_fils_check CHECK (((amount_fils >= 1) AND (amount_fils <= 1000000000))),
  constraint order_waivers_reason_check CHECK (((reason = btrim(reason)) AND ((length(reason) >= 1) AND (length(reason) <= 500)))),
  constraint order_waivers_shop_id_approval_id_fkey FOREIGN KEY (shop_id, approval_id) REFERENCES public.approvals(shop_id, id),
  constraint order_waivers_shop_id_fkey FOREIGN KEY (shop_id) REFERENCES public.shops(id),
  constraint order_waivers_shop_id_order_id_fkey FOREIGN KEY (shop_id, order_id) REFERENCES public.orders(shop_id, id)
);
CREATE INDEX order_waivers_of_order ON public.order_waivers USING btree (shop_id, order_id);
CREATE INDEX order_waivers_recorded ON public.order_waivers USING btree (shop_id, recorded_at, id);
alter table public.order_waivers enable row level security;
create policy approved on public.order_waivers for insert to mandoob_request
  with check (((shop_id = ( SELECT actor.shop_id() AS shop_id)) AND ( SELECT actor.sees_shop() AS sees_shop)));
create policy not_erased on public.order_waivers as restrictive for insert to mandoob_request
  with check (((shop_id = ( SELECT actor.shop_id() AS shop_id)) AND (erased_at IS NULL) AND (erased_hashes IS NULL)));
create policy own_shop on public.order_waivers for select to mandoob_request
  using (((shop_id = ( SELECT actor.shop_id() AS shop_id)) AND ( SELECT actor.sees_shop() AS sees_shop)));
CREATE TRIGGER order_waivers_append_only BEFORE DELETE OR UPDATE ON public.order_waivers FOR EACH ROW EXECUTE FUNCTION public.keep_row_unless_erased();
CREATE TRIGGER order_waivers_approved BEFORE INSERT ON public.order_waivers FOR EACH ROW EXECUTE FUNCTION public.hold_approved('waiver');
CREATE TRIGGER order_waivers_keep_balance AFTER INSERT ON public.order_waivers FOR EACH ROW EXECUTE FUNCTION public.keep_order_balance();
CREATE TRIGGER order_waivers_no_truncate BEFORE TRUNCATE ON public.order_waivers FOR EACH STATEMENT EXECUTE FUNCTION public.keep_row();
grant insert, select on public.order_waivers to mandoob_request;

create table public.orders (
  shop_id integer not null,
  id uuid not null,
  order_number text not null,
  external_id text,
  driver_id integer,
  customer_id uuid not null,
  status text default 'picking'::text not null,
  payment_method text not null,
  payment_status text not null,
  subtotal_fils bigint not null,
  discount_fils bigint default 0 not null,
  shipping_fils bigint default 0 not null,
  tax_fils bigint default 0 not null,
  total_amount_fils bigint not null,
  paid_amount_fils bigint default 0 not null,
  due_amount_fils bigint not null,
  delivery_address text not null,
  latitude double precision,
  longitude double precision,
  notes text,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone default now() not null,
  dispatching_started_at timestamp with time zone,
  actual_delivery_time timestamp with time zone,
  delivery_duration_seconds integer,
  refund text,
  ever_driver_ids integer[] default '{}'::integer[],
  version integer default 1 not null,
  area text,
  promised_at timestamp with time zone,
  erased_at timestamp with time zone,
  erased_hashes jsonb,
  pays_either boolean default false not null,
  waits_because text,
  payment_names text[],
  told_due_fils bigint,
  requests jsonb default '[]'::jsonb not null,
  locale text,
  taxes_included boolean,
  shortened text[] default '{}'::text[] not null,
  number_key text,
  repeats_number boolean default false not null,
  open_attempt_id uuid,
  constraint orders_pkey PRIMARY KEY (shop_id, id),
  constraint orders_shop_id_external_id_key UNIQUE (shop_id, external_id),
  constraint orders_shop_id_order_number_key UNIQUE (shop_id, order_number),
  constraint orders_area_is_filled CHECK (((area = btrim(area)) AND (area <> ''::text) AND (length(area) <= 100))) NOT VALID,
  constraint orders_cash_is_paid_at_the_door CHECK (((payment_method <> 'cash'::text) OR (payment_status = 'pending'::text) OR (status = 'completed'::text))),
  constraint orders_completed_is_whole CHECK (((status <> 'completed'::text) OR ((driver_id IS NOT NULL) AND (actual_delivery_time IS NOT NULL)))),
  constraint orders_delivery_address_check CHECK ((delivery_address <> ''::text)),
  constraint orders_delivery_duration_seconds_check CHECK ((delivery_duration_seconds >= 0)),
  constraint orders_discount_fils_check CHECK ((discount_fils >= 0)),
  constraint orders_due_adds_up CHECK ((due_amount_fils = (total_amount_fils - paid_amount_fils))),
  constraint orders_due_amount_fils_check CHECK ((due_amount_fils >= 0)),
  constraint orders_either_reads_cash CHECK (((NOT pays_either) OR (payment_method = 'cash'::text))) NOT VALID,
  constraint orders_erased_is_closed CHECK (((erased_at IS NULL) OR (status = ANY (ARRAY['completed'::text, 'cancelled'::text])))) NOT VALID,
  constraint orders_latitude_check CHECK (((latitude >= ('-90'::integer)::double precision) AND (latitude <= (90)::double precision))),
  constraint orders_location_is_whole CHECK (((latitude IS NULL) = (longitude IS NULL))),
  constraint orders_longitude_check CHECK (((longitude >= ('-180'::integer)::double precision) AND (longitude <= (180)::double precision))),
  constraint orders_open_attempt_is_dispatched CHECK (((open_attempt_id IS NULL) OR ((status = 'dispatched'::text) AND (driver_id IS NOT NULL)))) NOT VALID,
  constraint orders_order_number_check CHECK (((order_number = btrim(order_number)) AND (order_number <> ''::text) AND (order_number !~~ '#%'::text))),
  constraint orders_paid_amount_fils_check CHECK ((paid_amount_fils >= 0)),
  constraint orders_paid_before_means_nothing_due CHECK (((payment_status = 'pending'::text) OR (due_amount_fils = 0) OR (status = 'completed'::text))),
  constraint orders_payment_method_check CHECK ((payment_method = ANY (ARRAY['cash'::text, 'card'::text, 'online'::text]))),
  constraint orders_payment_status_check CHECK ((payment_status = ANY (ARRAY['pending'::text, 'paid'::text]))),
  constraint orders_pending_means_due CHECK (((payment_status = 'paid'::text) OR (due_amount_fils > 0))),
  constraint orders_refund_is_known CHECK ((refund = ANY (ARRAY['full'::text, 'part'::text]))) NOT VALID,
  constraint orders_requests_are_a_list CHECK ((jsonb_typeof(requests) = 'array'::text)) NOT VALID,
  constraint orders_shipping_fils_check CHECK ((shipping_fils >= 0)),
  constraint orders_status_check CHECK ((status = ANY (ARRAY['picking'::text, 'packed'::text, 'dispatched'::text, 'dispatching'::text, 'delivering'::text, 'completed'::text, 'cancelled'::text]))),
  constraint orders_subtotal_fils_check CHECK ((subtotal_fils >= 0)),
  constraint orders_tax_fils_check CHECK ((tax_fils >= 0)),
  constraint orders_that_wait_are_on_no_phone CHECK (((waits_because IS NULL) OR (driver_id IS NULL) OR (status <> ALL (ARRAY['picking'::text, 'packed'::text])))) NOT VALID,
  constraint orders_told_due_is_some CHECK ((told_due_fils >= 0)) NOT VALID,
  constraint orders_total_adds_up CHECK ((total_amount_fils = (((subtotal_fils - discount_fils) + shipping_fils) + tax_fils))),
  constraint orders_total_amount_fils_check CHECK (((total_amount_fils >= 0) AND (total_amount_fils <= 1000000000))),
  constraint orders_wait_for_a_reason CHECK ((waits_because = ANY (ARRAY['payment_unknown'::text, 'not_paid'::text, 'payment_voided'::text]))) NOT VALID,
  constraint orders_open_attempt_id_fkey FOREIGN KEY (shop_id, open_attempt_id) REFERENCES public.delivery_attempts(shop_id, id) NOT VALID,
  constraint orders_shop_id_customer_id_fkey FOREIGN KEY (shop_id, customer_id) REFERENCES public.customers(shop_id, id),
  constraint orders_shop_id_driver_id_fkey FOREIGN KEY (shop_id, driver_id) REFERENCES public.drivers(shop_id, id),
  constraint orders_shop_id_fkey FOREIGN KEY (shop_id) REFERENCES public.shops(id)
);
CREATE INDEX orders_by_age ON public.orders USING btree (shop_id, created_at);
CREATE INDEX orders_by_hand ON public.orders USING btree (shop_id, length(order_number), order_number) WHERE (order_number ~ '^H-[0-9]{1,12}$'::text);
CREATE INDEX orders_delivered ON public.orders USING btree (shop_id, actual_delivery_time) WHERE (status = 'completed'::text);
CREATE INDEX orders_not_delivered ON public.orders USING btree (shop_id, open_attempt_id) WHERE (open_attempt_id IS NOT NULL);
CREATE UNIQUE INDEX orders_number_key ON public.orders USING btree (shop_id, number_key) WHERE (NOT repeats_number);
CREATE INDEX orders_of_customer ON public.orders USING btree (shop_id, customer_id);
CREATE INDEX orders_of_driver ON public.orders USING btree (shop_id, driver_id, status, created_at);
CREATE INDEX orders_open ON public.orders USING btree (shop_id, created_at, id) WHERE (status = ANY (ARRAY['picking'::text, 'packed'::text, 'dispatched'::text, 'dispatching'::text, 'delivering'::text]));
CREATE INDEX orders_repeating ON public.orders USING btree (shop_id, number_key) WHERE repeats_number;
CREATE INDEX orders_waiting ON public.orders USING btree (shop_id) WHERE (waits_because IS NOT NULL);
CREATE INDEX orders_without_drivers ON public.orders USING btree (shop_id, id) WHERE (ever_driver_ids IS NULL);
CREATE INDEX orders_without_keys ON public.orders USING btree (created_at, id) WHERE (number_key IS NULL);
alter table public.orders enable row level security;
create policy by_desk on public.orders for update to mandoob_request
  using (((shop_id = ( SELECT actor.shop_id() AS shop_id)) AND ( SELECT actor.sees_shop() AS sees_shop)));
create policy by_desk_new on public.orders for insert to mandoob_request
  with check (((shop_id = ( SELECT actor.shop_id() AS shop_id)) AND ( SELECT actor.sees_shop() AS sees_shop)));
create policy complete_mine on public.orders for update to mandoob_request
  using (((shop_id = ( SELECT actor.shop_id() AS shop_id)) AND (driver_id = ( SELECT actor.driver_id() AS driver_id)) AND ((status = ANY (ARRAY['dispatching'::text, 'delivering'::text])) OR (open_attempt_id IS NOT NULL))))
  with check (((shop_id = ( SELECT actor.shop_id() AS shop_id)) AND (driver_id = ( SELECT actor.driver_id() AS driver_id)) AND (status = 'completed'::text)));
create policy ever_mine_or_shop on public.orders for select to mandoob_request
  using (((shop_id = ( SELECT actor.shop_id() AS shop_id)) AND (( SELECT actor.sees_shop() AS sees_shop) OR (( SELECT actor.driver_id() AS driver_id) = ANY (ever_driver_ids)) OR ((ever_driver_ids IS NULL) AND actor.ever_had(id)))));
create policy move_mine on public.orders for update to mandoob_request
  using (((shop_id = ( SELECT actor.shop_id() AS shop_id)) AND (driver_id = ( SELECT actor.driver_id() AS driver_id)) AND (status = ANY (ARRAY['dispatched'::text, 'dispatching'::text, 'delivering'::text]))))
  with check (((shop_id = ( SELECT actor.shop_id() AS shop_id)) AND (driver_id = ( SELECT actor.driver_id() AS driver_id)) AND (status = ANY (ARRAY['dispatched'::text, 'dispatching'::text, 'delivering'::text]))));
CREATE TRIGGER orders_add_search AFTER INSERT ON public.orders REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION public.add_order_search();
CREATE TRIGGER orders_hold BEFORE UPDATE ON public.orders FOR EACH ROW WHEN (actor.is_request()) EXECUTE FUNCTION public.hold_order();
CREATE TRIGGER orders_keep_search AFTER UPDATE OF order_number, customer_id, delivery_address, area, driver_id ON public.orders FOR EACH ROW WHEN ((((((new.order_number IS DISTINCT FROM old.order_number) OR (new.customer_id IS DISTINCT FROM old.customer_id)) OR (new.delivery_address IS DISTINCT FROM old.delivery_address)) OR (new.area IS DISTINCT FROM old.area)) OR (new.driver_id IS DISTINCT FROM old.driver_id))) EXECUTE FUNCTION public.keep_order_search();
CREATE TRIGGER orders_note_driver BEFORE INSERT OR UPDATE OF driver_id ON public.orders FOR EACH ROW WHEN ((new.driver_id IS NOT NULL)) EXECUTE FUNCTION public.note_driver_of_order();
CREATE TRIGGER orders_number_key BEFORE INSERT OR UPDATE OF order_number ON public.orders FOR EACH ROW EXECUTE FUNCTION public.key_of_number();
CREATE TRIGGER orders_settle_attempt BEFORE UPDATE ON public.orders FOR EACH ROW WHEN (((old.open_attempt_id IS NOT NULL) AND ((new.status <> 'dispatched'::text) OR (new.driver_id IS DISTINCT FROM old.driver_id)))) EXECUTE FUNCTION public.settle_attempt();
CREATE TRIGGER orders_tell_customer AFTER INSERT ON public.orders FOR EACH ROW WHEN ((new.ever_driver_ids <> '{}'::integer[])) EXECUTE FUNCTION public.tell_customer_of_new_order();
CREATE TRIGGER orders_tell_rows AFTER UPDATE ON public.orders FOR EACH ROW WHEN ((new.ever_driver_ids IS DISTINCT FROM old.ever_driver_ids)) EXECUTE FUNCTION public.tell_rows_of_order();
CREATE TRIGGER orders_touch BEFORE UPDATE ON public.orders FOR EACH ROW EXECUTE FUNCTION public.touch_order();
grant select on public.orders to mandoob_request;
grant insert (shop_id, id, order_number, external_id, customer_id, payment_method, payment_status, subtotal_fils, discount_fils, shipping_fils, tax_fils, total_amount_fils, paid_amount_fils, due_amount_fils, delivery_address, latitude, longitude, notes, created_at, area, promised_at, pays_either, waits_because, payment_names, told_due_fils, requests, locale, taxes_included, shortened) on public.orders to mandoob_request;
grant update (external_id, driver_id, status, payment_method, payment_status, subtotal_fils, discount_fils, shipping_fils, tax_fils, total_amount_fils, paid_amount_fils, due_amount_fils, delivery_address, latitude, longitude, notes, dispatching_started_at, actual_delivery_time, delivery_duration_seconds, version, area, promised_at, pays_either, waits_because, payment_names, told_due_fils, requests, locale, taxes_included, shortened, open_attempt_id) on public.orders to mandoob_request;

create table public.payment_matches (
  shop_id integer not null,
  id uuid not null,
  order_id uuid not null,
  source_id uuid not null,
  tender text not null,
  reference text not null,
  amount_fils bigint not null,
  outcome text not null,
  decided_by uuid not null,
  command_id uuid not null,
  recorded_at timestamp with time zone default now() not null,
  erased_at timestamp with time zone,
  erased_hashes jsonb,
  constraint payment_matches_pkey PRIMARY KEY (shop_id, id),
  constraint payment_matches_shop_id_decided_by_command_id_key UNIQUE (shop_id, decided_by, command_id),
  constraint payment_matches_shop_id_source_id_tender_reference_amount_f_key UNIQUE (shop_id, source_id, tender, reference, amount_fils),
  constraint payment_matches_amount_fils_check CHECK (((amount_fils >= 1) AND (amount_fils <= 1000000000))),
  constraint payment_matches_outcome_check CHECK ((outcome = ANY (ARRAY['received'::text, 'not_received'::text]))),
  constraint payment_matches_reference_check CHECK ((reference <> ''::text)),
  constraint payment_matches_tender_check CHECK ((tender = ANY (ARRAY['payment_link'::text, 'bank_transfer'::text]))),
  constraint payment_matches_shop_id_decided_by_fkey FOREIGN KEY (shop_id, decided_by) REFERENCES public.shop_members(shop_id, user_id),
  constraint payment_matches_shop_id_fkey FOREIGN KEY (shop_id) REFERENCES public.shops(id),
  constraint payment_matches_shop_id_order_id_fkey FOREIGN KEY (shop_id, order_id) REFERENCES public.orders(shop_id, id)
);
CREATE INDEX payment_matches_of_order ON public.payment_matches USING btree (shop_id, order_id);
CREATE INDEX payment_matches_recorded ON public.payment_matches USING btree (shop_id, recorded_at, id);
alter table public.payment_matches enable row level security;
create policy by_desk on public.payment_matches for insert to mandoob_request
  with check (((shop_id = ( SELECT actor.shop_id() AS shop_id)) AND ( SELECT actor.sees_shop() AS sees_shop) AND (decided_by = ( SELECT actor.user_id() AS user_id))));
create policy not_erased on public.payment_matches as restrictive for insert to mandoob_request
  with check (((shop_id = ( SELECT actor.shop_id() AS shop_id)) AND (erased_at IS NULL) AND (erased_hashes IS NULL)));
create policy own_shop on public.payment_matches for select to mandoob_request
  using (((shop_id = ( SELECT actor.shop_id() AS shop_id)) AND ( SELECT actor.sees_shop() AS sees_shop)));
CREATE TRIGGER payment_matches_keep_balance AFTER INSERT ON public.payment_matches FOR EACH ROW EXECUTE FUNCTION public.keep_order_balance();
grant insert, select on public.payment_matches to mandoob_request;

create table public.products (
  shop_id integer not null,
  id uuid not null,
  name text not null,
  sku text,
  barcode text,
  constraint products_pkey PRIMARY KEY (shop_id, id),
  constraint products_name_check CHECK ((name <> ''::text)),
  constraint products_shop_id_fkey FOREIGN KEY (shop_id) REFERENCES public.shops(id)
);
CREATE UNIQUE INDEX products_identity ON public.products USING btree (shop_id, name, COALESCE(sku, ''::text));
alter table public.products enable row level security;
create policy by_desk on public.products for insert to mandoob_request
  with check (((shop_id = ( SELECT actor.shop_id() AS shop_id)) AND ( SELECT actor.sees_shop() AS sees_shop)));
create policy own_shop on public.products for select to mandoob_request
  using ((shop_id = ( SELECT actor.shop_id() AS shop_id)));
grant select on public.products to mandoob_request;
grant insert (shop_id, id, name, sku) on public.products to mandoob_request;

create table public.profiles (
  id uuid not null,
  full_name text not null,
  role text,
  shop_id integer not null,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  member_shop_ids integer[] default '{}'::integer[] not null,
  constraint profiles_pkey PRIMARY KEY (id),
  constraint profiles_full_name_check CHECK (((full_name = btrim(full_name)) AND (full_name <> ''::text) AND (length(full_name) <= 200))),
  constraint profiles_role_check CHECK (((role <> ''::text) AND (length(role) <= 100))),
  constraint profiles_id_fkey FOREIGN KEY (id) REFERENCES public.users(id),
  constraint profiles_shop_id_fkey FOREIGN KEY (shop_id) REFERENCES public.shops(id)
);
CREATE INDEX profiles_shop ON public.profiles USING btree (shop_id);
alter table public.profiles enable row level security;
create policy own_or_shop on public.profiles for select to mandoob_request
  using (((id = ( SELECT actor.user_id() AS user_id)) OR (( SELECT actor.sees_shop() AS sees_shop) AND (( SELECT actor.shop_id() AS shop_id) = ANY (member_shop_ids)))));
CREATE TRIGGER profiles_remember_member AFTER INSERT OR UPDATE OF shop_id ON public.profiles FOR EACH ROW EXECUTE FUNCTION public.remember_shop_member();
CREATE TRIGGER profiles_stay_with_cash BEFORE UPDATE OF shop_id ON public.profiles FOR EACH ROW WHEN ((old.shop_id <> new.shop_id)) EXECUTE FUNCTION public.stay_with_cash();
grant select on public.profiles to mandoob_request;

create table public.refresh_tokens (
  token_hash bytea not null,
  session_id uuid not null,
  generation integer not null,
  created_at timestamp with time zone default now() not null,
  used_at timestamp with time zone,
  sealed_successor bytea,
  constraint refresh_tokens_pkey PRIMARY KEY (token_hash),
  constraint refresh_tokens_session_id_generation_key UNIQUE (session_id, generation),
  constraint used_has_successor CHECK (((used_at IS NULL) = (sealed_successor IS NULL))),
  constraint refresh_tokens_session_id_fkey FOREIGN KEY (session_id) REFERENCES public.sessions(id)
);
alter table public.refresh_tokens enable row level security;

create table public.report_horizons (
  shop_id integer not null,
  summed_before timestamp with time zone not null,
  constraint report_horizons_pkey PRIMARY KEY (shop_id),
  constraint report_horizons_shop_id_fkey FOREIGN KEY (shop_id) REFERENCES public.shops(id)
);
alter table public.report_horizons enable row level security;
create policy own_shop on public.report_horizons for select to mandoob_request
  using (((shop_id = ( SELECT actor.shop_id() AS shop_id)) AND ( SELECT actor.sees_shop() AS sees_shop)));
grant select on public.report_horizons to mandoob_request;

create table public.salary_proposals (
  shop_id integer not null,
  id uuid not null,
  difference_id uuid not null,
  amount_fils bigint not null,
  reason text,
  proposed_by uuid not null,
  command_id uuid not null,
  recorded_at timestamp with time zone default now() not null,
  constraint salary_proposals_pkey PRIMARY KEY (shop_id, id),
  constraint salary_proposals_shop_id_proposed_by_command_id_key UNIQUE (shop_id, proposed_by, command_id),
  constraint salary_proposals_amount_fils_check CHECK (((amount_fils >= 0) AND (amount_fils <= 1000000000))),
  constraint salary_proposals_reason_check CHECK (((reason = btrim(reason)) AND ((length(reason) >= 1) AND (length(reason) <= 500)))),
  constraint salary_proposals_shop_id_difference_id_fkey FOREIGN KEY (shop_id, difference_id) REFERENCES public.cash_differences(shop_id, id),
  constraint salary_proposals_shop_id_fkey FOREIGN KEY (shop_id) REFERENCES public.shops(id),
  constraint salary_proposals_shop_id_proposed_by_fkey FOREIGN KEY (shop_id, proposed_by) REFERENCES public.shop_members(shop_id, user_id)
);
CREATE INDEX salary_proposals_of_difference ON public.salary_proposals USING btree (shop_id, difference_id, recorded_at DESC, id DESC);
alter table public.salary_proposals enable row level security;
create policy own_proposal on public.salary_proposals for insert to mandoob_request
  with check (((shop_id = ( SELECT actor.shop_id() AS shop_id)) AND ( SELECT actor.sees_shop() AS sees_shop) AND (proposed_by = ( SELECT actor.user_id() AS user_id))));
create policy own_shop on public.salary_proposals for select to mandoob_request
  using (((shop_id = ( SELECT actor.shop_id() AS shop_id)) AND ( SELECT actor.sees_shop() AS sees_shop)));
CREATE TRIGGER salary_proposals_append_only BEFORE DELETE OR UPDATE ON public.salary_proposals FOR EACH ROW EXECUTE FUNCTION public.keep_row();
CREATE TRIGGER salary_proposals_no_truncate BEFORE TRUNCATE ON public.salary_proposals FOR EACH STATEMENT EXECUTE FUNCTION public.keep_row();
grant insert, select on public.salary_proposals to mandoob_request;

create table public.sessions (
  id uuid not null,
  user_id uuid not null,
  created_at timestamp with time zone default now() not null,
  revoked_at timestamp with time zone,
  counted_from timestamp with time zone default now() not null,
  last_used_at timestamp with time zone default now() not null,
  device text,
  ended_because text,
  constraint sessions_pkey PRIMARY KEY (id),
  constraint sessions_device_check CHECK (((device <> ''::text) AND (length(device) <= 100))),
  constraint sessions_ended_because_check CHECK ((ended_because = ANY (ARRAY['unused'::text, 'age'::text, 'signed_out'::text, 'password_changed'::text, 'disabled'::text, 'token_copied'::text]))),
  constraint sessions_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id)
);
CREATE INDEX sessions_user ON public.sessions USING btree (user_id) WHERE (revoked_at IS NULL);
alter table public.sessions enable row level security;
create policy own on public.sessions for select to mandoob_request
  using ((user_id = ( SELECT actor.user_id() AS user_id)));
CREATE TRIGGER sessions_say_why_ended BEFORE UPDATE OF revoked_at ON public.sessions FOR EACH ROW WHEN (((old.revoked_at IS NULL) AND (new.revoked_at IS NOT NULL) AND (new.ended_because IS NULL))) EXECUTE FUNCTION public.say_why_session_ended();
grant select on public.sessions to mandoob_request;

create table public.shop_members (
  shop_id integer not null,
  user_id uuid not null,
  since timestamp with time zone default now() not null,
  constraint shop_members_pkey PRIMARY KEY (shop_id, user_id),
  constraint shop_members_shop_id_fkey FOREIGN KEY (shop_id) REFERENCES public.shops(id),
  constraint shop_members_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id)
);
alter table public.shop_members enable row level security;
create policy own_or_shop on public.shop_members for select to mandoob_request
  using (((shop_id = ( SELECT actor.shop_id() AS shop_id)) AND ((user_id = ( SELECT actor.user_id() AS user_id)) OR ( SELECT actor.sees_shop() AS sees_shop))));
CREATE TRIGGER shop_members_note_memberships AFTER INSERT ON public.shop_members REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION public.note_memberships();
grant select on public.shop_members to mandoob_request;

create table public.shopify_connections (
  shop_id integer not null,
  shop_domain text not null,
  client_id text,
  sealed_token text,
  token_expires_at timestamp with time zone,
  sealed_secret text not null,
  api_version text not null,
  connected_at timestamp with time zone default now() not null,
  refused_at timestamp with time zone,
  refused_because text,
  missing_scopes text,
  webhook_url text,
  webhooks_problem text,
  checked_at timestamp with time zone,
  marking_refused_because text,
  constraint shopify_connections_pkey PRIMARY KEY (shop_id),
  constraint shopify_connections_shop_domain_key UNIQUE (shop_domain),
  constraint shopify_connections_check CHECK (((client_id IS NOT NULL) OR (sealed_token IS NOT NULL))),
  constraint shopify_connections_check1 CHECK (((refused_at IS NULL) = (refused_because IS NULL))),
  constraint shopify_connections_shop_domain_check CHECK ((shop_domain ~ '^[a-z0-9][a-z0-9-]*\.myshopify\.com$'::text)),
  constraint shopify_connections_shop_id_fkey FOREIGN KEY (shop_id) REFERENCES public.shops(id)
);
alter table public.shopify_connections enable row level security;

create table public.shopify_orders (
  shop_id integer not null,
  external_id text not null,
  order_id uuid,
  order_number text,
  external_updated_at timestamp with time zone,
  triggered_at timestamp with time zone,
  cancelled_at timestamp with time zone,
  not_taken_because text,
  dismissed_because text,
  left_out_because text,
  not_taken_detail jsonb,
  dismissed_note text,
  taken_word text,
  erased_at timestamp with time zone,
  erased_hashes jsonb,
  deleted_at timestamp with time zone,
  constraint shopify_orders_pkey PRIMARY KEY (shop_id, external_id),
  constraint shopify_orders_note_is_short CHECK ((length(dismissed_note) <= 500)),
  constraint shopify_orders_shop_id_fkey FOREIGN KEY (shop_id) REFERENCES public.shops(id),
  constraint shopify_orders_shop_id_order_id_fkey FOREIGN KEY (shop_id, order_id) REFERENCES public.orders(shop_id, id)
);
CREATE INDEX shopify_orders_left_out ON public.shopify_orders USING btree (shop_id) WHERE (left_out_because IS NOT NULL);
CREATE INDEX shopify_orders_not_taken ON public.shopify_orders USING btree (shop_id) WHERE (not_taken_because IS NOT NULL);
CREATE INDEX shopify_orders_over ON public.shopify_orders USING btree (shop_id, order_id) WHERE (COALESCE(cancelled_at, deleted_at) IS NOT NULL);
alter table public.shopify_orders enable row level security;
create policy own_shop on public.shopify_orders for select to mandoob_request
  using (((shop_id = ( SELECT actor.shop_id() AS shop_id)) AND ( SELECT actor.sees_shop() AS sees_shop)));

create table public.shopify_polls (
  shop_id integer not null,
  shop_domain text not null,
  polled_until timestamp with time zone not null,
  started_at timestamp with time zone,
  ended_at timestamp with time zone,
  last_error text,
  resync_since timestamp with time zone,
  resync_ended_at timestamp with time zone,
  resync_read integer,
  reader uuid,
  leased_until timestamp with time zone,
  reading_since timestamp with time zone,
  reading_after text,
  reading_read integer default 0 not null,
  reading_unreadable text,
  constraint shopify_polls_pkey PRIMARY KEY (shop_id, shop_domain),
  constraint shopify_polls_shop_id_fkey FOREIGN KEY (shop_id) REFERENCES public.shops(id)
);
alter table public.shopify_polls enable row level security;
create policy own_shop on public.shopify_polls for select to mandoob_request
  using (((shop_id = ( SELECT actor.shop_id() AS shop_id)) AND ( SELECT actor.sees_shop() AS sees_shop)));

create table public.shopify_unverified_webhooks (
  shop_id integer not null,
  count bigint not null,
  last_at timestamp with time zone not null,
  constraint shopify_unverified_webhooks_pkey PRIMARY KEY (shop_id),
  constraint shopify_unverified_webhooks_count_check CHECK ((count > 0)),
  constraint shopify_unverified_webhooks_shop_id_fkey FOREIGN KEY (shop_id) REFERENCES public.shops(id)
);
alter table public.shopify_unverified_webhooks enable row level security;
create policy own_shop on public.shopify_unverified_webhooks for select to mandoob_request
  using (((shop_id = ( SELECT actor.shop_id() AS shop_id)) AND ( SELECT actor.sees_shop() AS sees_shop)));

create table public.shopify_webhooks (
  shop_id integer not null,
  id uuid not null,
  webhook_id text not null,
  topic text not null,
  triggered_at timestamp with time zone,
  payload text not null,
  received_at timestamp with time zone default clock_timestamp() not null,
  attempts integer default 0 not null,
  next_attempt_at timestamp with time zone default now() not null,
  worked_at timestamp with time zone,
  outcome text,
  reason text,
  external_id text,
  order_number text,
  external_updated_at timestamp with time zone,
  dismissed_at timestamp with time zone,
  payload_sha256 text,
  dismissed_note text,
  erased_at timestamp with time zone,
  erased_hashes jsonb,
  constraint shopify_webhooks_pkey PRIMARY KEY (shop_id, id),
  constraint shopify_webhooks_shop_id_webhook_id_key UNIQUE (shop_id, webhook_id),
  constraint shopify_webhooks_check CHECK (((worked_at IS NULL) = (outcome IS NULL))),
  constraint shopify_webhooks_note_is_short CHECK ((length(dismissed_note) <= 500)),
  constraint shopify_webhooks_outcome_check CHECK ((outcome = ANY (ARRAY['imported'::text, 'updated'::text, 'cancelled'::text, 'conflict'::text, 'unchanged'::text, 'stale'::text, 'left_out'::text, 'not_taken'::text, 'failed'::text]))),
  constraint shopify_webhooks_payload_sha256_check CHECK ((payload_sha256 ~ '^[0-9a-f]{64}$'::text)),
  constraint shopify_webhooks_shop_id_fkey FOREIGN KEY (shop_id) REFERENCES public.shops(id)
);
CREATE INDEX shopify_webhooks_newest ON public.shopify_webhooks USING btree (shop_id, received_at);
CREATE INDEX shopify_webhooks_not_taken ON public.shopify_webhooks USING btree (shop_id, received_at) WHERE (outcome = ANY (ARRAY['not_taken'::text, 'failed'::text]));
CREATE INDEX shopify_webhooks_waiting ON public.shopify_webhooks USING btree (shop_id, next_attempt_at) WHERE (worked_at IS NULL);
alter table public.shopify_webhooks enable row level security;
create policy own_shop on public.shopify_webhooks for select to mandoob_request
  using (((shop_id = ( SELECT actor.shop_id() AS shop_id)) AND ( SELECT actor.sees_shop() AS sees_shop)));

create table public.shops (
  id integer generated by default as identity not null,
  name text not null,
  time_zone text default 'UTC'::text not null,
  created_at timestamp with time zone default now() not null,
  promise_hours integer,
  erase_customers_after_days integer,
  country text default 'AE'::text not null,
  drivers_set_out boolean default true not null,
  records_position boolean default false not null,
  goods_since timestamp with time zone default now() not null,
  float_limit_fils bigint,
  cash_ceiling_fils bigint,
  ceiling_blocks_assignment boolean default false not null,
  rounds_cash boolean default false not null,
  expense_kinds text[],
  constraint shops_pkey PRIMARY KEY (id),
  constraint shops_cash_ceiling_fils_check CHECK (((cash_ceiling_fils >= 1) AND (cash_ceiling_fils <= 1000000000))),
  constraint shops_country_is_a_code CHECK ((country ~ '^[A-Z]{2}$'::text)) NOT VALID,
  constraint shops_erase_after_days CHECK (((erase_customers_after_days >= 60) AND (erase_customers_after_days <= 3650))) NOT VALID,
  constraint shops_expense_kinds_check CHECK (((cardinality(expense_kinds) >= 1) AND (cardinality(expense_kinds) <= 20))),
  constraint shops_float_limit_fils_check CHECK (((float_limit_fils >= 1) AND (float_limit_fils <= 1000000000))),
  constraint shops_name_check CHECK (((name = btrim(name)) AND (name <> ''::text) AND (length(name) <= 200))),
  constraint shops_promise_hours_are_some CHECK (((promise_hours >= 1) AND (promise_hours <= 720))) NOT VALID
);
alter table public.shops enable row level security;
create policy changed_by_admins on public.shops for update to mandoob_request
  using (((id = ( SELECT actor.shop_id() AS shop_id)) AND ( SELECT (actor.role() = 'Admin'::text))));
create policy own_shop on public.shops for select to mandoob_request
  using ((id = ( SELECT actor.shop_id() AS shop_id)));
grant select on public.shops to mandoob_request;
grant update (name, time_zone, promise_hours, erase_customers_after_days, country, drivers_set_out, records_position, float_limit_fils, cash_ceiling_fils, ceiling_blocks_assignment, rounds_cash, expense_kinds) on public.shops to mandoob_request;

create table public.sign_in_attempts (
  subject text not null,
  window_start timestamp with time zone not null,
  failures integer default 0 not null,
  constraint sign_in_attempts_pkey PRIMARY KEY (subject, window_start)
);
CREATE INDEX sign_in_attempts_window ON public.sign_in_attempts USING btree (window_start);
alter table public.sign_in_attempts enable row level security;

create table public.source_names (
  shop_id integer not null,
  kind text not null,
  key text not null,
  name text not null,
  meaning text,
  is_remembered boolean default false not null,
  first_seen_at timestamp with time zone not null,
  defined_at timestamp with time zone,
  defined_by uuid,
  constraint source_names_pkey PRIMARY KEY (shop_id, kind, key),
  constraint source_names_key_check CHECK ((length(key) <= 200)),
  constraint source_names_kind_check CHECK ((kind = ANY (ARRAY['payment'::text, 'status'::text]))),
  constraint source_names_meaning_of_kind CHECK (((meaning IS NULL) OR ((kind = 'payment'::text) AND (meaning = ANY (ARRAY['cash'::text, 'card'::text, 'either'::text, 'online'::text, 'instalments'::text, 'unpaid'::text]))) OR ((kind = 'status'::text) AND (meaning = ANY (ARRAY['deliver'::text, 'unpaid'::text, 'over'::text]))))),
  constraint source_names_name_check CHECK ((length(name) <= 200)),
  constraint source_names_shop_id_defined_by_fkey FOREIGN KEY (shop_id, defined_by) REFERENCES public.shop_members(shop_id, user_id),
  constraint source_names_shop_id_fkey FOREIGN KEY (shop_id) REFERENCES public.shops(id)
);
alter table public.source_names enable row level security;
create policy of_desk on public.source_names for all to mandoob_request
  using (((shop_id = ( SELECT actor.shop_id() AS shop_id)) AND ( SELECT actor.sees_shop() AS sees_shop)))
  with check (((shop_id = ( SELECT actor.shop_id() AS shop_id)) AND ( SELECT actor.sees_shop() AS sees_shop)));
grant insert, select on public.source_names to mandoob_request;
grant update (name, meaning, is_remembered, defined_at, defined_by) on public.source_names to mandoob_request;

create table public.stop_arrangements (
  shop_id integer not null,
  driver_id integer not null,
  id uuid not null,
  from_id uuid,
  by_desk boolean not null,
  known_desk integer not null,
  order_ids uuid[] not null,
  stands boolean not null,
  user_id uuid,
  operator text,
  arranged_at timestamp with time zone not null,
  recorded_at timestamp with time zone default clock_timestamp() not null,
  constraint stop_arrangements_pkey PRIMARY KEY (shop_id, driver_id, id),
  constraint stop_arrangements_check CHECK ((by_desk OR (user_id IS NOT NULL))),
  constraint stop_arrangements_check1 CHECK (((user_id IS NULL) OR (operator IS NULL))),
  constraint stop_arrangements_known_desk_check CHECK ((known_desk >= 0)),
  constraint stop_arrangements_order_ids_check CHECK ((cardinality(order_ids) <= 500)),
  constraint stop_arrangements_shop_id_driver_id_fkey FOREIGN KEY (shop_id, driver_id) REFERENCES public.drivers(shop_id, id),
  constraint stop_arrangements_shop_id_fkey FOREIGN KEY (shop_id) REFERENCES public.shops(id),
  constraint stop_arrangements_shop_id_user_id_fkey FOREIGN KEY (shop_id, user_id) REFERENCES public.shop_members(shop_id, user_id)
);
CREATE INDEX stop_arrangements_made_from ON public.stop_arrangements USING btree (shop_id, driver_id, from_id) WHERE (from_id IS NOT NULL);
CREATE INDEX stop_arrangements_of_user ON public.stop_arrangements USING btree (shop_id, user_id) WHERE (user_id IS NOT NULL);
alter table public.stop_arrangements enable row level security;
create policy by_desk on public.stop_arrangements for insert to mandoob_request
  with check (((shop_id = ( SELECT actor.shop_id() AS shop_id)) AND ( SELECT actor.sees_shop() AS sees_shop) AND (user_id = ( SELECT actor.user_id() AS user_id)) AND by_desk));
create policy own_arrangement on public.stop_arrangements for insert to mandoob_request
  with check (((shop_id = ( SELECT actor.shop_id() AS shop_id)) AND (driver_id = ( SELECT actor.driver_id() AS driver_id)) AND (user_id = ( SELECT actor.user_id() AS user_id)) AND (NOT by_desk)));
create policy own_or_shop on public.stop_arrangements for select to mandoob_request
  using (((shop_id = ( SELECT actor.shop_id() AS shop_id)) AND ((driver_id = ( SELECT actor.driver_id() AS driver_id)) OR ( SELECT actor.sees_shop() AS sees_shop))));
grant select on public.stop_arrangements to mandoob_request;
grant insert (shop_id, driver_id, id, from_id, by_desk, known_desk, order_ids, stands, user_id, arranged_at) on public.stop_arrangements to mandoob_request;

create table public.store_payments (
  shop_id integer not null,
  confirmation_id uuid not null,
  order_id uuid not null,
  collected_fils bigint not null,
  conflict boolean not null,
  status text default 'waiting'::text not null,
  outstanding_fils bigint,
  asked_at timestamp with time zone,
  attempts integer default 0 not null,
  last_error text,
  next_attempt_at timestamp with time zone default now() not null,
  created_at timestamp with time zone default now() not null,
  done_at timestamp with time zone,
  marked_fils bigint,
  constraint store_payments_pkey PRIMARY KEY (shop_id, confirmation_id),
  constraint store_payments_collected_fils_check CHECK ((collected_fils >= 0)) NOT VALID,
  constraint store_payments_marked_fils_check CHECK ((marked_fils >= 0)),
  constraint store_payments_outstanding_fils_check CHECK ((outstanding_fils >= 0)),
  constraint store_payments_status_check CHECK ((status = ANY (ARRAY['owed'::text, 'waiting'::text, 'done'::text, 'listed'::text, 'failed'::text, 'dismissed'::text]))) NOT VALID,
  constraint store_payments_shop_id_confirmation_id_fkey FOREIGN KEY (shop_id, confirmation_id) REFERENCES public.delivery_confirmations(shop_id, id),
  constraint store_payments_shop_id_fkey FOREIGN KEY (shop_id) REFERENCES public.shops(id),
  constraint store_payments_shop_id_order_id_fkey FOREIGN KEY (shop_id, order_id) REFERENCES public.orders(shop_id, id)
);
CREATE INDEX store_payments_of_order ON public.store_payments USING btree (shop_id, order_id);
CREATE INDEX store_payments_open ON public.store_payments USING btree (shop_id, next_attempt_at) WHERE (status = ANY (ARRAY['waiting'::text, 'listed'::text, 'failed'::text]));
CREATE INDEX store_payments_owed ON public.store_payments USING btree (shop_id, created_at) WHERE (status = 'owed'::text);
alter table public.store_payments enable row level security;
create policy own_shop on public.store_payments for select to mandoob_request
  using (((shop_id = ( SELECT actor.shop_id() AS shop_id)) AND ( SELECT actor.sees_shop() AS sees_shop)));

create table public.users (
  id uuid not null,
  email text not null,
  password_hash text not null,
  must_change_password boolean default false not null,
  disabled_at timestamp with time zone,
  created_at timestamp with time zone default now() not null,
  password_changed_at timestamp with time zone,
  replaced_password_hash text,
  password_set_by uuid,
  constraint users_pkey PRIMARY KEY (id),
  constraint users_email_key UNIQUE (email),
  constraint users_email_check CHECK (((email = lower(email)) AND (email ~~ '%_@_%'::text) AND (length(email) <= 254)))
);
alter table public.users enable row level security;
CREATE TRIGGER users_remember_replaced_password BEFORE UPDATE OF password_hash ON public.users FOR EACH ROW WHEN ((old.password_hash <> new.password_hash)) EXECUTE FUNCTION public.remember_replaced_password();

create view public.cash_tracking with (security_invoker=true) as
 SELECT shop_id,
    user_id,
    (sum(cash_on_hand_fils))::bigint AS cash_on_hand_fils,
    max(last_updated) AS last_updated
   FROM public.cash_tracking_parts
  GROUP BY shop_id, user_id;
grant select on public.cash_tracking to mandoob_request;

create view public.delivery_facts with (security_invoker=true) as
 SELECT c.shop_id,
    c.id AS confirmation_id,
    c.order_id,
    c.driver_id,
    c.user_id,
    c.outcome,
    c.conflict,
    c.delivered_at,
    c.recorded_at,
    k.id AS correction_id,
    COALESCE(k.customer_name, c.customer_name) AS customer_name,
        CASE
            WHEN (k.id IS NULL) THEN c.tender
            ELSE k.tender
        END AS tender,
    COALESCE(k.collected_fils, c.collected_fils) AS collected_fils,
    COALESCE(k.cash_fils, c.cash_fils) AS cash_fils,
    COALESCE(k.due_fils, c.due_fils, c.collected_fils) AS due_fils,
    COALESCE(k.rounding_fils, c.rounding_fils) AS rounding_fils,
    COALESCE(k.link_fils, c.link_fils) AS link_fils,
        CASE
            WHEN (k.id IS NULL) THEN c.link_reference
            ELSE k.link_reference
        END AS link_reference,
    COALESCE(k.transfer_fils, c.transfer_fils) AS transfer_fils,
        CASE
            WHEN (k.id IS NULL) THEN c.transfer_reference
            ELSE k.transfer_reference
        END AS transfer_reference,
    COALESCE(k.refund_fils, c.refund_fils) AS refund_fils,
        CASE
            WHEN (k.id IS NULL) THEN c.short_reason
            ELSE k.short_reason
        END AS short_reason
   FROM (public.delivery_confirmations c
     LEFT JOIN LATERAL ( SELECT k_1.shop_id,
            k_1.id,
            k_1.confirmation_id,
            k_1.order_id,
            k_1.driver_id,
            k_1.user_id,
            k_1.number,
            k_1.customer_name,
            k_1.tender,
            k_1.collected_fils,
            k_1.cash_fils,
            k_1.due_fils,
            k_1.rounding_fils,
            k_1.link_fils,
            k_1.link_reference,
            k_1.transfer_fils,
            k_1.transfer_reference,
            k_1.refund_fils,
            k_1.short_reason,
            k_1.photo_url,
            k_1.photo_file_id,
            k_1.document_url,
            k_1.document_file_id,
            k_1.reason,
            k_1.recorded_by,
            k_1.approval_id,
            k_1.command_id,
            k_1.occurred_at,
            k_1.recorded_at,
            k_1.erased_at,
            k_1.erased_hashes
           FROM public.delivery_corrections k_1
          WHERE ((k_1.shop_id = c.shop_id) AND (k_1.confirmation_id = c.id))
          ORDER BY k_1.number DESC
         LIMIT 1) k ON (true));
grant select on public.delivery_facts to mandoob_request;
