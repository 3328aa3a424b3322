import { useState } from 'react';
import { afterEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { clearToasts, shownToasts } from '../../ui/toast.ts';
import { loadedDialog } from './loaded-dialog.tsx';

afterEach(clearToasts);

type Props = { onClose: () => void };
const Opened = ({ onClose }: Props) => (
  <button type="button" onClick={onClose}>
    Close
  </button>
);

it('a dialog that fails to load shows a toast and closes; the next attempt opens it, later ones at once', async () => {
  let fails = true;
  const Dialog = loadedDialog<Props>(async () => {
    if (fails) throw new TypeError('Failed to fetch dynamically imported module');
    return Opened;
  });
  function Place() {
    const [open, setOpen] = useState(false);
    return (
      <>
        <button type="button" onClick={() => setOpen(true)}>
          {open ? 'Open' : 'Closed'}
        </button>
        {open && <Dialog onClose={() => setOpen(false)} />}
      </>
    );
  }
  await render(<Place />);
  await page.getByRole('button', { name: 'Closed' }).click();
  await expect.poll(() => shownToasts().map(({ title }) => title)).toEqual(['This could not be opened']);
  await expect.element(page.getByRole('button', { name: 'Closed' })).toBeVisible();
  fails = false;
  await page.getByRole('button', { name: 'Closed' }).click();
  await page.getByRole('button', { name: 'Close', exact: true }).click();
  const opener = page.getByRole('button', { name: 'Closed' }).element() as HTMLElement;
  opener.click();
  await Promise.resolve();
  expect(document.body.textContent).toContain('Close');
});
