import { parse } from 'csv-parse';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { TENDER_LABELS } from '../../../contract/labels/order-labels.ts';
import type { ReportRow } from '../../../contract/operations/desk/reports/read-report.schema.ts';
import { formatAmount } from '../../../contract/rules/amounts/money.ts';
import { parseAmount } from '../../../contract/rules/amounts/parse-amount.ts';
import { readDialect } from '../../../contract/rules/csv/csv-dialect.ts';
import { csvRecords } from '../../../contract/rules/csv/csv-records.ts';
import { ROW_CHARACTERS_MAX } from '../../../contract/rules/csv/csv-row-limits.ts';
import { csvLine, guarded } from '../../../contract/rules/csv/csv-text.ts';
import { formatTime } from '../../../contract/rules/dates/dates.ts';
import { RECORDED_TENDERS } from '../../../contract/rules/orders/takings.ts';
import { decodeLines } from '../../shopify/export/decode-lines.ts';
import { isPhone } from './is-phone.ts';
import type { Sheet, SheetColumn } from './sheet.ts';
import { secondsWriter, shownIn } from './shown-time.ts';
import { csvOf } from './write-csv.ts';

const COLUMNS: SheetColumn[] = [
  { id: 'recorded_at', kind: 'time' },
  { id: 'customer_name', kind: 'name' },
  { id: 'phone', kind: 'phone' },
  { id: 'notes', kind: 'text' },
  { id: 'tender', kind: 'word' },
  { id: 'amount_fils', kind: 'amount' },
  { id: 'late', kind: 'flag' },
  { id: 'deposit_date', kind: 'day' },
];

function sheetOf(rows: ReportRow[], page = 3): Sheet {
  return {
    name: 'movements',
    period: { from: '2026-11-01', to: '2026-11-30' },
    columns: COLUMNS,
    time_zone: 'Asia/Dubai',
    rows: rows.length,
    totals: { amount_fils: rows.reduce((sum, { amount_fils }) => sum + Number(amount_fils), 0) },
    async *pages() {
      for (let at = 0; at < rows.length; at += page) yield rows.slice(at, at + page);
    },
  };
}

async function all<One>(many: AsyncIterable<One>): Promise<One[]> {
  const ones: One[] = [];
  for await (const one of many) ones.push(one);
  return ones;
}

async function textOf(sheet: Sheet): Promise<string> {
  return (await all(csvOf(sheet))).join('');
}

/** Parses a file with the reader of imported lists. */
async function read(file: string): Promise<string[][]> {
  const bytes = (async function* () {
    yield new TextEncoder().encode(file);
  })();
  const texts = decodeLines(bytes);
  const dialect = await readDialect(texts, ROW_CHARACTERS_MAX);
  const records = await all(csvRecords(parse, dialect, texts));
  return records.map(({ cells }) => cells);
}

