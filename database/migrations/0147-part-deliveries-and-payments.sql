-- Part deliveries, what was taken, payments collected later, corrections and expenses (rulings H5, A6, A9).

alter table shops
  -- True if cash due is rounded down to a multiple of the smallest coin, AED 0.25.
  add column rounds_cash boolean not null default false,
  -- The kinds of expenses that the shop allows drivers; null: the built-in ones.
  add column expense_kinds text[] check (cardinality(expense_kinds) between 1 and 20);
grant update (rounds_cash, expense_kinds) on shops to mandoob_request;

alter table delivery_confirmations
  -- The amount that was due for the goods that were taken, less what the driver had collected before. Null:
  -- all that was due was taken, by one tender.
  add column due_fils bigint check (due_fils between 0 and 1000000000),
  -- The part of the due cash that no coin can pay; owed by no one.
  add column rounding_fils bigint not null default 0 check (rounding_fils between 0 and 24),
  -- The cash that the customer gave, before the change; null if the driver did not enter it.
  add column received_fils bigint check (received_fils <= 1000000000),
  -- Payments that bring no cash and are pending until a Manager matches the reference.
  add column link_fils bigint not null default 0 check (link_fils between 0 and 1000000000),
  add column link_reference text check (link_reference = btrim(link_reference) and length(link_reference) between 1 and 100),
  add column transfer_fils bigint not null default 0 check (transfer_fils between 0 and 1000000000),
  add column transfer_reference text check (transfer_reference = btrim(transfer_reference) and length(transfer_reference) between 1 and 100),
  -- The amount paid before the delivery for goods that the customer did not take.
  add column refund_fils bigint not null default 0 check (refund_fils between 0 and 1000000000),
  -- Why less than the amount due was taken.
  add column short_reason text check (short_reason = btrim(short_reason) and length(short_reason) between 1 and 500),
  -- The desk's consent to hand over without any payment.
  add column consent_id uuid;
alter table delivery_confirmations
  drop constraint delivery_confirmations_check,
  drop constraint delivery_confirmations_check3,
  drop constraint delivery_confirmations_tender_check,
  add constraint delivery_confirmations_tender_check check (tender in ('cash', 'card_machine', 'cash_and_card')) not valid,
  add constraint delivery_confirmations_cash_of_tender check (case tender when 'cash' then cash_fils = collected_fils
    when 'cash_and_card' then cash_fils > 0 and cash_fils < collected_fils else cash_fils = 0 end) not valid,
  add constraint delivery_confirmations_references check ((link_fils > 0) = (link_reference is not null)
    and (transfer_fils > 0) = (transfer_reference is not null)) not valid,
  add constraint delivery_confirmations_received check (received_fils >= cash_fils) not valid,
  add constraint delivery_confirmations_as_taken check (due_fils is not null or (tender is distinct from 'cash_and_card'
    and rounding_fils = 0 and link_fils = 0 and transfer_fils = 0 and refund_fils = 0 and consent_id is null)) not valid,
  add foreign key (shop_id, consent_id) references approvals (shop_id, id) not valid;

-- The lines of a delivery of which the customer did not take all goods.
create table delivery_lines (
  shop_id int not null references shops,
  confirmation_id uuid not null,
  -- The line of the order, which an import may have replaced since.
  item_id uuid not null,
  position int not null,
  order_id uuid not null,
  driver_id int not null,
  user_id uuid not null,
  name text not null check (name <> ''),
  -- The quantity that was on the way; part of it was handed over.
  qty int not null check (qty >= 0),
  handed_over int not null check (handed_over >= 0 and handed_over <= qty),
  -- Why the rest was refused.
  refused_because text check (refused_because in ('not_wanted', 'damaged', 'wrong_item', 'other')),
  unit_price_fils bigint not null check (unit_price_fils >= 0),
  -- The price of what was handed over, with its part of discount and tax.
  amount_fils bigint not null check (amount_fils >= 0),
  primary key (shop_id, confirmation_id, item_id),
  unique (shop_id, confirmation_id, position),
  foreign key (shop_id, confirmation_id) references delivery_confirmations (shop_id, id),
  foreign key (shop_id, order_id) references orders (shop_id, id),
  foreign key (shop_id, user_id) references shop_members (shop_id, user_id),
  check ((handed_over < qty) = (refused_because is not null))
);
create index delivery_lines_refused on delivery_lines (shop_id, driver_id, order_id) where handed_over < qty;
create index delivery_lines_of_order on delivery_lines (shop_id, order_id);
alter table delivery_lines enable row level security;
create policy own_or_shop on delivery_lines for select to mandoob_request
  using (shop_id = (select actor.shop_id()) and (user_id = (select actor.user_id()) or (select actor.sees_shop())));
