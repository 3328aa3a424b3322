import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import type { FileEncoding as Found } from '../reader/foreign-rows.ts';
import { FileEncoding } from './FileEncoding.tsx';

const ROWS = [
  { line: 2, cells: ['ليلى حسن', 'شارع الوصل'] },
  { line: 7, cells: ['محمد \uFFFDبدالله'] },
];
const GUESS: Found = { name: 'windows-1256', by: 'guessed', is_ascii: false, rows: ROWS };

const select = () => page.getByLabelText('Encoding', { exact: true });
const rows = () => page.getByRole('list', { name: 'Rows of the file in this encoding' });

async function show(changes: Partial<Found> = {}) {
  const onEncoding = vi.fn();
  const encoding = { ...GUESS, ...changes };
  const { rerender } = await render(<FileEncoding key="first" encoding={encoding} onEncoding={onEncoding} />);
  const again = (next: Found) =>
    rerender(<FileEncoding key={next.name} encoding={next} onEncoding={onEncoding} />);
  return { onEncoding, again };
}

test('a guessed encoding asks the user to check the rows, and another one can be chosen with the keyboard', async () => {
  const { onEncoding, again } = await show();
  const notice = page.getByRole('status');
  await expect.element(notice).toHaveTextContent('Check the names: the encoding of this file is a guess');
  await expect.element(rows()).toHaveTextContent('Line 2: ليلى حسنشارع الوصل');
  await expect.element(select()).toHaveDisplayValue('Arabic (Windows-1256)');
  await userEvent.tab();
  await expect.element(select()).toHaveFocus();
  await userEvent.selectOptions(select(), 'Arabic (ISO 8859-6)');
  expect(onEncoding).toHaveBeenCalledExactlyOnceWith('iso-8859-6');

  // The file is opened again, and the select has the focus again.
  await again({ ...GUESS, name: 'iso-8859-6', by: 'chosen' });
  await expect.element(select()).toHaveDisplayValue('Arabic (ISO 8859-6)');
  await expect.element(select()).toHaveFocus();
  expect(page.getByRole('status').query()).toBeNull();
});

test('a UTF-8 file shows one line, which opens the choice', async () => {
  await show({ name: 'utf-8', by: 'certain' });
  await expect.element(page.getByText('Encoding: UTF-8')).toBeVisible();
  await expect.element(select()).not.toBeVisible();
  await page.getByText('Encoding: UTF-8').click();
  await expect.element(select()).toBeVisible();
  await expect.element(rows()).toBeVisible();
});

test('broken bytes show a warning', async () => {
  await show({ name: 'utf-8', by: 'broken' });
  const notice = page.getByRole('status');
  await expect.element(notice).toHaveTextContent('Some characters of this file cannot be read');
  await expect.element(rows()).toHaveTextContent('Line 7: محمد \uFFFDبدالله');
});

test('nothing is shown for ASCII, which is the same in all encodings', async () => {
  await show({ name: 'utf-8', by: 'certain', is_ascii: true, rows: [] });
  expect(document.querySelector('select')).toBeNull();
});
