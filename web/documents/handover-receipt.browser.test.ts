import { beforeAll, describe, expect, it } from 'vitest';
import { boxOfPixels } from '../../tests/support/ink-on-page.ts';
import { faultsOf } from '../../tests/support/page-faults.ts';
import { readPdf } from '../../tests/support/read-pdf.ts';
import { inkPng } from '../../tests/support/sample-pictures.ts';
import { type HandoverReceiptInput, makeHandoverReceipt } from './handover-receipt.ts';

let ink: Blob;
beforeAll(async () => {
  ink = await inkPng();
});

/** A handover at the start of a day, on 20 November 2026 at 07:30 in Dubai. */
function sample(changes: Partial<HandoverReceiptInput> = {}): HandoverReceiptInput {
  return {
    product_name: 'Mandoob',
    shop_name: 'Al Barsha Fresh Market',
    shop_id: 3,
    time_zone: 'Asia/Dubai',
    reference: 'SOD-20261120-7-1795145400123',
    handover_type: 'start',
    date: new Date('2026-11-20T03:30:00Z'),
    driver_name: 'Bilal Khan',
    admin_name: 'Noura Saeed',
    amount_fils: 50_000,
    difference_fils: null,
    card_machine: { number: 'CM-12' },
    driver_signature: { png: ink, typed: false },
    admin_signature: { png: ink, typed: false },
    ...changes,
  };
}

const EVENING = {
  handover_type: 'end',
  reference: 'EOD-20261120-7-1795186800123',
  amount_fils: 143_250,
} as const;

const DURING_THE_DAY = {
  handover_type: 'drop',
  reference: 'DRP-20261120-7-1795170000123',
  amount_fils: 80_000,
} as const;

const arabic = () =>
  sample({
    ...EVENING,
    shop_name: 'سوق البرشاء الطازج',
    driver_name: 'خالد محمّد الزعابي',
    admin_name: 'نورة (الإدارة) 2',
    difference_fils: -1_500,
    admin_signature: { png: ink, typed: true },
  });

const long = () =>
  sample({
    shop_name: `${'Al Barsha Fresh Market and Household Goods '.repeat(4)}Branch 17`,
    driver_name: `Wolfeschlegelsteinhausen${'bergerdorff'.repeat(12)}`,
    admin_name: 'عبد الرحمن بن محمد بن عبد الله '.repeat(8),
    amount_fils: 1_000_000_000,
    card_machine: { number: 'W'.repeat(80) },
  });

type Goods = NonNullable<HandoverReceiptInput['goods']>[number];
const goods = (order_number: string, changes: Partial<Goods> = {}): Goods => ({
  order_number,
  customer_name: 'Layla Haddad',
  items: [
    { name: 'Kibbeh', qty: 3 },
    { name: 'Ayran', qty: 1 },
  ],
  outcome: 'returned',
  ...changes,
});

const withGoods = () =>
  sample({
    ...EVENING,
    difference_fils: 0,
    goods: [
      goods('1001'),
      goods('1002', { outcome: 'kept', customer_name: 'ليلى حداد', items: [{ name: 'لبن عيران', qty: 2 }] }),
      goods('1003', { outcome: 'missing' }),
    ],
  });

const arabicGoods = () => ({ ...arabic(), goods: [goods('1003', { outcome: 'missing' })] });

const manyGoods = () =>
  sample({
    ...EVENING,
    driver_name: 'عبد الرحمن بن محمد بن عبد الله '.repeat(8),
    goods: Array.from({ length: 30 }, (_, at) =>
      goods(`${1000 + at}`, {
        outcome: at % 2 === 0 ? 'missing' : 'kept',
        customer_name: 'Wolfeschlegelsteinhausenbergerdorff '.repeat(4),
        items: Array.from({ length: 9 }, (_, item) => ({
          name: `Household goods ${'x'.repeat(60)}`,
          qty: item + 1,
        })),
      }),
    ),
  });

const lines = async (input: HandoverReceiptInput) =>
  (await readPdf(await makeHandoverReceipt(input))).text.split('\n');