create policy own_delivery on delivery_lines for insert to mandoob_request
  with check (shop_id = (select actor.shop_id()) and user_id = (select actor.user_id()) and driver_id = (select actor.driver_id()));
create function refuse_lines_of_others() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if not exists (select from delivery_confirmations c where c.shop_id = new.shop_id and c.id = new.confirmation_id
    and c.order_id = new.order_id and c.user_id = new.user_id) then
    raise insufficient_privilege using message = 'another user made this delivery';
  end if;
  return new;
end $$;
revoke execute on function refuse_lines_of_others() from public;
create trigger delivery_lines_of_own before insert on delivery_lines for each row
  when (actor.is_request()) execute function refuse_lines_of_others();
grant select, insert on delivery_lines to mandoob_request;

-- A payment of an amount owed on an order, after its delivery.
create table order_payments (
  shop_id int not null references shops,
  id uuid not null,
  -- `OP-<ms>`, made on the device.
  reference text not null check (reference <> ''),
  order_id uuid not null,
  -- The delivery of the order, and its driver, in whose folder the receipt is.
  confirmation_id uuid not null,
  driver_id int not null,
  -- The user who took the payment.
  user_id uuid not null,
  customer_name text not null check (btrim(customer_name) <> ''),
  cash_fils bigint not null check (cash_fils between 0 and 1000000000),
  card_fils bigint not null check (card_fils between 0 and 1000000000),
  link_fils bigint not null check (link_fils between 0 and 1000000000),
  link_reference text check (link_reference = btrim(link_reference) and length(link_reference) between 1 and 100),
  transfer_fils bigint not null check (transfer_fils between 0 and 1000000000),
  transfer_reference text check (transfer_reference = btrim(transfer_reference) and length(transfer_reference) between 1 and 100),
  receipt_url text not null,
  receipt_file_id uuid not null,
  command_id uuid not null,
  occurred_at timestamptz not null,
  recorded_at timestamptz not null default now(),
  erased_at timestamptz,
  erased_hashes jsonb,
  primary key (shop_id, id),
  unique (shop_id, reference),
  unique (shop_id, user_id, command_id),
  check (cash_fils + card_fils + link_fils + transfer_fils > 0),
  check ((link_fils > 0) = (link_reference is not null)),
  check ((transfer_fils > 0) = (transfer_reference is not null)),
  foreign key (shop_id, order_id) references orders (shop_id, id),
  foreign key (shop_id, confirmation_id) references delivery_confirmations (shop_id, id),
  foreign key (shop_id, user_id) references shop_members (shop_id, user_id),
  foreign key (shop_id, receipt_file_id) references files (shop_id, id)
);
create index order_payments_of_order on order_payments (shop_id, order_id);
create index order_payments_recorded on order_payments (shop_id, recorded_at, id);
alter table order_payments enable row level security;
create policy not_erased on order_payments as restrictive for insert to mandoob_request
  with check (shop_id = (select actor.shop_id()) and erased_at is null and erased_hashes is null);
create policy own_or_shop on order_payments for select to mandoob_request
  using (shop_id = (select actor.shop_id()) and (user_id = (select actor.user_id()) or (select actor.sees_shop())
    or driver_id = (select actor.driver_id())));
create policy own_payment on order_payments for insert to mandoob_request
  with check (shop_id = (select actor.shop_id()) and user_id = (select actor.user_id())
    and ((select actor.role()) = 'Manager' or driver_id = (select actor.driver_id())));
