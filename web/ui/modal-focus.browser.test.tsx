import { useState } from 'react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { Dialog, Sheet } from './Dialog.tsx';
import { FormDialog } from './FormDialog.tsx';
import { Toaster } from './Toaster.tsx';
import { dismissToast, shownToasts, showToast } from './toast.ts';

beforeEach(clear);
afterEach(clear);

function clear(): void {
  for (const { id } of shownToasts()) dismissToast(id);
}

const MODALS = {
  Sheet: (open: boolean, setOpen: (open: boolean) => void) => (
    <Sheet open={open} onOpenChange={setOpen} title="Modal">
      <button type="button">Inside</button>
    </Sheet>
  ),
  Dialog: (open: boolean, setOpen: (open: boolean) => void) => (
    <Dialog open={open} onOpenChange={setOpen} title="Modal">
      <button type="button">Inside</button>
    </Dialog>
  ),
  FormDialog: (open: boolean, setOpen: (open: boolean) => void) =>
    open && (
      <FormDialog title="Modal" footer={() => null} onClose={() => setOpen(false)}>
        <button type="button">Inside</button>
        <button type="button" data-first-field>
          First field
        </button>
      </FormDialog>
    ),
};

function Page({ kind }: { kind: keyof typeof MODALS }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Open
      </button>
      {MODALS[kind](open, setOpen)}
    </>
  );
}

test.each(['Sheet', 'Dialog', 'FormDialog'] as const)('closing a %s returns the focus', async (kind) => {
  await render(<Page kind={kind} />);
  const opener = page.getByRole('button', { name: 'Open' });
  await opener.click();
  const modal = page.getByRole('dialog', { name: 'Modal' });
  await expect.element(modal).toBeVisible();
  await expect.poll(() => modal.element().contains(document.activeElement)).toBe(true);
  await userEvent.keyboard('{Escape}');
  await expect.element(modal).not.toBeInTheDocument();
  await expect.element(opener).toHaveFocus();
});

test.each([
  ['Sheet', false],
  ['Dialog', false],
  ['FormDialog', true],
] as const)('a press outside a %s leaves it open: %s', async (kind, stays) => {
  await render(<Page kind={kind} />);
  await page.getByRole('button', { name: 'Open' }).click();
  const modal = page.getByRole('dialog', { name: 'Modal' });
  await expect.element(modal).toBeVisible();
  await expect.poll(() => modal.element().contains(document.activeElement)).toBe(true);
  // The page's stylesheet is not loaded in this test.
  const backdrop = modal.element().previousElementSibling as HTMLElement;
  backdrop.style.cssText += 'position: fixed; inset: 0';
  await userEvent.click(backdrop, { position: { x: 300, y: 200 } });
  await userEvent.keyboard('{Shift}');
  expect(modal.query() !== null).toBe(stays);
});

test('a form opens with the focus in its first field if there is a mouse', async () => {
  await render(<Page kind="FormDialog" />);
  await page.getByRole('button', { name: 'Open' }).click();
  await expect.element(page.getByRole('button', { name: 'First field' })).toHaveFocus();
});

test('dismissing toasts by keyboard focuses the next toast, and after the last one the previous control', async () => {
  await page.viewport(1280, 800);
  await render(
    <>
      <button type="button">Before</button>
      <Toaster />
    </>,
  );
  for (const title of ['One', 'Two', 'Three']) showToast({ kind: 'error', title });
  const dismiss = (title: string) => page.getByRole('button', { name: `Dismiss: ${title}` });
  await expect.element(dismiss('Three')).toBeVisible();
  await page.getByRole('button', { name: 'Before' }).click();
  await userEvent.keyboard('{Tab}{Tab}{Enter}');
  await expect.element(dismiss('Two')).not.toBeInTheDocument();
  await expect.element(dismiss('Three')).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.element(dismiss('One')).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('button', { name: 'Before' })).toHaveFocus();
});
