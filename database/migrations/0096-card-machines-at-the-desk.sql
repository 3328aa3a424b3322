-- Card machines are added and retired at the desk by Admins, and read by managers too (ruling G1).

-- One that is retired is in the shop: a server of the version before hands it to nobody either.
alter table card_machines add column retired_at timestamptz,
  add constraint card_machines_retired_in_shop check (retired_at is null or holder_driver_id is null);

drop policy for_admins on card_machines;
create policy for_desk on card_machines for select to mandoob_request
  using (shop_id = (select actor.shop_id()) and (select actor.sees_shop()));
create policy added_by_admins on card_machines for insert to mandoob_request
  with check (shop_id = (select actor.shop_id()) and (select actor.role() = 'Admin'));
grant insert (shop_id, id, number) on card_machines to mandoob_request;
grant update (retired_at) on card_machines to mandoob_request;

create index cash_handovers_of_machine on cash_handovers (shop_id, card_machine_id, completed_at desc) where card_machine_id is not null;
create index audit_events_of_machine on audit_events (shop_id, subject_id)
  where what in ('add_card_machine', 'return_card_machine', 'retire_card_machine', 'reactivate_card_machine');

-- The shop's machines, who has each and since which handover: for its managers and admins, and the operator.
create function card_machines_of_shop(p_shop_id int) returns table (
  id uuid, number text, retired_at timestamptz, driver_id int, user_id uuid, holder text, held_since timestamptz
) language sql stable security definer set search_path = public, pg_temp as $$
  select m.id, m.number, m.retired_at, d.id, d.user_id, d.full_name, (
    select h.completed_at from cash_handovers h
    where h.shop_id = m.shop_id and h.card_machine_id = m.id and h.card_machine_given and h.driver_id = m.holder_driver_id
    order by h.completed_at desc limit 1)
  from card_machines m
  left join drivers d on d.shop_id = m.shop_id and d.id = m.holder_driver_id
  where m.shop_id = p_shop_id and (not actor.is_request() or actor.shop_id() = p_shop_id and actor.sees_shop())
  order by m.number
$$;

-- Through whose hands a machine went, newest first: handovers, and what was done to it besides. by_name: staff, or the operator's account.
create function card_machine_story(p_shop_id int, p_card_machine_id uuid) returns table (
  what text, driver text, by_name text, happened_at timestamptz
) language sql stable security definer set search_path = public, pg_temp as $$
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
$$;

revoke execute on function card_machines_of_shop(int), card_machine_story(int, uuid) from public;
grant execute on function card_machines_of_shop(int), card_machine_story(int, uuid) to mandoob_request;
