import { describe, expect, test } from 'vitest';
import { formatAmount } from '../../../contract/rules/amounts/money.ts';
import { faultsOf } from '../../../tests/support/page-faults.ts';
import { readPdf } from '../../../tests/support/read-pdf.ts';
import { noteOfCase, takenOfCase } from '../../../tests/support/taken-note.ts';
import { TAKING_CASES, type TakingCase } from '../../../tests/support/taking-cases.ts';
import { amountLinesAsTaken } from './delivery-as-taken.ts';
import { makeDeliveryNote } from './delivery-note.ts';

const read = async (taking: TakingCase, names?: readonly string[]) =>
  readPdf(await makeDeliveryNote(noteOfCase(taking, names)));

describe.each(TAKING_CASES.map((taking) => [taking.name, taking] as const))('%s', (_, taking) => {
  const note = noteOfCase(taking);
  const lines = note.as_taken ? amountLinesAsTaken(note.order, note.as_taken) : [];

  test('the form takes and leaves open what the server records', () => {
    const { due_fils, taken, amounts, after } = takenOfCase(taking);
    const { collected_fils, rounding_fils, owed_fils, pending_fils, extra_fils } = amounts;
    expect({
      ...{ due: due_fils, booked: taken.cash_fils, collected: collected_fils, rounding: rounding_fils },
      ...{ owed: owed_fils, pending: pending_fils, extra: extra_fils, refund: after.refund_fils },
    }).toEqual(taking.amounts);
    expect(after.line_fils).toEqual(taking.line_fils);
  });

  test('the note prints what is due and how it was paid', () => {
    const from = lines.findIndex(({ lead }) => lead);
    const printed = lines
      .slice(from)
      .map(({ label, amount_fils }) => `${label} ${formatAmount(amount_fils)}`);
    expect(printed).toEqual(taking.printed);
  });

  test('the document has every line, and nothing overlaps', async () => {
    const pdf = await read(taking);
    expect(faultsOf(pdf)).toEqual([]);
    for (const { label } of lines) expect(pdf.text).toContain(label);
  });
});

const PART: TakingCase = {
  ...(TAKING_CASES[0] as TakingCase),
  order: {
    lines: [
      [3, 2_500, 1],
      [1, 3_000, 1],
      [2, 1_000],
    ],
    discount: 1_000,
    shipping: 1_500,
    tax: 475,
  },
  taken: { cash: 5_000, received: 6_000, link: 1_000 },
};
const NAMES = ['Ground coffee', 'تمر مجدول ٥٠٠ غرام', 'Milk'];

test('a part delivery names refused goods with quantity and reason, and the amounts before and after', async () => {
  const { text } = await read(PART, NAMES);
  const lines = text.split('\n');
  for (const fact of [
    'Goods that the customer did not take',
    'Damaged',
    'All goods (AED)',
    'Taken goods (AED)',
    // Goods, discount and total before and after.
    ...['125.00', '70.00', '-10.00', '-5.60', '134.75', '82.06'],
    ...['Received', 'AED 60.00', 'Change', '-AED 10.00', 'Received in cash', 'AED 50.00'],
    ...['Payment link PL-1 (pending)', 'AED 10.00', 'Still owed by the customer', 'AED 22.06'],
    'Pending (Cash)',
  ])
    expect(lines, fact).toContain(fact);
  expect(text.replace(/\s/g, '')).toContain('تمرمجدول٥٠٠غرام');
  expect(lines.filter((line) => line === 'Ground coffee')).toHaveLength(2);
});

test('a part delivery confirms and totals only the goods that were taken', async () => {
  const { text } = await read(PART, NAMES);
  const lines = text.split('\n');
  const at = lines.indexOf('Total of the taken goods');
  expect(lines.slice(at, at + 2)).toEqual(['Total of the taken goods', 'AED 82.06']);
  expect(text).not.toContain('AED 134.75');
  expect(lines).toContain(
    'I confirm receipt of the items listed above, except for the goods that I did not take.',
  );
  expect(lines).not.toContain('I confirm receipt of the items listed above.');
});

test('a delivery of all goods keeps the plain statement and total', async () => {
  const lines: TakingCase['order']['lines'] = PART.order.lines.map(([qty, price]) => [qty, price]);
  const { text } = await read({ ...PART, order: { ...PART.order, lines } }, NAMES);
  const printed = text.split('\n');
  expect(printed).toContain('I confirm receipt of the items listed above.');
  expect(printed).not.toContain('Total of the taken goods');
});

test('many refused goods continue on further pages', async () => {
  const lines: TakingCase['order']['lines'] = Array.from({ length: 40 }, () => [2, 500, 1]);
  const pdf = await read({ ...PART, order: { lines }, taken: { cash: 20_000 } });
  expect(pdf.pages).toBeGreaterThan(2);
  expect(faultsOf(pdf)).toEqual([]);
});
