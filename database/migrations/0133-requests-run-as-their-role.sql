-- A pooler that drops start-up options leaves requests running as the owner, whom row security does not bind. So each request's
-- transaction refuses to begin as anybody but the request role: a login of its own, or taken on. As before in all else; the
-- version before calls it as it did.
create or replace function public.begin_request(p_session_id uuid)
  returns table (user_id uuid, email text, must_change_password boolean, shop_id int, role text, full_name text, driver_id int)
  language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
declare
  who record;
begin
  -- Who has called: in here current_user is the owner.
  if not actor.is_request() then
    raise exception 'requests must run as mandoob_request, and this one runs as %: row security would not bind it', session_user
      using errcode = 'insufficient_privilege',
      hint = 'A pooler has dropped the start-up option "role". Set DATABASE_REQUEST_URL, a login of its own for requests.';
  end if;
  perform mark_request_begun();
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
