import { type ReactNode, useState } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { ArrangeDriverStops } from '../../contract/operations/desk/drivers/arrange-driver-stops.schema.ts';
import type { BoardDriver } from '../../contract/operations/desk/drivers/read-driver-board.schema.ts';
import type { Store } from '../../contract/operations/desk/store/read-store.schema.ts';
import { DESK_ENDPOINTS } from '../../contract/operations/desk.ts';
import { newId } from '../../contract/rules/ids.ts';
import { showPage, toasts } from '../../tests/support/handover-page.tsx';
import { writeSession } from '../../tests/support/kept-session.ts';
import { type ManagerServer, managerServer } from '../../tests/support/manager-page.ts';
import { PACKED_ORDER } from '../../tests/support/packed-order.ts';
import { problem } from '../../tests/support/server-double.ts';
import { registerEndpoints } from '../api/client.ts';
import { thisTab } from '../environment/this-tab.ts';
import { clearToasts } from '../ui/toast.ts';
import { Board } from './drivers/Board.tsx';
import { ImportProblemDetails } from './import-problems/ImportProblemDetails.tsx';
import type { ImportProblemRow } from './import-problems/import-problem-columns.tsx';
import { CorrectOrderDialog } from './orders/order-details/CorrectOrderDialog.tsx';
import { StoreProblems } from './shopify/StoreProblems.tsx';

registerEndpoints(DESK_ENDPOINTS);

let server: ManagerServer;
/** True if responses to commands get lost. */
let lost: boolean;

beforeEach(async () => {
  server = await managerServer();
  lost = true;
  server.fault = ({ key }) => (lost && key !== null ? 'answer_lost' : undefined);
  // Automatic retries are sent at once.
  const { timer } = thisTab;
  const { after } = timer;
  vi.spyOn(timer, 'after').mockImplementation((ms, work) => after(ms < 5_000 ? 1 : ms, work));
});
afterEach(() => {
  writeSession(null);
  server.restore();
  clearToasts();
  vi.restoreAllMocks();
});

const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true });
const nothing = () => {};

function payment(order_number: string): Store['payments'][number] {
  return {
    confirmation_id: newId(),
    order_id: newId(),
    order_number,
    status: 'failed',
    collected_fils: 1_000,
    open_fils: 0,
    marked_fils: null,
    outstanding_fils: null,
    last_error: null,
    created_at: '2026-11-20T08:00:00.000Z',
  };
}

const STORE: Store = {
  connection: null,
  webhooks_to: null,
  webhooks_cannot: null,
  unverified: null,
  webhooks: [],
  webhooks_waiting: 0,
  not_taken_total: 0,
  fulfilments_total: 0,
  fulfilments: [],
  payments_total: 2,
  payments: [payment('A1'), payment('B2')],
};

/** Unmounts its children when the button is pressed. */
function Leavable({ children }: { children: ReactNode }) {
  const [here, setHere] = useState(true);
  return (
    <>
      {here && children}
      <button type="button" onClick={() => setHere(false)}>
        Leave
      </button>
    </>
  );
}

