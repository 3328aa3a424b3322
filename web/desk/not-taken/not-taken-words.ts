import { t } from '@lingui/core/macro';
import { FIX_LABELS } from '../../../contract/labels/not-taken-labels.ts';
import type { NotTakenRetried } from '../../../contract/operations/desk/not-taken/retry-not-taken.schema.ts';
import type { NotTakenFix } from '../../../contract/rules/orders/not-taken.ts';
import type { NotTakenOrder } from '../../../contract/schemas/not-taken.ts';
import { label } from '../../words/label.ts';

/** What a person can do about an order of the store that could not be taken. */
export function fixWords(fix: NotTakenFix): string {
  switch (fix) {
    case 'currency':
      return t`Only orders in AED are delivered here. Make it anew in the store in AED, or add it by hand with its amount in AED.`;
    case 'customer_hidden':
      return t`Let the app see protected customer data in the store's settings, then try again.`;
    case 'address':
      return t`Write a street address into the order in the store, then try again.`;
    case 'given_back':
      return t`Its money was given back. If it is not to be delivered, cancel it or dismiss this; else charge it anew in the store.`;
    case 'amounts':
      return t`Open the order in the store, see that its amounts add up and save it, then try again.`;
    case 'number':
      return t`Another order here has this number. Rename one of them in the store, or dismiss this one.`;
    case 'payment_name':
      return t`Define the name under Payment names. If its driver is not to collect, correct the order or cancel it.`;
    case 'due_on_the_road':
      return t`Decide what its driver collects and correct the order, or leave it as it is and dismiss this.`;
    case 'sent_separately':
      return t`Cancel the order if its goods are not to be delivered. If it is on the road, call its driver.`;
    case 'store':
      return t`Put it right in the store, then try again. If that is not possible, add it by hand and dismiss this.`;
  }
}

/** The same in a few words, for a list. */
export function fixTitle(fix: NotTakenFix): string {
  return label(FIX_LABELS, fix);
}

type Fault = { field: string; message: string };

/** What is wrong, each with the field it is about: one at least. */
export function faultsOf({ faults, reason, fix }: Pick<NotTakenOrder, 'faults' | 'reason' | 'fix'>): Fault[] {
  if (faults.length === 0) return [{ field: aboutWords(fix), message: reason }];
  return faults.map(({ field, message }) => ({ field: fieldWords(field), message }));
}

/** The same in one line. */
export function wrongWords(order: Parameters<typeof faultsOf>[0]): string {
  return faultsOf(order)
    .map(({ field, message }) => `${field}: ${message}`)
    .join('; ');
}

/** What a sentence that names no field is about. */
function aboutWords(fix: NotTakenFix): string {
  switch (fix) {
    case 'currency':
      return t`Currency`;
    case 'customer_hidden':
      return t`Customer`;
    case 'address':
      return t`Delivery address`;
    case 'given_back':
    case 'payment_name':
    case 'due_on_the_road':
      return t`Payment`;
    case 'sent_separately':
      return t`Items`;
    case 'amounts':
      return t`Amounts`;
    case 'number':
      return t`Order number`;
    case 'store':
      return t`Order`;
  }
}

/** A field of the store's order as people call it; one that is not known by its own name. */
function fieldWords(path: string): string {
  const [root = '', place, part] = path.split('.');
  if (root === 'line_items') return place === undefined ? t`Items` : itemWords(Number(place) + 1, part);
  switch (root) {
    case 'name':
      return t`Order number`;
    case 'currency':
      return t`Currency`;
    case 'financial_status':
    case 'payment_gateway_names':
      return t`Payment`;
    case 'total_price':
    case 'current_total_price':
      return t`Total`;
    case 'total_outstanding':
      return t`Still to be paid`;
    case 'total_discounts':
    case 'current_total_discounts':
      return t`Discount`;
    case 'total_tax':
    case 'current_total_tax':
      return t`Tax`;
    case 'shipping_lines':
    case 'total_shipping_price_set':
    case 'current_shipping_price_set':
      return t`Shipping`;
    case 'shipping_address':
      return t`Delivery address`;
    case 'billing_address':
      return t`Billing address`;
    case 'customer':
      return t`Customer`;
    case 'phone':
      return t`Phone`;
    case 'note':
      return t`Note`;
    default:
      return path;
  }
}

function itemWords(number: number, part: string | undefined): string {
  switch (part) {
    case 'name':
      return t`Name of item ${number}`;
    case 'price':
      return t`Price of item ${number}`;
    case 'quantity':
    case 'current_quantity':
      return t`Quantity of item ${number}`;
    default:
      return t`Item ${number}`;
  }
}

/** `gone`: somebody else has seen to it. */
export type TriedOutcome = NotTakenRetried['outcome'] | 'gone';

/** What came of trying it again. */
export function triedWords(outcome: TriedOutcome): string {
  switch (outcome) {
    case 'taken':
      return t`Taken`;
    case 'not_taken':
      return t`Still not taken`;
    case 'not_to_deliver':
      return t`Not to be delivered`;
    case 'waiting':
      return t`Is being tried`;
    case 'gone':
      return t`Seen to already`;
  }
}
