import type { TestApp } from './test-app.ts';
import type { TestShop } from './test-shop.ts';

/** Returns the cash, shortage and over of each person by name, and the holder of each card machine. */
export async function cashState(
  { database }: TestApp,
  { shop_id }: TestShop,
): Promise<{ accounts: Record<string, number>; machines: Record<string, string> }> {
  const { rows: accounts } = await database.owner.query<{ account: string; fils: number }>(
    `select p.full_name || ': ' || account as account, sum(fils)::int as fils
     from (
       select user_id, 'cash' as account, cash_on_hand_fils as fils from cash_tracking where shop_id = $1
       union all
       select account_user_id, case when 'shortage' in (from_holder, to_holder) then 'shortage' else 'over' end,
         case when to_holder = 'shortage' or from_holder = 'over' then amount_fils else -amount_fils end
       from cash_movements where shop_id = $1 and account_user_id is not null
     ) held join profiles p on p.id = held.user_id
     group by 1 having sum(fils) <> 0`,
    [shop_id],
  );
  const { rows: machines } = await database.owner.query<{ number: string; holder: string }>(
    `select m.number, coalesce(d.full_name, 'the shop') as holder from card_machines m
     left join drivers d on d.shop_id = m.shop_id and d.id = m.holder_driver_id where m.shop_id = $1`,
    [shop_id],
  );
  return {
    accounts: Object.fromEntries(accounts.map(({ account, fils }) => [account, fils])),
    machines: Object.fromEntries(machines.map(({ number, holder }) => [number, holder])),
  };
}