create function refuse_payments_of_others() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if not exists (select from delivery_confirmations c where c.shop_id = new.shop_id and c.id = new.confirmation_id
    and c.order_id = new.order_id and c.driver_id = new.driver_id) then
    raise insufficient_privilege using message = 'this is no delivery of this driver and order';
  end if;
  return new;
end $$;
revoke execute on function refuse_payments_of_others() from public;
create trigger order_payments_of_delivery before insert on order_payments for each row
  when (actor.is_request()) execute function refuse_payments_of_others();
grant select, insert on order_payments to mandoob_request;

-- A change of what a delivery recorded; each row has all facts as they are after it.
create table delivery_corrections (
  shop_id int not null references shops,
  id uuid not null,
  confirmation_id uuid not null,
  order_id uuid not null,
  driver_id int not null,
  -- The user who delivered.
  user_id uuid not null,
  -- From 1, in the order of the corrections of one delivery.
  number int not null check (number > 0),
  customer_name text not null check (btrim(customer_name) <> ''),
  tender text check (tender in ('cash', 'card_machine', 'cash_and_card')),
  collected_fils bigint not null check (collected_fils between 0 and 1000000000),
  cash_fils bigint not null check (cash_fils >= 0),
  due_fils bigint not null check (due_fils between 0 and 1000000000),
  rounding_fils bigint not null check (rounding_fils between 0 and 24),
  link_fils bigint not null check (link_fils between 0 and 1000000000),
  link_reference text check (link_reference = btrim(link_reference) and length(link_reference) between 1 and 100),
  transfer_fils bigint not null check (transfer_fils between 0 and 1000000000),
  transfer_reference text check (transfer_reference = btrim(transfer_reference) and length(transfer_reference) between 1 and 100),
  refund_fils bigint not null check (refund_fils between 0 and 1000000000),
  short_reason text check (short_reason = btrim(short_reason) and length(short_reason) between 1 and 500),
  -- A photo added to the first one.
  photo_url text,
  photo_file_id uuid,
  -- States what was corrected; the first document stays.
  document_url text not null,
  document_file_id uuid not null,
  reason text check (reason = btrim(reason) and length(reason) between 1 and 500),
  recorded_by uuid not null,
  approval_id uuid,
  command_id uuid not null,
  occurred_at timestamptz not null,
  recorded_at timestamptz not null default now(),
  erased_at timestamptz,
  erased_hashes jsonb,
  primary key (shop_id, id),
  unique (shop_id, confirmation_id, number),
  unique (shop_id, recorded_by, command_id),
  unique (shop_id, approval_id),
  check ((tender is null) = (collected_fils = 0)),
  check (case tender when 'cash' then cash_fils = collected_fils
    when 'cash_and_card' then cash_fils > 0 and cash_fils < collected_fils else cash_fils = 0 end),
  check ((link_fils > 0) = (link_reference is not null)),
  check ((transfer_fils > 0) = (transfer_reference is not null)),
  check ((photo_url is null) = (photo_file_id is null)),
  foreign key (shop_id, confirmation_id) references delivery_confirmations (shop_id, id),
  foreign key (shop_id, order_id) references orders (shop_id, id),
  foreign key (shop_id, user_id) references shop_members (shop_id, user_id),
  foreign key (shop_id, recorded_by) references shop_members (shop_id, user_id),
  foreign key (shop_id, photo_file_id) references files (shop_id, id),
  foreign key (shop_id, document_file_id) references files (shop_id, id),
  foreign key (shop_id, approval_id) references approvals (shop_id, id)
);
create index delivery_corrections_of_order on delivery_corrections (shop_id, order_id);
create index delivery_corrections_of_driver on delivery_corrections (shop_id, driver_id, recorded_at);
create index delivery_corrections_recorded on delivery_corrections (shop_id, recorded_at, id);
alter table delivery_corrections enable row level security;
create policy not_erased on delivery_corrections as restrictive for insert to mandoob_request
  with check (shop_id = (select actor.shop_id()) and erased_at is null and erased_hashes is null);
create policy own_or_shop on delivery_corrections for select to mandoob_request
  using (shop_id = (select actor.shop_id()) and (user_id = (select actor.user_id()) or (select actor.sees_shop())));
