import { t } from '@lingui/core/macro';
import { ATTEMPT_REASON_LABELS, GOODS_OUTCOME_LABELS } from '../../contract/labels/attempt-labels.ts';
import type { DriverGoods } from '../../contract/operations/dashboard/cash/list-driver-goods.schema.ts';
import type { GoodsOutcome } from '../../contract/rules/orders/attempts.ts';
import { label } from './label.ts';

/** The lines about a decision at an end of day; missing goods have a person responsible. */
export function goodsDecisionLines(outcome: GoodsOutcome, responsible: string | null): string[] {
  const decision = label(GOODS_OUTCOME_LABELS, outcome);
  return outcome === 'missing' && responsible ? [decision, t`Responsible: ${responsible}`] : [decision];
}

/** The reason of the newest attempt, or that the customer refused the goods at the delivery. */
export function lastAttemptText({
  reason,
  reason_label,
  is_refused,
}: Pick<DriverGoods, 'reason' | 'reason_label' | 'is_refused'>): string {
  if (is_refused) return t`Refused at the delivery`;
  return reason === null ? t`Never tried` : (reason_label ?? label(ATTEMPT_REASON_LABELS, reason));
}

/** The goods of an order, such as "3 x Kibbeh, 1 x Ayran". */
export function goodsText(items: DriverGoods['items']): string {
  return items.map(({ qty, name }) => `${qty} x ${name}`).join(', ');
}
