import type { SeededBug } from './seeded-bug.ts';

/** Bugs in part deliveries, later payments, matches, waivers, corrections and expenses. */
export const BUGS_OF_PAYMENTS: readonly SeededBug[] = [
  {
    name: 'a rounding is booked as owed',
    sql_function: 'balance_of_order',
    finds: 'end - f.rounding_fils - f.collected_fils',
    puts: 'end - f.collected_fils',
  },
  {
    name: 'a rounding is granted in a shop without it',
    file: 'server/deliveries/deliver-as-taken.ts',
    finds: 'Math.min(taken.rounding_fils, roundingOf(due_fils, taken, rounds_cash));',
    puts: 'Math.min(taken.rounding_fils, roundingOf(due_fils, taken, rounds_cash || true));',
  },
  {
    name: 'the division of a discount loses a fils',
    file: 'contract/rules/orders/part-delivery.ts',
    finds: 'largest.slice(0, left)',
    puts: 'largest.slice(0, left - 1)',
  },
  {
    name: 'all of a payment with several tenders counts as cash',
    file: 'contract/rules/orders/takings.ts',
    finds: '    tender: tenderOf(taken),\n    collected_fils,\n    cash_fils,\n',
    puts: "    tender: cash_fils > 0 ? 'cash' : tenderOf(taken),\n    collected_fils,\n    cash_fils: cash_fils > 0 ? collected_fils : 0,\n",
  },
  {
    name: 'refused goods are not with the driver',
    file: 'server/handovers/driver-goods.ts',
    finds: 'union ${ordersRefused(driver)',
    puts: 'union ${wholeOrdersWith(driver)',
  },
  {
    name: 'a payment by link counts as received before its match',
    sql_function: 'balance_of_order',
    finds: 'coalesce(sum(p.amount_fils) filter (where m.outcome is null), 0) as unmatched_fils',
    puts: '0 as unmatched_fils',
  },
  {
    name: 'a payment that was not received is not owed again',
    sql_function: 'balance_of_order',
    finds: "filter (where m.outcome is distinct from 'not_received')",
    puts: 'filter (where true)',
  },
  {
    name: 'the payment status does not follow the balance',
    sql_function: 'keep_order_balance',
    finds: 'update orders o set payment_status = payment_of_balance(',
    puts: 'update orders o set payment_status = payment_of_balance(0 * ',
  },
  {
    name: 'a payment is matched with another reference',
    file: 'server/deliveries/payments/match-payment.ts',
    finds: "if (pending.reference !== reference) throw new Problem('reference_differs');",
    puts: 'void pending;',
  },
  {
    name: 'a later payment is recorded twice',
    file: 'server/deliveries/payments/collect-owed.ts',
    finds: '  const detail = { payment_id: id, collected_fils, pending_fils };\n',
    puts: "  await addUnlessThere(tx, 'order_payments', { ...payment, id: tx.newId(), reference: reference + '0', command_id: tx.newId() }, ['shop_id', 'reference']);\n  const detail = { payment_id: id, collected_fils, pending_fils };\n",
  },
  {
    name: 'the cash of a later payment is not booked',
    file: 'server/deliveries/payments/collect-owed.ts',
    finds: 'if (cash_fils === 0) return null;',
    puts: 'if (cash_fils >= 0) return null;',
  },
  {
    name: 'a waiver exceeds what is owed',
    file: 'server/deliveries/payments/waiver.ts',
    finds:
      "if (amount_fils > owed_fils) throw new Problem('more_than_open', undefined, undefined, owed_fils);",
    puts: 'void owed_fils;',
  },
  {
    name: 'a correction books its cash without reversing the earlier cash',
    file: 'server/cash/corrections/rebook-delivery.ts',
    finds: '  if (earlier) {\n',
    puts: '  if (earlier && cash_fils === 0) {\n',
  },
  {
    name: 'a correction to less cash needs no approval',
    file: 'server/deliveries/corrections/correct-delivery.ts',
    finds: 'row.cash_fils < delivery.cash_fils ||',
    puts: '',
  },
  {
    name: 'a correction after the cash was handed in books no difference',
    file: 'server/deliveries/corrections/book-correction.ts',
    finds: 'return handed_in ? bookShortOrOver(',
    puts: 'return handed_in && number === 0 ? bookShortOrOver(',
  },
  {
    name: 'an expense does not reduce the cash of its person',
    file: 'server/expenses/add-expense.ts',
    finds: "  if (!(await addUnlessThere(tx, 'expenses', row, ['shop_id', 'user_id', 'reference']))) {\n",
    puts: "  if (await addUnlessThere(tx, 'expenses', row, ['shop_id', 'user_id', 'reference'])) return;\n  {\n",
  },
  {
    name: 'a refund is paid twice',
    file: 'server/expenses/add-expense.ts',
    finds:
      "if (amount_fils > owed_fils) throw new Problem('more_than_open', undefined, undefined, owed_fils);",
    puts: 'void owed_fils;',
  },
];
