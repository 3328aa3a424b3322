import { expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { EndHandover } from '../../../contract/operations/dashboard/cash/end-handover.schema.ts';
import { handoverReply } from '../../../tests/support/handover-command.ts';
import {
  choose,
  completeButton,
  dismissToasts,
  type HandoverServer,
  handoverServerForEach,
  losesResponseThenPauses,
  OMAR,
  sendNow,
  showPage,
  signBoth,
  toasts,
} from '../../../tests/support/handover-page.tsx';
import { press } from '../../../tests/support/press.ts';
import { problem } from '../../../tests/support/server-double.ts';
import { DOCUMENTS } from '../../commands/documents.ts';
import { EndOfDayHandover } from './DayHandover.tsx';

const PATH = '/api/handovers/end';
const CLEARED = 'The signatures were cleared because the content to be signed has changed.';
const DONE = 'Handover Complete / Successfully processed handover for AED 140.00';

let server: HandoverServer;

handoverServerForEach((made) => {
  server = made;
});

const amount = () => page.getByLabelText('Amount Received (AED)');
const kept = () => page.getByRole('radio', { name: /^Kept by the driver/ });
const short = () => page.getByRole('radio', { name: /^Short/ });
const over = () => page.getByRole('radio', { name: /^Over/ });
const sent = () => server.asked.filter(({ path }) => path === PATH).at(-1)?.body as EndHandover;

/** Fills the form in for a driver who carries AED 145.00. */
async function fill(typed: string): Promise<void> {
  await choose(OMAR.full_name);
  await expect.element(page.getByLabelText('Estimated Receivables (AED)')).toHaveValue('145.00');
  await userEvent.fill(amount(), typed);
}

async function expectToasts(...texts: string[]): Promise<void> {
  await vi.waitFor(() => expect(toasts()).toEqual(texts));
}

it('is offered only with a difference, and names it by its sign', async () => {
  await showPage(<EndOfDayHandover />);
  await fill('145');
  expect(page.getByRole('radio').elements()).toEqual([]);
  await userEvent.fill(amount(), '140');
  await expect.element(kept()).toBeChecked();
  await expect.element(short()).toHaveAccessibleName(/AED 5\.00 is booked as a shortage/);
  expect(over().elements()).toEqual([]);
  await userEvent.fill(amount(), '150');
  await expect.element(over()).toHaveAccessibleName(/AED 5\.00 is booked as over/);
  await expect.element(kept()).toHaveAccessibleName(/cash on hand is -AED 5\.00 afterwards/);
  expect(short().elements()).toEqual([]);
  // The amount exceeds the driver's cash, so it is shown again, with the cash that is left by this choice.
  const left = page.getByText('Cash on hand of Omar Said afterwards:');
  await expect.element(left).toHaveTextContent(/-AED 5\.00/);
  await press(over());
  await expect.element(left).toHaveTextContent(/AED 0\.00/);
});

it('is not offered while the estimate is unknown', async () => {
  server.balances.delete(OMAR.id);
  await showPage(<EndOfDayHandover />);
  await choose(OMAR.full_name);
  await expect.element(page.getByText('Balance could not be loaded')).toBeVisible();
  await userEvent.fill(amount(), '140');
  expect(page.getByRole('radio').elements()).toEqual([]);
});

it('is kept by the driver if nothing else is chosen, and absent without a difference', async () => {
  await showPage(<EndOfDayHandover />);
  await fill('140');
  await signBoth();
  await press(completeButton());
  await expectToasts(DONE);
  expect(sent().difference_choice).toBe('kept');
  await dismissToasts();
  await fill('145');
  await signBoth();
  await press(completeButton());
  await expectToasts('Handover Complete / Successfully processed handover for AED 145.00');
  expect(sent()).not.toHaveProperty('difference_choice');
});

it('clears the pads when it changes after signing, and is printed and sent', async () => {
  const receipt = vi.spyOn(DOCUMENTS, 'handoverReceipt');
  await showPage(<EndOfDayHandover />);
  await fill('140');
  await signBoth();
  await press(short());
  await expect.element(page.getByText(CLEARED)).toBeVisible();
  await signBoth();
  await press(completeButton());
  await expectToasts(DONE);
  expect(sent()).toMatchObject({ amount_fils: 14_000, difference_choice: 'short_or_over' });
  expect(receipt).toHaveBeenCalledWith(
    expect.objectContaining({ difference_fils: -500, difference_choice: 'short_or_over' }),
  );
});

it('is selected by the arrow keys', async () => {
  await showPage(<EndOfDayHandover />);
  await fill('140');
  (kept().element() as HTMLElement).focus();
  await userEvent.keyboard('{ArrowRight}');
  await expect.element(short()).toBeChecked();
});

it('is shown read-only while the outcome is unknown, also after a reload', async () => {
  server.fault = losesResponseThenPauses(PATH);
  const first = await showPage(<EndOfDayHandover />);
  await fill('140');
  await press(short());
  await signBoth();
  await press(completeButton());
  await expect.element(page.getByText("We don't know yet whether this was recorded")).toBeVisible();
  await first.unmount();
  await showPage(<EndOfDayHandover />);
  await expect.element(short()).toBeChecked();
  await expect.element(short()).toBeDisabled();
  await expect.element(page.getByText('short by AED 5.00')).toBeVisible();
  await sendNow(server);
  await expectToasts(DONE);
});

it('stays the same on the new receipt of a handover whose reference was taken', async () => {
  const receipt = vi.spyOn(DOCUMENTS, 'handoverReceipt');
  let taken = true;
  server.fault = ({ path }) => {
    if (path !== PATH || !taken) return undefined;
    taken = false;
    return problem('reference_taken');
  };
  await showPage(<EndOfDayHandover />);
  await fill('140');
  await press(short());
  await signBoth();
  await press(completeButton());
  await expectToasts(DONE);
  expect(sent().difference_choice).toBe('short_or_over');
  expect(receipt).toHaveBeenCalledTimes(2);
  expect(receipt).toHaveBeenLastCalledWith(expect.objectContaining({ difference_choice: 'short_or_over' }));
});

it('a difference that cannot be booked yet is announced next to the success', async () => {
  server.record = () =>
    handoverReply({ amount_fils: 14_000, difference_fils: -500, difference_outcome: 'undecided' });
  await showPage(<EndOfDayHandover />);
  await fill('140');
  await press(short());
  await signBoth();
  await press(completeButton());
  const undecided =
    'Difference not booked yet / It is listed at the desk until everything on the devices of Omar Said is sent.';
  await vi.waitFor(() => expect(toasts().toSorted()).toEqual([undecided, DONE].toSorted()));
});