create policy own_correction on delivery_corrections for insert to mandoob_request
  with check (shop_id = (select actor.shop_id()) and case when approval_id is not null then (select actor.sees_shop())
    else recorded_by = (select actor.user_id())
      and (user_id = recorded_by and driver_id = (select actor.driver_id())
        or user_id <> recorded_by and (select actor.role()) = 'Manager' and reason is not null) end);
grant select, insert on delivery_corrections to mandoob_request;

-- The facts of each delivery as they are after its corrections.
create view delivery_facts with (security_invoker = true) as
  select c.shop_id, c.id as confirmation_id, c.order_id, c.driver_id, c.user_id, c.outcome, c.conflict, c.delivered_at, c.recorded_at,
    k.id as correction_id,
    coalesce(k.customer_name, c.customer_name) as customer_name,
    case when k.id is null then c.tender else k.tender end as tender,
    coalesce(k.collected_fils, c.collected_fils) as collected_fils,
    coalesce(k.cash_fils, c.cash_fils) as cash_fils,
    coalesce(k.due_fils, c.due_fils, c.collected_fils) as due_fils,
    coalesce(k.rounding_fils, c.rounding_fils) as rounding_fils,
    coalesce(k.link_fils, c.link_fils) as link_fils,
    case when k.id is null then c.link_reference else k.link_reference end as link_reference,
    coalesce(k.transfer_fils, c.transfer_fils) as transfer_fils,
    case when k.id is null then c.transfer_reference else k.transfer_reference end as transfer_reference,
    coalesce(k.refund_fils, c.refund_fils) as refund_fils,
    case when k.id is null then c.short_reason else k.short_reason end as short_reason
  from delivery_confirmations c
  left join lateral (
    select * from delivery_corrections k where k.shop_id = c.shop_id and k.confirmation_id = c.id order by k.number desc limit 1
  ) k on true;
grant select on delivery_facts to mandoob_request;

-- A Manager's decision about a pending payment: its reference was found in the shop's account, or was not.
create table payment_matches (
  shop_id int not null references shops,
  id uuid not null,
  order_id uuid not null,
  -- The delivery or the later payment in which the driver or Manager recorded it.
  source_id uuid not null,
  tender text not null check (tender in ('payment_link', 'bank_transfer')),
  reference text not null check (reference <> ''),
  amount_fils bigint not null check (amount_fils between 1 and 1000000000),
  outcome text not null check (outcome in ('received', 'not_received')),
  decided_by uuid not null,
  command_id uuid not null,
  recorded_at timestamptz not null default now(),
  erased_at timestamptz,
  erased_hashes jsonb,
  primary key (shop_id, id),
  -- A corrected payment has another reference or amount, and is decided again.
  unique (shop_id, source_id, tender, reference, amount_fils),
  unique (shop_id, decided_by, command_id),
  foreign key (shop_id, order_id) references orders (shop_id, id),
  foreign key (shop_id, decided_by) references shop_members (shop_id, user_id)
);
create index payment_matches_of_order on payment_matches (shop_id, order_id);
alter table payment_matches enable row level security;
create policy not_erased on payment_matches as restrictive for insert to mandoob_request
  with check (shop_id = (select actor.shop_id()) and erased_at is null and erased_hashes is null);
create policy own_shop on payment_matches for select to mandoob_request
  using (shop_id = (select actor.shop_id()) and (select actor.sees_shop()));
create policy by_managers on payment_matches for insert to mandoob_request
  with check (shop_id = (select actor.shop_id()) and (select actor.role()) = 'Manager' and decided_by = (select actor.user_id()));
grant select, insert on payment_matches to mandoob_request;

-- An amount owed on an order that the shop does not collect any more.
create table order_waivers (
  shop_id int not null references shops,
  id uuid not null,
  order_id uuid not null,
  amount_fils bigint not null check (amount_fils between 1 and 1000000000),
  reason text not null check (reason = btrim(reason) and length(reason) between 1 and 500),
  approval_id uuid not null,
  command_id uuid not null,
  recorded_at timestamptz not null default now(),
  primary key (shop_id, id),
  unique (shop_id, approval_id),
  foreign key (shop_id, order_id) references orders (shop_id, id),
  foreign key (shop_id, approval_id) references approvals (shop_id, id)
);
create index order_waivers_of_order on order_waivers (shop_id, order_id);
alter table order_waivers enable row level security;
create policy own_shop on order_waivers for select to mandoob_request
  using (shop_id = (select actor.shop_id()) and (select actor.sees_shop()));
