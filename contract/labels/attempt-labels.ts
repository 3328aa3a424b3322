import type { AttemptConflict, GoodsOutcome } from '../rules/orders/attempts.ts';
import type { LabelList } from './label-list.ts';

/** The labels of the built-in reasons. */
export const ATTEMPT_REASON_LABELS: LabelList = {
  id: 'attempt_reason',
  english: {
    nobody_home: 'Nobody home',
    customer_refused: 'Customer refused',
    no_money: 'No money',
    wrong_address: 'Wrong address',
    unreachable: 'Unreachable',
    asked_for_another_time: 'Asked for another time',
    damaged: 'Damaged',
    other: 'Other',
  },
};

export const ATTEMPT_CONFLICT_LABELS: LabelList<AttemptConflict> = {
  id: 'attempt_conflict',
  english: {
    cancelled: 'The order was cancelled',
    reassigned: 'The order was given to another driver',
    already_delivered: 'The order was already delivered',
    not_out_for_delivery: 'The order was not out for delivery',
  },
};

export const GOODS_OUTCOME_LABELS: LabelList<GoodsOutcome> = {
  id: 'goods_outcome',
  english: { returned: 'Returned', kept: 'Kept overnight', missing: 'Missing' },
};
