import { shopifyOrder } from './shopify-payload.ts';

/** Small inputs that were once read wrongly, by case number, as changed fields of a webhook or export. */

/** One line of 40.00 with 15.00 for shipping. */
export function smallOrder(changes: Record<string, unknown> = {}): ReturnType<typeof shopifyOrder> {
  return shopifyOrder({
    line_items: [{ id: '1', name: 'Dates', sku: 'D-1', quantity: 1, price: '40.00' }],
    total_price: '55.00',
    current_total_price: '55.00',
    total_discounts: '0.00',
    current_total_discounts: '0.00',
    total_outstanding: '55.00',
    financial_status: 'pending',
    ...changes,
  });
}

const paidBy = (name: string, more: Record<string, unknown> = {}) => ({
  payment_gateway_names: [name],
  ...more,
});

/** The expected amount due on delivery, by the name of the payment. */
export const PAYMENT_CASES: [
  name: string,
  changes: Record<string, unknown>,
  expected: Record<string, unknown>,
][] = [
  ...['Cash or Card on Delivery', 'COD / Card machine', 'الدفع نقدًا أو بالبطاقة عند الاستلام'].map(
    (name): (typeof PAYMENT_CASES)[number] => [
      `P1 ${name}`,
      paidBy(name),
      { payment_method: 'cash', pays_either: true, due_amount_fils: 5_500, waits_because: null },
    ],
  ),
  [
    'P2 POS machine on delivery',
    paidBy('POS machine on delivery'),
    { payment_method: 'card', pays_either: false, due_amount_fils: 5_500 },
  ],
  [
    'P3 Cash on Delivery - no cards',
    paidBy('Cash on Delivery - no cards'),
    { payment_method: 'cash', pays_either: false, due_amount_fils: 5_500 },
  ],
  ...['Cashew', 'Cashback wallet'].map((name): (typeof PAYMENT_CASES)[number] => [
    `P4 ${name}`,
    paidBy(name),
    { payment_method: 'online', payment_status: 'paid', due_amount_fils: 0, waits_because: null },
  ]),
  [
    'P5 authorized by Tabby',
    paidBy('Tabby', { financial_status: 'authorized' }),
    { payment_method: 'online', payment_status: 'paid', due_amount_fils: 0, waits_because: null },
  ],
  [
    'P6 Bank Deposit',
    paidBy('Bank Deposit'),
    { payment_method: 'online', payment_status: 'pending', waits_because: 'payment_unknown' },
  ],
];

/** Texts that exceed the maximum stored length. */
export const LONG_TEXTS = {
  note: 'n'.repeat(5_001),
  line_items: [{ id: '1', name: '', sku: 's'.repeat(121), quantity: 1, price: '40.00' }],
  shipping_address: { name: 'Layla Haddad', address1: 'a'.repeat(309), city: 'Dubai' },
  billing_address: { phone: '5'.repeat(48) },
};

/** An order without any deliverable item. */
export const NOT_DELIVERABLE = {
  line_items: [{ id: '1', name: 'E-book', quantity: 1, price: '40.00', requires_shipping: false }],
  shipping_address: null,
  shipping_lines: [],
  total_price: '40.00',
  current_total_price: '40.00',
  total_outstanding: '40.00',
};

/** An order of which the store has shipped one of two lines. */
export const PARTLY_SHIPPED = {
  fulfillment_status: 'partial',
  line_items: [
    { id: '1', name: 'Dates', quantity: 1, fulfillable_quantity: 0, price: '30.00' },
    { id: '2', name: 'Honey', quantity: 2, fulfillable_quantity: 1, price: '5.00' },
  ],
};

export const DELIVERY_WINDOW = {
  note_attributes: [
    { name: 'Delivery-Date', value: '2026/11/29' },
    { name: 'Delivery-Time', value: '10:00 - 12:00' },
    { name: '_app', value: 'internal' },
  ],
};

/** The CSV lists of cases L1 to L7 and L10. */
export const LIST_CASES = {
  L1: `Order no,Customer,Phone,Address,Item,Price,Total,Payment
1001,Layla Haddad,0501112233,Villa 3,Dates,45,45,COD
,Omar Said,0502223344,Flat 7,Honey,30,30,COD`,
  L2: `Order no,Customer,Phone,Address,Item,Price,Total,Payment
1001,Layla Haddad,0501112233,Villa 3,Dates,45,45,COD
,,,,Total,65,,`,
  L3: `No,Customer,Address,Amount,Payment,Amount due,Paid
2002,Layla Haddad,Villa 3,100,COD,40,
2003,Omar Said,Flat 7,60,COD,,yes`,
  L4: `No,Customer,Address,Amount,Payment,Currency,Status
2004,Layla Haddad,Villa 3,100,COD,USD,processing
2005,Omar Said,Flat 7,60,COD,AED,cancelled`,
  L5: `No,Customer,Address,Amount,Payment,Status
2006,Layla Haddad,Villa 3,100,Credit Card,Pending
2007,Omar Said,Flat 7,60,Credit Card,wc-on-hold
2008,Ali Nasser,Gate 2,70,Credit Card,with courier`,
  L6: `Order no,Customer,Address,Item,Total,Payment
1010,Ali,Villa 3,Dates,45,COD
1010,Ali,Villa 3,Honey,30,COD`,
  L8: `No,Customer,Address,Amount,Payment,Promised
2501,Ali,Villa 3,45,COD,20-Nov-26
2502,Ali,Villa 3,45,COD,2026/11/20 14:05
2503,Ali,Villa 3,45,COD,20/11/2026 02:05:00 م
2504,Ali,Villa 3,45,COD,20 نوفمبر 2026
2505,Ali,Villa 3,45,COD,"Friday, November 20, 2026"`,
  L10: `No,Customer,Address,Amount,Payment,Currency
3001,Ali,Villa 3,د.إ.\u200f 45.00,COD,Dhs
3002,Ali,Villa 4,\u200f45.00,COD,درهم
3003,Ali,Villa 5,45/-,COD,AED`,
} as const;
