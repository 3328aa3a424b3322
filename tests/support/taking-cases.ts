import type { DeliverAsTaken } from '../../contract/operations/dashboard/deliveries/deliver-as-taken.schema.ts';
import type { PartOrder } from '../../contract/rules/orders/part-delivery.ts';
import { roundingOf, type Taken } from '../../contract/rules/orders/takings.ts';

/**
 * Combinations of goods, amounts and tenders, with the amounts that a delivery books, leaves open and prints
 * (ruling H5). All amounts are in fils.
 */
export type TakingCase = {
  name: string;
  order: {
    /** Quantity, price of a piece, refused pieces and the line's own tax. */
    lines: [qty: number, price: number, refused?: number, tax?: number][];
    /** Goods that the store sends separately. */
    sent?: number;
    discount?: number;
    shipping?: number;
    tax?: number;
    /** Paid before the delivery. */
    paid?: number;
  };
  taken: {
    cash?: number;
    /** The cash before the change. */
    received?: number;
    card?: number;
    link?: number;
    transfer?: number;
    /** True if the shop rounds cash. */
    rounds?: true;
  };
  amounts: {
    due: number;
    /** Added to the driver's cash on hand. */
    booked: number;
    collected: number;
    rounding: number;
    owed: number;
    /** Paid by link or transfer. */
    pending: number;
    /** Taken above the amount due: owed to the customer. */
    extra: number;
    /** Paid before for refused goods: owed to the customer. */
    refund: number;
  };
  /** The price of the taken goods of each line, with discount and tax. */
  line_fils: number[];
  /** The amounts on the delivery note, from the amount due. */
  printed: string[];
};

export const PAYMENT_LINK = 'PL-1';
export const TRANSFER = 'AANI-1';

const NOTHING_ELSE = { rounding: 0, owed: 0, pending: 0, extra: 0, refund: 0 };
type Amounts = TakingCase['amounts'];
/** Amounts that are absent are 0. */
type Row = Omit<TakingCase, 'amounts'> & {
  amounts: Pick<Amounts, 'due' | 'booked' | 'collected'> & Partial<Amounts>;
};

type Lines = TakingCase['order']['lines'];
const ALL: Lines = [
  [1, 5_000],
  [2, 3_000],
];
const ONE_REFUSED: Lines = [
  [1, 5_000],
  [2, 3_000, 1],
];

