import { FACT_VALUE_LABELS } from '../../labels/audit-labels.ts';
import { EXPENSE_KIND_LABELS } from '../../labels/expense-labels.ts';
import type { LabelList } from '../../labels/label-list.ts';
import { PAYMENT_MEANING_LABELS, STATUS_MEANING_LABELS } from '../../labels/meaning-labels.ts';
import {
  ORDER_STATUS_LABELS,
  PAYMENT_LABELS,
  PAYMENT_STATUS_LABELS,
  ROLE_LABELS,
  TENDER_LABELS,
} from '../../labels/order-labels.ts';

export type RecordOfFact = 'driver' | 'person' | 'machine' | 'order';

/** The kind of record to which the ids in a fact belong, by the fact's id. */
export const RECORD_OF_FACT: Readonly<Record<string, RecordOfFact>> = {
  by: 'person',
  driver_id: 'driver',
  driver_ids: 'driver',
  holder_driver_id: 'driver',
  user_id: 'person',
  admin_id: 'person',
  manager_id: 'person',
  staff_user_id: 'person',
  card_machine_id: 'machine',
  order_ids: 'order',
  goods_returned: 'order',
  goods_kept: 'order',
  goods_missing: 'order',
  owner_ids: 'person',
};

/** The values of these facts are free text from users or stores, names or references. */
const UNLABELLED: readonly string[] = [
  'name',
  'number',
  'reference',
  'handover_reference',
  'shop_domain',
  'time_zone',
  'order_number',
  'order_numbers',
  'names',
  'external_id',
];

const ANY_VALUE = [PAYMENT_LABELS, FACT_VALUE_LABELS];

/** A Map, because a fact's id may be a name that a shop has defined, such as `constructor`. */
const LISTS_OF_FACT = new Map<string, readonly LabelList[]>([
  ['role', [ROLE_LABELS]],
  ['status', [ORDER_STATUS_LABELS, FACT_VALUE_LABELS]],
  ['statuses', [ORDER_STATUS_LABELS, FACT_VALUE_LABELS]],
  ['payment_status', [PAYMENT_STATUS_LABELS]],
  ['meanings', [PAYMENT_MEANING_LABELS, STATUS_MEANING_LABELS]],
  ['tender', [TENDER_LABELS, ...ANY_VALUE]],
  ['expense_kind', [EXPENSE_KIND_LABELS]],
  ['expense_kinds', [EXPENSE_KIND_LABELS]],
  ...UNLABELLED.map((id) => [id, []] as const),
]);

/** Returns the list with the label of a fact's value; undefined if the value is shown unchanged. */
export function listOfFactValue(id: string, value: string): LabelList | undefined {
  return (LISTS_OF_FACT.get(id) ?? ANY_VALUE).find(({ english }) => Object.hasOwn(english, value));
}
