-- Approval by a second person, short and over, voids, cash handed in during the day, and ceilings (rulings
-- H6, H7, H9).

alter table shops
  -- Floats out of the safe above this amount need an approval; null: none does.
  add column float_limit_fils bigint check (float_limit_fils between 1 and 1000000000),
  -- The cash above which a driver and the desk are notified, unless the person has a ceiling of their own;
  -- null: none.
  add column cash_ceiling_fils bigint check (cash_ceiling_fils between 1 and 1000000000),
  add column ceiling_blocks_assignment boolean not null default false;
grant update (float_limit_fils, cash_ceiling_fils, ceiling_blocks_assignment) on shops to mandoob_request;

create table cash_ceilings (
  shop_id int not null references shops,
  user_id uuid not null,
  -- Null: the shop's ceiling applies again.
  ceiling_fils bigint check (ceiling_fils between 1 and 1000000000),
  primary key (shop_id, user_id),
  foreign key (shop_id, user_id) references shop_members (shop_id, user_id)
);
alter table cash_ceilings enable row level security;
create policy own_or_shop on cash_ceilings for select to mandoob_request
  using (shop_id = (select actor.shop_id()) and (user_id = (select actor.user_id()) or (select actor.sees_shop())));
create policy added_by_admins on cash_ceilings for insert to mandoob_request
  with check (shop_id = (select actor.shop_id()) and (select actor.role() = 'Admin'));
create policy changed_by_admins on cash_ceilings for update to mandoob_request
  using (shop_id = (select actor.shop_id()) and (select actor.role() = 'Admin'));
grant select, insert, update (ceiling_fils) on cash_ceilings to mandoob_request;

create function keep_row() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  raise exception 'rows of % are append-only', tg_table_name using errcode = 'restrict_violation';
end $$;
revoke execute on function keep_row() from public;

-- A request for the approval of a second person. Its decision adds the requested row as it is in `record`.
create table approvals (
  shop_id int not null references shops,
  id uuid not null,
  kind text not null check (kind in ('adjustment', 'issue', 'float', 'write_off', 'void')),
  -- A user of the shop, or the operator's account.
  requested_by uuid,
  operator text check (operator <> ''),
  -- The person whose account changes.
  user_id uuid not null,
  amount_fils bigint not null check (amount_fils between -1000000000 and 1000000000),
  reason text check (reason = btrim(reason) and length(reason) between 1 and 500),
  record jsonb not null,
  -- The files that the request has pinned.
  file_ids uuid[] not null default '{}',
  command_id uuid not null,
  requested_at timestamptz not null default now(),
  expires_at timestamptz not null,
  primary key (shop_id, id),
  check ((requested_by is null) <> (operator is null)),
  foreign key (shop_id, requested_by) references shop_members (shop_id, user_id),
  foreign key (shop_id, user_id) references shop_members (shop_id, user_id)
);
create index approvals_newest on approvals (shop_id, requested_at desc, id desc);
alter table approvals enable row level security;
create policy own_shop on approvals for select to mandoob_request
  using (shop_id = (select actor.shop_id()) and (select actor.sees_shop()));
create policy own_request on approvals for insert to mandoob_request
  with check (shop_id = (select actor.shop_id()) and (select actor.sees_shop()) and requested_by = (select actor.user_id()));
grant select, insert on approvals to mandoob_request;
create trigger approvals_append_only before update or delete on approvals for each row execute function keep_row();
create trigger approvals_no_truncate before truncate on approvals for each statement execute function keep_row();

create table approval_decisions (
  shop_id int not null references shops,
  approval_id uuid not null,
  outcome text not null check (outcome in ('approved', 'refused', 'withdrawn')),
  decided_by uuid,
  operator text check (operator <> ''),
  reason text check (reason = btrim(reason) and length(reason) between 1 and 500),
  -- The changed accounts, before and after: [{account, user_id, before_fils, after_fils}]. Empty unless
  -- approved.
  changes jsonb not null default '[]',
  command_id uuid not null,
  decided_at timestamptz not null default now(),
  primary key (shop_id, approval_id),
  check ((decided_by is null) <> (operator is null)),
  foreign key (shop_id, approval_id) references approvals (shop_id, id),
  foreign key (shop_id, decided_by) references shop_members (shop_id, user_id)
);
alter table approval_decisions enable row level security;
create policy own_shop on approval_decisions for select to mandoob_request
  using (shop_id = (select actor.shop_id()) and (select actor.sees_shop()));