const ROWS: Row[] = [
  {
    name: 'all goods, exact cash and change',
    order: { lines: ALL },
    taken: { cash: 11_000, received: 12_000 },
    amounts: { due: 11_000, booked: 11_000, collected: 11_000 },
    line_fils: [5_000, 6_000],
    printed: ['Amount due on delivery 110.00', 'Received 120.00', 'Change -10.00', 'Received in cash 110.00'],
  },
  {
    name: 'all goods by card',
    order: { lines: ALL },
    taken: { card: 11_000 },
    amounts: { due: 11_000, booked: 0, collected: 11_000 },
    line_fils: [5_000, 6_000],
    printed: ['Amount due on delivery 110.00', 'Received by card machine 110.00'],
  },
  {
    name: 'cash and card together',
    order: { lines: ALL },
    taken: { cash: 6_000, card: 5_000 },
    amounts: { due: 11_000, booked: 6_000, collected: 11_000 },
    line_fils: [5_000, 6_000],
    printed: ['Amount due on delivery 110.00', 'Received in cash 60.00', 'Received by card machine 50.00'],
  },
  {
    name: 'five dirhams short in cash',
    order: { lines: ALL },
    taken: { cash: 10_500 },
    amounts: { due: 11_000, booked: 10_500, collected: 10_500, owed: 500 },
    line_fils: [5_000, 6_000],
    printed: ['Amount due on delivery 110.00', 'Received in cash 105.00', 'Still owed by the customer 5.00'],
  },
  {
    name: 'five dirhams short by card',
    order: { lines: ALL },
    taken: { card: 10_500 },
    amounts: { due: 11_000, booked: 0, collected: 10_500, owed: 500 },
    line_fils: [5_000, 6_000],
    printed: [
      'Amount due on delivery 110.00',
      'Received by card machine 105.00',
      'Still owed by the customer 5.00',
    ],
  },
  {
    name: 'nothing paid',
    order: { lines: ALL },
    taken: {},
    amounts: { due: 11_000, booked: 0, collected: 0, owed: 11_000 },
    line_fils: [5_000, 6_000],
    printed: ['Amount due on delivery 110.00', 'Still owed by the customer 110.00'],
  },
  {
    name: 'too much cash, owed to the customer',
    order: { lines: ALL },
    taken: { cash: 11_400 },
    amounts: { due: 11_000, booked: 11_400, collected: 11_400, extra: 400 },
    line_fils: [5_000, 6_000],
    printed: ['Amount due on delivery 110.00', 'Received in cash 114.00', 'Owed to the customer 4.00'],
  },
  {
    name: 'too much by card',
    order: { lines: ALL },
    taken: { card: 12_000 },
    amounts: { due: 11_000, booked: 0, collected: 12_000, extra: 1_000 },
    line_fils: [5_000, 6_000],
    printed: [
      'Amount due on delivery 110.00',
      'Received by card machine 120.00',
      'Owed to the customer 10.00',
    ],
  },
  {
    name: 'by payment link',
    order: { lines: ALL },
    taken: { link: 11_000 },
    amounts: { due: 11_000, booked: 0, collected: 0, pending: 11_000 },
    line_fils: [5_000, 6_000],
    printed: ['Amount due on delivery 110.00', 'Payment link PL-1 (pending) 110.00'],
  },
  {
    name: 'by bank transfer',
    order: { lines: ALL },
    taken: { transfer: 11_000 },
    amounts: { due: 11_000, booked: 0, collected: 0, pending: 11_000 },
    line_fils: [5_000, 6_000],
    printed: ['Amount due on delivery 110.00', 'Bank transfer AANI-1 (pending) 110.00'],
  },
  {
    name: 'link and transfer',
    order: { lines: ALL },
    taken: { link: 4_000, transfer: 7_000 },
    amounts: { due: 11_000, booked: 0, collected: 0, pending: 11_000 },
    line_fils: [5_000, 6_000],
    printed: [
      'Amount due on delivery 110.00',
      'Payment link PL-1 (pending) 40.00',
      'Bank transfer AANI-1 (pending) 70.00',
    ],
  },
  {
    name: 'all four tenders',
    order: { lines: ALL },
    taken: { cash: 2_000, card: 3_000, link: 2_500, transfer: 3_500 },
    amounts: { due: 11_000, booked: 2_000, collected: 5_000, pending: 6_000 },
    line_fils: [5_000, 6_000],
    printed: [
      'Amount due on delivery 110.00',
      'Received in cash 20.00',
      'Received by card machine 30.00',
      'Payment link PL-1 (pending) 25.00',
      'Bank transfer AANI-1 (pending) 35.00',
    ],
  },
  {
    name: 'link for a part, the rest short',
    order: { lines: ALL },
    taken: { cash: 3_000, link: 4_000 },
    amounts: { due: 11_000, booked: 3_000, collected: 3_000, owed: 4_000, pending: 4_000 },
    line_fils: [5_000, 6_000],
    printed: [
      'Amount due on delivery 110.00',
      'Received in cash 30.00',
      'Payment link PL-1 (pending) 40.00',
      'Still owed by the customer 40.00',
    ],
  },
  {
    name: 'transfer above what is due',
    order: { lines: ALL },
    taken: { transfer: 11_500 },
    amounts: { due: 11_000, booked: 0, collected: 0, pending: 11_500, extra: 500 },
    line_fils: [5_000, 6_000],
    printed: [
      'Amount due on delivery 110.00',
      'Bank transfer AANI-1 (pending) 115.00',
      'Owed to the customer 5.00',
    ],
  },
  {
    name: 'shipping and discount, all goods',
    order: { lines: ALL, discount: 1_100, shipping: 1_500 },
    taken: { cash: 11_400 },
    amounts: { due: 11_400, booked: 11_400, collected: 11_400 },
    line_fils: [4_500, 5_400],
    printed: ['Amount due on delivery 114.00', 'Received in cash 114.00'],
  },
  {
    name: 'one of three pieces refused',
    order: { lines: ONE_REFUSED },
    taken: { cash: 8_000 },
    amounts: { due: 8_000, booked: 8_000, collected: 8_000 },
    line_fils: [5_000, 3_000],
    printed: ['Amount due on delivery 80.00', 'Received in cash 80.00'],
  },
  {
    name: 'one of three pieces refused, five dirhams short',
    order: { lines: ONE_REFUSED, shipping: 1_500 },
    taken: { cash: 9_000, received: 10_000 },
    amounts: { due: 9_500, booked: 9_000, collected: 9_000, owed: 500 },
    line_fils: [5_000, 3_000],
    printed: [
      'Amount due on delivery 95.00',
      'Received 100.00',
      'Change -10.00',
      'Received in cash 90.00',
      'Still owed by the customer 5.00',
    ],
  },
  {
    name: 'a whole line refused',
    order: {
      lines: [
        [1, 5_000, 1],
        [2, 3_000],
      ],
    },
    taken: { card: 6_000 },
    amounts: { due: 6_000, booked: 0, collected: 6_000 },
    line_fils: [0, 6_000],
    printed: ['Amount due on delivery 60.00', 'Received by card machine 60.00'],
  },
  {
    name: 'all but one piece refused',
    order: {
      lines: [
        [3, 3_333, 2],
        [2, 1_000, 2],
      ],
      shipping: 1_000,
    },
    taken: { cash: 4_333 },
    amounts: { due: 4_333, booked: 4_333, collected: 4_333 },
    line_fils: [3_333, 0],
    printed: ['Amount due on delivery 43.33', 'Received in cash 43.33'],
  },
  {
    name: 'refused goods share the discount',
    order: {
      lines: [
        [1, 5_000, 1],
        [2, 3_000],
      ],
      discount: 1_100,
    },
    taken: { cash: 5_400 },
    amounts: { due: 5_400, booked: 5_400, collected: 5_400 },
    line_fils: [0, 5_400],
    printed: ['Amount due on delivery 54.00', 'Received in cash 54.00'],
  },
  {
    name: 'a discount that does not divide evenly',
    order: {
      lines: [
        [1, 3_333],
        [1, 3_333, 1],
        [1, 3_334],
      ],
      discount: 1_000,
    },
    taken: { cash: 6_000 },
    amounts: { due: 6_000, booked: 6_000, collected: 6_000 },
    line_fils: [3_000, 0, 3_000],
    printed: ['Amount due on delivery 60.00', 'Received in cash 60.00'],
  },
  {
    name: 'a discount over the pieces of one line',
    order: { lines: [[3, 1_000, 1]], discount: 100 },
    taken: { cash: 1_933 },
    amounts: { due: 1_933, booked: 1_933, collected: 1_933 },
    line_fils: [1_933],
    printed: ['Amount due on delivery 19.33', 'Received in cash 19.33'],
  },
  {
    name: 'tax of each line',
    order: {
      lines: [
        [1, 5_000, 0, 250],
        [2, 3_000, 1, 300],
      ],
      tax: 550,
    },
    taken: { cash: 8_400 },
    amounts: { due: 8_400, booked: 8_400, collected: 8_400 },
    line_fils: [5_250, 3_150],
    printed: ['Amount due on delivery 84.00', 'Received in cash 84.00'],
  },
  {
    name: 'tax of the order by price',
    order: { lines: ONE_REFUSED, tax: 550 },
    taken: { cash: 8_400 },
    amounts: { due: 8_400, booked: 8_400, collected: 8_400 },
    line_fils: [5_250, 3_150],
    printed: ['Amount due on delivery 84.00', 'Received in cash 84.00'],
  },
  {
    name: 'tax of shipping stays',
    order: {
      lines: [
        [1, 5_000, 0, 250],
        [2, 3_000, 2, 300],
      ],
      shipping: 1_500,
      tax: 625,
    },
    taken: { cash: 6_825 },
    amounts: { due: 6_825, booked: 6_825, collected: 6_825 },
    line_fils: [5_250, 0],
    printed: ['Amount due on delivery 68.25', 'Received in cash 68.25'],
  },
  {
    name: 'lines without tax in part: by price',
    order: {
      lines: [
        [1, 5_000, 0, 250],
        [2, 3_000, 1],
      ],
      tax: 550,
    },
    taken: { cash: 8_400 },
    amounts: { due: 8_400, booked: 8_400, collected: 8_400 },
    line_fils: [5_250, 3_150],
    printed: ['Amount due on delivery 84.00', 'Received in cash 84.00'],
  },
  {
    name: 'goods sent separately are paid with this order',
    order: { lines: [[2, 3_000, 1]], sent: 4_000, discount: 1_000, shipping: 500 },
    taken: { cash: 6_800 },
    amounts: { due: 6_800, booked: 6_800, collected: 6_800 },
    line_fils: [2_700],
    printed: ['Amount due on delivery 68.00', 'Received in cash 68.00'],
  },
  {
    name: 'a discount above the goods reduces shipping',
    order: { lines: [[2, 1_000, 1]], discount: 2_500, shipping: 1_500 },
    taken: { cash: 1_000 },
    amounts: { due: 1_000, booked: 1_000, collected: 1_000 },
    line_fils: [0],
    printed: ['Amount due on delivery 10.00', 'Received in cash 10.00'],
  },
  {
    name: 'a discount of everything but tax',
    order: { lines: [[2, 1_000, 1]], discount: 3_500, shipping: 1_500, tax: 200 },
    taken: { cash: 100 },
    amounts: { due: 100, booked: 100, collected: 100 },
    line_fils: [100],
    printed: ['Amount due on delivery 1.00', 'Received in cash 1.00'],
  },
  {
    name: 'paid in part before, all goods',
    order: { lines: ALL, paid: 4_000 },
    taken: { cash: 7_000 },
    amounts: { due: 7_000, booked: 7_000, collected: 7_000 },
    line_fils: [5_000, 6_000],
    printed: ['Amount due on delivery 70.00', 'Received in cash 70.00'],
  },
  {
    name: 'paid in part before, one piece refused',
    order: { lines: ONE_REFUSED, paid: 4_000 },
    taken: { cash: 4_000 },
    amounts: { due: 4_000, booked: 4_000, collected: 4_000 },
    line_fils: [5_000, 3_000],
    printed: ['Amount due on delivery 40.00', 'Received in cash 40.00'],
  },
  {
    name: 'paid in part before, more refused than is left',
    order: {
      lines: [
        [1, 5_000, 1],
        [2, 3_000, 1],
      ],
      paid: 4_000,
    },
    taken: {},
    amounts: { due: 0, booked: 0, collected: 0, refund: 1_000 },
    line_fils: [0, 3_000],
    printed: ['Amount due on delivery 0.00', 'To be paid back by the shop 10.00'],
  },
  {
    name: 'paid before, one piece refused',
    order: { lines: ONE_REFUSED, paid: 11_000 },
    taken: {},
    amounts: { due: 0, booked: 0, collected: 0, refund: 3_000 },
    line_fils: [5_000, 3_000],
    printed: ['Amount due on delivery 0.00', 'To be paid back by the shop 30.00'],
  },
  {
    name: 'paid before, with discount and shipping',
    order: {
      lines: [
        [1, 5_000, 1],
        [2, 3_000],
      ],
      discount: 1_100,
      shipping: 1_500,
      paid: 11_400,
    },
    taken: {},
    amounts: { due: 0, booked: 0, collected: 0, refund: 4_500 },
    line_fils: [0, 5_400],
    printed: ['Amount due on delivery 0.00', 'To be paid back by the shop 45.00'],
  },
  {
    name: 'refused so that nothing is due',
    order: {
      lines: [
        [1, 5_000, 1],
        [2, 3_000, 1],
      ],
      paid: 3_000,
    },
    taken: {},
    amounts: { due: 0, booked: 0, collected: 0 },
    line_fils: [0, 3_000],
    printed: ['Amount due on delivery 0.00'],
  },
  {
    name: 'rounded down to the coin',
    order: { lines: [[1, 10_013]] },
    taken: { cash: 10_000, rounds: true },
    amounts: { due: 10_013, booked: 10_000, collected: 10_000, rounding: 13 },
    line_fils: [10_013],
    printed: ['Amount due on delivery 100.13', 'Rounding -0.13', 'Received in cash 100.00'],
  },
  {
    name: 'not rounded in a shop that does not round',
    order: { lines: [[1, 10_013]] },
    taken: { cash: 10_000 },
    amounts: { due: 10_013, booked: 10_000, collected: 10_000, owed: 13 },
    line_fils: [10_013],
    printed: ['Amount due on delivery 100.13', 'Received in cash 100.00', 'Still owed by the customer 0.13'],
  },
  {
    name: 'exact cash is not rounded',
    order: { lines: [[1, 10_013]] },
    taken: { cash: 10_013, rounds: true },
    amounts: { due: 10_013, booked: 10_013, collected: 10_013 },
    line_fils: [10_013],
    printed: ['Amount due on delivery 100.13', 'Received in cash 100.13'],
  },
  {
    name: 'no coin is due for less than 0.25',
    order: { lines: [[1, 20]] },
    taken: { rounds: true },
    amounts: { due: 20, booked: 0, collected: 0, rounding: 20 },
    line_fils: [20],
    printed: ['Amount due on delivery 0.20', 'Rounding -0.20'],
  },
  {
    name: 'the card takes the exact amount',
    order: { lines: [[1, 10_013]] },
    taken: { card: 10_013, rounds: true },
    amounts: { due: 10_013, booked: 0, collected: 10_013 },
    line_fils: [10_013],
    printed: ['Amount due on delivery 100.13', 'Received by card machine 100.13'],
  },
  {
    name: 'the cash after a card payment is rounded',
    order: { lines: [[1, 10_013]] },
    taken: { cash: 5_000, card: 5_000, rounds: true },
    amounts: { due: 10_013, booked: 5_000, collected: 10_000, rounding: 13 },
    line_fils: [10_013],
    printed: [
      'Amount due on delivery 100.13',
      'Rounding -0.13',
      'Received in cash 50.00',
      'Received by card machine 50.00',
    ],
  },
  {
    name: 'rounded and short',
    order: { lines: [[1, 10_013]] },
    taken: { cash: 9_500, rounds: true },
    amounts: { due: 10_013, booked: 9_500, collected: 9_500, rounding: 13, owed: 500 },
    line_fils: [10_013],
    printed: [
      'Amount due on delivery 100.13',
      'Rounding -0.13',
      'Received in cash 95.00',
      'Still owed by the customer 5.00',
    ],
  },
  {
    name: 'rounded with a link',
    order: { lines: [[1, 10_013]] },
    taken: { cash: 7_000, link: 3_000, rounds: true },
    amounts: { due: 10_013, booked: 7_000, collected: 7_000, rounding: 13, pending: 3_000 },
    line_fils: [10_013],
    printed: [
      'Amount due on delivery 100.13',
      'Rounding -0.13',
      'Received in cash 70.00',
      'Payment link PL-1 (pending) 30.00',
    ],
  },
  {
    name: 'a part is rounded',
    order: { lines: [[3, 3_338, 1]], discount: 7 },
    taken: { cash: 6_650, rounds: true },
    amounts: { due: 6_671, booked: 6_650, collected: 6_650, rounding: 21 },
    line_fils: [6_671],
    printed: ['Amount due on delivery 66.71', 'Rounding -0.21', 'Received in cash 66.50'],
  },
  {
    name: 'free goods refused',
    order: {
      lines: [
        [1, 0, 1],
        [1, 5_000],
      ],
    },
    taken: { cash: 5_000 },
    amounts: { due: 5_000, booked: 5_000, collected: 5_000 },
    line_fils: [0, 5_000],
    printed: ['Amount due on delivery 50.00', 'Received in cash 50.00'],
  },
];

