-- Part deliveries and later payments in the shop's store (rulings H5, G10).

alter table order_line_items
  -- The store's id of the line; null for lines from files or by hand, and for lines of earlier versions.
  add column external_id text;
grant insert (external_id) on order_line_items to mandoob_request;

alter table order_fulfilments
  -- True if goods were refused: only what was handed over is fulfilled.
  add column is_part boolean not null default false,
  -- For a part delivery: the quantities to fulfil by the store's line ids, and the fulfilments that the store
  -- had before. Written once, before the first request.
  add column plan jsonb,
  -- Until then one worker fulfils a part, or its last request may still be executed.
  add column held_until timestamptz;

-- Changed: a request sets no plan, and the lines of its delivery decide whether it is a part.
create or replace function refuse_fulfilment_of_others() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
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
end $$;

-- The same if the lines are added after the fulfilment.
create function mark_part_fulfilment() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update order_fulfilments f set is_part = true from delivery_confirmations c
    where f.shop_id = new.shop_id and f.order_id = new.order_id and not f.is_part
      and c.shop_id = new.shop_id and c.id = new.confirmation_id and c.outcome = 'delivered';
  return null;
end $$;
revoke execute on function mark_part_fulfilment() from public;
create trigger delivery_lines_mark_fulfilment after insert on delivery_lines
  for each row execute function mark_part_fulfilment();

-- A server of the previous version would fulfil refused goods too: it holds no part, so its claim is dropped.
create function refuse_claim_without_hold() returns trigger language plpgsql as $$
begin
  return null;
end $$;
revoke execute on function refuse_claim_without_hold() from public;
create trigger order_fulfilments_claim_parts before update on order_fulfilments for each row
  when (old.is_part and new.attempts > old.attempts and new.held_until is not distinct from old.held_until)
  execute function refuse_claim_without_hold();

alter table store_payments
  drop constraint store_payments_status_check,
  drop constraint store_payments_collected_fils_check,
  -- owed: waits until the customer has paid the rest, and until all references are matched.
  add constraint store_payments_status_check check (status in ('owed', 'waiting', 'done', 'listed', 'failed', 'dismissed')) not valid,
  -- The amount that was taken for the order so far, with the rounding of cash.
  add constraint store_payments_collected_fils_check check (collected_fils >= 0) not valid,
  -- The amount that the store was asked to mark, if `collected_fils` has changed since.
  add column marked_fils bigint check (marked_fils >= 0);
create index store_payments_owed on store_payments (shop_id, created_at) where status = 'owed';

-- The amount that was taken for a delivered order: cash, card, rounding, matched payments by reference and
-- later payments, without what was taken too much. `open_fils` is still owed or not matched.
create function taken_for_order(p_shop_id int, p_order_id uuid, out taken_fils bigint, out open_fils bigint)
  language sql stable security definer set search_path = public, pg_temp as $$
  select (f.due_fils - b.owed_fils - b.unmatched_fils - coalesce((select sum(w.amount_fils) from order_waivers w
      where w.shop_id = p_shop_id and w.order_id = p_order_id), 0))::bigint,
    (b.owed_fils + b.unmatched_fils)::bigint
  from balance_of_order(p_shop_id, p_order_id) b
  join delivery_facts f on f.shop_id = p_shop_id and f.order_id = p_order_id and f.outcome = 'delivered'
$$;
revoke execute on function taken_for_order(int, uuid) from public;

-- Changed: of a delivery that did not take exactly what was due, the amounts of the order's balance count.
create or replace function leave_store_payment() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
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
end $$;
create or replace trigger leave_store_payment after insert on delivery_confirmations
  for each row when (new.collected_fils > 0 or new.due_fils is not null) execute function leave_store_payment();

-- Keeps the payment in the store when a later payment, a match, a waiver or a correction changes an order's
-- balance. A payment that the store has marked is never marked again: a difference is listed.
create function keep_store_payment() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
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
end $$;
revoke execute on function keep_store_payment() from public;
create trigger order_balances_keep_store_payment after insert or update on order_balances
  for each row execute function keep_store_payment();

-- Changed: also the payments that wait for the rest, with what is open, and the amount that was marked.
create or replace function store_standing(p_shop_id int) returns jsonb
  language sql stable security definer set search_path = public, pg_temp as $$
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
$$;

drop function store_payments_of_order(uuid);
create function store_payments_of_order(p_order_id uuid)
  returns table (confirmation_id uuid, status text, collected_fils bigint, outstanding_fils bigint, marked_fils bigint)
  language sql stable security definer set search_path = public, pg_temp as $$
  select w.confirmation_id, w.status, w.collected_fils, w.outstanding_fils, w.marked_fils from store_payments w
    where w.shop_id = actor.shop_id() and w.order_id = p_order_id and actor.sees_shop()
$$;
revoke execute on function store_payments_of_order(uuid) from public;
grant execute on function store_payments_of_order(uuid) to mandoob_request;