create policy own_decision on approval_decisions for insert to mandoob_request
  with check (shop_id = (select actor.shop_id()) and (select actor.sees_shop()) and decided_by = (select actor.user_id()));
grant select, insert on approval_decisions to mandoob_request;
create trigger approval_decisions_append_only before update or delete on approval_decisions for each row execute function keep_row();
create trigger approval_decisions_no_truncate before truncate on approval_decisions for each statement execute function keep_row();

-- No user approves their own request; operators count as one user. Only the requester withdraws a request.
create function hold_decision() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
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
end $$;
revoke execute on function hold_decision() from public;
create trigger approval_decisions_hold before insert on approval_decisions for each row execute function hold_decision();

-- The difference of an end of day that both signed as short or over.
create table cash_differences (
  shop_id int not null references shops,
  id uuid not null,
  handover_id uuid not null,
  user_id uuid not null,
  -- 'none': the desk decided that the person keeps it, or nothing of it was left.
  kind text not null check (kind in ('shortage', 'over', 'none')),
  amount_fils bigint not null check (amount_fils between 0 and 1000000000),
  reason text check (reason = btrim(reason) and length(reason) between 1 and 500),
  decided_by uuid not null,
  command_id uuid not null,
  recorded_at timestamptz not null default now(),
  primary key (shop_id, id),
  unique (shop_id, handover_id),
  check ((kind = 'none') = (amount_fils = 0)),
  foreign key (shop_id, handover_id) references cash_handovers (shop_id, id),
  foreign key (shop_id, user_id) references shop_members (shop_id, user_id),
  foreign key (shop_id, decided_by) references shop_members (shop_id, user_id),
  check (user_id <> decided_by)
);
create index cash_differences_of_user on cash_differences (shop_id, user_id, recorded_at);
alter table cash_differences enable row level security;
create policy own_or_shop on cash_differences for select to mandoob_request
  using (shop_id = (select actor.shop_id()) and (user_id = (select actor.user_id()) or (select actor.sees_shop())));
create policy own_decision on cash_differences for insert to mandoob_request
  with check (shop_id = (select actor.shop_id()) and (select actor.sees_shop()) and decided_by = (select actor.user_id()));
grant select, insert on cash_differences to mandoob_request;
create trigger cash_differences_append_only before update or delete on cash_differences for each row execute function keep_row();
create trigger cash_differences_no_truncate before truncate on cash_differences for each statement execute function keep_row();

alter table cash_handovers
  -- The signed choice about the difference of an end of day; null for handovers without the choice.
  add column difference_choice text check (difference_choice in ('kept', 'short_or_over')),
  -- The driver who had the card machine before; null for the shop, and in handovers of older versions.
  add column card_machine_from_driver_id int,
  -- True if the shop had the card machine before. False in handovers of older versions.
  add column card_machine_from_shop boolean not null default false;
alter table cash_handovers drop constraint cash_handovers_handover_type_check;
alter table cash_handovers add constraint cash_handovers_handover_type_check
  check (handover_type in ('start', 'end', 'collection', 'drop')) not valid;
alter table cash_handovers add constraint cash_handovers_drop_is_cash check (handover_type <> 'drop' or amount_fils > 0) not valid;
alter table cash_handovers add constraint cash_handovers_choice_of_end
  check (difference_choice is null or handover_type = 'end') not valid;
-- The last end of day of each driver.
create index cash_handovers_ends on cash_handovers (shop_id, driver_id, recorded_at desc, id desc) where handover_type = 'end';

