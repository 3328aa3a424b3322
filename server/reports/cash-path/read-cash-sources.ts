import type {
  CashSource,
  CashSources,
  CashSourcesQuery,
} from '../../../contract/operations/desk/cash/read-cash-sources.schema.ts';
import type { Tx } from '../../platform/database/database.ts';
import { findRow } from '../../platform/database/rows.ts';
import { findRecord, SOURCE_TYPES } from '../cash-records/find-record.ts';
import { cashLines } from './cash-lines.ts';
import { type StepWithOrder, stepsOf, withoutOrder } from './cash-steps.ts';
import { grouped } from './grouped.ts';
import { type End, follow } from './oldest-first.ts';

/** Limits of one page: its sources, and the holders through which each is followed back. */
const BOUNDS = { ends: 100, hands: 60 };

/** Reads the sources of a record's cash. All pages together add up to its amount. Throws `not_found`. */
export async function readCashSources(
  tx: Tx,
  shop_id: number,
  { kind, id, after_fils = 0 }: CashSourcesQuery,
): Promise<CashSources> {
  const { amount_fils } = await findRecord(tx, shop_id, { kind, id });
  const key = { shop_id, source_type: SOURCE_TYPES[kind], source_id: id, leg: 1 };
  const movement = await findRow(tx, 'cash_movements', key, ['id', 'from_user_id', 'to_user_id']);
  if (!movement || after_fils >= amount_fils) {
    return { amount_fils, after_fils, sources: [], next_fils: null };
  }
  const asked = { movement, offset_fils: after_fils, until_fils: amount_fils };
  const { ends, until_fils } = await follow(cashLines(tx, shop_id), 'back', asked, BOUNDS);
  const stepOf = await stepsOf(
    tx,
    shop_id,
    ends.map((end) => end.movement.id),
  );
  const parts = grouped(ends, (end) => `${end.end} ${end.movement.id}`);
  return {
    amount_fils,
    after_fils,
    sources: [...parts.values()].flatMap((same) => sourceOf(same, stepOf)),
    next_fils: until_fils < amount_fils ? until_fils : null,
  };
}

/** Combines parts from the same movement into one source. */
function sourceOf(ends: readonly End[], stepOf: (id: string) => StepWithOrder): CashSource[] {
  const [first] = ends;
  if (!first) return [];
  const step = stepOf(first.movement.id);
  const kinds = { line: 'not_booked', round: 'round', far: 'far' } as const;
  return [
    {
      kind: first.end !== 'outside' ? kinds[first.end] : step.order ? 'order' : 'outside',
      amount_fils: ends.reduce((sum, { fils }) => sum + fils, 0),
      order: first.end === 'outside' ? step.order : null,
      step: withoutOrder(step),
    },
  ];
}