create policy approved on order_waivers for insert to mandoob_request
  with check (shop_id = (select actor.shop_id()) and (select actor.sees_shop()));
grant select, insert on order_waivers to mandoob_request;

-- An approved expense, paid from the cash of a person.
create table expenses (
  shop_id int not null references shops,
  id uuid not null,
  -- `EX-<ms>`, made on the device.
  reference text not null check (reference <> ''),
  user_id uuid not null,
  kind text not null check (kind <> '' and length(kind) <= 60),
  amount_fils bigint not null check (amount_fils between 1 and 1000000000),
  note text check (note = btrim(note) and length(note) between 1 and 500),
  -- The order whose customer was paid back; null for other expenses.
  order_id uuid,
  slip_url text not null,
  slip_file_id uuid not null,
  approval_id uuid not null,
  command_id uuid not null,
  -- When the money was spent.
  occurred_at timestamptz not null,
  recorded_at timestamptz not null default now(),
  primary key (shop_id, id),
  unique (shop_id, reference),
  unique (shop_id, approval_id),
  check ((kind = 'customer_refund') = (order_id is not null)),
  foreign key (shop_id, user_id) references shop_members (shop_id, user_id),
  foreign key (shop_id, order_id) references orders (shop_id, id),
  foreign key (shop_id, slip_file_id) references files (shop_id, id),
  foreign key (shop_id, approval_id) references approvals (shop_id, id)
);
create index expenses_of_user on expenses (shop_id, user_id, recorded_at);
create index expenses_of_order on expenses (shop_id, order_id) where order_id is not null;
create index expenses_recorded on expenses (shop_id, recorded_at, id);
alter table expenses enable row level security;
create policy own_or_shop on expenses for select to mandoob_request
  using (shop_id = (select actor.shop_id()) and (user_id = (select actor.user_id()) or (select actor.sees_shop())));
create policy approved on expenses for insert to mandoob_request
  with check (shop_id = (select actor.shop_id()) and (select actor.sees_shop()));
grant select, insert on expenses to mandoob_request;

do $$
declare
  v_table text;
begin
  foreach v_table in array array['delivery_lines', 'order_waivers', 'expenses'] loop
    execute format('create trigger %1$s_append_only before update or delete on %1$I for each row execute function keep_row()', v_table);
    execute format('create trigger %1$s_no_truncate before truncate on %1$I for each statement execute function keep_row()', v_table);
  end loop;
end $$;

-- The open amounts of orders whose delivery did not take exactly what was due. Kept by triggers.
create table order_balances (
  shop_id int not null references shops,
  order_id uuid not null,
  -- Owed by the customer; payments that are not matched yet are not owed.
  owed_fils bigint not null check (owed_fils >= 0),
  -- Payments by link or transfer whose reference no Manager has matched.
  unmatched_fils bigint not null check (unmatched_fils >= 0),
  -- Owed to the customer: paid too much, or for goods that they did not take.
  refund_fils bigint not null check (refund_fils >= 0),
  -- The driver of the delivery, who collects what is owed.
  driver_id int,
  -- Since when something is open.
  since timestamptz not null,
  primary key (shop_id, order_id),
  foreign key (shop_id, order_id) references orders (shop_id, id)
);
create index order_balances_owed on order_balances (shop_id, since, order_id) where owed_fils > 0;
create index order_balances_unmatched on order_balances (shop_id, since, order_id) where unmatched_fils > 0;
create index order_balances_refund on order_balances (shop_id, since, order_id) where refund_fils > 0;
alter table order_balances enable row level security;
create policy own_or_shop on order_balances for select to mandoob_request
  using (shop_id = (select actor.shop_id()) and ((select actor.sees_shop()) or driver_id = (select actor.driver_id())));