create function hold_difference() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if not exists (
    select from cash_handovers h
    where h.shop_id = new.shop_id and h.id = new.handover_id and h.staff_user_id = new.user_id
      and h.difference_choice = 'short_or_over'
      and case new.kind when 'shortage' then new.amount_fils <= -h.difference_fils
        when 'over' then new.amount_fils <= h.difference_fils else true end) then
    raise insufficient_privilege using message = 'both have not signed this difference as short or over';
  end if;
  return new;
end $$;
revoke execute on function hold_difference() from public;
create trigger cash_differences_hold before insert on cash_differences for each row execute function hold_difference();

-- The amounts paid, written off or cancelled of a shortage or an over.
create table cash_settlements (
  shop_id int not null references shops,
  id uuid not null,
  difference_id uuid not null,
  user_id uuid not null,
  -- 'salary': the shop has deducted it from the salary. 'loss': the shop bears it, or keeps an over.
  kind text not null check (kind in ('payment', 'salary', 'loss', 'late_delivery')),
  amount_fils bigint not null check (amount_fils > 0 and amount_fils <= 1000000000),
  reason text check (reason = btrim(reason) and length(reason) between 1 and 500),
  -- A payment: the user who received it or paid it back, and both signatures.
  reference text check (reference <> ''),
  staff_user_id uuid,
  receipt_url text,
  person_signature_file_id uuid,
  staff_signature_file_id uuid,
  receipt_file_id uuid,
  person_signature_typed boolean,
  person_signer text check (person_signer <> ''),
  staff_signature_typed boolean,
  staff_signer text check (staff_signer <> ''),
  approval_id uuid,
  -- The delivery that arrived after its handover.
  confirmation_id uuid,
  command_id uuid not null,
  completed_at timestamptz not null,
  recorded_at timestamptz not null default now(),
  primary key (shop_id, id),
  unique (shop_id, reference),
  unique (shop_id, staff_user_id, command_id),
  unique (shop_id, approval_id),
  unique (shop_id, difference_id, confirmation_id),
  check (num_nulls(reference, staff_user_id, receipt_url, person_signature_file_id, staff_signature_file_id, receipt_file_id,
    person_signature_typed, person_signer, staff_signature_typed, staff_signer) = case kind when 'payment' then 0 else 10 end),
  check ((kind in ('salary', 'loss')) = (approval_id is not null)),
  check ((kind = 'late_delivery') = (confirmation_id is not null)),
  check (staff_user_id <> user_id),
  foreign key (shop_id, difference_id) references cash_differences (shop_id, id),
  foreign key (shop_id, user_id) references shop_members (shop_id, user_id),
  foreign key (shop_id, staff_user_id) references shop_members (shop_id, user_id),
  foreign key (shop_id, person_signature_file_id) references files (shop_id, id),
  foreign key (shop_id, staff_signature_file_id) references files (shop_id, id),
  foreign key (shop_id, receipt_file_id) references files (shop_id, id),
  foreign key (shop_id, approval_id) references approvals (shop_id, id),
  foreign key (shop_id, confirmation_id) references delivery_confirmations (shop_id, id)
);
create index cash_settlements_of_difference on cash_settlements (shop_id, difference_id);
create index cash_settlements_of_delivery on cash_settlements (shop_id, confirmation_id) where confirmation_id is not null;
alter table cash_settlements enable row level security;
create policy own_or_shop on cash_settlements for select to mandoob_request
  using (shop_id = (select actor.shop_id()) and (user_id = (select actor.user_id()) or (select actor.sees_shop())));
create policy own_settlement on cash_settlements for insert to mandoob_request
  with check (shop_id = (select actor.shop_id()) and (select actor.sees_shop())
    and (staff_user_id = (select actor.user_id()) or approval_id is not null));
grant select, insert on cash_settlements to mandoob_request;
create trigger cash_settlements_append_only before update or delete on cash_settlements for each row execute function keep_row();
create trigger cash_settlements_no_truncate before truncate on cash_settlements for each statement execute function keep_row();

