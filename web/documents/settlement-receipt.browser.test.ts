import { beforeAll, describe, expect, it } from 'vitest';
import { faultsOf } from '../../tests/support/page-faults.ts';
import { readPdf } from '../../tests/support/read-pdf.ts';
import { inkPng } from '../../tests/support/sample-pictures.ts';
import { makeSettlementReceipt, type SettlementReceiptInput } from './settlement-receipt.ts';

let ink: Blob;
beforeAll(async () => {
  ink = await inkPng();
});

/** The first part of a shortage, paid on 21 November 2026 at 16:00 in Dubai. */
function sample(changes: Partial<SettlementReceiptInput> = {}): SettlementReceiptInput {
  return {
    product_name: 'Mandoob',
    shop_name: 'Al Barsha Fresh Market',
    shop_id: 3,
    time_zone: 'Asia/Dubai',
    reference: 'ST-1795262400123',
    account: 'shortage',
    date: new Date('2026-11-21T12:00:00Z'),
    person_name: 'Bilal Khan',
    staff_name: 'Mariam Haddad',
    handover_reference: 'EOD-20261120-7-1795186800123',
    amount_fils: 1_500,
    open_fils: 2_500,
    person_signature: { png: ink, typed: false },
    staff_signature: { png: ink, typed: false },
    ...changes,
  };
}

const arabic = () =>
  sample({
    shop_name: 'سوق البرشاء الطازج',
    person_name: 'خالد محمّد الزعابي',
    staff_name: 'نورة (الإدارة) 2',
    staff_signature: { png: ink, typed: true },
  });

const long = () =>
  sample({
    shop_name: `${'Al Barsha Fresh Market and Household Goods '.repeat(4)}Branch 17`,
    person_name: `Wolfeschlegelsteinhausen${'bergerdorff'.repeat(12)}`,
    staff_name: 'عبد الرحمن بن محمد بن عبد الله '.repeat(8),
    amount_fils: 1_000_000_000,
    open_fils: 1_000_000_000,
  });

const lines = async (input: SettlementReceiptInput) =>
  (await readPdf(await makeSettlementReceipt(input))).text.split('\n');

describe('makeSettlementReceipt', () => {
  it('contains every fact of a payment towards a shortage', async () => {
    const text = await lines(sample());
    for (const fact of [
      'Receipt For A Shortage',
      'ST-1795262400123',
      'Nov 21, 2026 16:00',
      'Person',
      'Bilal Khan',
      'Received by',
      'Mariam Haddad',
      'EOD-20261120-7-1795186800123',
      'Left to settle',
      'AED 25.00',
      'Paid',
      'AED 15.00',
      'Shop #3',
      'For the shop',
      'Page 1 of 1',
    ])
      expect(text).toContain(fact);
    expect(text.join(' ')).toContain('AED 25.00 is left to settle.');
    expect(text.join()).not.toContain('typed');
  });

  it.each([
    ['shortage', 'The shortage is settled.'],
    ['over', 'The over is settled.'],
  ] as const)('states that a %s is settled with its last part', async (account, words) => {
    const text = await lines(sample({ account, open_fils: 0 }));
    expect(text).toContain('AED 0.00');
    expect(text.join(' ')).toContain(words);
  });

  it('names the payer of an over', async () => {
    const text = await lines(sample({ account: 'over' }));
    for (const fact of ['Receipt For An Over', 'Paid back', 'Paid by']) expect(text).toContain(fact);
    expect(text).not.toContain('Received by');
  });

  it('marks only the typed signature', async () => {
    const text = await lines(sample({ person_signature: { png: ink, typed: true } }));
    expect(text).toContain('Person, signed by typed name');
    expect(text).toContain('For the shop');
  });

  it.each([
    ['English', sample, 1],
    ['an over', () => sample({ account: 'over' }), 1],
    ['Arabic', arabic, 1],
    ['very long words', long, 2],
  ] as const)('%s: under 150 KB, nothing overlaps, nothing leaves the margins', async (_, input, pages) => {
    const blob = await makeSettlementReceipt(input());
    expect(blob.type).toBe('application/pdf');
    expect(blob.size).toBeLessThan(150 * 1024);
    const pdf = await readPdf(blob);
    expect(pdf.pages).toBe(pages);
    expect(faultsOf(pdf)).toEqual([]);
  });

  it('keeps Arabic names searchable', async () => {
    const text = (await lines(arabic())).join('\n');
    for (const words of ['سوق البرشاء الطازج', 'خالد محمّد الزعابي', 'نورة (الإدارة) 2'])
      expect(text).toContain(words);
  });

  it('creates no receipt without a signature picture', async () => {
    const png = new Blob(['not a picture'], { type: 'image/png' });
    const input = sample({ staff_signature: { png, typed: false } });
    await expect(makeSettlementReceipt(input)).rejects.toThrow('not a picture');
  });
});