grant select on order_balances to mandoob_request;

-- Computes what is open on an order from its rows (ruling H5). Only a delivery without conflict counts.
create function balance_of_order(p_shop_id int, p_order_id uuid, out owed_fils bigint, out unmatched_fils bigint, out refund_fils bigint)
  language sql stable security definer set search_path = public, pg_temp as $$
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
    select coalesce((select f.due_fils - f.rounding_fils - f.collected_fils from delivery f), 0)
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
$$;
revoke execute on function balance_of_order(int, uuid) from public;

-- An order is paid once nothing is owed or unmatched, or if nothing was due, whatever its driver saw.
create function payment_of_balance(p_due_amount_fils bigint, p_owed_fils bigint, p_unmatched_fils bigint) returns text
  language sql immutable
  return case when p_due_amount_fils = 0 or p_owed_fils + p_unmatched_fils = 0 then 'paid' else 'pending' end;

-- Keeps the balance of an order and its payment status.
create function keep_order_balance() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
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
  perform from orders o where o.shop_id = new.shop_id and o.id = new.order_id for no key update;
  select * into v_balance from balance_of_order(new.shop_id, new.order_id);
  insert into order_balances as b (shop_id, order_id, driver_id, owed_fils, unmatched_fils, refund_fils, since)
    values (new.shop_id, new.order_id,
      (select c.driver_id from delivery_confirmations c where c.shop_id = new.shop_id and c.order_id = new.order_id and c.outcome = 'delivered'),
      v_balance.owed_fils, v_balance.unmatched_fils, v_balance.refund_fils, new.recorded_at)
    on conflict (shop_id, order_id) do update
      set owed_fils = excluded.owed_fils, unmatched_fils = excluded.unmatched_fils, refund_fils = excluded.refund_fils,
        since = case when b.owed_fils + b.unmatched_fils + b.refund_fils = 0 then excluded.since else b.since end;
  update orders o set payment_status = payment_of_balance(o.due_amount_fils, v_balance.owed_fils, v_balance.unmatched_fils)
    where o.shop_id = new.shop_id and o.id = new.order_id and o.status = 'completed'
      and o.payment_status <> payment_of_balance(o.due_amount_fils, v_balance.owed_fils, v_balance.unmatched_fils);
  return null;
end $$;
revoke execute on function keep_order_balance() from public;
create trigger delivery_confirmations_keep_balance after insert on delivery_confirmations for each row
  when (new.due_fils is not null and new.outcome = 'delivered') execute function keep_order_balance();
create trigger order_payments_keep_balance after insert on order_payments for each row execute function keep_order_balance();
create trigger delivery_corrections_keep_balance after insert on delivery_corrections for each row execute function keep_order_balance();
create trigger payment_matches_keep_balance after insert on payment_matches for each row execute function keep_order_balance();
create trigger order_waivers_keep_balance after insert on order_waivers for each row execute function keep_order_balance();
create trigger expenses_keep_balance after insert on expenses for each row
  when (new.order_id is not null) execute function keep_order_balance();

-- Later payments, corrections and decisions about them are part of the order's history.
alter table order_events drop constraint order_events_kind_check;
alter table order_events add constraint order_events_kind_check check (kind in
  ('imported', 'updated', 'assigned', 'unassigned', 'status', 'delivered', 'conflict', 'reviewed', 'attempted', 'attempt_undone', 'goods',
    'loaded', 'corrected', 'paid', 'matched', 'waived', 'refunded')) not valid;

-- A user makes requests about own expenses, own corrections and own deliveries without payment.
alter table approvals drop constraint approvals_kind_check;
alter table approvals add constraint approvals_kind_check check (kind in
  ('adjustment', 'issue', 'float', 'write_off', 'void', 'waiver', 'expense', 'correction', 'unpaid')) not valid;
-- Pending requests have not expired.
create index approvals_expiring on approvals (shop_id, expires_at);
create index approvals_of_requester on approvals (shop_id, requested_by, requested_at desc);
alter policy own_shop on approvals
  using (shop_id = (select actor.shop_id()) and ((select actor.sees_shop()) or requested_by = (select actor.user_id())));
