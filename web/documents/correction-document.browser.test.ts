import { describe, expect, it } from 'vitest';
import { faultsOf } from '../../tests/support/page-faults.ts';
import { readPdf } from '../../tests/support/read-pdf.ts';
import { type CorrectionDocumentInput, makeCorrectionDocument } from './correction-document.ts';

const facts = {
  customer_name: 'Layla Haddad',
  tender: 'cash' as const,
  ...{ collected_fils: 14_500, cash_fils: 14_500, due_fils: 14_500, rounding_fils: 0 },
  ...{ link_fils: 0, link_reference: null, transfer_fils: 0, transfer_reference: null, short_reason: null },
};

/** AED 145.00 in cash corrected to AED 140.00 in cash, of which AED 5.00 stay owed. */
function sample(changes: Partial<CorrectionDocumentInput> = {}): CorrectionDocumentInput {
  return {
    ...{ product_name: 'Mandoob', shop_name: 'Al Barsha Fresh Market', shop_id: 3, time_zone: 'Asia/Dubai' },
    ...{ order_number: '1042', command_id: '01975a00-0000-7000-8000-000000000001' },
    delivered_at: new Date('2026-11-20T07:36:52Z'),
    date: new Date('2026-11-20T09:10:00Z'),
    ...{ driver_name: 'Bilal Khan', by_name: 'Bilal Khan', before: facts },
    after: { ...facts, collected_fils: 14_000, cash_fils: 14_000, short_reason: 'No more cash' },
    ...{ photo_added: true, reason: null, needs_approval: true },
    ...changes,
  };
}

const arabic = () =>
  sample({
    shop_name: 'سوق البرشاء الطازج',
    driver_name: 'خالد محمّد الزعابي',
    after: { ...facts, customer_name: 'فاطمة الزهراء' },
    reason: 'اتصلت الزبونة (145.00 درهم) بشأن المبلغ. '.repeat(4),
  });
const long = () =>
  sample({
    driver_name: `Wolfeschlegelsteinhausen${'bergerdorff'.repeat(12)}`,
    after: {
      ...facts,
      ...{ cash_fils: 0, tender: null, collected_fils: 0, customer_name: 'عبد الرحمن بن محمد '.repeat(10) },
      ...{ link_fils: 1_000_000_000, link_reference: 'W'.repeat(100), short_reason: 'W'.repeat(500) },
      ...{ transfer_fils: 1_000_000_000, transfer_reference: 'R'.repeat(100) },
    },
    reason: 'W'.repeat(500),
  });

describe('makeCorrectionDocument', () => {
  it('states the delivery, what was recorded before and after, and that it needs an approval', async () => {
    const { text } = await readPdf(await makeCorrectionDocument(sample()));
    const lines = text.split('\n');
    for (const fact of ['Corrected Delivery', '1042', 'Bilal Khan', 'Before', 'After', 'Nov 20, 2026 13:10'])
      expect(lines).toContain(fact);
    const words = lines.join(' ');
    for (const fact of ['AED 145.00', 'AED 140.00', 'No more cash', 'One photo added'])
      expect(words).toContain(fact);
    expect(words).toContain('once a Manager or Admin has approved it');
    expect(words).not.toContain('Payment link');
  });

  it('a driver’s correction does not claim to count already, because an approval may be needed', async () => {
    const blob = await makeCorrectionDocument(sample({ needs_approval: false }));
    const words = (await readPdf(blob)).text.replaceAll('\n', ' ');
    expect(words).toContain('once it is recorded, and approved in the app if it needs an approval');
  });

  it('a Manager’s correction states the reason', async () => {
    const input = sample({ by_name: 'Mona Manager', reason: 'The customer called', needs_approval: false });
    const words = (await readPdf(await makeCorrectionDocument(input))).text.replaceAll('\n', ' ');
    expect(words).toContain('The customer called');
    expect(words).toContain('The delivery counts as recorded after the correction.');
  });

  it.each([
    ['English', sample],
    ['Arabic', arabic],
    ['very long words', long],
  ] as const)('%s: under 150 KB, nothing overlaps, nothing leaves the margins', async (_, input) => {
    const blob = await makeCorrectionDocument(input());
    expect(blob.type).toBe('application/pdf');
    expect(blob.size).toBeLessThan(150 * 1024);
    expect(faultsOf(await readPdf(blob))).toEqual([]);
  });
});
