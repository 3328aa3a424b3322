import type { CellFaultCode } from '../../../contract/rules/cell-faults.ts';
import { methodWord } from '../../../contract/rules/import-fields.ts';
import type { PaymentMethod } from '../../../contract/rules/tender.ts';

/** Words that mean one thing at every door. What may mean several, as "credit card" or "visa", the shop's people say once. */
const METHODS: Record<PaymentMethod, string[]> = {
  cash: [
    'cash',
    'cod',
    'c.o.d.',
    'cash on delivery',
    'cash on delivery (cod)',
    'نقد',
    'نقدا',
    'نقدًا',
    'كاش',
    'الدفع عند الاستلام',
    'الدفع نقدا عند الاستلام',
    'الدفع نقدًا عند الاستلام',
  ],
  card: [
    'card',
    'card on delivery',
    'card at the door',
    'card machine',
    'pos',
    'بطاقة',
    'بطاقة عند الاستلام',
    'الدفع بالبطاقة عند الاستلام',
  ],
  online: [
    'online',
    'paid online',
    'online payment',
    'prepaid',
    'أونلاين',
    'اونلاين',
    'دفع إلكتروني',
    'دفع الكتروني',
  ],
};
const KNOWN_METHODS = new Map(
  (Object.entries(METHODS) as [PaymentMethod, string[]][]).flatMap(([method, words]) =>
    words.map((word) => [word, method] as const),
  ),
);

/** What a word means to everybody, or to this shop; undefined where nobody has said. */
export function methodOfWord(
  text: string,
  own: ReadonlyMap<string, PaymentMethod>,
): PaymentMethod | undefined {
  const word = methodWord(text);
  return own.get(word) ?? KNOWN_METHODS.get(word);
}

const PAID = new Set(['paid', 'yes', 'y', 'true', '1', 'x', '✓', '✔', 'نعم', 'مدفوع', 'تم الدفع']);
const UNPAID = new Set([
  'unpaid',
  'not paid',
  'no',
  'n',
  'false',
  '0',
  '',
  '-',
  'pending',
  'due',
  'cod',
  'لا',
  'غير مدفوع',
]);

/** Undefined for a word that says neither. */
export function isPaidWord(text: string): boolean | undefined {
  const word = methodWord(text);
  if (PAID.has(word)) return true;
  return UNPAID.has(word) ? false : undefined;
}

/** States of an order in other shop systems in which there is nothing to deliver, with what they mean. */
const OVER: Record<string, CellFaultCode> = {
  cancelled: 'order_cancelled',
  canceled: 'order_cancelled',
  ملغي: 'order_cancelled',
  refunded: 'order_refunded',
  voided: 'order_voided',
  failed: 'order_failed',
  trash: 'order_deleted',
  draft: 'order_draft',
  'checkout-draft': 'order_draft',
  'pending payment': 'order_unpaid',
  completed: 'order_completed',
  complete: 'order_completed',
  delivered: 'order_delivered',
  fulfilled: 'order_fulfilled',
};

/** Why an order in this state is not imported; undefined where it is. */
export function overBecause(status: string): CellFaultCode | undefined {
  const word = methodWord(status).replace(/^wc-/, '');
  return Object.hasOwn(OVER, word) ? OVER[word] : undefined;
}
