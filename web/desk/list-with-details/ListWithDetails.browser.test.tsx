import { useState } from 'react';
import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { ScreenTitle } from '../../components/open-screen.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { ListWithDetails } from './ListWithDetails.tsx';

/** A button that disappears when it is pressed, at once or after a dialog. */
function Vanishing({ name, asks = false }: { name: string; asks?: boolean }) {
  const [state, setState] = useState<'shown' | 'asking' | 'gone'>('shown');
  const [last, setLast] = useState(false);
  return (
    <>
      {!last && state !== 'gone' && (
        <button type="button" onClick={() => setState(asks ? 'asking' : 'gone')}>
          {name}
        </button>
      )}
      <Dialog open={state === 'asking'} onOpenChange={() => setState('gone')} title="Sure?">
        <button type="button" onClick={() => setLast(true)}>
          It goes meanwhile
        </button>
      </Dialog>
    </>
  );
}

it('when a pressed button disappears, the focus moves to the object that it belonged to', async () => {
  await page.viewport(1280, 800);
  const details = {
    id: 'a',
    title: 'Order #7',
    onClose: () => {},
    content: (
      <>
        <Vanishing name="Dispatch" />
        <Vanishing name="Reopen" asks />
      </>
    ),
  };
  await render(
    <main id="content" tabIndex={-1}>
      <ScreenTitle value="Orders">
        <ListWithDetails details={details}>
          <button type="button" data-row={0} tabIndex={0}>
            R1
          </button>
          <Vanishing name="Clear" />
        </ListWithDetails>
      </ScreenTitle>
    </main>,
  );
  const press = async (name: string) => {
    (page.getByRole('button', { name }).element() as HTMLElement).focus();
    await userEvent.keyboard('{Enter}');
  };
  await press('Dispatch');
  await expect.element(page.getByRole('heading', { name: 'Order #7' })).toHaveFocus();
  await press('Clear');
  await expect.element(page.getByText('R1')).toHaveFocus();
  // The element that had the focus when the dialog opened is gone when it closes.
  await press('Reopen');
  await press('It goes meanwhile');
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByRole('main')).toHaveFocus();
});