alter policy own_request on approvals
  with check (shop_id = (select actor.shop_id()) and requested_by = (select actor.user_id()) and ((select actor.sees_shop())
    or kind in ('expense', 'correction', 'unpaid') and user_id = requested_by and (select actor.driver_id()) is not null));
-- The requester sees the decision.
alter table approval_decisions add column requested_by uuid;
create function note_requester() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  new.requested_by := (select a.requested_by from approvals a where a.shop_id = new.shop_id and a.id = new.approval_id);
  return new;
end $$;
revoke execute on function note_requester() from public;
create trigger approval_decisions_note_requester before insert on approval_decisions for each row execute function note_requester();
alter policy own_shop on approval_decisions
  using (shop_id = (select actor.shop_id()) and ((select actor.sees_shop()) or requested_by = (select actor.user_id())));
alter policy own_decision on approval_decisions
  with check (shop_id = (select actor.shop_id()) and decided_by = (select actor.user_id())
    and ((select actor.sees_shop()) or outcome = 'withdrawn'));

-- Changed: times are compared as times, also `occurred_at`.
create or replace function hold_approved() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
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
end $$;
create trigger order_waivers_approved before insert on order_waivers for each row execute function hold_approved('waiver');
create trigger expenses_approved before insert on expenses for each row execute function hold_approved('expense');
create trigger delivery_corrections_approved before insert on delivery_corrections for each row
  when (new.approval_id is not null) execute function hold_approved('correction');

-- True if a user has handed in cash since, by a drop, a collection or an end of day that is not voided.
create function has_handed_in(p_shop_id int, p_user_id uuid, p_since timestamptz) returns boolean
  language sql stable security definer set search_path = public, pg_temp as $$
  select exists (
    select from cash_handovers h
    where h.shop_id = p_shop_id and h.staff_user_id = p_user_id and h.handover_type in ('drop', 'collection', 'end')
      and h.recorded_at >= p_since
      and (not actor.is_request() or p_shop_id = actor.shop_id() and (actor.sees_shop() or p_user_id = actor.user_id()))
      and not exists (select from cash_voids v where v.shop_id = h.shop_id and v.record_type = 'handover' and v.record_id = h.id))
$$;
revoke execute on function has_handed_in(int, uuid, timestamptz) from public;
grant execute on function has_handed_in(int, uuid, timestamptz) to mandoob_request;

-- A correction follows the facts that it changes. Without an approval a user corrects an own delivery until
-- the next drop, collection or end of day, and never to less cash.
create function hold_correction() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
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
end $$;
revoke execute on function hold_correction() from public;
create trigger delivery_corrections_hold before insert on delivery_corrections for each row execute function hold_correction();

-- The difference of a correction whose cash was handed over before.
alter table cash_differences
  alter column handover_id drop not null,
  add column correction_id uuid,
  add foreign key (shop_id, correction_id) references delivery_corrections (shop_id, id),
  add unique (shop_id, correction_id),
  add constraint cash_differences_of_one_record check (num_nonnulls(handover_id, correction_id) = 1) not valid;
create or replace function hold_difference() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
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
end $$;

alter table cash_movements
  drop constraint cash_movements_from_holder_check,
  drop constraint cash_movements_to_holder_check,
  drop constraint cash_movements_reason_check,
  drop constraint cash_movements_account_has_user,
  add constraint cash_movements_from_holder_check check (from_holder in
    ('staff', 'customers', 'bank', 'safe', 'opening', 'adjustment', 'shortage', 'over', 'expense')) not valid,
  add constraint cash_movements_to_holder_check check (to_holder in
    ('staff', 'customers', 'bank', 'safe', 'opening', 'adjustment', 'shortage', 'over', 'expense')) not valid,
  add constraint cash_movements_reason_check check (reason in
    ('delivery', 'start_handover', 'end_handover', 'collection', 'drop', 'bank_deposit', 'issue', 'float_return', 'opening', 'adjustment',
      'difference', 'settlement', 'write_off', 'late_delivery', 'reversal', 'order_payment', 'correction', 'expense')) not valid,
  add constraint cash_movements_account_has_user check ((account_user_id is not null)
    = (from_holder in ('shortage', 'over', 'expense') or to_holder in ('shortage', 'over', 'expense'))) not valid;