-- Locks a difference and returns what is left of it, in fils. Settlements of one difference run one after
-- another.
create function lock_difference(p_shop_id int, p_id uuid) returns bigint
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_amount_fils bigint;
begin
  if actor.is_request() and (p_shop_id is distinct from actor.shop_id() or not actor.sees_shop()) then
    raise insufficient_privilege using message = 'this difference is not the actor''s to lock';
  end if;
  select amount_fils into v_amount_fils from cash_differences where shop_id = p_shop_id and id = p_id for update;
  return v_amount_fils - (
    select coalesce(sum(amount_fils), 0) from cash_settlements where shop_id = p_shop_id and difference_id = p_id);
end $$;
revoke execute on function lock_difference(int, uuid) from public;
grant execute on function lock_difference(int, uuid) to mandoob_request;

create function hold_settlement() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
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
end $$;
revoke execute on function hold_settlement() from public;
create trigger cash_settlements_hold before insert on cash_settlements for each row execute function hold_settlement();

-- Proposals for the salary list; the newest of a difference counts. Nothing is deducted by it.
create table salary_proposals (
  shop_id int not null references shops,
  id uuid not null,
  difference_id uuid not null,
  -- 0 withdraws the proposal.
  amount_fils bigint not null check (amount_fils between 0 and 1000000000),
  reason text check (reason = btrim(reason) and length(reason) between 1 and 500),
  proposed_by uuid not null,
  command_id uuid not null,
  recorded_at timestamptz not null default now(),
  primary key (shop_id, id),
  unique (shop_id, proposed_by, command_id),
  foreign key (shop_id, difference_id) references cash_differences (shop_id, id),
  foreign key (shop_id, proposed_by) references shop_members (shop_id, user_id)
);
create index salary_proposals_of_difference on salary_proposals (shop_id, difference_id, recorded_at desc, id desc);
alter table salary_proposals enable row level security;
create policy own_shop on salary_proposals for select to mandoob_request
  using (shop_id = (select actor.shop_id()) and (select actor.sees_shop()));
create policy own_proposal on salary_proposals for insert to mandoob_request
  with check (shop_id = (select actor.shop_id()) and (select actor.sees_shop()) and proposed_by = (select actor.user_id()));
grant select, insert on salary_proposals to mandoob_request;
create trigger salary_proposals_append_only before update or delete on salary_proposals for each row execute function keep_row();
create trigger salary_proposals_no_truncate before truncate on salary_proposals for each statement execute function keep_row();

-- A handover, collection, float or deposit that was made by mistake. Its record and documents stay.
create table cash_voids (
  shop_id int not null references shops,
  id uuid not null,
  reference text not null check (reference <> ''),
  record_type text not null check (record_type in ('handover', 'deposit', 'float')),
  record_id uuid not null,
  -- The driver of a voided handover.
  driver_id int,
  reason text not null check (reason = btrim(reason) and length(reason) between 1 and 500),
  recorded_by uuid not null,
  -- The other signer of the record, or, where its own is not `recorded_by`, the signer; null with an
  -- approval.
  other_user_id uuid,
  receipt_url text not null,
  receipt_file_id uuid not null,
  own_signature_file_id uuid not null,
  own_signature_typed boolean not null,
  own_signer text not null check (own_signer <> ''),
  other_signature_file_id uuid,
  other_signature_typed boolean,
  other_signer text check (other_signer <> ''),
  -- The card machine that goes back, and the driver who has it again; null for the shop.
  card_machine_id uuid,
  card_machine_to_driver_id int,
  approval_id uuid,
  command_id uuid not null,
  completed_at timestamptz not null,
  recorded_at timestamptz not null default now(),
  primary key (shop_id, id),
  unique (shop_id, reference),
  unique (shop_id, record_type, record_id),
  unique (shop_id, recorded_by, command_id),
  check (num_nulls(other_user_id, other_signature_file_id, other_signature_typed, other_signer)
    = case when approval_id is null then 0 else 4 end),
  check (other_user_id <> recorded_by),
  check (card_machine_id is not null or card_machine_to_driver_id is null),
  foreign key (shop_id, recorded_by) references shop_members (shop_id, user_id),
  foreign key (shop_id, other_user_id) references shop_members (shop_id, user_id),
  foreign key (shop_id, receipt_file_id) references files (shop_id, id),
  foreign key (shop_id, own_signature_file_id) references files (shop_id, id),
  foreign key (shop_id, other_signature_file_id) references files (shop_id, id),
  foreign key (shop_id, card_machine_id) references card_machines (shop_id, id),
  foreign key (shop_id, approval_id) references approvals (shop_id, id)
);
alter table cash_voids enable row level security;
create policy own_or_shop on cash_voids for select to mandoob_request
  using (shop_id = (select actor.shop_id()) and (driver_id = (select actor.driver_id()) or (select actor.sees_shop())));
