import { describe, expect, it } from 'vitest';
import { faultsOf } from '../../tests/support/page-faults.ts';
import { readPdf } from '../../tests/support/read-pdf.ts';
import { makeOrderPaymentReceipt, type OrderPaymentReceiptInput } from './order-payment-receipt.ts';

/** AED 20.00 in cash and AED 5.00 by payment link, of AED 30.00 owed. */
function sample(changes: Partial<OrderPaymentReceiptInput> = {}): OrderPaymentReceiptInput {
  return {
    ...{ product_name: 'Mandoob', shop_name: 'Al Barsha Fresh Market', shop_id: 3, time_zone: 'Asia/Dubai' },
    reference: 'OP-1795262400123',
    date: new Date('2026-11-21T12:00:00Z'),
    ...{ order_number: '1042', customer_name: 'Layla Haddad', staff_name: 'Bilal Khan' },
    taken: {
      ...{ cash_fils: 2_000, card_fils: 0, transfer: null },
      link: { amount_fils: 500, reference: 'PL-1' },
    },
    left_fils: 500,
    ...changes,
  };
}

const arabic = () =>
  sample({
    shop_name: 'سوق البرشاء الطازج',
    customer_name: 'فاطمة الزهراء',
    staff_name: 'خالد محمّد الزعابي',
  });

const long = () =>
  sample({
    shop_name: `${'Al Barsha Fresh Market and Household Goods '.repeat(4)}Branch 17`,
    customer_name: `Wolfeschlegelsteinhausen${'bergerdorff'.repeat(12)}`,
    staff_name: 'عبد الرحمن بن محمد بن عبد الله '.repeat(8),
    taken: {
      ...{ cash_fils: 1_000_000_000, card_fils: 1_000_000_000 },
      link: { amount_fils: 1_000_000_000, reference: 'W'.repeat(100) },
      transfer: { amount_fils: 1_000_000_000, reference: 'R'.repeat(100) },
    },
  });

const lines = async (input: OrderPaymentReceiptInput) =>
  (await readPdf(await makeOrderPaymentReceipt(input))).text.split('\n');

describe('makeOrderPaymentReceipt', () => {
  it('states who paid what by which tender, and what is left', async () => {
    const text = await lines(sample());
    for (const fact of [
      ...['Payment Receipt', 'OP-1795262400123', 'Nov 21, 2026 16:00', '#1042', 'Layla Haddad', 'Bilal Khan'],
      ...['Cash', 'AED 20.00', 'Payment link', 'Left to pay', 'AED 5.00', 'Paid', 'AED 25.00', 'Page 1 of 1'],
    ])
      expect(text).toContain(fact);
    expect(text.join(' ')).toContain('AED 5.00, reference PL-1, to be confirmed by the shop');
    for (const tender of ['Card machine', 'Bank transfer']) expect(text).not.toContain(tender);
  });

  it.each([
    ['English', sample],
    ['Arabic', arabic],
    ['very long words', long],
  ] as const)('%s: under 150 KB, nothing overlaps, nothing leaves the margins', async (_, input) => {
    const blob = await makeOrderPaymentReceipt(input());
    expect(blob.type).toBe('application/pdf');
    expect(blob.size).toBeLessThan(150 * 1024);
    expect(faultsOf(await readPdf(blob))).toEqual([]);
  });
});
