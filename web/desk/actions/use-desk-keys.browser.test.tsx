import { afterEach, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { clearLine, offerUndo } from '../line/desk-line.ts';
import { LowerLine } from '../line/LowerLine.tsx';
import { useDeskActions } from './desk-actions.ts';
import { singleKeys } from './single-keys.ts';
import { useDeskKeys } from './use-desk-keys.ts';

afterEach(() => {
  clearLine();
  singleKeys.turn(true);
});

const did = vi.fn<(id: string) => void>();
const action = (key: string, unavailable?: string) => ({
  id: key,
  title: key,
  key,
  unavailable,
  run: () => did(key),
});

function Place() {
  useDeskKeys();
  useDeskActions('Place', [
    ...['x', '1', '?', 'Escape', 'mod+k'].map((key) => action(key)),
    action('d', 'Not now.'),
  ]);
  return <LowerLine />;
}

it('leaves Escape and keys with Ctrl where letters are off', async () => {
  await render(<Place />);
  singleKeys.turn(false);
  await userEvent.keyboard('x1?{Escape}{Control>}k{/Control}');
  expect(did.mock.calls.flat()).toEqual(['Escape', 'mod+k']);
});

it('tells why a key did nothing beside what can be undone, each time anew', async () => {
  const undo = vi.fn();
  await render(<Place />);
  offerUndo('3 orders dispatched', undo);
  await userEvent.keyboard('d');
  const told = page.getByRole('status').filter({ hasText: 'Not now.' });
  await expect.element(told).toBeInTheDocument();
  await expect
    .element(page.getByRole('status').filter({ hasText: '3 orders dispatched' }))
    .toBeInTheDocument();
  const first = told.element().firstChild;
  await userEvent.keyboard('d');
  // Read out again, as it was made anew.
  await expect.poll(() => told.element().firstChild).not.toBe(first);
  await userEvent.keyboard('z');
  expect(undo).toHaveBeenCalledOnce();
  await expect.element(told).not.toBeInTheDocument();
});