create policy own_void on cash_voids for insert to mandoob_request
  with check (shop_id = (select actor.shop_id()) and (select actor.sees_shop())
    and (recorded_by = (select actor.user_id()) or approval_id is not null));
grant select, insert on cash_voids to mandoob_request;
create trigger cash_voids_append_only before update or delete on cash_voids for each row execute function keep_row();
create trigger cash_voids_no_truncate before truncate on cash_voids for each statement execute function keep_row();

-- A void gives the card machine back, and managers may void too.
alter policy handed_by_admins on card_machines
  using (shop_id = (select actor.shop_id()) and (select actor.sees_shop()));
alter policy handed_by_admins on card_machines rename to handed_by_desk;

-- The two people who signed a record. A deposit has one.
create function signers_of(p_shop_id int, p_record_type text, p_record_id uuid) returns setof uuid
  language sql stable security definer set search_path = public, pg_temp as $$
  select unnest(array[staff_user_id, admin_id]) from cash_handovers
    where p_record_type = 'handover' and shop_id = p_shop_id and id = p_record_id
  union all
  select manager_id from bank_deposits where p_record_type = 'deposit' and shop_id = p_shop_id and id = p_record_id
  union all
  select unnest(array[admin_id, manager_id]) from cash_floats where p_record_type = 'float' and shop_id = p_shop_id and id = p_record_id
$$;
revoke execute on function signers_of(int, text, uuid) from public;

-- Both signers, or one of them and another Manager or Admin, void a record.
create function hold_void() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if not exists (select from signers_of(new.shop_id, new.record_type, new.record_id) s where s in (new.recorded_by, new.other_user_id))
    or new.other_user_id is not null
      and not exists (select from signers_of(new.shop_id, new.record_type, new.record_id) s where s = new.other_user_id) then
    raise insufficient_privilege using message = 'a void is signed by a signer of its record';
  end if;
  return new;
end $$;
revoke execute on function hold_void() from public;
create trigger cash_voids_hold before insert on cash_voids for each row execute function hold_void();

-- Rows that an approval adds.
alter table cash_adjustments add column approval_id uuid, add foreign key (shop_id, approval_id) references approvals (shop_id, id),
  add unique (shop_id, approval_id);
alter table cash_issues add column approval_id uuid, add foreign key (shop_id, approval_id) references approvals (shop_id, id),
  add unique (shop_id, approval_id);
alter table cash_floats add column approval_id uuid, add foreign key (shop_id, approval_id) references approvals (shop_id, id),
  add unique (shop_id, approval_id);

create policy approved_adjustment on cash_adjustments for insert to mandoob_request
  with check (shop_id = (select actor.shop_id()) and (select actor.sees_shop()) and approval_id is not null);
create policy approved_issue on cash_issues for insert to mandoob_request
  with check (shop_id = (select actor.shop_id()) and (select actor.sees_shop()) and approval_id is not null);
grant select, insert on cash_adjustments, cash_issues to mandoob_request;
alter policy own_float on cash_floats with check (
  shop_id = (select actor.shop_id()) and (select actor.sees_shop()) and (approval_id is not null
    or recorded_by = (select actor.user_id())
    and case (select actor.role()) when 'Admin' then admin_id = recorded_by when 'Manager' then manager_id = recorded_by else false end));