create or replace function actor.may_move(p_reason text, p_from_holder text, p_from_user_id uuid, p_to_holder text, p_to_user_id uuid)
  returns boolean language sql stable
  return coalesce(case p_reason
    when 'delivery' then actor.role() in ('Driver', 'Manager') and p_from_holder = 'customers' and p_to_user_id = actor.user_id()
    when 'start_handover' then actor.role() = 'Admin' and p_from_user_id = actor.user_id() and p_to_holder = 'staff'
    when 'end_handover' then actor.role() = 'Admin' and p_from_holder = 'staff' and p_to_user_id = actor.user_id()
    when 'drop' then actor.role() = 'Admin' and p_from_holder = 'staff' and p_to_user_id = actor.user_id()
    when 'collection' then actor.role() = 'Manager' and p_from_holder = 'staff' and p_to_user_id = actor.user_id()
    when 'bank_deposit' then actor.role() = 'Manager' and p_from_user_id = actor.user_id() and p_to_holder = 'bank'
    when 'issue' then actor.sees_shop() and p_from_holder = 'safe' and p_to_holder = 'staff'
    when 'float_return' then actor.sees_shop() and p_from_holder = 'staff' and p_to_holder = 'safe'
    when 'adjustment' then actor.sees_shop() and 'adjustment' in (p_from_holder, p_to_holder)
    when 'difference' then actor.sees_shop()
      and (p_from_holder = 'staff' and p_to_holder = 'shortage' or p_from_holder = 'over' and p_to_holder = 'staff')
    when 'settlement' then actor.sees_shop()
      and (p_from_holder = 'shortage' and p_to_user_id = actor.user_id() or p_from_user_id = actor.user_id() and p_to_holder = 'over')
    when 'write_off' then actor.sees_shop()
      and (p_from_holder = 'shortage' and p_to_holder = 'adjustment' or p_from_holder = 'adjustment' and p_to_holder = 'over')
    when 'reversal' then actor.sees_shop()
    when 'order_payment' then actor.role() in ('Driver', 'Manager') and p_from_holder = 'customers' and p_to_user_id = actor.user_id()
    when 'correction' then 'customers' in (p_from_holder, p_to_holder)
      and (actor.sees_shop() or coalesce(p_from_user_id, p_to_user_id) = actor.user_id())
    when 'expense' then actor.sees_shop() and p_from_holder = 'staff' and p_to_holder = 'expense'
    else false end, false);

create or replace function movement_has_source() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
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
end $$;


-- Changed: an expense is no account to settle.
create or replace function open_differences(p_shop_id int, p_user_id uuid) returns bigint
  language sql stable security definer set search_path = public, pg_temp as $$
  select coalesce(sum(abs(fils)), 0)::bigint from (
    select sum(case when to_holder = 'shortage' or from_holder = 'over' then amount_fils else -amount_fils end) as fils
    from cash_movements
    where shop_id = p_shop_id and account_user_id = p_user_id and to_holder <> 'expense'
      and (not actor.is_request() or p_shop_id = actor.shop_id() and actor.sees_shop())
    group by case when 'shortage' in (from_holder, to_holder) then 'shortage' else 'over' end
  ) accounts
$$;

-- Changed: the payment status of a completed order follows its balance.
create or replace function hold_order() returns trigger language plpgsql set search_path = public, pg_temp as $$
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
end $$;

-- Locks a delivery's order for a later command: the driver's own, or any of the shop for the desk. No row: it
-- is not the actor's.
create function lock_delivered_order(p_order_id uuid) returns setof orders
  language sql security definer set search_path = public, pg_temp as $$
  select o.* from orders o
  where o.shop_id = actor.shop_id() and o.id = p_order_id and (actor.sees_shop() or exists (
    select from delivery_confirmations c where c.shop_id = o.shop_id and c.order_id = o.id and c.driver_id = actor.driver_id()))
  for update of o
$$;
revoke execute on function lock_delivered_order(uuid) from public;
grant execute on function lock_delivered_order(uuid) to mandoob_request;
