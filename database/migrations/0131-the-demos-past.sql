-- The demo makes its last two weeks by the product's own operations, with a clock that runs behind (decision 61). What records are kept with
-- is the database's time: now() for everybody, and earlier only in a session that shows the key of a demo which is making its past. That key is in
-- no shop's database: only the owner can write it, beside the mark of a demo.

create function recorded_behind() returns interval
  language plpgsql stable security definer set search_path = public, pg_temp as $$
declare
  v_shown text[] := regexp_match(current_setting('mandoob.past', true), '^([0-9a-f]{64}) ([0-9]{1,10})$');
begin
  if v_shown is null or not exists (select from installation where key = 'demo') or not exists (
    select from installation
    where key = 'demo_past_key' and value = encode(sha256(convert_to(v_shown[1], 'UTF8')), 'hex')
  ) then
    raise insufficient_privilege using message = 'only a demo that makes its past has a clock of its own';
  end if;
  return make_interval(secs => v_shown[2]::bigint / 1000.0);
end $$;
revoke execute on function recorded_behind() from public;
grant execute on function recorded_behind() to mandoob_request;

-- Their bodies become part of the statements that ask them, which look at the setting and no further.
create function recorded_now() returns timestamptz language sql stable
  return case when coalesce(current_setting('mandoob.past', true), '') = '' then now() else now() - recorded_behind() end;
create function recorded_clock() returns timestamptz language sql volatile
  return case when coalesce(current_setting('mandoob.past', true), '') = '' then clock_timestamp()
    else clock_timestamp() - recorded_behind() end;
revoke execute on function recorded_now(), recorded_clock() from public;
grant execute on function recorded_now(), recorded_clock() to mandoob_request;

alter table audit_events alter column recorded_at set default recorded_now();
alter table bank_deposits alter column created_at set default recorded_now();
alter table cash_adjustments alter column recorded_at set default recorded_now();
alter table cash_floats alter column recorded_at set default recorded_now();
alter table cash_handovers alter column recorded_at set default recorded_now();
alter table cash_issues alter column recorded_at set default recorded_now();
alter table cash_movements alter column recorded_at set default recorded_now();
alter table commands alter column recorded_at set default recorded_now();
alter table delivery_confirmations alter column recorded_at set default recorded_now();
alter table files alter column uploaded_at set default recorded_now();
alter table operator_commands alter column recorded_at set default recorded_now();
alter table order_amounts alter column replaced_at set default recorded_now();
alter table order_assignments alter column assigned_at set default recorded_now();
alter table order_events alter column recorded_at set default recorded_clock();

create or replace function touch_order() returns trigger
  language plpgsql as $$
declare
  said orders := new;
begin
  if old.status <> 'completed'
    and (new.status, new.payment_status, new.payment_method, new.paid_amount_fils, new.driver_id)
      is distinct from (old.status, old.payment_status, old.payment_method, old.paid_amount_fils, old.driver_id)
  then
    new.updated_at := recorded_now();
  else
    new.updated_at := old.updated_at;
  end if;
  said.updated_at := old.updated_at;
  said.ever_driver_ids := old.ever_driver_ids;
  new.version := old.version + case when said is distinct from old then 1 else 0 end;
  return new;
end $$;
