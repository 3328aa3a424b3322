import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { openFile } from '../open-file.ts';

const FOLDER = new URL('../../../../../tests/spreadsheets/', import.meta.url);
const KINDS = ['text', 'text', 'text', 'amount', 'date', 'amount'] as const;

/** Opens the list that a program has saved, see make_spreadsheets.py. */
async function openWrittenBy(program: string) {
  const bytes = await readFile(new URL(`${program}.xlsx`, FOLDER));
  return openFile(new File([new Uint8Array(bytes)], 'orders.xlsx'), null);
}

async function rowsWrittenBy(program: string) {
  const { rows } = await openWrittenBy(program);
  const all = [];
  for await (const { line, cells, faults, is_hidden } of rows(KINDS)) {
    if (is_hidden) continue;
    const codes = faults.map(({ at, fault }) => `${at} ${fault.code} ${fault.values.text ?? ''}`.trim());
    all.push([line, cells.join('|'), ...codes]);
  }
  return all;
}

describe.each(['libreoffice', 'gnumeric', 'xlsxwriter', 'openpyxl'])('a list written by %s', (program) => {
  it('has its sheet, title, header and hidden parts', async () => {
    // Gnumeric 1.12 saves hidden sheets as visible ones in this format.
    const [hidden_sheets, choices] = program === 'gnumeric' ? [0, ['Orders', 'Old']] : [1, ['Orders']];
    const opened = await openWrittenBy(program);
    expect(opened.choices.map(({ name }) => name)).toEqual(choices);
    expect(opened).toMatchObject({
      sheet: 'Orders',
      header: ['Order no', 'Customer', 'Phone', 'Amount', 'Order date', 'Amount due'],
      header_line: 2,
      hidden: { rows: 1, sheets: hidden_sheets, columns: ['Amount due'] },
    });
  });

  it('has its cells as the program shows them', async () => {
    const has_results = program !== 'openpyxl';
    expect(await rowsWrittenBy(program)).toEqual([
      [
        3,
        `A-1|ليلى حداد|0501234567|${has_results ? '145.1' : ''}|2026-11-20T18:00|60`,
        ...(has_results ? [] : ['3 formula_without_result']),
      ],
      [5, '2-Feb|Sara|0503334455|20|2026-11-20T18:00|20', '0 became_date 2-Feb'],
      [
        6,
        '0042|Huda|0504445566||2026-11-20T18:00|10',
        has_results ? '3 formula_failed #DIV/0!' : '3 formula_without_result',
      ],
    ]);
  });
});