-- An approved row is added by the user who approved it, exactly as it was requested.
create function hold_approved() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if not exists (
    select from approvals a join approval_decisions d on d.shop_id = a.shop_id and d.approval_id = a.id
    where a.shop_id = new.shop_id and a.id = new.approval_id and a.kind = tg_argv[0] and a.record ->> 'id' = new.id::text
      and d.outcome = 'approved' and d.decided_by is not distinct from actor.user_id()
      and to_jsonb(new) @> (a.record - 'completed_at')
      and ((a.record ->> 'completed_at')::timestamptz = (to_jsonb(new) ->> 'completed_at')::timestamptz or not a.record ? 'completed_at')) then
    raise insufficient_privilege using message = 'no approval of the actor adds this row';
  end if;
  return new;
end $$;
revoke execute on function hold_approved() from public;
create trigger cash_adjustments_approved before insert on cash_adjustments for each row
  when (new.approval_id is not null) execute function hold_approved('adjustment');
create trigger cash_issues_approved before insert on cash_issues for each row
  when (new.approval_id is not null) execute function hold_approved('issue');
create trigger cash_floats_approved before insert on cash_floats for each row
  when (new.approval_id is not null) execute function hold_approved('float');
create trigger cash_settlements_approved before insert on cash_settlements for each row
  when (new.approval_id is not null) execute function hold_approved('write_off');
create trigger cash_voids_approved before insert on cash_voids for each row
  when (new.approval_id is not null) execute function hold_approved('void');

create or replace function hold_float() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
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
end $$;

-- Prevents others from taking cash from a person until the transaction ends, and returns the cash, pending
-- movements included, in fils. For managers and admins, and for the operator, who approves what changes
-- balances.
create function lock_balance_in(p_shop_id int, p_user_id uuid) returns bigint
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if actor.is_request() and (p_shop_id is distinct from actor.shop_id() or not actor.sees_shop()) then
    raise exception 'this balance is not the actor''s to lock' using errcode = 'insufficient_privilege';
  end if;
  insert into cash_tracking_parts (shop_id, user_id) values (p_shop_id, p_user_id) on conflict do nothing;
  perform 1 from cash_tracking_parts where shop_id = p_shop_id and user_id = p_user_id and part = 0 for no key update;
  return (
    select (select sum(cash_on_hand_fils) from cash_tracking_parts where shop_id = p_shop_id and user_id = p_user_id)
      + (select coalesce(sum(case when to_user_id = p_user_id then amount_fils else -amount_fils end), 0)
         from cash_movements
         where shop_id = p_shop_id and posted_at is null and p_user_id in (to_user_id, from_user_id)));
end $$;
revoke execute on function lock_balance_in(int, uuid) from public;
grant execute on function lock_balance_in(int, uuid) to mandoob_request;

-- Movements: two more holders for each person, named by `account_user_id`, and what moves cash between them.
alter table cash_movements add column account_user_id uuid;
alter table cash_movements
  drop constraint cash_movements_from_holder_check,
  drop constraint cash_movements_to_holder_check,
  drop constraint cash_movements_check2,
  drop constraint cash_movements_reason_check,
  add constraint cash_movements_from_holder_check check (from_holder in
    ('staff', 'customers', 'bank', 'safe', 'opening', 'adjustment', 'shortage', 'over')) not valid,
  add constraint cash_movements_to_holder_check check (to_holder in
    ('staff', 'customers', 'bank', 'safe', 'opening', 'adjustment', 'shortage', 'over')) not valid,
  add constraint cash_movements_of_staff_or_account check (from_holder = 'staff' or to_holder = 'staff'
    or account_user_id is not null and 'adjustment' in (from_holder, to_holder)) not valid,
  add constraint cash_movements_account_has_user check ((account_user_id is not null)
    = (from_holder in ('shortage', 'over') or to_holder in ('shortage', 'over'))) not valid,
  add constraint cash_movements_reason_check check (reason in ('delivery', 'start_handover', 'end_handover', 'collection', 'drop',
    'bank_deposit', 'issue', 'float_return', 'opening', 'adjustment', 'difference', 'settlement', 'write_off', 'late_delivery',
    'reversal')) not valid,
  add constraint cash_movements_account_user_fkey foreign key (shop_id, account_user_id)
    references shop_members (shop_id, user_id) not valid;
