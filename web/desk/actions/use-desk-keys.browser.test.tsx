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

const ran = vi.fn<(id: string) => void>();
const action = (key: string, unavailable?: string) => ({
  id: key,
  title: key,
  key,
  unavailable,
  run: () => ran(key),
});

function Place() {
  useDeskKeys();
  useDeskActions('Place', [
    ...['x', '1', '?', 'Escape', 'mod+k'].map((key) => action(key)),
    action('d', 'Not now.'),
  ]);
  return <LowerLine />;
}

it('Escape and keys with Ctrl still work when single-key shortcuts are off', async () => {
  await render(<Place />);
  singleKeys.turn(false);
  await userEvent.keyboard('x1?{Escape}{Control>}k{/Control}');
  expect(ran.mock.calls.flat()).toEqual(['Escape', 'mod+k']);
});

it('shows why a key did nothing next to a pending undo, and announces each press', async () => {
  const undo = vi.fn();
  await render(<Place />);
  offerUndo('3 orders dispatched', undo);
  await userEvent.keyboard('d');
  const hint = page.getByRole('status').filter({ hasText: 'Not now.' });
  await expect.element(hint).toBeInTheDocument();
  await expect
    .element(page.getByRole('status').filter({ hasText: '3 orders dispatched' }))
    .toBeInTheDocument();
  const first = hint.element().firstChild;
  await userEvent.keyboard('d');
  // The element is recreated, so screen readers announce it again.
  await expect.poll(() => hint.element().firstChild).not.toBe(first);
  await userEvent.keyboard('z');
  expect(undo).toHaveBeenCalledOnce();
  await expect.element(hint).not.toBeInTheDocument();
});