describe('makeHandoverReceipt', () => {
  it('contains every fact of a handover at the start of a day', async () => {
    const text = await lines(sample());
    for (const fact of [
      'Start Of Day Handover Receipt',
      'Mandoob',
      'Shop #3',
      'SOD-20261120-7-1795145400123',
      'Nov 20, 2026 07:30',
      'Bilal Khan',
      'Noura Saeed',
      'Card machine given to driver',
      'Yes, CM-12',
      'Amount given',
      'AED 500.00',
      'Driver',
      'Admin',
      'Signed Nov 20, 2026 07:30',
      'Page 1 of 1',
    ]) {
      expect(text).toContain(fact);
    }
    expect(text.filter((line) => line === 'Al Barsha Fresh Market')).toHaveLength(2);
    expect(text.join()).not.toMatch(/short by|over by|typed/);
  });

  it.each([
    [true, 'Yes'],
    [false, 'No'],
    [{ number: null }, 'Yes'],
  ])('prints for the card machine %j: %s', async (card_machine, words) => {
    const text = await lines(sample({ ...EVENING, card_machine }));
    expect(text).toContain('Card machine received from driver');
    expect(text).toContain(words);
  });

  it.each([
    [-1_500, 'short by AED 15.00'],
    [25, 'over by AED 0.25'],
    [0, null],
    [null, null],
  ])('prints for a difference of %s fils: %s', async (difference_fils, words) => {
    const text = await lines(sample({ ...EVENING, difference_fils }));
    expect(text).toContain('AED 1,432.50');
    expect(text.filter((line) => /short|over by/.test(line))).toEqual(words ? [words] : []);
  });

  it.each([
    ['kept', -1_500, 'The difference stays with the driver.'],
    ['short_or_over', -1_500, 'Both agree that AED 15.00 is a shortage of Bilal Khan.'],
    ['short_or_over', 25, 'Both agree that Bilal Khan is over by AED 0.25.'],
    ['short_or_over', 0, null],
    [undefined, -1_500, null],
  ] as const)(
    'states the choice %s about a difference of %s fils: %s',
    async (choice, difference_fils, words) => {
      const made_of = { ...EVENING, difference_fils, ...(choice && { difference_choice: choice }) };
      const text = (await lines(sample(made_of))).join(' ');
      if (words) expect(text).toContain(words);
      else expect(text).not.toMatch(/Both agree|stays with the driver/);
    },
  );

  it('contains every fact of cash handed in during the day, and no card machine', async () => {
    const text = await lines(sample(DURING_THE_DAY));
    for (const fact of ['Receipt For Cash During The Day', 'DRP-20261120-7-1795170000123', 'AED 800.00'])
      expect(text).toContain(fact);
    const words = text.join(' ');
    expect(words).toContain('Nothing was compared, and the card machine stays with the driver.');
    expect(words).not.toMatch(/CM-12|Card machine (given|received)|short|over by/);
  });

  it('lists the decisions about goods, missing ones with the person responsible', async () => {
    const text = await lines(withGoods());
    for (const words of [
      'Goods that were still with the driver',
      'Order',
      'Goods',
      'Decision',
      '#1001',
      'Layla Haddad',
      '3 x Kibbeh, 1 x Ayran',
      'Returned',
      '#1002',
      'Kept overnight',
      '#1003',
      'Missing',
      'Responsible: Bilal Khan',
    ])
      expect(text).toContain(words);
    expect(text.join(' ')).toContain('Both agree with the decisions about the goods above.');
    expect((await lines(sample(EVENING))).join(' ')).not.toMatch(/oods/);
  });

  it('keeps Arabic names of customers, goods and the person responsible searchable', async () => {
    const text = `${(await lines(withGoods())).join('\n')}\n${(await lines(arabicGoods())).join('\n')}`;
    for (const words of ['ليلى حداد', 'لبن عيران']) expect(text).toContain(words);
    expect(text.replaceAll('\n', ' ')).toMatch(/Responsible:.*خالد محمّد الزعابي/);
  });

  it('repeats the head of the table on each page, with every order complete', async () => {
    const pdf = await readPdf(await makeHandoverReceipt(manyGoods()));
    const text = pdf.text.split('\n');
    expect(pdf.pages).toBeGreaterThan(3);
    expect(text.filter((line) => line === 'Decision').length).toBeGreaterThanOrEqual(pdf.pages - 1);
    for (let at = 0; at < 30; at += 1)
      expect(text.filter((line) => line === `#${1000 + at}`).length).toBeGreaterThan(0);
  });

  it('marks only the typed signature', async () => {
    const text = await lines(sample({ driver_signature: { png: ink, typed: true } }));
    expect(text).toContain('Driver, signed by typed name');
    expect(text).toContain('Admin');
  });

  it.each([
    ['English', sample, 1],
    ['Arabic', arabic, 1],
    ['very long words', long, 1],
    ['during the day', () => sample(DURING_THE_DAY), 1],
    ['an Arabic shortage', () => ({ ...arabic(), difference_choice: 'short_or_over' }) as const, 1],
    ['goods', withGoods, 1],
    ['goods of an Arabic driver', arabicGoods, 1],
  ] as const)('%s: under 150 KB, nothing overlaps, nothing leaves the margins', async (_, input, pages) => {
    const blob = await makeHandoverReceipt(input());
    expect(blob.type).toBe('application/pdf');
    expect(blob.size).toBeLessThan(150 * 1024);
    const pdf = await readPdf(blob);
    expect(pdf.pages).toBe(pages);
    expect(faultsOf(pdf)).toEqual([]);
  });

  it('many goods: nothing overlaps, nothing leaves the margins', async () => {
    expect(faultsOf(await readPdf(await makeHandoverReceipt(manyGoods())))).toEqual([]);
  });

  it('keeps Arabic names searchable', async () => {
    const text = (await lines(arabic())).join('\n');
    for (const words of ['سوق البرشاء الطازج', 'خالد محمّد الزعابي', 'نورة (الإدارة) 2'])
      expect(text).toContain(words);
  });

  it('draws both signatures upright on their lines, above the names', async () => {
    const blob = await makeHandoverReceipt(sample());
    const { pieces } = await readPdf(blob);
    const names = pieces.filter(({ text }) => text === 'Bilal Khan' || text === 'Noura Saeed').slice(-2);
    const statement = pieces.find(({ text }) => text.startsWith('The admin gave'));
    for (const name of names) {
      const under = (statement?.baseline ?? 0) + 2;
      const drawn = await boxOfPixels(blob, 1, ([red, green, blue], x, y) => {
        const column = x >= name.left - 1 && x <= name.left + 82;
        return column && y > under && y < name.baseline - 6 && red + green + blue < 200;
      });
      expect(drawn).not.toBeNull();
      expect((drawn?.right ?? 0) - (drawn?.left ?? 0)).toBeGreaterThan(40);
      expect(name.baseline - (drawn?.bottom ?? 0)).toBeLessThan(16);
    }
  });

  it('creates no receipt without a signature picture', async () => {
    const png = new Blob(['not a picture'], { type: 'image/png' });
    await expect(makeHandoverReceipt(sample({ admin_signature: { png, typed: false } }))).rejects.toThrow(
      'not a picture',
    );
  });
});
