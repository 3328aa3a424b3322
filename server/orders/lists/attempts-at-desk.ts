import type { Selectable } from 'kysely';
import type { DeskAttempt } from '../../../contract/operations/desk/order/read-desk-order.schema.ts';
import type { OpenAttempt } from '../../../contract/schemas/desk-orders.ts';
import type { Tables, Tx } from '../../platform/database/database.ts';
import { type Sql, sql } from '../../platform/database/sql.ts';
import { isUndone } from '../is-undone.ts';
import type { OrderKey } from '../lock-shop-order.ts';

type Row = Pick<
  Selectable<Tables['delivery_attempts']>,
  | 'id'
  | 'number'
  | 'reason'
  | 'reason_label'
  | 'note'
  | 'next_day'
  | 'next_from'
  | 'next_to'
  | 'occurred_at'
  | 'recorded_at'
  | 'conflict'
  | 'latitude'
  | 'longitude'
  | 'accuracy_m'
  | 'erased_at'
> & {
  driver: string;
  photo_path: string | null;
  photo_sha256: string | null;
  undone: boolean;
  is_open: boolean;
  /** The order's attempts that the driver has not undone. */
  not_undone: number;
};

/** Selects attempts `a` of orders `o`, with the version of the photo that each pinned. */
const attemptsWhere = (condition: Sql<unknown>) => sql<Row>`
  select a.id, a.number, a.reason, a.reason_label, a.note, a.next_day, a.next_from, a.next_to, a.occurred_at, a.recorded_at,
    a.conflict, a.latitude, a.longitude, a.accuracy_m, a.erased_at, d.full_name as driver, photo.path as photo_path,
    photo.sha256 as photo_sha256, ${isUndone('a')} as undone, coalesce(o.open_attempt_id = a.id, false) as is_open, (
      select count(*)::int from delivery_attempts n where n.shop_id = a.shop_id and n.order_id = a.order_id
        and not ${isUndone('n')}) as not_undone
  from delivery_attempts a
  join orders o on o.shop_id = a.shop_id and o.id = a.order_id
  join drivers d on d.shop_id = a.shop_id and d.id = a.driver_id
  left join files photo on photo.shop_id = a.shop_id and photo.id = a.photo_file_id
  where ${condition}`;

/** Reads the open attempts with these ids, by id. */
export async function openAttempts(
  tx: Tx,
  shop_id: number,
  attempt_ids: readonly string[],
): Promise<Map<string, OpenAttempt>> {
  const open = attemptsWhere(sql`a.shop_id = ${shop_id} and a.id = any(${[...attempt_ids]}::uuid[])`);
  const { rows } = await open.execute(tx);
  return new Map(rows.map((row) => [row.id, { ...shownOf(row), number: row.not_undone }]));
}

/** Reads all attempts of an order, first to last. */
export async function attemptsOf(tx: Tx, { shop_id, order_id }: OrderKey): Promise<DeskAttempt[]> {
  const all = sql<Row>`${attemptsWhere(sql`a.shop_id = ${shop_id} and a.order_id = ${order_id}::uuid`)} order by a.number`;
  const { rows } = await all.execute(tx);
  return rows.map((row) => ({
    ...shownOf(row),
    number: row.number,
    driver: row.driver,
    is_open: row.is_open,
    undone: row.undone,
    conflict: row.conflict as DeskAttempt['conflict'],
    recorded_at: row.recorded_at.toISOString(),
    position: positionOf(row),
    erased_at: row.erased_at?.toISOString() ?? null,
  }));
}

/** The facts of an attempt that both the list and the order's page show. */
function shownOf({ id, reason, reason_label, note, occurred_at, ...row }: Row) {
  return {
    id,
    reason,
    reason_label,
    note,
    occurred_at: occurred_at.toISOString(),
    next: row.next_day === null ? null : { day: row.next_day, from: row.next_from, to: row.next_to },
    photo: photoOf(row),
  };
}

/** Null if there is no photo, or if it is erased. */
function photoOf({
  photo_path: path,
  photo_sha256: sha256,
  erased_at,
}: Pick<Row, 'photo_path' | 'photo_sha256' | 'erased_at'>) {
  if (path === null || sha256 === null || erased_at !== null) return null;
  return { bucket: 'order-deliveries' as const, path, sha256 };
}

function positionOf({ latitude, longitude, accuracy_m }: Row): DeskAttempt['position'] {
  return latitude === null || longitude === null ? null : { latitude, longitude, accuracy_m };
}
