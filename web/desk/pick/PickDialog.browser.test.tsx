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

it('picks the marked choice also after it has moved, and nothing once it is gone', async () => {
  const { rerender } = await render(dialog('Dina', 'Omar', 'Sara'));
  await expect.poll(marked).toBe('Dina');
  // A choice is inserted before the first one, which no key has marked yet.
  await rerender(dialog('Ahmad', 'Dina', 'Omar', 'Sara'));
  expect(marked()).toBe('Dina');
  await userEvent.keyboard('{ArrowDown}');
  expect(marked()).toBe('Omar');
  await rerender(dialog('Ahmad', 'Omar', 'Sara'));
  await userEvent.keyboard('{Enter}');
  expect(taken()).toEqual(['Omar']);

  await rerender(dialog('Ahmad', 'Sara'));
  await expect.element(page.getByText(/is no longer available/)).toBeVisible();
  expect(marked()).toBeUndefined();
  await expect.element(page.getByRole('combobox')).not.toHaveAttribute('aria-activedescendant');
  await userEvent.keyboard('{Enter}');
  expect(taken()).toEqual(['Omar']);
  // The keys continue from its last position.
  await userEvent.keyboard('{ArrowDown}');
  expect(marked()).toBe('Sara');
  await userEvent.keyboard('{ArrowDown}');
  expect(marked()).toBe('Ahmad');
  await userEvent.keyboard('sa{Enter}');
  expect(taken()).toEqual(['Omar', 'Sara']);
});
