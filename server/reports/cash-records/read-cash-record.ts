import type { CashRecord } from '../../../contract/operations/desk/cash/read-cash-record.schema.ts';
import type { VoidableRecord } from '../../../contract/rules/approvals.ts';
import type { CashRecordKind } from '../../../contract/rules/cash-records.ts';
import type { CashRecordQuery } from '../../../contract/schemas/cash-records.ts';
import { sourcesPending } from '../../cash/balances.ts';
import type { Holder } from '../../cash/movements.ts';
import { isVoidRequested } from '../../cash/voids/is-voided.ts';
import type { Tx } from '../../platform/database/database.ts';
import { findRow, firstRow } from '../../platform/database/rows.ts';
import { sql } from '../../platform/database/sql.ts';
import { findRecord, SOURCE_TYPES } from './find-record.ts';
import type { FoundRecord } from './found-record.ts';

type Person = { user_id: string };

/**
 * Reads one record with both people, the pinned versions of its files, and the times of the device and the
 * server. Throws `not_found`, including for a record of another kind.
 */
export async function readCashRecord(
  tx: Tx,
  shop_id: number,
  { kind, id }: CashRecordQuery,
  now: Date,
): Promise<CashRecord> {
  const found = await findRecord(tx, shop_id, { kind, id });
  const { from, to, recorded_by, card_machine, bucket, signatures, receipt_file_id, slip_file_id, ...shown } =
    found;
  const names = await namesOf(tx, [from, to, { holder: 'staff', user_id: recorded_by }, ...signatures]);
  const files = await filesOf(tx, shop_id, bucket, [
    ...signatures.map(({ file_id }) => file_id),
    ...[receipt_file_id, slip_file_id].filter((file_id) => file_id !== null),
  ]);
  const waiting = await sourcesPending(tx, shop_id, SOURCE_TYPES[kind], [id]);
  const nameOf = (user_id: string) => names.get(user_id) ?? '';
  const fileOf = (file_id: string) => {
    const file = files.get(file_id);
    if (!file) throw new Error('A file of the record does not exist');
    return file;
  };
  const holderOf = (holder: Holder) =>
    holder.holder === 'staff'
      ? { ...holder, full_name: nameOf(holder.user_id) }
      : { holder: holder.holder, user_id: null, full_name: null };
  return {
    kind,
    id,
    ...shown,
    from: holderOf(from),
    to: holderOf(to),
    waiting: waiting.has(id),
    recorded_by: nameOf(recorded_by),
    difference_outcome: await outcomeOf(tx, shop_id, id, found),
    ...(await voidOf(tx, shop_id, { record_type: VOIDABLE_AS[kind], id }, now)),
    goods: found.type === 'end' ? await goodsOf(tx, shop_id, id) : [],
    card_machine: card_machine && (await machineOf(tx, shop_id, card_machine)),
    signatures: signatures.map(({ file_id, ...signature }) => ({
      ...signature,
      full_name: nameOf(signature.user_id),
      picture: fileOf(file_id),
    })),
    receipt: receipt_file_id === null ? null : fileOf(receipt_file_id),
    slip: slip_file_id === null ? null : fileOf(slip_file_id),
  };
}

async function namesOf(tx: Tx, people: readonly (Holder | Person)[]): Promise<Map<string, string>> {
  const ids = people.flatMap((one) => ('user_id' in one ? [one.user_id] : []));
  const { rows } = await sql<{ id: string; full_name: string }>`
    select id, full_name from profiles where id = any(${[...new Set(ids)]}::uuid[])`.execute(tx);
  return new Map(rows.map(({ id, full_name }) => [id, full_name]));
}

async function filesOf(tx: Tx, shop_id: number, bucket: FoundRecord['bucket'], ids: readonly string[]) {
  const { rows } = await sql<{ id: string; path: string; sha256: string }>`
    select id, path, sha256 from files where shop_id = ${shop_id} and id = any(${[...ids]}::uuid[])`.execute(
    tx,
  );
  return new Map(rows.map(({ id, path, sha256 }) => [id, { bucket, path, sha256 }]));
}

/** Returns the outcome of the difference of an end of day; null without one, or without the choice. */
async function outcomeOf(
  tx: Tx,
  shop_id: number,
  handover_id: string,
  { difference_choice, difference_fils }: FoundRecord,
): Promise<CashRecord['difference_outcome']> {
  if (difference_choice === null || difference_fils === 0) return null;
  if (difference_choice === 'kept') return 'kept';
  const decided = await findRow(tx, 'cash_differences', { shop_id, handover_id }, ['kind']);
  if (!decided) return 'undecided';
  return decided.kind === 'none' ? 'kept' : 'booked';
}

const VOIDABLE_AS = {
  handover: 'handover',
  collection: 'handover',
  deposit: 'deposit',
  float: 'float',
} as const satisfies Record<CashRecordKind, VoidableRecord>;

/** The void of a record with its signers and approver, or if one is requested. */
async function voidOf(
  tx: Tx,
  shop_id: number,
  { record_type, id }: { record_type: VoidableRecord; id: string },
  now: Date,
): Promise<Pick<CashRecord, 'voided' | 'void_requested'>> {
  const reading = sql<{
    reference: string;
    reason: string;
    by: string[];
    recorded_at: Date;
    path: string;
    sha256: string;
  }>`
    select v.reference, v.reason, v.recorded_at, f.path, f.sha256,
      array_remove(array[own.full_name, other.full_name, coalesce(approver.full_name, d.operator)], null) as by
    from cash_voids v
    join files f on f.shop_id = v.shop_id and f.id = v.receipt_file_id
    join profiles own on own.id = v.recorded_by
    left join profiles other on other.id = v.other_user_id
    left join approval_decisions d on d.shop_id = v.shop_id and d.approval_id = v.approval_id
    left join profiles approver on approver.id = d.decided_by
    where v.shop_id = ${shop_id} and v.record_type = ${record_type} and v.record_id = ${id}::uuid`;
  const found = await firstRow(tx, reading);
  if (found) {
    const { reference, reason, by, recorded_at, path, sha256 } = found;
    const document = { bucket: 'cash-handovers', path, sha256 } as const;
    return {
      voided: { reference, reason, by, recorded_at: recorded_at.toISOString(), document },
      void_requested: false,
    };
  }
  const void_requested = await isVoidRequested(tx, shop_id, { record_type, record_id: id }, now);
  return { voided: null, void_requested };
}

/** The decisions of a handover about goods, by order number. */
async function goodsOf(tx: Tx, shop_id: number, handover_id: string): Promise<CashRecord['goods']> {
  const { rows } = await sql<CashRecord['goods'][number]>`
    select g.order_id, o.order_number, g.outcome, p.full_name as responsible
    from goods_decisions g
    join orders o on o.shop_id = g.shop_id and o.id = g.order_id
    left join profiles p on p.id = g.responsible_user_id
    where g.shop_id = ${shop_id} and g.handover_id = ${handover_id}::uuid order by o.order_number, g.order_id`.execute(
    tx,
  );
  return rows;
}

async function machineOf(tx: Tx, shop_id: number, machine: NonNullable<FoundRecord['card_machine']>) {
  const { id, ...changes } = machine;
  const row = await findRow(tx, 'card_machines', { shop_id, id }, ['number']);
  if (!row) throw new Error('The card machine of the handover does not exist');
  return { number: row.number, ...changes };
}
