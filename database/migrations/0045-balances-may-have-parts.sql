-- What somebody holds becomes the sum of parts, so that those who hand cash to one person need not wait for each other
-- (decision 36). This file makes room: there is one part as yet, and `cash_tracking` is a view that can still be written to, for
-- calls of the functions of before that are under way. The next file lets a balance have more.

alter table cash_tracking rename to cash_tracking_parts;
alter table cash_tracking_parts
  rename constraint cash_tracking_cash_on_hand_fils_check to cash_tracking_parts_cash_on_hand_fils_check;
alter table cash_tracking_parts rename constraint cash_tracking_shop_id_fkey to cash_tracking_parts_shop_id_fkey;
alter table cash_tracking_parts
  rename constraint cash_tracking_shop_id_user_id_fkey to cash_tracking_parts_shop_id_user_id_fkey;
alter table cash_tracking_parts add column part bigint not null default 0;
create unique index cash_tracking_parts_pkey on cash_tracking_parts (shop_id, user_id, part);

create view cash_tracking with (security_invoker = true) as
  select shop_id, user_id, cash_on_hand_fils, last_updated from cash_tracking_parts;
grant select on cash_tracking to mandoob_request;

-- Adds to what somebody holds, or takes from it where below zero, and answers what that makes, in fils.
create function add_to_balance(p_shop_id int, p_user_id uuid, p_amount_fils bigint) returns bigint
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_total_fils bigint;
begin
  insert into cash_tracking_parts as t (shop_id, user_id, part, cash_on_hand_fils, last_updated)
    values (p_shop_id, p_user_id, 0, p_amount_fils, clock_timestamp())
    on conflict (shop_id, user_id, part) do update
      set cash_on_hand_fils = t.cash_on_hand_fils + excluded.cash_on_hand_fils, last_updated = excluded.last_updated
    returning t.cash_on_hand_fils into v_total_fils;
  return v_total_fils;
end $$;

-- Takes from one person and gives to another, either null when it is not a member of staff, and answers both totals. In this
-- order: whoever takes may wait for who else takes from that person, whoever gives waits for nobody. So nobody waits in a circle.
create function move_cash(
  p_shop_id int, p_from_user_id uuid, p_to_user_id uuid, p_amount_fils bigint,
  out from_total_fils bigint, out to_total_fils bigint
) language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if p_from_user_id is not null then
    from_total_fils := add_to_balance(p_shop_id, p_from_user_id, -p_amount_fils);
  end if;
  if p_to_user_id is not null then
    to_total_fils := add_to_balance(p_shop_id, p_to_user_id, p_amount_fils);
  end if;
end $$;
revoke execute on function add_to_balance(int, uuid, bigint), move_cash(int, uuid, uuid, bigint) from public;

-- Puts one recorded movement into the balances, once. A balance update that takes longer than a statement may is a failure
-- like any other (ruling A4); a statement's time limit strikes once, the rest of the statement goes on.
create or replace function apply_movement(p_shop_id int, p_id uuid) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
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
end $$;

-- The one writer of cash. The movement is part of the caller's transaction; only the balance update runs in a savepoint, and
-- before the row is written, which says from the start whether it is posted. Serialization failures, deadlocks, shutdowns and
-- broken connections are thrown on, so that the whole transaction runs again. After any other failure the movement stays unposted
-- when p_may_wait, else it throws. `error` carries a text only where the database raised one meant for people (errcode P0001).
create or replace function post_movement(
  p_shop_id int, p_id uuid,
  p_from_holder text, p_from_user_id uuid, p_to_holder text, p_to_user_id uuid, p_amount_fils bigint,
  p_reason text, p_source_type text, p_source_id uuid, p_leg smallint,
  p_command_id uuid, p_occurred_at timestamptz, p_reverses uuid, p_may_wait boolean
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
      source_type, source_id, leg, command_id, recorded_by, occurred_at, posted_at, reverses)
    values (p_shop_id, p_id, p_from_holder, p_from_user_id, p_to_holder, p_to_user_id, p_amount_fils, p_reason,
      p_source_type, p_source_id, p_leg, p_command_id, actor.user_id(), p_occurred_at, v_posted_at, p_reverses);

  success := v_posted_at is not null;
  return next;
end $$;

create or replace function initialise_own_balance() returns bigint
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if actor.shop_id() is null or actor.user_id() is null then
    raise exception 'nobody is signed in' using errcode = 'insufficient_privilege';
  end if;
  insert into cash_tracking_parts (shop_id, user_id) select actor.shop_id(), actor.user_id()
    where not exists (select from cash_tracking_parts where shop_id = actor.shop_id() and user_id = actor.user_id())
    on conflict do nothing;
  return (select sum(cash_on_hand_fils)::bigint from cash_tracking_parts
    where shop_id = actor.shop_id() and user_id = actor.user_id());
end $$;

-- Holds back whoever else would take cash from a member of staff, until the transaction ends, and answers what that person holds
-- with what still waits, in fils: what a collection may take, and what an end of day expects. Cash that others hand to the person
-- meanwhile can only make it more. The two sums are of one statement, which sees what was committed while it was waited: what
-- waits may be posted in between.
create or replace function lock_balance_of(p_user_id uuid) returns bigint
  language plpgsql security definer set search_path = public, pg_temp as $$
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
end $$;