it('resends and reports only the command without a response, also after its place is closed', async () => {
  await showPage(
    <Leavable>
      <StoreProblems store={STORE} is_admin onChanged={nothing} />
    </Leavable>,
  );
  await button('Settle order #A1').click();
  await expect.element(page.getByText('Settled: Order #A1')).toBeVisible();
  for (const other of ['Settle order #B2', 'Try order #A1 again', 'Try all again'])
    await expect.element(button(other)).toBeDisabled();
  lost = false;
  await button('Send again').click();
  await vi.waitFor(() => expect(toasts()).toEqual(['Settled / Order #A1']));
  clearToasts();

  lost = true;
  await button('Try order #B2 again').click();
  await expect.element(page.getByText('Tried again: Order #B2')).toBeVisible();
  await button('Leave').click();
  await vi.waitFor(() =>
    expect(toasts()).toEqual([
      expect.stringMatching(/^Not tried again \/ Order #B2 · The server did not respond/),
    ]),
  );
  lost = false;
  await button('Send again').click();
  await vi.waitFor(() => expect(toasts()).toEqual(['Tried again / Order #B2']));
  const settled = server.sent<{ what: string }>('/api/store/dismiss');
  expect(new Set(settled.map(({ key, body }) => `${key} ${body.what}`)).size).toBe(1);
  const tried = server.sent<{ order_number: string }>('/api/store/retry');
  expect(new Set(tried.map(({ key, body }) => `${key} ${body.order_number}`)).size).toBe(1);
  expect(server.recorded.size).toBe(2);
});

it('keeps a note unchanged until its outcome is known', async () => {
  const row: ImportProblemRow = {
    what: '2041',
    order_number: '2041',
    reason: 'It has no address',
    faults: [],
    fix: 'address',
    told_at: null,
    order_id: null,
    store_url: null,
    may_retry: true,
    tried: null,
    is_trying: false,
  };
  const retries = { tried: new Map(), trying: null, run: async () => {}, stop: nothing };
  const onDismissed = vi.fn();
  await showPage(<ImportProblemDetails row={row} retries={retries} onDismissed={onDismissed} />);
  const note = page.getByRole('textbox', { name: 'Note' });
  await page.getByRole('button', { name: /^Dismiss/ }).click();
  await note.fill('Test order');
  await page.getByRole('dialog').getByRole('button', { name: 'Dismiss' }).click();
  const again = page.getByRole('dialog').getByRole('button', { name: 'Send again' });
  await expect.element(again).toBeVisible();
  // Reopened, the dialog still shows what was sent.
  await page.getByRole('dialog').getByRole('button', { name: 'Go back' }).click();
  await expect.element(note).not.toBeInTheDocument();
  await page
    .getByRole('button', { name: /^Dismiss/ })
    .first()
    .click();
  await expect.element(note).toHaveValue('Test order');
  await expect.element(note).toBeDisabled();
  lost = false;
  await again.click();
  await vi.waitFor(() => expect(onDismissed).toHaveBeenCalledOnce());
  const sent = server.sent<{ note: string }>('/api/not-taken/dismiss');
  expect(new Set(sent.map(({ body }) => body.note))).toEqual(new Set(['Test order']));
});

it('does not report the user’s own correction as another user’s change while it is pending or unknown', async () => {
  const later = { ...PACKED_ORDER, order: { ...PACKED_ORDER.order, version: 2, notes: 'Ring twice' } };
  function Corrected() {
    const [shown, setShown] = useState(PACKED_ORDER);
    return (
      <>
        <CorrectOrderDialog page={shown} onClose={nothing} />
        <button type="button" data-newer onClick={() => setShown(later)} />
      </>
    );
  }
  await showPage(<Corrected />);
  await page.getByLabelText('Notes').fill('Ring twice');
  await page.getByLabelText('Reason *').fill('They asked');
  const moved = page.getByText('This order has changed meanwhile', { exact: true });
  await userEvent.click(page.getByRole('button', { name: 'Save' }));
  document.querySelector<HTMLElement>('[data-newer]')?.click();
  await expect.element(button('Send again')).toBeVisible();
  expect(moved.query()).toBeNull();
  // The correction was not recorded: another user changed the order.
  lost = false;
  server.answers.set('POST /api/desk/orders/correct', () => problem('order_moved'));
  await button('Send again').click();
  await expect.element(moved).toBeVisible();
});

function driver(driver_id: number, full_name: string, version: number, ...numbers: string[]): BoardDriver {
  return {
    driver_id,
    full_name,
    status: 'available',
    may_deliver: true,
    last_seen_at: null,
    cash_on_hand_fils: 0,
    cash_on_the_way_fils: 0,
    card_machines: [],
    unsent: null,
    arrangement_id: null,
    stops: numbers.map((order_number) => ({
      id: `01975a00-0000-7000-8000-0000000000${order_number}`,
      order_number,
      version,
      status: 'packed',
      customer_name: 'Layla Hassan',
      area: null,
      delivery_address: 'Villa 9',
      due_amount_fils: 1_000,
      payment_method: 'cash',
      payment_status: 'pending',
      promised_at: null,
      is_late: false,
    })),
  };
}

it('moves a stop based on the state seen at that time, and reports an unknown move after the board is closed', async () => {
  const boardOf = (version: number) => [
    driver(4, 'Dina Driver', version, '41', '42'),
    driver(5, 'Omar Aziz', version, '51'),
  ];
  server.record = () => ({ outcome: 'arranged' });
  function Drivers() {
    const [version, setVersion] = useState(1);
    return (
      <>
        <Board read={boardOf(version)} typed="" side_by_side />
        <button type="button" data-newer onClick={() => setVersion(2)} />
      </>
    );
  }
  await showPage(
    <Leavable>
      <Drivers />
    </Leavable>,
  );
  await button('Move Order #41').click();
  await expect.element(page.getByRole('combobox')).toHaveFocus();
  document.querySelector<HTMLElement>('[data-newer]')?.click();
  await page.getByRole('combobox').fill('omar');
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByText("We don't know yet whether the last move was recorded")).toBeVisible();
  await button('Leave').click();
  const left = "We don't know yet whether the last move was recorded / Order #41 · Omar Aziz";
  await vi.waitFor(() => expect(toasts()).toEqual([left]));
  lost = false;
  await button('Send again').click();
  await vi.waitFor(() => expect(toasts()).toEqual([]));
  const sent = server.sent<ArrangeDriverStops>('/api/desk/drivers/arrangement');
  expect(new Set(sent.map(({ key }) => key)).size).toBe(1);
  expect(sent.at(-1)?.body).toMatchObject({ driver_id: 5, taken: { version: 1 } });
});
