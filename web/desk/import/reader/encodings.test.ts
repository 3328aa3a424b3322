import { describe, expect, it, test } from 'vitest';
import type { Encoding } from '../../../../contract/rules/encodings/encodings.ts';
import { damaged, encodedIn } from '../../../../tests/support/encoded-text.ts';
import { type Grouped, OrderGroups, type SentRow } from './group-orders.ts';
import { openFile } from './open-file.ts';

const NAMES = ['ليلى حسن', 'محمد عبدالله', 'نورة الشامسي', 'عمر خالد'];
const HEADER = 'Number,Name,Notes,Amount';
const rowOf = (at: number) => `${1001 + at},${NAMES[at % NAMES.length]},"Gate\n${at}",${at + 1}.50`;
const LIST = `${[HEADER, ...Array.from({ length: 300 }, (_, at) => rowOf(at))].join('\n')}\n`;
const BYTES = encodedIn('utf-8', LIST);

const open = (bytes: Uint8Array<ArrayBuffer>, chosen: Encoding | null = null) =>
  openFile(new File([bytes], 'list.csv'), null, chosen);

/** Returns the rows as they are sent, all rows of an order in sequence. */
async function sentRows(bytes: Uint8Array<ArrayBuffer>, columns = HEADER.split(',')): Promise<SentRow[]> {
  const { header, rows } = await open(bytes);
  const groups = new OrderGroups(
    { header, columns, kinds: [], number: 'Number', id: null, several_rows: true, exact_width: false },
    1_000,
  );
  const grouped: (Grouped | null)[] = [];
  for await (const row of rows()) grouped.push(groups.take(row));
  return [...grouped, groups.end()].flatMap((one) => (one && 'order' in one ? one.order : []));
}

/** Replaces `replaced` bytes of the list at the given text of order 1101, which is in line 202. */
function withBytes(text: string, bytes: readonly number[], replaced: number): Uint8Array<ArrayBuffer> {
  const at = Buffer.from(BYTES).indexOf(text, Buffer.from(BYTES).indexOf('1101'));
  return Uint8Array.from([...BYTES.subarray(0, at), ...bytes, ...BYTES.subarray(at + replaced)]);
}

describe('L12: one broken byte in 300 rows', () => {
  it.each<[where: string, bytes: Uint8Array<ArrayBuffer>, column: string]>([
    ['in a name', withBytes('ليلى', [0xff], 1), 'Name'],
    ['at the end of a name', withBytes(',"Gate', [0xd9], 0), 'Name'],
    ['in a quoted cell', withBytes('Gate', [0xff], 1), 'Notes'],
    ['before the line break of a quoted cell', withBytes('\n100"', [0xd9], 0), 'Notes'],
    ['in an amount', withBytes('101.50', [0xff], 1), 'Amount'],
    ['before a line end', withBytes('\n1102', [0xd9], 0), 'Amount'],
    ['in the number', withBytes('1101', [0xff], 1), 'Number'],
    ['that another program wrote as U+FFFD', withBytes('ليلى', [0xef, 0xbf, 0xbd], 0), 'Name'],
  ])('%s makes one cell an error', async (_, bytes, column) => {
    const sent = await sentRows(bytes);
    const bad = sent.flatMap(({ line, cells }) =>
      cells.flatMap((cell, at) => (cell.includes('\uFFFD') ? [[line, HEADER.split(',')[at]]] : [])),
    );
    expect(sent).toHaveLength(300);
    expect(bad).toEqual([[202, column]]);
    expect(sent[0]?.cells[1]).toBe('ليلى حسن');
  });

  test('in a header affects only that header', async () => {
    const at = Buffer.from(BYTES).indexOf('Notes');
    expect((await open(damaged(BYTES, [at]))).header).toEqual(['Number', 'Name', '\uFFFDotes', 'Amount']);
    expect(await sentRows(damaged(BYTES, [at]), ['Number', 'Name', 'Amount'])).toHaveLength(300);
  });

  test('in place of a separator marks the row although the affected cell is not imported', async () => {
    const sent = await sentRows(withBytes(',ليلى', [0xff], 1), ['Number', 'Amount']);
    const marked = sent.filter(({ misshapen }) => misshapen !== null);
    expect(sent).toHaveLength(300);
    expect(marked).toMatchObject([
      { line: 202, misshapen: { column: 'Amount', fault: { code: 'cell_count' } } },
    ]);
  });

  test('is shown in the sample rows, however far down it is', async () => {
    const { encoding } = await open(withBytes('ليلى', [0xff], 1));
    expect(encoding).toMatchObject({ name: 'utf-8', by: 'broken' });
    expect(encoding?.rows).toHaveLength(3);
    expect(encoding?.rows.find(({ line }) => line === 202)?.cells).toEqual(['\uFFFD\uFFFDيلى حسن']);
  });
});

describe('the sample rows of an encoding', () => {
  const DULL = `Number,Name\n${Array.from({ length: 100 }, (_, at) => `${at},Omar\n`).join('')}`;

  test('are the three with the most non-ASCII characters, anywhere in the file', async () => {
    const names = ['é', 'José García Núñez', 'Omar', 'Zoë Brontë', 'Müller'];
    const text = `${DULL}${names.map((name, at) => `${200 + at},${name}\n`).join('')}`;
    const { encoding } = await open(encodedIn('windows-1252', text));
    expect(encoding).toMatchObject({
      ...{ name: 'windows-1252', by: 'guessed', is_ascii: false },
      rows: [
        { line: 102, cells: ['é'] },
        { line: 103, cells: ['José García Núñez'] },
        { line: 105, cells: ['Zoë Brontë'] },
      ],
    });
  });

  test('are not searched for in an ASCII file', async () => {
    const { encoding } = await open(encodedIn('utf-8', DULL));
    expect(encoding).toEqual({ name: 'utf-8', by: 'certain', is_ascii: true, rows: [] });
  });

  test('show the surroundings of an unreadable character in a long cell', async () => {
    const long = `${'x'.repeat(500)}é${'y'.repeat(500)}`;
    const bytes = encodedIn('utf-8', `Number,Name\n1,${long}\n2,Zoë\n`);
    const at = Buffer.from(bytes).indexOf('é');
    const [row] = (await open(damaged(bytes, [at + 1]))).encoding?.rows ?? [];
    expect(row?.cells).toEqual([`…${'x'.repeat(30)}\uFFFD\uFFFD${'y'.repeat(28)}…`]);
  });
});

test('a chosen encoding overrides detection', async () => {
  const text = 'Number,Name\n1,ليلى\n';
  for (const encoding of ['windows-1256', 'iso-8859-6', 'utf-16le'] as const) {
    const opened = await open(encodedIn(encoding, text), encoding);
    expect(opened).toMatchObject({ encoding: { name: encoding, by: 'chosen' }, samples: [['1', 'ليلى']] });
  }
  const wrong = await open(encodedIn('windows-1256', text), 'utf-8');
  expect(wrong.encoding?.rows).toEqual([{ line: 2, cells: ['\uFFFD\uFFFD\uFFFD\uFFFD'] }]);
});

test('an image is rejected as not a list', async () => {
  const jpeg = Uint8Array.of(0xff, 0xd8, 0xff, 0xe0, 0, 0x10, 0x4a, 0x46, 0x49, 0x46, 0, 1, 1, 0, 0, 1, 0, 1);
  await expect(open(jpeg)).rejects.toMatchObject({ why: 'not_a_sheet' });
});