const FORMULA = /^[=+\-@\t\r\n]|(^|[;\t\r\n])["\s]*[=+\-@＝＋－＠]/;
const GUARDED = /(?<=^|[;\t\r\n])'(?=(?:['"]|[^\S\t\r\n])*[=+\-@−＝＋－＠﹦﹢﹣﹫])|^'(?='*[\t\r\n])/g;
const unguarded = (text: string) => text.replace(GUARDED, '');
const start = fc.constantFrom(
  '',
  '=',
  '+',
  '-',
  '@',
  '\t',
  '\r',
  "'",
  "'=",
  '"',
  'محمد ',
  '=SUM(A1)',
  '\r\n',
  ',',
  ';=',
  "a;'=1",
  'x;"=1',
  '"=1',
  'x; ＝',
  '\t@',
  '－1',
);
const words = fc.tuple(start, fc.string({ unit: 'grapheme', maxLength: 12 })).map((parts) => parts.join(''));
const row = fc.record({
  recorded_at: fc.date({ min: new Date('2020-01-01'), max: new Date('2035-01-01'), noInvalidDate: true }),
  customer_name: fc.option(words),
  phone: fc.oneof(
    fc.constantFrom('+971 50 123 4567', '+97150-123-4567', '0501234567', '=1+1', '+1+cmd()'),
    words,
  ),
  notes: words,
  tender: fc.constantFrom(...RECORDED_TENDERS, null),
  amount_fils: fc.integer({ min: -1_000_000_000_000, max: 1_000_000_000_000 }),
  late: fc.boolean(),
  deposit_date: fc.option(fc.constant('2026-11-23')),
});

test('a written file is read back unchanged, and only amounts and phone numbers begin like formulas', async () => {
  const unified = (text: string) => text.replace(/\r\n?/g, '\n');
  await fc.assert(
    fc.asyncProperty(fc.array(row, { maxLength: 8 }), async (made) => {
      const rows = made.map((one) => ({ ...one, recorded_at: one.recorded_at.toISOString() }));
      const text = await textOf(sheetOf(rows));
      expect(text.startsWith('\uFEFFRecorded (Asia/Dubai),Customer,Phone,')).toBe(true);
      expect(text.endsWith('\r\n')).toBe(true);
      const [, ...lines] = await read(text);
      const total = lines.pop();
      expect(lines).toHaveLength(rows.length);
      for (const [
        at,
        [time, name = '', phone = '', notes = '', tender, amount = '', late, day],
      ] of lines.entries()) {
        const was = rows[at];
        if (!was) throw new Error('a line too many');
        expect(Date.parse(`${time?.replace(' ', 'T')}+04:00`)).toBe(
          Math.floor(Date.parse(was.recorded_at) / 1000) * 1000,
        );
        expect(unguarded(name)).toBe(unified(was.customer_name ?? ''));
        expect(isPhone(phone) ? phone : unguarded(phone)).toBe(unified(was.phone));
        expect(unguarded(notes)).toBe(unified(was.notes));
        expect(tender).toBe(was.tender === null ? '' : TENDER_LABELS.english[was.tender]);
        expect(amount.replace('-', '')).toBe(formatAmount(Math.abs(was.amount_fils)).replaceAll(',', ''));
        expect(amount.startsWith('-')).toBe(was.amount_fils < 0);
        expect([late, day]).toEqual([was.late ? 'Yes' : 'No', was.deposit_date ?? '']);
        for (const cell of [name, notes]) expect(cell).not.toMatch(FORMULA);
        if (!isPhone(phone)) expect(phone).not.toMatch(FORMULA);
      }
      const sum = rows.reduce((all, { amount_fils }) => all + amount_fils, 0);
      expect(total).toEqual(['Total', '', '', '', '', formatAmount(sum).replaceAll(',', ''), '', '']);
    }),
  );
});

test.each(['+971 50 123 4567', '+971501234567', '+44 (20) 7946-0958'])('%s is a phone number', (text) =>
  expect(isPhone(text)).toBe(true),
);
test.each(['+1+1', '+971 50 =1', '+SUM(A1)', '-971501234567', '+971', '+971501234567\t=1', '+0@1234567'])(
  '%j is not a phone number and is guarded',
  (text) => {
    expect(isPhone(text)).toBe(false);
    expect(guarded(text)).toMatch(/^'/);
  },
);

test.each([
  ['Ali;=1+1;x', "Ali;'=1+1;x"],
  ['x;=HYPERLINK("http://example.com")', `x;'=HYPERLINK("http://example.com")`],
  ['＝1+1', "'＝1+1"],
  ['x\t＠SUM(A1)', "x\t'＠SUM(A1)"],
  ['two lines\n -1', "two lines\n' -1"],
  ["O'Neil; '=1", "O'Neil;' '=1"],
  ["a;'=1", "a;''=1"],
  ['x;"=1+1;y', `x;'"=1+1;y`],
  ['x;" @y', `x;'" @y`],
  ['"=1+1"', `'"=1+1"`],
  ['Marina, -1 floor', 'Marina, -1 floor'],
])('%j contains no formula, whichever separator a spreadsheet splits at', (text, safe) => {
  expect(guarded(text)).toBe(safe);
  expect(unguarded(safe)).toBe(text);
});

test('a cell with a possible separator is quoted', () => {
  expect(csvLine(['a;b', 'a\tb', 'a,b', 'a"b', 'a\nb', 'a b'])).toBe(
    '"a;b","a\tb","a,b","a""b","a\nb",a b\r\n',
  );
});

test('an amount can be parsed again', () => {
  expect(parseAmount('1250.50')).toEqual({ ok: true, amount_fils: 125_050 });
});

test('times are local to the zone, including on days of clock changes', () => {
  for (const time_zone of [
    'Asia/Dubai',
    'Europe/London',
    'Australia/Lord_Howe',
    'Asia/Kathmandu',
    'Africa/Casablanca',
  ]) {
    const [shown, secondsText] = [shownIn(time_zone), secondsWriter()];
    fc.assert(
      fc.property(fc.integer({ min: Date.UTC(2024, 0), max: Date.UTC(2027, 0) }), (ms) => {
        const instant = new Date(ms).toISOString();
        expect(secondsText(shown(instant)).slice(11, 16)).toBe(formatTime(instant, time_zone));
        expect(secondsText(shown(instant)).slice(17)).toBe(instant.slice(17, 19));
      }),
    );
    for (let ms = Date.UTC(2026, 2, 29); ms < Date.UTC(2026, 2, 30); ms += 600_000)
      expect(secondsText(shown(new Date(ms).toISOString())).slice(11, 16)).toBe(
        formatTime(new Date(ms), time_zone),
      );
  }
});
