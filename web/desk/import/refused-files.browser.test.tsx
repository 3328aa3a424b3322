import { afterEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { hostileSheet, hostileWorkbook } from '../../../tests/support/hostile-workbook.ts';
import { ImportPlace } from './ImportPlace.tsx';
import { createImportReader } from './import-reader.ts';
import { forgetImport } from './import-store.ts';

afterEach(() => forgetImport());

const workbookOf = (sheet: string) => new File([hostileWorkbook({ sheet })], 'orders.xlsx');
const CORNER = workbookOf(hostileSheet('<row r="1048576"><c r="XFD1048576"><v>1</v></c></row>'));
const WIDE = new File([`${'c,'.repeat(100_000)}\n${'1,'.repeat(100_000)}\n`], 'orders.csv');
const BLANKS = workbookOf(hostileSheet('', { after: ' '.repeat(20_000_000) }));
const ELEMENTS = workbookOf(hostileSheet('', { after: '<x/>'.repeat(2_000_000) }));
const DAMAGED = workbookOf('<worksheet><a></b>');
const GOOD = new File(['Number,Name\n1,Layla\n'], 'orders.csv');

test('the worker rejects several hostile files in a row and then reads a good one', async () => {
  const reader = createImportReader();
  const refused: unknown[] = [];
  for (const file of [CORNER, WIDE, BLANKS, ELEMENTS, DAMAGED]) {
    await reader.open(file, null).catch((error: { why: string }) => refused.push(error.why));
  }
  expect(refused).toEqual([
    'too_many_columns',
    'too_many_columns',
    'row_too_long',
    'overloaded',
    'unreadable',
  ]);
  expect(await reader.open(GOOD, null)).toMatchObject({ header: ['Number', 'Name'] });
  expect(await reader.open(workbookOf(hostileSheet('')), null)).toMatchObject({ samples: [['1', 'Layla']] });
  reader.end();
});

test('a rejected file is explained in one sentence, and another file can be chosen', async () => {
  await render(<ImportPlace />);
  const input = page.getByLabelText('Order file');
  await userEvent.upload(input, CORNER);
  const columns =
    'The file has more than 500 columns. Delete those that you do not need, and choose it again.';
  await expect.element(page.getByText(columns)).toBeVisible();
  await userEvent.upload(input, BLANKS);
  const long =
    'A cell of the file is longer than 1,000,000 characters. Shorten it, and choose the file again.';
  await expect.element(page.getByText(long)).toBeVisible();
  expect(page.getByText(columns).query()).toBeNull();
  await expect.element(page.getByRole('button', { name: 'Choose a file' })).toBeEnabled();
});
