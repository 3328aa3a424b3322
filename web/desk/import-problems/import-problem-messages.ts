import { t } from '@lingui/core/macro';
import { FIX_LABELS } from '../../../contract/labels/import-problem-labels.ts';
import type { ImportRetryResponse } from '../../../contract/operations/desk/import-problems/retry-not-taken.schema.ts';
import type { ImportProblemFix } from '../../../contract/rules/import/import-problems.ts';
import type { ImportProblem } from '../../../contract/schemas/import-problems.ts';
import { label } from '../../messages/label.ts';

/** Describes what the user can do about an order that could not be imported. */
export function fixText(fix: ImportProblemFix): string {
  switch (fix) {
    case 'currency':
      return t`Only orders in AED are delivered here. Create it again in the store in AED, or add it by hand with its amount in AED.`;
    case 'customer_hidden':
      return t`Let the app see protected customer data in the store's settings, then try again.`;
    case 'address':
      return t`Add a street address to the order in the store, then try again.`;
    case 'given_back':
      return t`It was refunded. If it must not be delivered, cancel it or dismiss this. Otherwise charge it again in the store.`;
    case 'amounts':
      return t`Open the order in the store, check that its amounts add up and save it, then try again.`;
    case 'number':
      return t`Another order here has this number. Rename one of them in the store, or dismiss this one.`;
    case 'payment_name':
      return t`Define the name under Payment names. If its driver is not to collect, correct the order or cancel it.`;
    case 'due_on_the_road':
      return t`Decide what its driver collects and correct the order, or leave it as it is and dismiss this.`;
    case 'sent_separately':
      return t`Cancel the order if its goods are not to be delivered. If it is on the road, call its driver.`;
    case 'store':
      return t`Fix it in the store, then try again. If that is not possible, add it by hand and dismiss this.`;
  }
}

/** Describes the solution in a few words, for a list. */
export function fixTitle(fix: ImportProblemFix): string {
  return label(FIX_LABELS, fix);
}

type Fault = { field: string; message: string };

/** Returns the faults of an order, at least one, each with the title of its field. */
export function faultsOf({ faults, reason, fix }: Pick<ImportProblem, 'faults' | 'reason' | 'fix'>): Fault[] {
  if (faults.length === 0) return [{ field: aboutText(fix), message: reason }];
  return faults.map(({ field, message }) => ({ field: fieldText(field), message }));
}

/** Returns the faults in one line. */
export function faultsText(order: Parameters<typeof faultsOf>[0]): string {
  return faultsOf(order)
    .map(({ field, message }) => `${field}: ${message}`)
    .join('; ');
}

/** Returns the title of a fault that names no field. */
function aboutText(fix: ImportProblemFix): string {
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

/** Returns the title of a field of the Shopify order, or its path if it is unknown. */
function fieldText(path: string): string {
  const [root = '', place, part] = path.split('.');
  if (root === 'line_items') return place === undefined ? t`Items` : itemText(Number(place) + 1, part);
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

function itemText(number: number, part: string | undefined): string {
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

/** `gone`: another user has already resolved the problem. */
export type RetryOutcome = ImportRetryResponse['outcome'] | 'gone';

export function retryOutcomeText(outcome: RetryOutcome): string {
  switch (outcome) {
    case 'taken':
      return t`Imported`;
    case 'not_taken':
      return t`Still not imported`;
    case 'not_to_deliver':
      return t`Not to be delivered`;
    case 'waiting':
      return t`In progress`;
    case 'gone':
      return t`Already resolved`;
  }
}
