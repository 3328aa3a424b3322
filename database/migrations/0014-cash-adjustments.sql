-- Corrections of what somebody holds, booked by the shop's operator, each with the reason in words: a count that did not
-- match, cash that was lost or found. Its movement is between the person and 'adjustment'.

create table cash_adjustments (
  shop_id int not null references shops (id),
  id uuid not null,
  user_id uuid not null,
  -- Below zero when the person holds less than the book said.
  amount_fils bigint not null check (amount_fils <> 0 and abs(amount_fils) <= 1000000000),
  reason text not null check (reason = btrim(reason) and length(reason) between 1 and 500),
  recorded_at timestamptz not null default now(),
  primary key (shop_id, id),
  foreign key (shop_id, user_id) references shop_members (shop_id, user_id)
);
create index cash_adjustments_of_user on cash_adjustments (shop_id, user_id, recorded_at);

-- Why cash was written off or up is not rewritten; a wrong one is corrected by another.
create function keep_adjustment() returns trigger language plpgsql as $$
begin
  raise exception 'cash adjustments are append-only' using errcode = 'restrict_violation';
end $$;
revoke execute on function keep_adjustment() from public;
create trigger cash_adjustments_append_only before update or delete on cash_adjustments
  for each row execute function keep_adjustment();
create trigger cash_adjustments_no_truncate before truncate on cash_adjustments
  for each statement execute function keep_adjustment();

-- No screen shows adjustments, so no request has a right to them; the policy says whose they would be.
alter table cash_adjustments enable row level security;
create policy own_or_shop on cash_adjustments for select to mandoob_request
  using (shop_id = (select actor.shop_id()) and (user_id = (select actor.user_id()) or (select actor.sees_shop())));
