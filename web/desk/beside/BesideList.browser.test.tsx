import { useState } from 'react';
import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { ScreenTitle } from '../../components/open-screen.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { BesideList } from './BesideList.tsx';

/** A button that goes when it is pressed, at once or once its question is answered. */
function Vanishing({ name, asks = false }: { name: string; asks?: boolean }) {
  const [standing, setStanding] = useState<'there' | 'asking' | 'gone'>('there');
  const [last, setLast] = useState(false);
  return (
    <>
      {!last && standing !== 'gone' && (
        <button type="button" onClick={() => setStanding(asks ? 'asking' : 'gone')}>
          {name}
        </button>
      )}
      <Dialog open={standing === 'asking'} onOpenChange={() => setStanding('gone')} title="Sure?">
        <button type="button" onClick={() => setLast(true)}>
          It goes meanwhile
        </button>
      </Dialog>
    </>
  );
}

it('gives the focus of a button that goes with what it was pressed for to what it was about', async () => {
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
        <BesideList details={details}>
          <button type="button" data-row={0} tabIndex={0}>
            R1
          </button>
          <Vanishing name="Clear" />
        </BesideList>
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
  // What was there when its dialog opened has gone when that closes.
  await press('Reopen');
  await press('It goes meanwhile');
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByRole('main')).toHaveFocus();
});
