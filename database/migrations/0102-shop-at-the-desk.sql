-- Admins change their own shop at the desk (ruling G1).

create policy changed_by_admins on shops for update to mandoob_request
  using (id = (select actor.shop_id()) and (select actor.role() = 'Admin'));
grant update (name, time_zone, promise_hours) on shops to mandoob_request;
