-- Records take their time from the database's clock again. A demo replaces these defaults in its own database, while it makes its past (decision 61).
alter table audit_events alter column recorded_at set default now();
alter table bank_deposits alter column created_at set default now();
alter table cash_adjustments alter column recorded_at set default now();
alter table cash_floats alter column recorded_at set default now();
alter table cash_handovers alter column recorded_at set default now();
alter table cash_issues alter column recorded_at set default now();
alter table cash_movements alter column recorded_at set default now();
alter table commands alter column recorded_at set default now();
alter table delivery_confirmations alter column recorded_at set default now();
alter table files alter column uploaded_at set default now();
alter table operator_commands alter column recorded_at set default now();
alter table order_amounts alter column replaced_at set default now();
alter table order_assignments alter column assigned_at set default now();
alter table order_events alter column recorded_at set default clock_timestamp();

do $$ begin
  execute replace(pg_get_functiondef('touch_order()'::regprocedure), 'recorded_now()', 'now()');
end $$;

-- Servers that run until they are updated still call it; the next version drops it.
create or replace function recorded_now() returns timestamptz language sql stable return now();
drop function recorded_clock();
drop function recorded_behind();

delete from installation where key in ('demo_past', 'demo_past_key');
