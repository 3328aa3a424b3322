import { type CellFault, type CellFaultCode, cellFault } from '../../../contract/rules/import/cell-faults.ts';
import { OPEN_STATUSES, type OrderStatus } from '../../../contract/rules/orders/order-life.ts';
import { orderNumberKey } from '../../../contract/rules/orders/order-number.ts';
import type { Database, Tx } from '../../platform/database/database.ts';
import { sql } from '../../platform/database/sql.ts';
import type { NewLine, NewOrder } from '../contents/new-order.ts';
import { linesWithProducts, ORDER_COLUMNS, type OrderRow, WITH_CUSTOMERS } from '../order-rows.ts';
import { byNumber, hasNumberOf } from '../orders-by-number.ts';
import { fillMissingFields, isOneSum, type MissingField } from './fill-missing-fields.ts';
import { type ComparableOrder, type Difference, differencesOf } from './order-differences.ts';

type Stored = ComparableOrder & {
  id: string;
  repeats_number: boolean;
  status: OrderStatus;
  version: number;
  erased_at: Date | null;
};

/**
 * Returns a comparison with the stored orders that have one of these numbers or external ids; two queries.
 */
export async function findExistingOrders(tx: Tx, shop_id: number, orders: NewOrder[]): Promise<CompareOrder> {
  const numbers = orders.map(({ order_number }) => order_number);
  const ids = orders.flatMap(({ external_id }) => external_id ?? []);
  const { rows } = await sql<OrderRow>`
    select ${ORDER_COLUMNS} from ${WITH_CUSTOMERS}
    where o.shop_id = ${shop_id} and (${hasNumberOf(numbers)} or o.external_id = any(${ids}::text[]))`.execute(
    tx,
  );
  const order_ids = rows.map(({ id }) => id);
  const lines = await linesOf(tx, shop_id, order_ids);
  const stored = rows.map(
    ({ first_name, last_name, phone, ...row }): Stored => ({
      ...row,
      customer: { first_name, last_name, phone },
      lines: lines.get(row.id) ?? [],
    }),
  );
  return comparing(stored);
}

/**
 * Reads the open orders among these numbers. Returns a function that maps a number to the status of its
 * order.
 */
export async function findOpenOrders(
  database: Database | Tx,
  shop_id: number,
  numbers: string[],
): Promise<(number: string) => OrderStatus | undefined> {
  const { rows } = await sql<Pick<Stored, 'order_number' | 'repeats_number' | 'status'>>`
    select o.order_number, o.repeats_number, o.status from orders o
    where o.shop_id = ${shop_id} and ${hasNumberOf(numbers)} and o.status = any(${[...OPEN_STATUSES]}::text[])`.execute(
    database,
  );
  const open = byNumber(rows);
  return (number) => open(number)?.status;
}

async function linesOf(tx: Tx, shop_id: number, order_ids: string[]): Promise<Map<string, NewLine[]>> {
  const lines = new Map<string, NewLine[]>();
  if (order_ids.length === 0) return lines;
  for (const { order_id, id: _, barcode: __, ...line } of await linesWithProducts(tx, shop_id, order_ids))
    lines.set(order_id, [...(lines.get(order_id) ?? []), line]);
  return lines;
}

/** An order that exists under its number or id with other contents. */
export type Differing = {
  order_id: string;
  version: number;
  /** The order as its source now reports it, with the stored values of fields that the source omits. */
  order: NewOrder;
  differences: Difference[];
  /** The reason to leave the order unchanged even with corrections enabled; null if it may be corrected. */
  left_because: CellFault | null;
};

/**
 * Returns `new`, `same` if the order exists with equal contents, or its differences if its number or id is
 * taken.
 */
export type CompareOrder = (
  order: NewOrder,
  missing_fields?: readonly MissingField[],
) => 'new' | 'same' | Differing;

function comparing(stored: Stored[]): CompareOrder {
  const with_number = byNumber(stored);
  const by_id = new Map(stored.map((order) => [order.external_id, order]));
  return (reported, missing_fields = []) => {
    const same_id = reported.external_id === null ? undefined : by_id.get(reported.external_id);
    const existing = with_number(reported.order_number) ?? same_id;
    if (!existing) return 'new';
    const named = withStoredNumber(reported, existing);
    const order = fillMissingFields(
      existing.erased_at ? asErased(named, existing) : named,
      missing_fields,
      existing,
    );
    const differences = differencesOf(existing, order);
    if (differences.length === 0) return 'same';
    const gains_id = existing.external_id === null && same_id === undefined;
    const naming = ['Name', 'Created at', ...(gains_id ? [] : ['Id'])];
    const because: [is: boolean, what: CellFaultCode][] = [
      [differences.some(({ column }) => naming.includes(column)), 'stays_named'],
      [existing.status === 'completed', 'stays_completed'],
      [existing.status === 'cancelled', 'stays_cancelled'],
      [
        missing_fields.includes('lines') &&
          order.total_amount_fils !== existing.total_amount_fils &&
          !isOneSum(existing),
        'stays_untold',
      ],
    ];
    const left = because.find(([is]) => is)?.[1];
    const left_because = left === undefined ? null : cellFault(left);
    const { id: order_id, version } = existing;
    return { order_id, version, order, differences, left_because };
  };
}

/** A number with the same key is the same number and keeps its stored spelling. */
function withStoredNumber(reported: NewOrder, { order_number }: Stored): NewOrder {
  return orderNumberKey(reported.order_number) === orderNumberKey(order_number)
    ? { ...reported, order_number }
    : reported;
}

/**
 * After the customer was erased, only the other fields are compared, and no data of the customer is restored.
 */
function asErased(
  reported: NewOrder,
  { customer, delivery_address, notes, area, latitude, longitude }: Stored,
): NewOrder {
  const place = {
    delivery_address,
    area: area ?? null,
    latitude: latitude ?? null,
    longitude: longitude ?? null,
  };
  return { ...reported, ...place, customer, notes, requests: undefined, locale: undefined };
}
