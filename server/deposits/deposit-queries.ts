import type { Deposits } from '../../contract/operations/dashboard/cash/reads/list-deposits.schema.ts';
import { cashOrUnreadable, sourcesPending } from '../cash/balances.ts';
import { readUsualAmount } from '../cash/read-usual-amount.ts';
import { isVoided } from '../cash/voids/is-voided.ts';
import { readRoute } from '../operations/route.ts';
import type { Staff } from '../platform/actor.ts';
import type { Tx } from '../platform/database/database.ts';
import { firstRow } from '../platform/database/rows.ts';
import { type Sql, sql } from '../platform/database/sql.ts';

const DEPOSITS_A_PAGE = 50;

/** Lists deposits older than the deposit `before`, newest first, with the manager's own cash. */
export async function listDeposits(tx: Tx, actor: Staff, before: string | undefined): Promise<Deposits> {
  const place = await placeOf(tx, actor.shop_id, before);
  const { rows: found } = await depositsBefore(actor.shop_id, place).execute(tx);
  const page = found.slice(0, DEPOSITS_A_PAGE);
  const ids = page.map(({ id }) => id);
  const waiting = await sourcesPending(tx, actor.shop_id, 'bank_deposit', ids);
  return {
    deposits: page.map(({ document_path, document_sha256, created_at, ...deposit }) => ({
      ...deposit,
      waiting: waiting.has(deposit.id),
      document: { bucket: 'bank-deposits', path: document_path, sha256: document_sha256 },
      created_at: created_at.toISOString(),
    })),
    next_before: found.length > page.length ? (ids.at(-1) ?? null) : null,
    own_cash: await cashOrUnreadable(tx, actor.shop_id, actor.user_id),
    usual_fils: await readUsualAmount(tx, actor.shop_id, 'bank_deposit'),
  };
}

export const listDepositsRoute = readRoute('list_deposits', ({ tx, actor, query }) =>
  listDeposits(tx, actor, query.before),
);

/** A position in the list. As text, since the database has microseconds and a Date only milliseconds. */
type Place = { created_at: string; id: string };

/** The start of the list without `before`; the end of the list for a deposit that does not exist. */
async function placeOf(tx: Tx, shop_id: number, before: string | undefined): Promise<Place> {
  if (before === undefined) return { created_at: 'infinity', id: 'ffffffff-ffff-ffff-ffff-ffffffffffff' };
  const place = sql<Place>`
    select created_at::text as created_at, id from bank_deposits where shop_id = ${shop_id} and id = ${before}::uuid`;
  return (await firstRow(tx, place)) ?? { created_at: '-infinity', id: before };
}

/** Reads one deposit more than a page, in index order, before it joins other tables. */
export function depositsBefore(shop_id: number, { created_at, id }: Place): Sql<FoundDeposit> {
  return sql<FoundDeposit>`
    select d.id, d.reference, d.shop_id, d.manager_id, p.full_name as manager_name, d.amount_fils, d.deposit_date, d.notes,
      d.created_at, f.path as document_path, f.sha256 as document_sha256, ${isVoided('deposit', sql`d`)} as voided
    from (
      select * from bank_deposits
      where shop_id = ${shop_id} and (created_at, id) < (${created_at}::timestamptz, ${id}::uuid)
      order by created_at desc, id desc limit ${DEPOSITS_A_PAGE + 1}) as d
    join profiles p on p.id = d.manager_id
    join files f on f.shop_id = d.shop_id and f.id = d.receipt_file_id
    order by d.created_at desc, d.id desc`;
}

type FoundDeposit = Omit<Deposits['deposits'][number], 'waiting' | 'document' | 'created_at'> & {
  created_at: Date;
  document_path: string;
  document_sha256: string;
};
