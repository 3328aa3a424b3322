import type { EndpointBody, EndpointResponse } from '../../contract/operations/endpoint-schemas.ts';
import { newId } from '../../contract/rules/ids.ts';
import { IMPORT_ORDERS_MAX } from '../../contract/rules/import/import-fields.ts';
import type { BenchPlace } from '../bench-place.ts';
import type { Person } from './crowd.ts';

type Batch = EndpointBody<'import_orders'>;

const LIST: Omit<Batch, 'orders'> = {
  source: {
    kind: 'list',
    layout: {
      columns: { order_number: ['Number'], name: ['Name'], address: ['Address'], amount: ['Amount'] },
      method: 'cash',
      date_order: 'dmy',
    },
  },
  decimal_comma: false,
  columns: ['Number', 'Name', 'Address', 'Amount'],
};

export type ImportAtDesk = {
  imported(): number;
  is_over(): boolean;
  /** Resolves with the duration in seconds once all orders are imported; rejects if a batch is refused. */
  ended: Promise<number>;
};

/**
 * Imports orders as a manager at the desk, batch after batch as the page sends them, alongside other load.
 */
export function importAtDesk(place: BenchPlace, person: Person, orders: number): ImportAtDesk {
  const started = performance.now();
  let imported = 0;
  let is_over = false;
  const ended = (async () => {
    for (let from = 0; from < orders; from += IMPORT_ORDERS_MAX) {
      const count = Math.min(IMPORT_ORDERS_MAX, orders - from);
      imported += await importBatch(place, person, batchOf(from, count));
    }
    return (performance.now() - started) / 1_000;
  })().finally(() => {
    is_over = true;
  });
  // The caller handles the error where it awaits `ended`.
  ended.catch(() => undefined);
  return { imported: () => imported, is_over: () => is_over, ended };
}

async function importBatch(place: BenchPlace, { access_token }: Person, batch: Batch): Promise<number> {
  const text = await place.http.mustSend({
    method: 'POST',
    path: '/api/import/orders',
    headers: {
      authorization: `Bearer ${access_token}`,
      'content-type': 'application/json',
      'idempotency-key': newId(),
    },
    body: JSON.stringify(batch),
  });
  return (JSON.parse(text) as EndpointResponse<'import_orders'>).imported;
}

function batchOf(from: number, count: number): Batch {
  const orders = Array.from({ length: count }, (_, at): Batch['orders'][number] => [
    {
      line: from + at + 2,
      cells: [`I${from + at}`, `Layla Haddad ${at}`, `Marina Gate ${at}, Apt 12`, '145.10'],
      misshapen: null,
    },
  ]);
  return { ...LIST, orders };
}
