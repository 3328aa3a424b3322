-- A delivery that met a change, or an order that the store cancelled after it was delivered, stands in the desk's view until somebody has looked at it
-- and written down what really happened. That is a line of the order's history; which orders still wait for one is kept beside it, so that
-- the view costs what is in it, however many there ever were.

alter table order_events drop constraint order_events_kind_check;
alter table order_events add constraint order_events_kind_check check (kind in
  ('imported', 'updated', 'assigned', 'unassigned', 'status', 'delivered', 'conflict', 'reviewed')) not valid;
alter table order_events add constraint order_events_review_of_one
  check (kind <> 'reviewed' or coalesce(detail ->> 'conflict_id', '') <> '') not valid;

create table conflicts_to_review (
  shop_id int not null references shops,
  order_id uuid not null,
  -- The newest line of the order's history that tells of one.
  conflict_id uuid not null,
  primary key (shop_id, order_id),
  foreign key (shop_id, order_id) references orders (shop_id, id),
  foreign key (shop_id, conflict_id) references order_events (shop_id, id)
);
alter table conflicts_to_review enable row level security;
create policy own_shop on conflicts_to_review for select to mandoob_request
  using (shop_id = (select actor.shop_id()) and (select actor.sees_shop()));
grant select on conflicts_to_review to mandoob_request;

create policy reviewed_by_desk on order_events as restrictive for insert to mandoob_request
  with check (shop_id = (select actor.shop_id()) and (kind <> 'reviewed' or (select actor.sees_shop())));

-- Whichever version of the server writes the history. The order is locked by whoever does.
create function keep_conflicts_to_review() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if new.kind = 'conflict' then
    insert into conflicts_to_review (shop_id, order_id, conflict_id) values (new.shop_id, new.order_id, new.id)
      on conflict (shop_id, order_id) do update set conflict_id = excluded.conflict_id;
  else
    delete from conflicts_to_review
      where shop_id = new.shop_id and order_id = new.order_id and conflict_id = (new.detail ->> 'conflict_id')::uuid;
  end if;
  return null;
end $$;
create trigger order_events_keep_conflicts after insert on order_events for each row
  when (new.kind in ('conflict', 'reviewed')) execute function keep_conflicts_to_review();
revoke execute on function keep_conflicts_to_review() from public;

-- As many as the view showed until now.
insert into conflicts_to_review (shop_id, order_id, conflict_id)
  select distinct on (shop_id, order_id) shop_id, order_id, id from order_events
  where kind = 'conflict' and recorded_at >= now() - interval '7 days'
  order by shop_id, order_id, recorded_at desc, id desc;
