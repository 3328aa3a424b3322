import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { faultsOf } from '../../../tests/support/page-faults.ts';
import { type ReadPdf, readPdf } from '../../../tests/support/read-pdf.ts';
import {
  arabicNote,
  item,
  longWordsNote,
  manyItemsNote,
  sampleNote,
} from '../../../tests/support/sample-notes.ts';
import { type DeliveryNoteInput, makeDeliveryNote } from './delivery-note.ts';

const SAMPLES = [
  ['English', sampleNote()],
  ['Arabic', arabicNote()],
  ['sixty items', manyItemsNote()],
  ['very long words', longWordsNote()],
] as const;

const RIGHT_MM = 190;

async function read(note: DeliveryNoteInput): Promise<ReadPdf> {
  return readPdf(await makeDeliveryNote(note));
}

describe('makeDeliveryNote', () => {
  it('contains every fact of the delivery as text', async () => {
    const { text, pages } = await read(sampleNote());
    expect(pages).toBe(1);
    for (const fact of [
      'Mandoob',
      'Al Barsha Fresh Market',
      'Shop #3',
      'Delivery Note',
      '10236',
      'Villa 14, Street 23b, Al Barsha 2, Dubai',
      'AED 76.34',
      'Cash',
      'Paid (Cash)',
      'Rahul Menon',
      '+971 50 123 4567',
      'Nov 20, 2026 14:05',
      'Al Rawabi Full Cream Milk 2L',
      'Fairy Dishwashing Liquid Lemon…',
      '6291003001234',
      'SHELF-12',
      '2',
      '23.90',
      '-AED 5.00',
      'I confirm receipt of the items listed above.',
      'Reference 019aa0c4-5b1e-7c3a-9d21-0f4be5a7c911',
      'Page 1 of 1',
    ]) {
      expect(text.split('\n')).toContain(fact);
    }
  });

  it.each(SAMPLES)('%s: under 150 KB, nothing overlaps, nothing leaves the margins', async (_, note) => {
    const blob = await makeDeliveryNote(note);
    expect(blob.type).toBe('application/pdf');
    expect(blob.size).toBeLessThan(150 * 1024);
    expect(faultsOf(await readPdf(blob))).toEqual([]);
  });

  it('keeps Arabic searchable, in reading order', async () => {
    const withoutSpaces = (text: string) => text.replace(/\s/g, '');
    const text = withoutSpaces((await read(arabicNote())).text);
    for (const words of [
      'سوق البرشاء الطازج',
      'فاطمة الخالدي',
      'خبز عربي كبير',
      'شقة 304 (الطابق 3)، بناية خالد، شارع الشيخ زايد',
      'فاطمة محمّد الخالدي',
      'حليب المراعي كامل الدسم 2 لتر',
      'Exit 2',
      'Laban لبن 1L',
    ]) {
      expect(text).toContain(withoutSpaces(words));
    }
  });

  it('breaks the table past 250 mm and repeats its head', async () => {
    const { pieces, pages } = await read(manyItemsNote());
    expect(pages).toBe(3);
    for (const page of [1, 2, 3]) {
      const onPage = pieces.filter((piece) => piece.page === page);
      const heads = onPage.filter(({ text }) => text === 'Item');
      const rows = onPage.filter(({ text }) => text.startsWith('Item number'));
      expect(heads).toHaveLength(1);
      expect(Math.max(...rows.map(({ baseline }) => baseline))).toBeLessThan(260);
      expect(onPage.some(({ text }) => text === `Page ${page} of 3`)).toBe(true);
    }
    expect(pieces.filter(({ text }) => text.startsWith('Item number'))).toHaveLength(60);
    const firstPage = pieces.filter(({ page, text }) => page === 1 && text.startsWith('Item number'));
    expect(Math.max(...firstPage.map(({ baseline }) => baseline))).toBeGreaterThan(245);
  });

  it('keeps totals and confirmation each on one page, for any number of items', async () => {
    for (const count of [12, 13, 14, 15, 16, 17, 18, 19, 20]) {
      const { pieces } = await read(
        sampleNote({ order: { items: Array.from({ length: count }, () => item('Milk')) } }),
      );
      const pageOf = (text: string) => pieces.find((piece) => piece.text === text)?.page;
      expect(pageOf('Received in cash')).toBe(pageOf('Items'));
      expect(pieces.filter(({ text }) => text.startsWith('Name of the person'))[0]?.page).toBe(
        pageOf('I confirm receipt of the items listed above.'),
      );
    }
  });

  it('aligns amounts to the right margin', async () => {
    const { pieces } = await read(sampleNote());
    for (const amount of pieces.filter(({ text, left }) => /^-?AED /.test(text) && left > 150)) {
      expect(amount.right).toBeCloseTo(RIGHT_MM, 1);
    }
  });

  it('keeps characters beyond Western Europe, and emoji, searchable', async () => {
    const { text } = await read(longWordsNote());
    expect(text).toContain('Nescafé “Gold” — 200g');
    expect(text).toContain('Ülker Çikolatalı Gofret Şekers…');
    expect(text).toContain('Şükrü-Öztürk');
    expect(text).toContain('珍珠奶茶 🧋 Bubble tea');
  });

  it('marks missing facts, and prints no received amount for a paid order', async () => {
    const paid = sampleNote({
      tender: null,
      collected_fils: 0,
      order: {
        payment_method: 'online',
        customer: { first_name: '', last_name: '', phone: null },
        delivery_address: '',
        paid_amount_fils: 7_634,
        due_amount_fils: 0,
      },
    });
    const { text } = await read(paid);
    expect(text).toContain('Online');
    expect(text).toContain('No phone number available');
    expect(text).toContain('Paid before delivery');
    expect(text).not.toContain('Received');
  });

  it('has no pictures and no hidden text if Helvetica has all characters', async () => {
    const source = async (note: DeliveryNoteInput) => (await makeDeliveryNote(note)).text();
    for (const part of ['/ImageMask', '/hidden-text']) {
      expect(await source(sampleNote())).not.toContain(part);
      expect(await source(arabicNote())).toContain(part);
    }
  });

  it('creates a document for any typed text', async () => {
    const anything = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 80 }),
      fc.string({ unit: 'grapheme', maxLength: 80 }),
      fc.constantFrom('\u0000', '\ud83d', '\u202e', 'ل', '\u064e', '\n\n', '🧋'.repeat(40)),
    );
    await fc.assert(
      fc.asyncProperty(anything, anything, anything, async (name, address, product) => {
        const note = sampleNote({
          customer_name: name,
          order: { delivery_address: address, items: [item(product), item(name, 2, 1_195, address)] },
        });
        expect(faultsOf(await read(note))).toEqual([]);
      }),
      { numRuns: 12 },
    );
  });
});
