import { expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { PickDialog } from './PickDialog.tsx';

const onPick = vi.fn<(choice: { id: string }) => void>();
const dialog = (...names: string[]) => (
  <PickDialog
    title="Driver"
    placeholder="Name"
    none="Nobody"
    choices={names.map((title) => ({ id: title, title }))}
    onPick={onPick}
    onClose={() => {}}
  />
);
const marked = () => document.querySelector('[role=option][aria-selected=true]')?.textContent;
const taken = () => onPick.mock.calls.map(([{ id }]) => id);

it('takes the one that is marked, wherever it stands by then, and nobody else once it has gone', async () => {
  const { rerender } = await render(dialog('Dina', 'Omar', 'Sara'));
  await expect.poll(marked).toBe('Dina');
  // Somebody comes on before the first, which nobody has chosen by a key yet.
  await rerender(dialog('Ahmad', 'Dina', 'Omar', 'Sara'));
  expect(marked()).toBe('Dina');
  await userEvent.keyboard('{ArrowDown}');
  expect(marked()).toBe('Omar');
  await rerender(dialog('Ahmad', 'Omar', 'Sara'));
  await userEvent.keyboard('{Enter}');
  expect(taken()).toEqual(['Omar']);

  await rerender(dialog('Ahmad', 'Sara'));
  await expect.element(page.getByText(/can no longer be chosen/)).toBeVisible();
  expect(marked()).toBeUndefined();
  await expect.element(page.getByRole('combobox')).not.toHaveAttribute('aria-activedescendant');
  await userEvent.keyboard('{Enter}');
  expect(taken()).toEqual(['Omar']);
  // On from where it stood.
  await userEvent.keyboard('{ArrowDown}');
  expect(marked()).toBe('Sara');
  await userEvent.keyboard('{ArrowDown}');
  expect(marked()).toBe('Ahmad');
  await userEvent.keyboard('sa{Enter}');
  expect(taken()).toEqual(['Omar', 'Sara']);
});
