import {
  ATTEMPT_CONFLICT_LABELS,
  ATTEMPT_REASON_LABELS,
  GOODS_OUTCOME_LABELS,
} from '../../../contract/labels/attempt-labels.ts';
import { inEnglish, labelIn } from '../../../contract/labels/label-list.ts';
import { type Detail, parseDetail } from '../../orders/lists/desk-timeline.ts';
import type { OrderStory } from '../../orders/lists/shop-order-list.ts';

/** Returns the details of an event of an attempt, a load or goods as texts; null for any other event. */
export function stopEventTexts(
  { kind, detail }: Pick<OrderStory['history'][number], 'kind' | 'detail'>,
  at: (instant: Date) => string,
): string[] | null {
  const all = parseDetail(detail);
  switch (kind) {
    case 'attempted':
      return attemptTexts(all, at);
    case 'attempt_undone':
      return [all.from === all.to ? 'after the order had changed' : `${all.from} to ${all.to}`];
    case 'loaded':
      return [all.missing && all.missing.length > 0 ? `missing ${linesOf(all.missing)}` : 'complete'];
    case 'goods':
      return [labelIn(inEnglish, GOODS_OUTCOME_LABELS, all.outcome ?? '').toLowerCase()];
    default:
      return null;
  }
}

function attemptTexts(
  { number, reason_key, reason_label, occurred_at, conflict }: Detail,
  at: (instant: Date) => string,
): string[] {
  return [
    `number ${number}`,
    reason_label ?? labelIn(inEnglish, ATTEMPT_REASON_LABELS, reason_key ?? ''),
    ...(occurred_at === null ? [] : [`at ${at(new Date(occurred_at))}`]),
    ...(conflict === null ? [] : [`CONFLICT (${labelIn(inEnglish, ATTEMPT_CONFLICT_LABELS, conflict)})`]),
  ];
}

function linesOf(missing: NonNullable<Detail['missing']>): string {
  return missing.map(({ name, qty }) => `${qty} x ${name}`).join(', ');
}
