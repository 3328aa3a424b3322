import { useState } from 'react';
import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { DeskTable } from './DeskTable.tsx';
import { moveBy, selectOnly } from './selection.ts';
import { useSelection } from './use-selection.ts';

const STYLES = `.overflow-auto{overflow:auto;max-height:300px}.relative{position:relative}.absolute{position:absolute}
.inset-x-0{inset-inline:0}.sticky{position:sticky}.top-0{top:0}.h-9{height:36px}.grid{display:grid}`;
const COLUMNS = [
  { id: 'key', title: 'Key', width: '1fr', sort: (row: string) => row, cell: (row: string) => row },
];
const keyOf = (row: string) => row;
const ALL = Array.from({ length: 60 }, (_, at) => `R${at + 1}`);

let setRows: (rows: readonly string[]) => void;

function List() {
  const [rows, set] = useState<readonly string[]>(ALL);
  setRows = set;
  const selecting = useSelection(rows, 'all');
  return (
    <>
      <style>{STYLES}</style>
      <input aria-label="Search" onKeyDown={({ key }) => key === 'Enter' && selecting.change(moveBy(0))} />
      <button type="button" onClick={() => selecting.change(selectOnly([]))}>
        Clear
      </button>
      <DeskTable
        label="List"
        columns={COLUMNS}
        rows={rows}
        keyOf={keyOf}
        sort={null}
        onSort={() => {}}
        selecting={selecting}
      />
    </>
  );
}

const without = (...gone: string[]) => ALL.filter((row) => !gone.includes(row));
const focused = () => document.activeElement?.textContent;
const search = () => page.getByRole('textbox', { name: 'Search' });

it('moves the focus to a row on user navigation, and otherwise only if a row or nothing has it', async () => {
  await page.viewport(1280, 800);
  await render(<List />);
  await page.getByRole('row', { name: /R2$/ }).click();
  expect(focused()).toBe('R2');
  // When the focused row disappears, the next one takes the focus.
  setRows(without('R2'));
  await expect.poll(focused).toBe('R3');

  await search().click();
  await userEvent.keyboard('Da');
  setRows(without('R2', 'R3'));
  await expect.element(page.getByRole('row', { name: /R3$/ })).not.toBeInTheDocument();
  await userEvent.keyboard('na');
  await expect.element(search()).toHaveValue('Dana');
  await expect.element(search()).toHaveFocus();
  // A header button keeps its focus as well.
  const head = page.getByRole('columnheader', { name: 'Key' }).getByRole('button');
  (head.element() as HTMLElement).focus();
  setRows(without('R2', 'R3', 'R4'));
  await expect.element(page.getByRole('row', { name: /R4$/ })).not.toBeInTheDocument();
  await expect.element(head).toHaveFocus();

  // Navigation from the field focuses the current row, even if a row was focused before.
  await search().click();
  await userEvent.keyboard('{Enter}');
  await expect.poll(focused).toBe('R5');
  // A button that only clears the selection keeps the focus.
  await page.getByRole('button', { name: 'Clear' }).click();
  await expect.element(page.getByRole('button', { name: 'Clear' })).toHaveFocus();

  // While a dialog covers the page, no row takes the focus.
  (document.activeElement as HTMLElement).blur();
  const over = document.querySelector('[role=grid]')?.parentElement?.parentElement;
  over?.setAttribute('aria-hidden', 'true');
  setRows(without('R2', 'R3', 'R4', 'R5'));
  await expect.poll(() => document.querySelector('[tabindex="0"][data-row]')?.textContent).toBe('R6');
  expect(document.activeElement).toBe(document.body);
  over?.removeAttribute('aria-hidden');
});

it('keeps the scroll position when the current row disappears', async () => {
  await page.viewport(1280, 800);
  await render(<List />);
  await page.getByRole('row', { name: /R2$/ }).click();
  const box = page.getByRole('grid').element().parentElement as HTMLElement;
  box.scrollTop = 900;
  await expect.element(page.getByRole('row', { name: /R28$/ })).toBeInTheDocument();
  setRows(without('R2'));
  await expect.poll(focused).toBe('R3');
  // One row above the visible part is gone.
  expect(box.scrollTop).toBe(864);
});
