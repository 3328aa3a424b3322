import { beforeAll, describe, expect, it } from 'vitest';
import { faultsOf } from '../../tests/support/page-faults.ts';
import { readPdf } from '../../tests/support/read-pdf.ts';
import { inkPng } from '../../tests/support/sample-pictures.ts';
import { makeVoidDocument, type VoidDocumentInput } from './void-document.ts';

let ink: Blob;
beforeAll(async () => {
  ink = await inkPng();
});

/** The void of a start of day, signed by both on 20 November 2026 at 11:36 in Dubai. */
function sample(changes: Partial<VoidDocumentInput> = {}): VoidDocumentInput {
  return {
    product_name: 'Mandoob',
    shop_name: 'Al Barsha Fresh Market',
    shop_id: 3,
    time_zone: 'Asia/Dubai',
    reference: 'VD-1795174612555',
    record_reference: 'SOD-20261120-7-1795145400123',
    record_name: 'Start of day',
    recorded_at: new Date('2026-11-20T03:30:00Z'),
    date: new Date('2026-11-20T07:36:52Z'),
    from_name: 'Noura Saeed',
    to_name: 'Bilal Khan',
    amount_fils: 50_000,
    reason: 'Given to the wrong driver.',
    own_name: 'Noura Saeed',
    own_signature: { png: ink, typed: false },
    other: { name: 'Bilal Khan', signature: { png: ink, typed: false } },
    ...changes,
  };
}

const arabic = () =>
  sample({
    shop_name: 'سوق البرشاء الطازج',
    from_name: 'نورة (الإدارة) 2',
    to_name: 'خالد محمّد الزعابي',
    own_name: 'نورة (الإدارة) 2',
    other: { name: 'خالد محمّد الزعابي', signature: { png: ink, typed: true } },
    reason: 'تم تسليم المبلغ (500.00 درهم) إلى السائق الخطأ، بحضور نورة وخالد. '.repeat(4),
  });

const long = () =>
  sample({
    shop_name: `${'Al Barsha Fresh Market and Household Goods '.repeat(4)}Branch 17`,
    record_reference: `${'01975a00-0000-7000-8000-000000000001_'.repeat(2)}2026-11-20T11:37:33.878Z`,
    from_name: `Wolfeschlegelsteinhausen${'bergerdorff'.repeat(12)}`,
    to_name: 'عبد الرحمن بن محمد بن عبد الله '.repeat(6),
    own_name: `Wolfeschlegelsteinhausen${'bergerdorff'.repeat(12)}`,
    other: { name: 'عبد الرحمن بن محمد بن عبد الله '.repeat(6), signature: { png: ink, typed: true } },
    amount_fils: 1_000_000_000,
    reason: 'W'.repeat(500),
  });

const lines = async (input: VoidDocumentInput) =>
  (await readPdf(await makeVoidDocument(input))).text.split('\n');

describe('makeVoidDocument', () => {
  it('contains VOID, both references and every fact', async () => {
    const text = await lines(sample());
    for (const fact of [
      'Void Of A Cash Record',
      'VOID',
      'Start of day',
      'SOD-20261120-7-1795145400123',
      'VD-1795174612555',
      'Nov 20, 2026 11:36',
      'Nov 20, 2026 07:30',
      'Noura Saeed',
      'Bilal Khan',
      'Shop #3',
      'AED 500.00',
      'Given to the wrong driver.',
      'Signed Nov 20, 2026 11:36',
      'Page 1 of 1',
    ])
      expect(text).toContain(fact);
    expect(text.filter((line) => line === 'Signer of the record')).toHaveLength(2);
    const words = text.join(' ');
    expect(words).toContain('The record named above was made by mistake and is void.');
    expect(words).not.toMatch(/typed|once another Manager/);
  });

  it('VOID is the largest text of the page', async () => {
    const { pieces } = await readPdf(await makeVoidDocument(sample()));
    const [largest, next] = pieces.toSorted((one, other) => other.size - one.size);
    expect(largest?.text).toBe('VOID');
    expect(largest?.size ?? 0).toBeGreaterThan(2 * (next?.size ?? Infinity));
  });

  it('a signer alone signs a document that is valid only with an approval', async () => {
    const text = await lines(sample({ other: null }));
    expect(text.join(' ')).toContain(
      'It is void once another Manager or Admin has approved this in the app; until then it counts.',
    );
    expect(text).toContain('once another Manager or Admin has approved it');
    expect(text.filter((line) => line === 'Signer of the record')).toHaveLength(1);
  });

  it('a user who has not signed the record approves its void', async () => {
    const text = await lines(sample({ own_is_signer: false, own_name: 'Mariam Haddad' }));
    expect(text).toContain('Approved by');
    expect(text.filter((line) => line === 'Signer of the record')).toHaveLength(1);
  });

  it('marks only the typed signature', async () => {
    const text = await lines(sample({ own_signature: { png: ink, typed: true } }));
    expect(text).toContain('Signer of the record, signed by typed name');
    expect(text).toContain('Signer of the record');
  });

  it.each([
    ['English', sample, 1],
    ['one signature', () => sample({ other: null }), 1],
    ['Arabic', arabic, 1],
    ['very long words', long, 2],
  ] as const)('%s: under 150 KB, nothing overlaps, nothing leaves the margins', async (_, input, pages) => {
    const blob = await makeVoidDocument(input());
    expect(blob.type).toBe('application/pdf');
    expect(blob.size).toBeLessThan(150 * 1024);
    const pdf = await readPdf(blob);
    expect(faultsOf(pdf)).toEqual([]);
    expect(pdf.pages).toBe(pages);
  });

  it('each page names VOID', async () => {
    const { pages, pieces } = await readPdf(await makeVoidDocument(long()));
    for (let page = 1; page <= pages; page += 1)
      expect(pieces.some((piece) => piece.page === page && piece.text.startsWith('VOID'))).toBe(true);
  });

  it('keeps Arabic names and reasons searchable', async () => {
    const text = (await lines(arabic())).join('\n');
    for (const words of ['سوق البرشاء الطازج', 'خالد محمّد الزعابي', 'نورة (الإدارة) 2', 'السائق'])
      expect(text).toContain(words);
  });

  it('creates no document without a signature picture', async () => {
    const png = new Blob(['not a picture'], { type: 'image/png' });
    const other = { name: 'Bilal Khan', signature: { png, typed: false } };
    await expect(makeVoidDocument(sample({ other }))).rejects.toThrow('not a picture');
  });
});
