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

it('gives the focus to a row when a person moves there, and by itself only where nobody else has it', async () => {
  await page.viewport(1280, 800);
  await render(<List />);
  await page.getByRole('row', { name: /R2$/ }).click();
  expect(focused()).toBe('R2');
  // The row that has the focus goes: the next one takes it.
  setRows(without('R2'));
  await expect.poll(focused).toBe('R3');

  await search().click();
  await userEvent.keyboard('Da');
  setRows(without('R2', 'R3'));
  await expect.element(page.getByRole('row', { name: /R3$/ })).not.toBeInTheDocument();
  await userEvent.keyboard('na');
  await expect.element(search()).toHaveValue('Dana');
  await expect.element(search()).toHaveFocus();
  // Nor from a head of the list, which is pressed to sort.
  const head = page.getByRole('columnheader', { name: 'Key' }).getByRole('button');
  (head.element() as HTMLElement).focus();
  setRows(without('R2', 'R3', 'R4'));
  await expect.element(page.getByRole('row', { name: /R4$/ })).not.toBeInTheDocument();
  await expect.element(head).toHaveFocus();

  // From the field into the list, also where one was in it before.
  await search().click();
  await userEvent.keyboard('{Enter}');
  await expect.poll(focused).toBe('R5');
  // A button that only takes back what is selected keeps it.
  await page.getByRole('button', { name: 'Clear' }).click();
  await expect.element(page.getByRole('button', { name: 'Clear' })).toHaveFocus();

  // Under what lies over the page nothing takes it, whoever has it.
  (document.activeElement as HTMLElement).blur();
  const over = document.querySelector('[role=grid]')?.parentElement?.parentElement;
  over?.setAttribute('aria-hidden', 'true');
  setRows(without('R2', 'R3', 'R4', 'R5'));
  await expect.poll(() => document.querySelector('[tabindex="0"][data-row]')?.textContent).toBe('R6');
  expect(document.activeElement).toBe(document.body);
  over?.removeAttribute('aria-hidden');
});

it('stays where one has scrolled to when the row one was at goes by itself', async () => {
  await page.viewport(1280, 800);
  await render(<List />);
  await page.getByRole('row', { name: /R2$/ }).click();
  const box = page.getByRole('grid').element().parentElement as HTMLElement;
  box.scrollTop = 900;
  await expect.element(page.getByRole('row', { name: /R28$/ })).toBeInTheDocument();
  setRows(without('R2'));
  await expect.poll(focused).toBe('R3');
  // One row less is above what is in sight.
  expect(box.scrollTop).toBe(864);
});
