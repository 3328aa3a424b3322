import type { ChangeCashSettings } from '../../../contract/operations/desk/cash-settings/change-cash-settings.schema.ts';
import type { CashSettings } from '../../../contract/operations/desk/cash-settings/read-cash-settings.schema.ts';
import type { Operation } from '../../operations/operation.ts';
import type { Staff } from '../../platform/actor.ts';
import type { Tx } from '../../platform/database/database.ts';
import { changeRows, firstRow, oneRow } from '../../platform/database/rows.ts';
import { sql } from '../../platform/database/sql.ts';
import { Problem } from '../../platform/problem.ts';

/** Returns the shop's limit of floats and its ceilings of cash, with those of single people. */
export async function readCashSettings(tx: Tx, shop_id: number): Promise<CashSettings> {
  const shop = sql<Omit<CashSettings, 'people'>>`
    select float_limit_fils, cash_ceiling_fils, ceiling_blocks_assignment from shops where id = ${shop_id}`;
  const people = sql<CashSettings['people'][number]>`
    select c.user_id, p.full_name, c.ceiling_fils from cash_ceilings c join profiles p on p.id = c.user_id
    where c.shop_id = ${shop_id} and c.ceiling_fils is not null order by p.full_name, c.user_id`;
  const [settings, { rows }] = await Promise.all([oneRow(tx, shop), people.execute(tx)]);
  return { ...settings, people: rows };
}

/** Changes the given settings; returns all. Throws `not_found` for a person of another shop. */
export async function changeCashSettings(
  tx: Tx,
  { shop_id }: Staff,
  { person, ...given }: ChangeCashSettings,
  { changed, unchanged }: Operation,
): Promise<CashSettings> {
  // Two Admins change the same rows one after the other.
  await sql`select id from shops where id = ${shop_id} for no key update`.execute(tx);
  const before = await readCashSettings(tx, shop_id);
  const columns = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
  if (Object.keys(columns).length > 0) await changeRows(tx, 'shops', { id: shop_id }, columns);
  if (person) await putCeiling(tx, shop_id, person);
  const after = await readCashSettings(tx, shop_id);
  if (JSON.stringify(after) === JSON.stringify(before)) {
    unchanged();
    return after;
  }
  changed({
    what: 'change_cash_settings',
    subject_id: String(shop_id),
    before: factsOf(before),
    after: factsOf(after),
    touched: [
      { topic: 'shop', audience: 'shop' },
      { topic: 'cash', audience: 'shop' },
    ],
  });
  return after;
}

async function putCeiling(
  tx: Tx,
  shop_id: number,
  { user_id, ceiling_fils }: NonNullable<ChangeCashSettings['person']>,
): Promise<void> {
  const finding = sql<{ id: string }>`select id from profiles where shop_id = ${shop_id} and id = ${user_id}`;
  if (!(await firstRow(tx, finding))) throw new Problem('not_found');
  const putting = sql`
    insert into cash_ceilings (shop_id, user_id, ceiling_fils)
    values (${shop_id}::int, ${user_id}::uuid, ${ceiling_fils}::bigint)
    on conflict (shop_id, user_id) do update set ceiling_fils = excluded.ceiling_fils`;
  await putting.execute(tx);
}

/** Formats the settings for the audit; `cash verify` compares the command's reply with them. */
function factsOf({ people, ...shop }: CashSettings) {
  return { ...shop, ceilings: people.map(({ user_id, ceiling_fils }) => `${user_id} ${ceiling_fils}`) };
}
