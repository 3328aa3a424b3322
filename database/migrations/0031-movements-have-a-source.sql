-- A movement is recorded after the row that explains it, in the same transaction; without that row it is refused, whoever asks.
-- Cash does not know what an order or a handover is: that their rows exist is all that is asked here.

create function movement_has_source() returns trigger language plpgsql
  security definer set search_path = public, pg_temp as $$
begin
  if (case new.source_type
    when 'delivery_confirmation' then exists (
      select from delivery_confirmations s where s.shop_id = new.shop_id and s.id = new.source_id)
    when 'cash_handover' then exists (select from cash_handovers s where s.shop_id = new.shop_id and s.id = new.source_id)
    when 'bank_deposit' then exists (select from bank_deposits s where s.shop_id = new.shop_id and s.id = new.source_id)
    when 'cash_issue' then exists (select from cash_issues s where s.shop_id = new.shop_id and s.id = new.source_id)
    when 'cash_adjustment' then exists (select from cash_adjustments s where s.shop_id = new.shop_id and s.id = new.source_id)
    else false
  end) then
    return new;
  end if;
  raise exception 'no % % explains this movement', replace(new.source_type, '_', ' '), new.source_id
    using errcode = 'foreign_key_violation';
end $$;
revoke execute on function movement_has_source() from public;
create trigger cash_movements_have_a_source before insert on cash_movements
  for each row execute function movement_has_source();
