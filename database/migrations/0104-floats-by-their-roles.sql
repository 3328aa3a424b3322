-- A policy looks nothing up in another table: that one of the two is an admin and the other a manager is held by a trigger.

alter policy own_float on cash_floats with check (
  shop_id = (select actor.shop_id()) and recorded_by = (select actor.user_id())
  and case (select actor.role()) when 'Admin' then admin_id = recorded_by when 'Manager' then manager_id = recorded_by else false end);

create function hold_float() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if (select count(*) from profiles p where p.shop_id = new.shop_id
    and (p.id = new.admin_id and p.role = 'Admin' or p.id = new.manager_id and p.role = 'Manager')) <> 2 then
    raise insufficient_privilege using message = 'a float is signed by an admin and a manager of the shop';
  end if;
  return new;
end $$;
create trigger cash_floats_hold before insert on cash_floats for each row
  when (actor.is_request()) execute function hold_float();
revoke execute on function hold_float() from public;
