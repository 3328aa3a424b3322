import { expect, test } from 'vitest';
import { authorLabel } from '../../../contract/labels/audit-labels.ts';
import { inEnglish, type Translate } from '../../../contract/labels/label-list.ts';
import { aboutText, auditTexts, factsText, personalText } from './audit-text.ts';
import { column, type Sheet } from './sheet.ts';
import { csvOf } from './write-csv.ts';

const GERMAN: Readonly<Record<string, string>> = {
  'column.driver_name': 'Fahrer',
  'column.collected_fils': 'Kassiert',
  'column.drivers.collected_fils': 'Insgesamt kassiert',
  'tender.card_machine': 'Kartengerät',
  'flag.yes': 'Ja',
  'file.total': 'Summe',
  'fact.payment_status': 'Zahlung',
  'payment_status.pending': 'Offen',
  'personal.customer_name': 'Name des Kunden',
  'subject.report': 'Bericht',
  'view.not_taken': 'Nicht übernommen',
  'system.command_line': 'Betreiber',
};
const inGerman: Translate = (id, english) => GERMAN[id] ?? english;

const SHEET: Sheet = {
  name: 'drivers',
  period: { from: '2026-11-01', to: '2026-11-01' },
  columns: [
    column('driver_name', 'name'),
    column('tender', 'word'),
    column('late', 'flag'),
    column('collected_fils', 'amount'),
  ],
  time_zone: 'UTC',
  rows: 1,
  totals: { collected_fils: 500 },
  async *pages() {
    yield [{ driver_name: 'Omar', tender: 'card_machine', late: true, collected_fils: 500 }];
  },
};

test('a file in another language has translated labels, and English ones where translations are missing', async () => {
  let text = '';
  for await (const part of csvOf(SHEET, inGerman)) text += part;
  expect(text.slice(1).split('\r\n')).toEqual([
    'Fahrer,Paid by,Recorded late,Insgesamt kassiert (AED)',
    'Omar,Kartengerät,Ja,5.00',
    'Summe,,,5.00',
    '',
  ]);
});

test.each([
  [
    inEnglish,
    // The stored name of the view, sic.
    ['Payment status: pending; Disabled: No', 'customer name', 'Report not taken', 'Operator root'],
  ],
  [
    inGerman,
    ['Zahlung: Offen; Disabled: No', 'Name des Kunden', 'Bericht Nicht übernommen', 'Betreiber root'],
  ],
])('the audit has its own names in an English file, and labels in another language', (translate, texts) => {
  const words = auditTexts(translate, [], String);
  expect([
    factsText({ payment_status: 'pending', disabled: false }, words),
    personalText(translate, ['customer_name']),
    aboutText(translate, { kind: 'report', id: null, name: 'not_taken', count: null }),
    authorLabel(translate, { kind: 'command_line', user_id: null, name: 'root' }),
  ]).toEqual(texts);
});
