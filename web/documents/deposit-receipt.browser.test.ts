import { beforeAll, describe, expect, it } from 'vitest';
import { boxOfPixels, type Rgb } from '../../tests/support/ink-on-page.ts';
import { faultsOf } from '../../tests/support/page-faults.ts';
import { readPdf } from '../../tests/support/read-pdf.ts';
import { inkPng, slipJpeg } from '../../tests/support/sample-pictures.ts';
import { type DepositReceiptInput, makeDepositReceipt } from './deposit-receipt.ts';

let ink: Blob;
let slip: Blob;
beforeAll(async () => {
  ink = await inkPng();
  slip = await slipJpeg(1200, 1600);
});

function sample(changes: Partial<DepositReceiptInput> = {}): DepositReceiptInput {
  return {
    product_name: 'Mandoob',
    shop_name: 'Al Barsha Fresh Market',
    shop_id: 3,
    time_zone: 'Asia/Dubai',
    reference: 'BD-1795186800123',
    deposit_date: '2026-11-20',
    amount_fils: 1_245_000,
    manager_name: 'Mariam Haddad',
    notes: 'Counted twice, with Noura.',
    invoice_image: slip,
    signature: { png: ink, typed: false },
    generated_at: new Date('2026-11-20T17:05:00Z'),
    ...changes,
  };
}

const LONG_NOTES = Array.from(
  { length: 60 },
  (_, n) => `Bag ${n + 1}: 50 x AED 20, sealed and counted at the till before it was taken to the bank.`,
).join(' ');
const ARABIC_NOTES =
  'تم إيداع المبلغ (12,450.00 درهم) في فرع بنك الإمارات، شارع الشيخ زايد، قرب Exit 2، بحضور نورة ومريم. '.repeat(
    8,
  );

const SAMPLES: [string, (slips: { wide: Blob }) => Partial<DepositReceiptInput>][] = [
  ['ordinary', () => ({})],
  ['Arabic', () => ({ shop_name: 'سوق البرشاء الطازج', manager_name: 'مريم الحدّاد', notes: ARABIC_NOTES })],
  ['long notes', () => ({ notes: LONG_NOTES })],
  ['very long notes', () => ({ notes: `${LONG_NOTES}\n\n${LONG_NOTES}` })],
  ['a wide slip', ({ wide }) => ({ invoice_image: wide })],
  [
    'very long names',
    () => ({
      shop_name: 'Al Barsha Fresh Market and Household Goods '.repeat(4),
      manager_name: `Wolfeschlegelsteinhausen${'bergerdorff'.repeat(12)}`,
      notes: 'W'.repeat(400),
      amount_fils: 1_000_000_000,
    }),
  ],
];

const lines = async (input: DepositReceiptInput) =>
  (await readPdf(await makeDepositReceipt(input))).text.split('\n');

const magenta = ([red, green, blue]: Rgb) => red > 200 && blue > 200 && green < 90;
const pageBoxes = async (blob: Blob) => {
  const { pages } = await readPdf(blob);
  const boxes = [];
  for (let page = 1; page <= pages; page += 1) {
    const box = await boxOfPixels(blob, page, magenta);
    if (box) boxes.push({ page, ...box });
  }
  return boxes;
};

describe('makeDepositReceipt', () => {
  it('contains every fact of the deposit', async () => {
    const text = await lines(sample());
    for (const fact of [
      'Bank Deposit Receipt',
      'BD-1795186800123',
      '20 Nov 2026',
      'AED 12,450.00',
      'Mariam Haddad',
      'Shop #3',
      'Counted twice, with Noura.',
      'Manager',
      'Generated Nov 20, 2026 21:05',
      'Page 1 of 1',
    ]) {
      expect(text).toContain(fact);
    }
    expect(text.join()).not.toContain('could not be loaded');
  });

  it('prints the chosen day in any time zone', async () => {
    for (const time_zone of ['Pacific/Kiritimati', 'America/Adak']) {
      expect(await lines(sample({ time_zone, deposit_date: '2026-03-01' }))).toContain('01 Mar 2026');
    }
  });

  it.each(SAMPLES)(
    '%s: nothing overlaps, nothing leaves the margins, the slip is whole',
    async (_, changes) => {
      const wide = await slipJpeg(1600, 500);
      const input = sample(changes({ wide }));
      const blob = await makeDepositReceipt(input);
      expect(blob.size).toBeLessThan(600 * 1024);
      const pdf = await readPdf(blob);
      expect(faultsOf(pdf)).toEqual([]);

      const boxes = await pageBoxes(blob);
      expect(boxes).toHaveLength(1);
      const [box] = boxes;
      if (!box) return;
      expect(box.left).toBeGreaterThan(19.3);
      expect(box.right).toBeLessThan(190.7);
      const [width, height] = [box.right - box.left, box.bottom - box.top];
      expect(width / height).toBeCloseTo(input.invoice_image === wide ? 3.2 : 0.75, 1);
      expect(Math.max(width, height)).toBeGreaterThan(100);
      // No text overlaps the slip, and the signature is below it on the same page.
      const over = pdf.pieces.filter(
        ({ page, left, baseline }) =>
          page === box.page && baseline > box.top && baseline < box.bottom && left < box.right,
      );
      expect(over).toEqual([]);
      const role = pdf.pieces.filter(({ text }) => text === 'Manager').at(-1);
      expect(role?.page).toBe(box.page);
      expect(role?.baseline).toBeGreaterThan(box.bottom + 20);
    },
  );

  it('prints all of the notes', async () => {
    const words = (await lines(sample({ notes: LONG_NOTES }))).join(' ');
    for (const bag of [1, 30, 60]) expect(words).toContain(`Bag ${bag}:`);
    const arabic = (await lines(sample({ notes: ARABIC_NOTES }))).join('\n');
    expect(arabic).toContain('12,450.00');
    expect(arabic.split('الإمارات').length).toBeGreaterThan(8);
  });

  it.each([null, '', '   \n'])('prints no heading for notes of %j', async (notes) => {
    expect(await lines(sample({ notes }))).not.toContain('Notes');
  });

  it.each([
    ['are missing', null],
    ['are broken', new Blob([new Uint8Array([0xff, 0xd8, 0xff, 0xe0, 1, 2, 3])], { type: 'image/jpeg' })],
  ])('prints a note in their place when image and signature %s', async (_, broken) => {
    const signature = broken && { png: broken, typed: true };
    const blob = await makeDepositReceipt(sample({ invoice_image: broken, signature }));
    const pdf = await readPdf(blob);
    const text = pdf.text.split('\n');
    expect(text).toContain('Invoice image could not be loaded');
    expect(text).toContain('Signature could not be loaded');
    expect(text).toContain('AED 12,450.00');
    expect(faultsOf(pdf)).toEqual([]);
  });

  it('marks a typed signature', async () => {
    expect(await lines(sample({ signature: { png: ink, typed: true } }))).toContain(
      'Manager, signed by typed name',
    );
  });
});
