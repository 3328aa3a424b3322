import type { PaymentMethod } from '../orders/tender.ts';

/**
 * Meanings of the names that a shop's sources use for payments (Shopify's gateways, columns of lists) and
 * order statuses (columns of lists). Each shop has a table of names; a name that it has not defined has its
 * meaning from the lists below, or none.
 */

export const NAME_KINDS = ['payment', 'status'] as const;
export type NameKind = (typeof NAME_KINDS)[number];

/**
 * `either`: cash or card machine, selected on delivery. `online`: already paid. `instalments`: a company pays
 * the shop later, so nothing is due on delivery. `unpaid`: the customer has not paid yet, so the order waits.
 */
export const PAYMENT_MEANINGS = ['cash', 'card', 'either', 'online', 'instalments', 'unpaid'] as const;
export type PaymentMeaning = (typeof PAYMENT_MEANINGS)[number];

/** `over`: nothing is left to deliver. */
export const STATUS_MEANINGS = ['deliver', 'unpaid', 'over'] as const;
export type StatusMeaning = (typeof STATUS_MEANINGS)[number];

export type NameMeaning = PaymentMeaning | StatusMeaning;

export const NAME_MAX = 200;

/** The maximum number of names in one command. */
export const NAMES_AT_ONCE_MAX = 50;

/**
 * The maximum number of names stored for a shop. Beyond it, an order with another name still waits, and the
 * name is shown with that order.
 */
export const NAMES_MAX = 1000;

/** Characters ignored in names: Arabic vowel marks and tatweel, direction marks and zero-width characters. */
const IGNORED = /[\u064B-\u065F\u0670\u0640\p{Cf}]/gu;

/**
 * Returns the key by which names are compared: without case, vowel marks, punctuation and repeated spaces;
 * `''` for no name.
 */
export function nameKey(name: string): string {
  const letters = name.slice(0, NAME_MAX).normalize('NFKC').toLowerCase().replace(IGNORED, '');
  const words = letters.replace(/[^\p{L}\p{N}]+/gu, ' ').trim();
  return (words || letters.trim()).slice(0, NAME_MAX);
}

const PAYMENT_NAMES: Record<PaymentMeaning, readonly string[]> = {
  cash: [
    'Cash',
    'COD',
    'C.O.D.',
    'Cash on Delivery',
    'Cash on Delivery (COD)',
    'COD (Cash on Delivery)',
    'Cash on Delivery - no cards',
    'Cash on delivery only',
    'Cash only',
    'Cash at the door',
    'Cash at door',
    'Cash payment',
    'Pay cash on delivery',
    'Pay in cash',
    'Pay with cash on delivery',
    'Pay with cash upon delivery',
    'نقد',
    'نقدا',
    'نقدي',
    'كاش',
    'كاش عند الاستلام',
    'كاش عند التوصيل',
    'نقدا عند الاستلام',
    'نقدا عند التوصيل',
    'الدفع نقدا',
    'الدفع كاش',
    'الدفع نقدا عند الاستلام',
    'الدفع نقدا عند التوصيل',
    'الدفع كاش عند الاستلام',
    'الدفع عند الاستلام نقدا',
    'الدفع عند الاستلام',
    'الدفع عند الاستلام (COD)',
    'الدفع عند التوصيل',
  ],
  card: [
    'Card',
    'Card on Delivery',
    'Credit Card on Delivery',
    'Debit Card on Delivery',
    'Credit/Debit Card on Delivery',
    'Pay by card on delivery',
    'Card at the door',
    'Card at door',
    'Card machine',
    'Card machine on delivery',
    'Card swipe on delivery',
    'POS',
    'POS machine',
    'POS on delivery',
    'POS machine on delivery',
    'Card terminal',
    'Card terminal at the door',
    'بطاقة',
    'بطاقة عند الاستلام',
    'بطاقة عند التوصيل',
    'بالبطاقة عند الاستلام',
    'الدفع بالبطاقة عند الاستلام',
    'الدفع بالبطاقة عند التوصيل',
    'الدفع ببطاقة الائتمان عند الاستلام',
    'الدفع عند الاستلام بالبطاقة',
    'جهاز نقاط البيع',
    'ماكينة البطاقة',
  ],
  either: [
    'Cash or Card on Delivery',
    'Card or Cash on Delivery',
    'Cash / Card on Delivery',
    'Cash or card',
    'Cash/Card',
    'Cash & card on delivery',
    'Cash and card on delivery',
    'Cash or card at the door',
    'COD / Card machine',
    'COD or card machine',
    'COD (cash or card)',
    'COD - cash or card',
    'COD Cash/Card',
    'Cash or card machine on delivery',
    'Pay on delivery (cash or card)',
    'Pay on delivery (cash/card)',
    'الدفع نقدا أو بالبطاقة عند الاستلام',
    'الدفع عند الاستلام نقدا أو بالبطاقة',
    'نقدا أو بالبطاقة',
    'نقدا أو بطاقة',
    'نقدا أو بالبطاقة عند الاستلام',
    'كاش أو بطاقة',
    'كاش أو بطاقة عند الاستلام',
  ],
  online: [
    'Online',
    'Paid online',
    'Online payment',
    'Pay online',
    'Prepaid',
    'Shopify Payments',
    'shopify_payments',
    'PayPal',
    'PayPal Express Checkout',
    'Stripe',
    'Checkout.com',
    'Telr',
    'PayTabs',
    'Tap Payments',
    'Network International',
    'N-Genius Online',
    'Amazon Payment Services',
    'PayFort',
    'Apple Pay',
    'Google Pay',
    'Shop Pay',
    'Samsung Pay',
    'Gift card',
    'gift_card',
    'Store credit',
    'shopify_store_credit',
    'Ziina',
    'Mamo Pay',
    'أونلاين',
    'اونلاين',
    'دفع إلكتروني',
    'دفع الكتروني',
    'الدفع الإلكتروني',
    'الدفع الالكتروني',
    'الدفع أونلاين',
    'مدفوع مسبقا',
    'بطاقة هدية',
  ],
  instalments: [
    'Tabby',
    'Tabby - Pay in 4',
    'Pay in 4 with Tabby',
    'Pay later with Tabby',
    'Tamara',
    'Tamara - Pay in 3',
    'Tamara - Split in 4',
    'Pay with Tamara',
    'Pay later with Tamara',
    'Postpay',
    'Spotii',
    'Cashew',
    'Cashew Payments',
    'Cashback wallet',
    'Shop Pay Installments',
    'Shop Pay Instalments',
    'Klarna',
    'Afterpay',
    'Wallet',
    'Digital wallet',
    'E-wallet',
    'تابي',
    'تمارا',
    'محفظة',
    'المحفظة',
    'محفظة إلكترونية',
  ],
  unpaid: [
    'Unpaid',
    'Not paid',
    'Not paid yet',
    'Awaiting payment',
    'غير مدفوع',
    'لم يتم الدفع',
    'بانتظار الدفع',
  ],
};

