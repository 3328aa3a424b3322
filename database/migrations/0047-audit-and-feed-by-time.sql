-- Audit and feed are kept in partitions by the time of recording (decision 37). What lies in them now becomes the first partition as
-- it is, and goes on taking rows for a while; a job makes those that follow ahead of time, and what finds none goes into a default one,
-- so that no insert ever fails for it. Both tables are as young as this version, so that little waits while their rows are looked
-- through and the key is built anew. Servers of the version before write by name, and so into the partitions.

create schema partitions;

-- Audit: by month, never dropped.
alter table audit_events set schema partitions;
alter table partitions.audit_events rename to audit_events_before;
revoke all on partitions.audit_events_before from mandoob_request;
drop policy own_shop on partitions.audit_events_before;
drop policy own_event on partitions.audit_events_before;
drop trigger audit_events_append_only on partitions.audit_events_before;
alter table partitions.audit_events_before drop constraint audit_events_pkey;

create table audit_events (
  like partitions.audit_events_before including defaults including constraints,
  primary key (shop_id, id, recorded_at),
  foreign key (shop_id) references shops (id),
  foreign key (shop_id, user_id) references shop_members (shop_id, user_id)
) partition by range (recorded_at);
create index audit_events_of_user on audit_events (shop_id, user_id) where user_id is not null;
create table partitions.audit_events_default (like audit_events including defaults including constraints);
create trigger audit_events_no_truncate before truncate on partitions.audit_events_default
  for each statement execute function keep_audit_event();

create trigger audit_events_append_only before update or delete on audit_events
  for each row execute function keep_audit_event();
create trigger audit_events_no_truncate before truncate on audit_events
  for each statement execute function keep_audit_event();
alter table audit_events enable row level security;
alter table partitions.audit_events_default enable row level security;
grant select on audit_events to mandoob_request;
grant insert (shop_id, id, source, user_id, client_address, device, what, subject_id, before, after, personal_fields, command_id)
  on audit_events to mandoob_request;
create policy own_shop on audit_events for select to mandoob_request
  using (shop_id = (select actor.shop_id()) and (select actor.sees_shop()));
create policy own_event on audit_events for insert to mandoob_request
  with check (shop_id = (select actor.shop_id()) and user_id = (select actor.user_id()));

-- Feed: by day, dropped by day.
alter table feed set schema partitions;
alter table partitions.feed rename to feed_before;
revoke all on partitions.feed_before from mandoob_request;
drop policy own_shop on partitions.feed_before;
alter table partitions.feed_before drop constraint feed_pkey;

create table feed (
  like partitions.feed_before including defaults including constraints,
  primary key (shop_id, xid, id, recorded_at),
  foreign key (shop_id) references shops (id)
) partition by range (recorded_at);
create table partitions.feed_default (like feed including defaults including constraints);
alter table feed enable row level security;
alter table partitions.feed_default enable row level security;
grant insert (shop_id, id, topic, subject_id, audience, user_ids, command_id) on feed to mandoob_request;
create policy own_shop on feed for insert to mandoob_request with check (shop_id = (select actor.shop_id()));

do $$
declare
  v_today timestamp := date_trunc('day', now() at time zone 'UTC');
begin
  execute format('alter table audit_events attach partition partitions.audit_events_before for values from (minvalue) to (%L)',
    (date_trunc('month', v_today) + interval '1 month') at time zone 'UTC');
  execute format('alter table feed attach partition partitions.feed_before for values from (minvalue) to (%L)',
    (v_today + interval '2 days') at time zone 'UTC');
end $$;
alter table audit_events attach partition partitions.audit_events_default default;
alter table feed attach partition partitions.feed_default default;
