-- As 0036, for the two other policies that looked something up: whose receipt a file is, and of which shops somebody
-- ever was. There is one row for each handover and each change of shop, so that these are filled in here.

alter table files add column receipt_driver_id int;
create function note_receipts() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update files f set receipt_driver_id = added.driver_id from added
    where f.shop_id = added.shop_id and f.id = added.receipt_file_id and added.driver_id is not null
      and f.receipt_driver_id is distinct from added.driver_id;
  return null;
end $$;
create trigger cash_handovers_note_receipts after insert on cash_handovers
  referencing new table as added for each statement execute function note_receipts();
update files f set receipt_driver_id = h.driver_id from cash_handovers h
  where h.shop_id = f.shop_id and h.receipt_file_id = f.id and h.driver_id is not null;

drop policy by_what_it_proves on files;
create policy by_what_it_proves on files for select to mandoob_request
  using (shop_id = (select actor.shop_id()) and case
    when bucket = 'order-deliveries' then uploaded_by = (select actor.user_id()) or (select actor.sees_shop())
    when bucket = 'bank-deposits' or path like 'signatures/%' then (select actor.role() = 'Manager')
    else (select actor.role() = 'Admin') or receipt_driver_id = (select actor.driver_id()) end);

alter table profiles add column member_shop_ids int[] not null default '{}';
create function note_memberships() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update profiles p set member_shop_ids = p.member_shop_ids || n.shop_ids
    from (select added.user_id, array_agg(distinct added.shop_id) as shop_ids from added
          join profiles had on had.id = added.user_id where added.shop_id <> all (had.member_shop_ids) group by 1) n
    where p.id = n.user_id;
  return null;
end $$;
create trigger shop_members_note_memberships after insert on shop_members
  referencing new table as added for each statement execute function note_memberships();
update profiles p set member_shop_ids = array(
  select m.shop_id from shop_members m where m.user_id = p.id order by m.shop_id);

drop policy own_or_shop on profiles;
create policy own_or_shop on profiles for select to mandoob_request
  using (id = (select actor.user_id())
    or (select actor.sees_shop()) and (select actor.shop_id()) = any (member_shop_ids));

revoke execute on function note_receipts(), note_memberships() from public;