const STATUS_NAMES: Record<StatusMeaning, readonly string[]> = {
  deliver: [
    'Processing',
    'Open',
    'New',
    'Confirmed',
    'Ready',
    'Ready to ship',
    'Ready for delivery',
    'Ready to deliver',
    'To deliver',
    'Unfulfilled',
    'Paid',
    'Packed',
    'قيد التنفيذ',
    'قيد المعالجة',
    'جديد',
    'مؤكد',
    'جاهز',
    'جاهز للتوصيل',
  ],
  unpaid: [
    'Pending',
    'Pending payment',
    'On hold',
    'Awaiting payment',
    'Unpaid',
    'بانتظار الدفع',
    'قيد الانتظار',
  ],
  over: [
    'Cancelled',
    'Canceled',
    'Refunded',
    'Voided',
    'Failed',
    'Trash',
    'Deleted',
    'Draft',
    'Checkout draft',
    'Completed',
    'Complete',
    'Delivered',
    'Fulfilled',
    'Returned',
    'ملغي',
    'ملغى',
    'ملغاة',
    'مسترد',
    'مرتجع',
    'مكتمل',
    'تم التوصيل',
    'تم التسليم',
  ],
};

function byKey<Meaning extends string>(
  names: Record<Meaning, readonly string[]>,
): ReadonlyMap<string, Meaning> {
  const entries = Object.entries(names) as [Meaning, readonly string[]][];
  return new Map(entries.flatMap(([meaning, list]) => list.map((name) => [nameKey(name), meaning] as const)));
}

const KNOWN: Record<NameKind, ReadonlyMap<string, NameMeaning>> = {
  payment: byKey(PAYMENT_NAMES),
  status: byKey(STATUS_NAMES),
};

/** WooCommerce's exports write `wc-on-hold`. */
const WOOCOMMERCE_PREFIX = /^wc (?=.)/;

/**
 * Returns the well-known meaning of a name; undefined if it depends on the shop, as for `Bank Deposit` and
 * `Visa`.
 */
export function knownMeaning(kind: NameKind, name: string): NameMeaning | undefined {
  const key = nameKey(name);
  return KNOWN[kind].get(kind === 'status' ? key.replace(WOOCOMMERCE_PREFIX, '') : key);
}

/**
 * Returns the value of `orders.payment_method` for a meaning; pages of older versions know only these three.
 */
export function methodOfMeaning(meaning: PaymentMeaning): PaymentMethod {
  if (meaning === 'either') return 'cash';
  return meaning === 'cash' || meaning === 'card' ? meaning : 'online';
}

/** A shop's definitions by key; null if the shop's sources use the name but no user has defined it. */
export type OwnMeanings<Meaning extends NameMeaning = NameMeaning> = ReadonlyMap<string, Meaning | null>;

/** Returns the meaning of a payment name for this shop; undefined if a user has to define it. */
export function paymentMeaning(name: string, own: OwnMeanings<PaymentMeaning>): PaymentMeaning | undefined {
  const defined = own.get(nameKey(name));
  if (defined !== undefined) return defined ?? undefined;
  return knownMeaning('payment', name) as PaymentMeaning | undefined;
}

/** Returns the meaning of an order status in this shop's lists; undefined if a user has to define it. */
export function statusMeaning(name: string, own: OwnMeanings<StatusMeaning>): StatusMeaning | undefined {
  const defined = own.get(nameKey(name));
  if (defined !== undefined) return defined ?? undefined;
  return knownMeaning('status', name) as StatusMeaning | undefined;
}