export const TAKING_CASES: TakingCase[] = ROWS.map((row) => ({
  ...row,
  amounts: { ...NOTHING_ELSE, ...row.amounts },
}));

/** The order and the refused goods of a case, as `partAmounts` reads them. */
export function partOrderOf({ order }: TakingCase): PartOrder {
  return {
    lines: order.lines.map(([qty, unit_price_fils, refused = 0, tax_fils = null]) => ({
      ...{ qty, unit_price_fils, refused, tax_fils },
    })),
    sent_fils: order.sent ?? 0,
    discount_fils: order.discount ?? 0,
    shipping_fils: order.shipping ?? 0,
    tax_fils: order.tax ?? 0,
    paid_fils: order.paid ?? 0,
  };
}

/** The payments of a case, as a device sends them. */
export function takenOf({ taken, amounts }: TakingCase): DeliverAsTaken['taken'] {
  const by: Taken = {
    cash_fils: taken.cash ?? 0,
    card_fils: taken.card ?? 0,
    link: taken.link ? { amount_fils: taken.link, reference: PAYMENT_LINK } : null,
    transfer: taken.transfer ? { amount_fils: taken.transfer, reference: TRANSFER } : null,
  };
  const rounding_fils = roundingOf(amounts.due, by, taken.rounds === true);
  return { ...by, received_fils: taken.received ?? null, rounding_fils };
}
