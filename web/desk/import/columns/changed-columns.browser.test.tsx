import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import type { ListLayout } from '../../../../contract/rules/import/import-fields.ts';
import { layoutFor } from './layout-for.ts';
import { MapColumns } from './MapColumns.tsx';

const LAYOUT: ListLayout = {
  columns: {
    order_number: ['No'],
    name: ['Customer'],
    address: ['Address'],
    amount: ['Amount'],
    method: ['Payment'],
  },
  method: null,
  date_order: 'dmy',
};
const MAPPED = ['No', 'Customer', 'Address', 'Amount', 'Payment'];

async function show(header: string[], row: string[], mapped = MAPPED, hidden: string[] = []) {
  const { layout, changed } = layoutFor(header, [row], [{ header: mapped, layout: LAYOUT }], hidden);
  const opened = {
    ...{ sheets: [], sheet: null, choices: [], hidden: { rows: 0, sheets: 0, columns: hidden } },
    ...{ encoding: null, decimal_comma: false },
    ...{ header, header_line: 1, samples: [row] },
  };
  const onColumns = vi.fn();
  const opening = { file: new File([''], 'orders.csv'), opened, layout, changed };
  await render(
    <MapColumns
      opening={opening}
      onEncoding={vi.fn()}
      onSheet={vi.fn()}
      onColumns={onColumns}
      onOther={vi.fn()}
    />,
  );
  return onColumns;
}

const confirm = () => page.getByRole('button', { name: 'Preview the orders' }).click();

test('L3: new columns are marked with their guessed fields and accepted after confirmation', async () => {
  const onColumns = await show(
    [...MAPPED, 'Amount due', 'Paid'],
    ['2002', 'Ali', 'Villa 3', '100', 'COD', '40', ''],
  );
  const notice = page
    .getByRole('status')
    .filter({ hasText: 'This file has different columns than the previous list' });
  await expect.element(notice).toHaveTextContent('New in this file: Amount due (Amount to collect)');
  await expect.element(notice).toHaveTextContent('New in this file: Paid (Paid (yes or no))');
  await expect.element(page.getByLabelText('Amount to collect')).toHaveValue('Amount due');
  await expect.element(page.getByLabelText('Order total')).toHaveValue('Amount');
  expect(page.getByText('New in this file', { exact: true }).elements()).toHaveLength(2);
  expect(onColumns).not.toHaveBeenCalled();

  await page.getByLabelText('Paid (yes or no)').selectOptions('No column');
  await expect.element(notice).toHaveTextContent('New in this file: Paid (not used)');
  await confirm();
  expect(onColumns).toHaveBeenCalledWith({ ...LAYOUT, columns: { ...LAYOUT.columns, due: ['Amount due'] } });
});

test('L4: an amount in another currency is not read as AED and its column has to be chosen', async () => {
  const header = ['No', 'Customer', 'Address', 'Amount (USD)', 'Payment'];
  const onColumns = await show(header, ['2002', 'Ali', 'Villa 3', '100', 'COD']);
  const notice = page.getByRole('status').filter({ hasText: 'different columns' });
  await expect.element(notice).toHaveTextContent('New in this file: Amount (USD) (not used)');
  await expect.element(notice).toHaveTextContent('Not in this file: Amount');
  await confirm();
  await expect.element(page.getByText('Choose a column')).toBeVisible();
  expect(onColumns).not.toHaveBeenCalled();
});

test('a delivery method that an older version could not use is selected and listed', async () => {
  const header = [...MAPPED, 'Shipping Method'];
  await show(header, ['2002', 'Ali', 'Villa 3', '100', 'COD', 'Local pickup'], header);
  const notice = page.getByRole('status').filter({ hasText: 'This file has a column that can be used now' });
  await expect
    .element(notice)
    .toHaveTextContent('Can be used now: Shipping Method (Delivery method (delivery or pickup))');
  await expect
    .element(page.getByLabelText('Delivery method (delivery or pickup)'))
    .toHaveValue('Shipping Method');
});

test('hidden columns are offered and marked, and hidden amounts need a decision', async () => {
  const header = [...MAPPED, 'Weight'];
  const onColumns = await show(header, ['2002', 'Ali', 'Villa 3', '100', 'COD', 'light'], header, [
    'Amount',
    'Weight',
  ]);
  const notice = page.getByRole('status').filter({ hasText: 'Some columns need your decision' });
  await expect.element(notice).toHaveTextContent('Hidden in this file: Amount (Order total)');
  expect(notice.element().textContent).not.toContain('Weight');
  expect(page.getByText('Hidden in this file', { exact: true }).elements()).toHaveLength(1);
  const total = page.getByLabelText('Order total');
  await expect.element(total).toHaveValue('Amount');
  await expect.element(total.getByRole('option', { name: 'Weight (hidden)' })).toBeInTheDocument();
  await confirm();
  expect(onColumns).toHaveBeenCalledWith(LAYOUT);
});

test('a column name that occurs twice is listed, and neither column is selected', async () => {
  const header = ['No', 'Customer', 'Address', 'Payment', 'Total', 'Total (2)'];
  const onColumns = await show(header, ['2002', 'Ali', 'Villa 3', 'COD', '100', '40']);
  const notice = page.getByRole('status').filter({ hasText: 'different columns' });
  await expect.element(notice).toHaveTextContent('Repeated column name: Total (not used)');
  await confirm();
  await expect.element(page.getByText('Choose a column')).toBeVisible();
  expect(onColumns).not.toHaveBeenCalled();
});
