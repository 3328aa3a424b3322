import { expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { RecordDrop } from '../../../contract/operations/dashboard/cash/record-drop.schema.ts';
import { newId } from '../../../contract/rules/ids.ts';
import {
  BILAL,
  CHOICES,
  choose,
  chosenDriver,
  completeButton,
  dismissToasts,
  HANDOVER_TODAY,
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
import { json, problem } from '../../../tests/support/server-double.ts';
import { DOCUMENTS } from '../../commands/documents.ts';
import { EndOfDayHandover } from './DayHandover.tsx';

const PATH = '/api/handovers/drop';
const DONE = 'Handover Complete / Successfully processed handover for AED 100.00';
const BILAL_OUT = 'Bilal · 2 orders out';
const POS_01 = { id: newId(), number: 'POS-01', holder_driver_id: BILAL.id };

let server: HandoverServer;

handoverServerForEach((made) => {
  server = made;
});

const amount = () => page.getByLabelText('Amount Received (AED)');
const estimate = () => page.getByLabelText('Estimated Receivables (AED)');
const title = () => page.getByRole('heading', { name: 'Cash during the day' });
const sent = () => server.asked.filter(({ path }) => path === PATH).at(-1)?.body as RecordDrop;

async function fill(typed = '100'): Promise<void> {
  await choose(BILAL_OUT);
  await userEvent.fill(amount(), typed);
  await signBoth();
}

async function expectToast(text: string): Promise<void> {
  await vi.waitFor(() => expect(toasts()).toEqual([text]));
}

it('is recorded for a driver who is out, without estimate, difference or card machine', async () => {
  const receipt = vi.spyOn(DOCUMENTS, 'handoverReceipt');
  server.choices = { ...CHOICES, card_machines: [POS_01] };
  await showPage(<EndOfDayHandover />);
  await expect.element(estimate()).toBeVisible();
  await choose(BILAL_OUT);
  await expect.element(title()).toBeVisible();
  await expect.element(page.getByText('This driver is out')).toBeVisible();
  expect(estimate().elements()).toEqual([]);
  expect(page.getByRole('checkbox').elements()).toEqual([]);
  await fill();
  await press(completeButton());
  await expectToast(DONE);
  expect(sent()).toMatchObject({ driver_id: BILAL.id, amount_fils: 10_000 });
  expect(sent().handover_reference).toMatch(/^DRP-\d{8}-9-\d{13}$/);
  expect(sent()).not.toHaveProperty('card_machine_id');
  expect(receipt).toHaveBeenCalledWith(
    expect.objectContaining({ handover_type: 'drop', difference_fils: null, card_machine: false, goods: [] }),
  );
  // The empty form is that of an end of day again.
  await expect.element(page.getByRole('heading', { name: 'New handover' })).toBeVisible();
  await expect.element(chosenDriver()).toHaveValue('');
});

it('needs an amount above zero', async () => {
  await showPage(<EndOfDayHandover />);
  await fill('0');
  await press(completeButton());
  await expectToast('Invalid Amount / Please enter a valid amount greater than 0');
  await expect(sent()).toBeUndefined();
});

it('choosing another kind of driver after signing changes the form and clears the pads', async () => {
  await showPage(<EndOfDayHandover />);
  await fill();
  await choose(OMAR.full_name);
  await expect.element(estimate()).toHaveValue('145.00');
  await expect.element(page.getByText(/The signatures were cleared/)).toBeVisible();
  await expect.element(page.getByText('short by AED 45.00')).toBeVisible();
});

it('stays what was chosen while the driver comes back', async () => {
  await showPage(<EndOfDayHandover />);
  await fill();
  server.choices = { ...CHOICES, drivers: [OMAR, { ...BILAL, status: 'available', orders_out: 0 }] };
  window.dispatchEvent(new Event('focus'));
  await expect.element(chosenDriver()).not.toHaveTextContent('2 orders out');
  await expect.element(title()).toBeVisible();
  await press(completeButton());
  await expectToast(DONE);
});

it('an end of day of a driver who went out meanwhile is refused, and the driver is chosen again', async () => {
  server.fault = ({ path }) => {
    if (path !== '/api/handovers/end') return undefined;
    server.choices = { ...CHOICES, drivers: [{ ...OMAR, status: 'delivering', orders_out: 1 }] };
    return problem('driver_not_available');
  };
  await showPage(<EndOfDayHandover />);
  await choose(OMAR.full_name);
  await expect.element(estimate()).toHaveValue('145.00');
  await userEvent.fill(amount(), '145');
  await signBoth();
  await press(completeButton());
  await expect
    .element(page.getByRole('alert'))
    .toHaveTextContent('Omar Said is not available any more. Nothing was recorded.');
  await expect.element(chosenDriver()).toHaveValue('');
  await dismissToasts();
  await choose('Omar Said · 1 order out');
  await expect.element(title()).toBeVisible();
  await expect.element(amount()).toHaveValue('145');
});

it('is read-only while the outcome is unknown, also after a reload, and is recorded once', async () => {
  server.fault = losesResponseThenPauses(PATH);
  const first = await showPage(<EndOfDayHandover />);
  await fill();
  await press(completeButton());
  const unknown = page.getByText("We don't know yet whether this was recorded");
  await expect.element(unknown).toBeVisible();
  await first.unmount();
  await showPage(<EndOfDayHandover />);
  await expect.element(unknown).toBeVisible();
  await expect.element(title()).toBeVisible();
  await expect.element(amount()).toHaveValue('100.00');
  await expect.element(chosenDriver()).toHaveValue(String(BILAL.id));
  expect(estimate().elements()).toEqual([]);
  await sendNow(server);
  await expectToast(DONE);
  expect(server.recorded.size).toBe(1);
});

it('gets a new reference and receipt silently when its reference is taken', async () => {
  let taken = true;
  server.fault = ({ path }) => {
    if (path !== PATH || !taken) return undefined;
    taken = false;
    return problem('reference_taken');
  };
  await showPage(<EndOfDayHandover />);
  await fill();
  await press(completeButton());
  await expectToast(DONE);
  expect(server.asked.filter(({ path }) => path === PATH)).toHaveLength(2);
});

it('is listed below the ends of day, a voided one with a mark and its receipt', async () => {
  const reference = 'DRP-20261120-9-1795180000000';
  const drop = {
    ...HANDOVER_TODAY,
    id: newId(),
    handover_reference: reference,
    handover_type: 'drop',
    driver_name: 'Bilal',
    difference_fils: null,
    card_machine_received: false,
    card_machine_number: null,
    voided: true,
  };
  server.answers.set('GET /api/handovers/today?handover_type=drop', () => json({ handovers: [drop] }));
  await showPage(<EndOfDayHandover />);
  const list = page.getByRole('region', { name: 'Cash taken during the day' });
  await expect.element(list).toHaveTextContent(/20:00 Bilal Void/);
  await expect.element(list.getByRole('button', { name: `Open receipt ${reference}` })).toBeVisible();
  await list.getByRole('button', { name: `View ${reference}` }).click();
  const view = page.getByRole('dialog', { name: 'Cash during the day' });
  await expect.element(view.getByText('Void', { exact: true })).toBeVisible();
  await expect.element(view).not.toHaveTextContent('Card machine');
});