create unique index cash_movements_reversed on cash_movements (shop_id, reverses) where reverses is not null;
create index cash_movements_account on cash_movements (shop_id, account_user_id, recorded_at, id) where account_user_id is not null;

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
    else false end, false);

drop function post_movement(int, uuid, text, uuid, text, uuid, bigint, text, text, uuid, smallint, uuid, timestamptz, uuid, boolean);
-- `p_account_user_id` is the person whose shortage or over one of the holders is.
create function post_movement(
  p_shop_id int, p_id uuid,
  p_from_holder text, p_from_user_id uuid, p_to_holder text, p_to_user_id uuid, p_amount_fils bigint,
  p_reason text, p_source_type text, p_source_id uuid, p_leg smallint,
  p_command_id uuid, p_occurred_at timestamptz, p_reverses uuid, p_may_wait boolean, p_account_user_id uuid default null
) returns table (success boolean, error text, from_total_fils bigint, to_total_fils bigint)
  language plpgsql security definer set search_path = public, pg_temp as $$
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
end $$;
revoke execute on function post_movement(int, uuid, text, uuid, text, uuid, bigint, text, text, uuid, smallint, uuid, timestamptz, uuid,
  boolean, uuid) from public;
grant execute on function post_movement(int, uuid, text, uuid, text, uuid, bigint, text, text, uuid, smallint, uuid, timestamptz, uuid,
  boolean, uuid) to mandoob_request;

create or replace function movement_has_source() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  -- A record of a request has one movement; a void has one for each that it reverses.
  if actor.is_request() and new.leg <> 1 and new.reason <> 'reversal' then
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
    else false
  end) then
    return new;
  end if;
  raise exception 'no % % explains this movement', replace(new.source_type, '_', ' '), new.source_id
    using errcode = 'foreign_key_violation';
end $$;

-- An id in the order of time, like those that the servers make (UUIDv7).
create function id_by_time() returns uuid language sql volatile set search_path = public, pg_temp as $$
  select encode(set_byte(overlay(uuid_send(gen_random_uuid())
      placing substring(int8send((extract(epoch from clock_timestamp()) * 1000)::bigint) from 3) from 1 for 6),
    6, (get_byte(uuid_send(gen_random_uuid()), 6) & 15) | 112), 'hex')::uuid
$$;
revoke execute on function id_by_time() from public;

-- A delivery that was made before an end of day and arrives after it cancels an over of that end of day
-- first. The delivery sends no further statement for it; one that arrives at once does not run this at all.
-- If a balance cannot be changed now, the sweeper posts it.
create function cancel_over() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
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
end $$;
revoke execute on function cancel_over() from public;
create trigger cash_movements_cancel_over after insert on cash_movements for each row
  when (new.reason = 'delivery' and new.recorded_at > new.occurred_at + interval '5 seconds') execute function cancel_over();

-- The sum of a person's open shortages and overs, in fils. The reversal of a voided end of day has closed its
-- own.
create function open_differences(p_shop_id int, p_user_id uuid) returns bigint
  language sql stable security definer set search_path = public, pg_temp as $$
  select coalesce(sum(abs(fils)), 0)::bigint from (
    select sum(case when to_holder = 'shortage' or from_holder = 'over' then amount_fils else -amount_fils end) as fils
    from cash_movements
    where shop_id = p_shop_id and account_user_id = p_user_id and (not actor.is_request() or p_shop_id = actor.shop_id() and actor.sees_shop())
    group by case when 'shortage' in (from_holder, to_holder) then 'shortage' else 'over' end
  ) accounts
$$;
revoke execute on function open_differences(int, uuid) from public;
grant execute on function open_differences(int, uuid) to mandoob_request;

create or replace function stay_with_cash() returns trigger language plpgsql as $$
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
end $$;

-- No server of the previous version calls it any more.
drop function recorded_now();
