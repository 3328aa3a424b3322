-- Who is asking. A request's transaction starts with one call of begin_request, which checks the live session and
-- sets the actor for row-level security (ruling C2).

create schema actor;

-- An unset custom setting reads '' after the first transaction of a connection, hence nullif.
create function actor.user_id() returns uuid language sql stable parallel safe
  return nullif(current_setting('app.user_id', true), '')::uuid;
create function actor.shop_id() returns int language sql stable parallel safe
  return nullif(current_setting('app.shop_id', true), '')::int;
create function actor.driver_id() returns int language sql stable parallel safe
  return nullif(current_setting('app.driver_id', true), '')::int;
create function actor.role() returns text language sql stable parallel safe
  return nullif(current_setting('app.role', true), '');
-- Managers and admins see what concerns their whole shop.
create function actor.sees_shop() returns boolean language sql stable parallel safe
  return coalesce(nullif(current_setting('app.role', true), '') in ('Manager', 'Admin'), false);

-- The role a statement was sent under, also when read inside a security definer function.
create function actor.is_request() returns boolean language sql stable parallel safe
  return (case when current_setting('role') = 'none' then session_user::text else current_setting('role') end)
         = 'mandoob_request';

-- Answers no row when the session is revoked or its user disabled; a row without shop when there is no profile.
create function public.begin_request(p_session_id uuid)
  returns table (user_id uuid, email text, must_change_password boolean, shop_id int, role text, full_name text, driver_id int)
  language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
declare
  who record;
begin
  select u.id, u.email, u.must_change_password, p.shop_id, p.role, p.full_name, d.id as driver_id into who
    from sessions s
    join users u on u.id = s.user_id
    left join profiles p on p.id = u.id
    left join drivers d on d.shop_id = p.shop_id and d.user_id = p.id
    where s.id = p_session_id and s.revoked_at is null and u.disabled_at is null;
  perform set_config('app.user_id', coalesce(who.id::text, ''), true),
    set_config('app.shop_id', coalesce(who.shop_id::text, ''), true),
    set_config('app.role', coalesce(who.role, ''), true),
    set_config('app.driver_id', coalesce(who.driver_id::text, ''), true);
  if who.id is not null then
    return query select who.id, who.email, who.must_change_password, who.shop_id, who.role, who.full_name, who.driver_id;
  end if;
end $$;
