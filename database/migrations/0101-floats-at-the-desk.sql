-- Floats between the safe and an admin, signed by a manager and that admin at the desk (ruling G1). What the operator issues stays in cash_issues.

create table cash_floats (
  shop_id int not null references shops(id),
  id uuid not null,
  reference text not null check (reference <> ''),
  direction text not null check (direction in ('issue', 'return')),
  admin_id uuid not null,
  manager_id uuid not null,
  recorded_by uuid not null,
  amount_fils bigint not null check (amount_fils > 0 and amount_fils <= 1000000000),
  receipt_url text not null,
  admin_signature_file_id uuid not null,
  manager_signature_file_id uuid not null,
  receipt_file_id uuid not null,
  admin_signature_typed boolean not null,
  admin_signer text not null check (admin_signer <> ''),
  manager_signature_typed boolean not null,
  manager_signer text not null check (manager_signer <> ''),
  command_id uuid not null,
  completed_at timestamptz not null,
  recorded_at timestamptz not null default now(),
  primary key (shop_id, id),
  unique (shop_id, reference),
  unique (shop_id, recorded_by, command_id),
  check (admin_id <> manager_id),
  check (recorded_by in (admin_id, manager_id)),
  foreign key (shop_id, admin_id) references shop_members(shop_id, user_id),
  foreign key (shop_id, manager_id) references shop_members(shop_id, user_id),
  foreign key (shop_id, admin_signature_file_id) references files(shop_id, id),
  foreign key (shop_id, manager_signature_file_id) references files(shop_id, id),
  foreign key (shop_id, receipt_file_id) references files(shop_id, id)
);
create index cash_floats_newest on cash_floats (shop_id, recorded_at desc, id desc);
alter table cash_floats enable row level security;
create policy own_shop on cash_floats for select to mandoob_request
  using (shop_id = (select actor.shop_id()) and (select actor.sees_shop()));
create policy own_float on cash_floats for insert to mandoob_request
  with check (shop_id = (select actor.shop_id()) and recorded_by = (select actor.user_id())
    and case (select actor.role()) when 'Admin' then admin_id = recorded_by when 'Manager' then manager_id = recorded_by else false end
    and exists (select from profiles p where p.id = admin_id and p.shop_id = actor.shop_id() and p.role = 'Admin')
    and exists (select from profiles p where p.id = manager_id and p.shop_id = actor.shop_id() and p.role = 'Manager'));
grant select, insert on cash_floats to mandoob_request;

create function keep_float() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  raise exception 'a float is append-only' using errcode = 'insufficient_privilege';
end $$;
create trigger cash_floats_append_only before update or delete on cash_floats for each row execute function keep_float();
create trigger cash_floats_no_truncate before truncate on cash_floats for each statement execute function keep_float();
revoke execute on function keep_float() from public;

alter table cash_movements drop constraint cash_movements_reason_check;
alter table cash_movements add constraint cash_movements_reason_check check (reason in ('delivery', 'start_handover', 'end_handover',
  'collection', 'bank_deposit', 'issue', 'float_return', 'opening', 'adjustment', 'reversal')) not valid;

create or replace function movement_has_source() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  -- What a request takes out of the safe, or puts back, is what it has just recorded with both signatures.
  if actor.is_request() and new.reason in ('issue', 'float_return') and not (new.source_type = 'cash_float' and exists (
    select from cash_floats s where s.shop_id = new.shop_id and s.id = new.source_id and s.recorded_by = actor.user_id()
      and s.direction = case new.reason when 'issue' then 'issue' else 'return' end)) then
    raise exception 'this movement is not the actor''s to record' using errcode = 'insufficient_privilege';
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
    else false
  end) then
    return new;
  end if;
  raise exception 'no % % explains this movement', replace(new.source_type, '_', ' '), new.source_id
    using errcode = 'foreign_key_violation';
end $$;

create or replace function actor.may_move(p_reason text, p_from_holder text, p_from_user_id uuid, p_to_holder text, p_to_user_id uuid)
  returns boolean language sql stable
  return coalesce(case p_reason
    when 'delivery' then actor.role() in ('Driver', 'Manager') and p_from_holder = 'customers' and p_to_user_id = actor.user_id()
    when 'start_handover' then actor.role() = 'Admin' and p_from_user_id = actor.user_id() and p_to_holder = 'staff'
    when 'end_handover' then actor.role() = 'Admin' and p_from_holder = 'staff' and p_to_user_id = actor.user_id()
    when 'collection' then actor.role() = 'Manager' and p_from_holder = 'staff' and p_to_user_id = actor.user_id()
    when 'bank_deposit' then actor.role() = 'Manager' and p_from_user_id = actor.user_id() and p_to_holder = 'bank'
    when 'issue' then actor.sees_shop() and p_from_holder = 'safe' and p_to_holder = 'staff'
    when 'float_return' then actor.sees_shop() and p_from_holder = 'staff' and p_to_holder = 'safe'
    else false end, false);
