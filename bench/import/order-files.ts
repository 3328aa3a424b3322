import { type SheetCell, workbookOf } from '../../tests/support/sample-workbook.ts';

const HEADER = ['Order number', 'Name', 'Phone', 'Address', 'Area', 'Total', 'Payment method', 'Notes'];
const AREAS = ['Dubai Marina', 'Al Barsha', 'Deira', 'جميرا', 'Business Bay'];

/**
 * Returns the cells of one order; numbers start with `first`. Amounts have a spreadsheet's rounding error.
 */
function cellsOf(
  first: string,
  at: number,
): [string, string, string, string, string, string, string, string] {
  return [
    `${first}${at}`,
    at % 3 === 0 ? `ليلى حداد ${at % 1000}` : `Layla Haddad ${at % 1000}`,
    `+97150${1_000_000 + at}`,
    `Marina Gate ${at % 200}, Apt ${at % 90}`,
    AREAS[at % AREAS.length] ?? '',
    `${50 + (at % 200)}.10`,
    at % 4 === 0 ? 'Card' : 'Cash',
    at % 5 === 0 ? 'Call before you come, please' : '',
  ];
}

export function csvOf(first: string, orders: number): Buffer {
  const lines = [HEADER.join(',')];
  for (let at = 0; at < orders; at += 1) {
    lines.push(
      cellsOf(first, at)
        .map((cell) => `"${cell}"`)
        .join(','),
    );
  }
  return Buffer.from(`${lines.join('\n')}\n`);
}

export function sheetOf(first: string, orders: number): Buffer {
  const rows: SheetCell[][] = [HEADER];
  for (let at = 0; at < orders; at += 1) {
    const cells: SheetCell[] = cellsOf(first, at);
    cells[5] = { number: `${50 + (at % 200)}.10000000000002` };
    rows.push(cells);
  }
  return workbookOf({ Orders: rows });
}
