import { useState } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { FormDialog } from './FormDialog.tsx';

const HERE = '/dashboard/bank-deposits';
const BEFORE = '/dashboard/profile';
let started_at = '';

beforeEach(() => {
  started_at = location.href;
  for (const path of [BEFORE, HERE]) history.pushState(null, '', path);
});

afterEach(() => {
  history.pushState(null, '', started_at);
});

function Page({ dirty }: { dirty: boolean }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Open
      </button>
      {open && (
        <FormDialog
          title="Form"
          dirty={dirty}
          footer={(close) => (
            <button type="button" onClick={close}>
              Cancel
            </button>
          )}
          onClose={() => setOpen(false)}
        >
          <input aria-label="Amount" data-first-field />
        </FormDialog>
      )}
    </>
  );
}

const form = () => page.getByRole('dialog', { name: 'Form' });
const question = () => page.getByRole('dialog', { name: 'Discard what you entered?' });
const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
const isAt = (path: string) => vi.waitFor(() => expect(location.pathname).toBe(path));
/** Waits until the history entry of the open layer was removed. */
const nothingOver = () => vi.waitFor(() => expect(history.state?.mandoob_over_page ?? null).toBeNull());

const WAYS = [
  ['Back', () => history.back()],
  ['Escape', () => userEvent.keyboard('{Escape}')],
  ['its Close button', () => press('Close')],
  ['its Cancel button', () => press('Cancel')],
] as const;

test.each(WAYS)('after a form was closed by %s, Back leaves the page', async (_, close) => {
  await render(<Page dirty={false} />);
  await press('Open');
  await expect.element(form()).toBeVisible();
  await close();
  await expect.element(form()).not.toBeInTheDocument();
  expect(location.pathname).toBe(HERE);
  await expect.element(page.getByRole('button', { name: 'Open' })).toHaveFocus();
  await nothingOver();
  history.back();
  await isAt(BEFORE);
});

test.each(WAYS)(
  'a half-filled form closed by %s asks first, and stays open if the user keeps editing',
  async (_, close) => {
    await render(<Page dirty />);
    await press('Open');
    await page.getByLabelText('Amount').fill('250');
    await close();
    await expect.element(question()).toBeVisible();
    await press('Keep editing');
    await expect.element(question()).not.toBeInTheDocument();
    await expect.element(page.getByLabelText('Amount')).toHaveValue('250');
    expect(location.pathname).toBe(HERE);
    await close();
    await press('Discard');
    await expect.element(form()).not.toBeInTheDocument();
    await nothingOver();
    history.back();
    await isAt(BEFORE);
  },
);
