import type { DeliverAsTaken } from '../../contract/operations/dashboard/deliveries/deliver-as-taken.schema.ts';
import { tieAmounts } from '../../contract/rules/orders/order-amounts.ts';
import { type PartAmounts, partAmounts } from '../../contract/rules/orders/part-delivery.ts';
import { pickedQty } from '../../contract/rules/orders/picked-qty.ts';
import { sentSeparately } from '../../contract/rules/orders/sent-separately.ts';
import { Problem } from '../platform/problem.ts';
import type { OrderedGoods } from './as-taken-reads.ts';
import type { LockedOrder } from './lock-order.ts';
import type { AsTaken } from './record-delivery.ts';

/** The goods that the customer took, and what is due for them. */
export type PartTaken = Pick<PartAmounts, 'due_fils' | 'refund_fils'> & { lines: AsTaken['lines'] };

type Part = NonNullable<DeliverAsTaken['part']>;
type PartLine = Part['lines'][number];

/**
 * Computes what is due for the goods that the customer took (ruling H5), less `taken_fils`, which the driver
 * has already collected. The driver's lines and amounts must be those of the order, except what was changed
 * since the driver got it. Throws `nothing_taken`, `invalid_input`.
 */
export function partTaken(
  { part, due_amount_fils }: Pick<DeliverAsTaken, 'part' | 'due_amount_fils'>,
  order: Pick<LockedOrder, 'due_amount_fils'>,
  taken_fils: number,
  ordered: OrderedGoods | undefined,
): PartTaken {
  if (part === null || ordered === undefined) {
    const left_fils = due_amount_fils - taken_fils;
    return { due_fils: Math.max(0, left_fils), refund_fils: Math.max(0, -left_fils), lines: [] };
  }
  admitSums(part, due_amount_fils);
  const is_paid_same =
    order.due_amount_fils === due_amount_fils && part.paid_amount_fils === ordered.paid_amount_fils;
  const is_current = isSame(part, ordered) && (is_paid_same || hasChanged(ordered, PAYMENTS));
  if (!is_current && !hasChanged(ordered, CONTENTS)) {
    throw Problem.ofInput('part', 'must have the lines and amounts of the order');
  }
  const lines = part.lines.map((line) => ({ ...line, ...onTheWay(line, ordered) }));
  for (const [at, line] of lines.entries()) admitRefused(line, at);
  if (lines.every(({ refused }) => refused === 0)) throw Problem.ofInput('part', 'must refuse some goods');
  if (lines.every(({ picked, refused }) => picked === refused)) throw new Problem('nothing_taken');
  const { paid_amount_fils } = part;
  const amounts = partAmounts({ ...part, paid_fils: paid_amount_fils + taken_fils });
  return {
    due_fils: amounts.due_fils,
    refund_fils: amounts.refund_fils,
    lines: lines.map(({ item_id, name, picked, refused, refused_because, unit_price_fils }, at) => ({
      ...{ item_id, name, qty: picked, handed_over: picked - refused, refused_because, unit_price_fils },
      amount_fils: amounts.line_fils[at] ?? 0,
    })),
  };
}

const CONTENTS = ['lines', 'amounts'];
/** The source's report of a payment or refund changes what was paid and what is due, but not the rest. */
const PAYMENTS = ['payment', 'refund'];

function hasChanged({ changed_on_the_way }: OrderedGoods, names: readonly string[]): boolean {
  return changed_on_the_way.some((name) => names.includes(name));
}

/** Checks that lines and amounts add up to the amount due that the driver saw. Throws `invalid_input`. */
function admitSums(part: Part, due_amount_fils: number): void {
  const tied = tieAmounts(part);
  if (!tied.ok || tied.amounts.due_amount_fils !== due_amount_fils) {
    throw Problem.ofInput('part', 'must add up to the amount due');
  }
  if (new Set(part.lines.map(({ item_id }) => item_id)).size < part.lines.length) {
    throw Problem.ofInput('part.lines', 'must name each line once');
  }
}

/**
 * True if lines and amounts, except what was paid, are those of the order. A device that does not know the
 * taxes of lines sends none.
 */
function isSame(part: Part, ordered: OrderedGoods): boolean {
  const { subtotal_fils, discount_fils, shipping_fils, tax_fils } = ordered;
  return (
    part.sent_fils === sentSeparately(subtotal_fils, ordered.lines) &&
    part.discount_fils === discount_fils &&
    part.shipping_fils === shipping_fils &&
    part.tax_fils === tax_fils &&
    part.lines.length === ordered.lines.length &&
    ordered.lines.every((line, at) => isSameLine(line, part.lines[at]))
  );
}

function isSameLine(ordered: OrderedGoods['lines'][number], line: PartLine | undefined): boolean {
  return (
    line?.item_id === ordered.id &&
    line.qty === ordered.qty &&
    line.unit_price_fils === ordered.unit_price_fils &&
    (line.tax_fils === null || line.tax_fils === ordered.tax_fils)
  );
}

/**
 * The product's name and the quantity on the way: those of the ordered line, or those that the driver saw if
 * the line was replaced. A name that is not known is the line's id: a guess would fulfil other goods.
 */
function onTheWay(
  { item_id, name, qty }: PartLine,
  { lines }: OrderedGoods,
): { name: string; picked: number } {
  const ordered = lines.find(({ id }) => id === item_id);
  if (!ordered) return { name: name ?? item_id, picked: qty };
  return { name: ordered.name, picked: Math.min(pickedQty(ordered), qty) };
}

/** Throws `invalid_input` if more was refused than was on the way, or a reason is missing or extra. */
function admitRefused({ refused, refused_because, picked }: PartLine & { picked: number }, at: number): void {
  if (refused > picked) throw Problem.ofInput(`part.lines.${at}.refused`, `must be at most ${picked}`);
  if (refused > 0 !== (refused_because !== null)) {
    throw Problem.ofInput(`part.lines.${at}.refused_because`, 'must be present if goods are refused');
  }
}
