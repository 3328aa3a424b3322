import type {
  DriverDay,
  DriverDayQuery,
} from '../../../contract/operations/screens/read-driver-day.schema.ts';
import type { Tx } from '../../platform/database/database.ts';
import { firstRow } from '../../platform/database/rows.ts';
import { sql } from '../../platform/database/sql.ts';
import { Problem } from '../../platform/problem.ts';
import { resolveReport } from '../read-report.ts';
import { type FoundDelivery, type FoundMovement, findDriverDay } from './find-driver-day.ts';

/** The largest number of listed entries, above any real day. Imported entries beyond it are only counted. */
const LISTED_MAX = 1_000;

/**
 * Reads the statement of one driver's day, including drivers who have left. Throws `not_found` if the user
 * never drove for the shop.
 */
export async function readDriverDay(
  tx: Tx,
  shop_id: number,
  { user_id, day }: DriverDayQuery,
): Promise<DriverDay> {
  const driver = await firstRow(
    tx,
    sql<{ driver_name: string; shop_name: string }>`
      select d.full_name as driver_name, s.name as shop_name from drivers d join shops s on s.id = d.shop_id
      where d.shop_id = ${shop_id} and d.user_id = ${user_id}::uuid`,
  );
  if (!driver) throw new Problem('not_found');
  const query = { report: 'holders', from: day, to: day, way: 'up' } as const;
  const { time_zone, span } = (await resolveReport(tx, shop_id, query)).asked;
  const { opening_fils, movements, handovers, deliveries, recorded_later } = await findDriverDay(tx, {
    shop_id,
    user_id,
    span,
  });
  return {
    ...driver,
    ...{ time_zone, day, user_id },
    starts_at: span.starts_at.toISOString(),
    ends_at: span.ends_at.toISOString(),
    opening_fils,
    ...movedWith(movements),
    closing_fils: opening_fils + amountOf(movements),
    difference_fils: differenceOf(handovers),
    handed: handovers.length,
    handovers: handovers.slice(0, LISTED_MAX).map((one) => ({
      ...only(
        one,
        'id',
        'handover_type',
        'reference',
        'amount_fils',
        'difference_fils',
        'with_name',
        'card_machine',
        'voided',
      ),
      completed_at: instantOf(one.completed_at),
    })),
    ...deliveredOf(deliveries),
    recorded_later,
  };
}

type Amount = { amount_fils: number };

const amountOf = (rows: readonly Amount[]) => rows.reduce((sum, { amount_fils }) => sum + amount_fils, 0);
const counted = (rows: readonly Amount[]) => ({ count: rows.length, amount_fils: amountOf(rows) });
const instantOf = (at: string) => new Date(at).toISOString();

function only<Row extends object, Key extends keyof Row>(row: Row, ...keys: Key[]): Pick<Row, Key> {
  return Object.fromEntries(keys.map((key) => [key, row[key]])) as Pick<Row, Key>;
}

/** Groups the movements by the usual parts of a day; all others are listed. */
function movedWith(movements: readonly FoundMovement[]) {
  const is_usual = {
    given: ({ reason, amount_fils }: FoundMovement) => reason === 'start_handover' && amount_fils > 0,
    taken: ({ reason, amount_fils }: FoundMovement) => reason === 'delivery' && amount_fils > 0,
    handed_in: ({ reason, amount_fils }: FoundMovement) =>
      ['end_handover', 'drop'].includes(reason) && amount_fils < 0,
    collected: ({ reason, amount_fils }: FoundMovement) => reason === 'collection' && amount_fils < 0,
  };
  const is_of_order = {
    paid_later: ({ reason }: FoundMovement) => reason === 'order_payment',
    corrected: ({ reason }: FoundMovement) => reason === 'correction',
    spent: ({ reason }: FoundMovement) => reason === 'expense',
  };
  const others = movements.filter((one) => !Object.values(is_usual).some((is) => is(one)));
  const rest = others.filter((one) => !Object.values(is_of_order).some((is) => is(one)));
  return {
    given: counted(movements.filter(is_usual.given)),
    taken: counted(movements.filter(is_usual.taken)),
    paid_later: counted(movements.filter(is_of_order.paid_later)),
    corrected: counted(movements.filter(is_of_order.corrected)),
    spent: counted(movements.filter(is_of_order.spent)),
    handed_in: counted(movements.filter(is_usual.handed_in)),
    collected: counted(movements.filter(is_usual.collected)),
    other: counted(rest),
    others: others.slice(0, LISTED_MAX).map((one) => ({
      ...only(one, 'id', 'reason', 'amount_fils', 'source'),
      with: { holder: one.holder, user_id: one.other_id, full_name: one.full_name },
      recorded_at: instantOf(one.recorded_at),
    })),
  };
}

function differenceOf(handovers: DriverDay['handovers']): number | null {
  const differences = handovers.flatMap(({ difference_fils, voided }) =>
    voided ? [] : (difference_fils ?? []),
  );
  return differences.length === 0 ? null : differences.reduce((sum, one) => sum + one, 0);
}

function deliveredOf(deliveries: readonly FoundDelivery[]) {
  const sumOf = (
    is: (delivery: FoundDelivery) => boolean,
    filsOf = ({ collected_fils }: FoundDelivery) => collected_fils,
  ) => counted(deliveries.filter(is).map((one) => ({ amount_fils: filsOf(one) })));
  return {
    delivered: {
      cash: sumOf(
        ({ cash_fils }) => cash_fils > 0,
        ({ cash_fils }) => cash_fils,
      ),
      card_machine: sumOf(
        (one) => one.collected_fils > one.cash_fils,
        (one) => one.collected_fils - one.cash_fils,
      ),
      pending: sumOf(
        ({ pending_fils }) => pending_fils > 0,
        ({ pending_fils }) => pending_fils,
      ),
      none: sumOf(({ tender, pending_fils }) => tender === null && pending_fils === 0),
      all: sumOf(() => true),
    },
    deliveries: deliveries.slice(0, LISTED_MAX).map((one) => ({
      ...only(
        one,
        'id',
        'order_id',
        'order_number',
        'tender',
        'collected_fils',
        'pending_fils',
        'owed_fils',
        'partial',
        'late',
      ),
      delivered_at: instantOf(one.delivered_at),
    })),
    from_before: sumOf(({ from_before }) => from_before),
  };
}
