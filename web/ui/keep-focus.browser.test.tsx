import { useEffect, useState } from 'react';
import { expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { Button } from './Button.tsx';
import { Dialog } from './Dialog.tsx';
import { keepFocus } from './keep-focus.ts';

const onSend = vi.fn();
let respond = () => {};

function Form({ in_dialog }: { in_dialog: boolean }) {
  const [busy, setBusy] = useState(false);
  useEffect(keepFocus, []);
  function send(): void {
    onSend();
    setBusy(true);
    respond = () => setBusy(false);
  }
  const form = (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <fieldset disabled={busy}>
        <input aria-label="Name" />
      </fieldset>
      <input aria-label="Number" disabled={busy} />
      <input aria-label="Free" />
      <Button type="submit" busy={busy}>
        Send
      </Button>
    </form>
  );
  return in_dialog ? (
    <Dialog open onOpenChange={() => {}} title="Form">
      {form}
    </Dialog>
  ) : (
    form
  );
}

const field = (name: string) => page.getByRole('textbox', { name });
const button = () => page.getByRole('button', { name: 'Send' });
const busyIs = (busy: boolean) =>
  busy
    ? expect.element(button()).toHaveAttribute('aria-busy', 'true')
    : expect.element(button()).not.toHaveAttribute('aria-busy');

it.each([true, false])(
  'keeps the focus during sending and sends nothing twice (in a dialog: %s)',
  async (in_dialog) => {
    onSend.mockClear();
    await render(<Form in_dialog={in_dialog} />);
    for (const name of ['Name', 'Number']) {
      await field(name).click();
      await userEvent.keyboard('{Enter}');
      await busyIs(true);
      await expect.poll(() => document.activeElement).not.toBe(field(name).element());
      // The focus stays within the dialog, so that keys do not reach the page.
      if (in_dialog) expect(document.activeElement?.getAttribute('role')).toBe('dialog');
      respond();
      await expect.element(field(name)).toHaveFocus();
    }
    expect(onSend).toHaveBeenCalledTimes(2);

    (button().element() as HTMLElement).focus();
    await userEvent.keyboard('{Enter}');
    await busyIs(true);
    await expect.element(button()).toHaveAttribute('aria-disabled', 'true');
    await expect.element(button()).toHaveFocus();
    // Neither another press nor Enter in a field sends again.
    await userEvent.keyboard('{Enter} ');
    (button().element() as HTMLElement).click();
    await field('Free').click();
    await userEvent.keyboard('{Enter}');
    expect(onSend).toHaveBeenCalledTimes(3);
    // A focus that the user moved elsewhere stays there.
    respond();
    await busyIs(false);
    await expect.element(field('Free')).toHaveFocus();
  },
);
