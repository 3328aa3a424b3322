import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { RecordAttempt } from '../../../../contract/operations/dashboard/deliveries/record-attempt.schema.ts';
import { UNDO_ATTEMPT_MS } from '../../../../contract/rules/orders/attempts.ts';
import type { OrderWithItems } from '../../../../contract/schemas/orders.ts';
import { startTwoStops } from '../../../../tests/support/attempt-page.tsx';
import {
  attemptReply,
  openSheet,
  pressConfirm,
  reason,
  sheet,
  shows,
  takePhoto,
  undo,
} from '../../../../tests/support/attempt-sheet.ts';
import { problem } from '../../../../tests/support/server-double.ts';
import { sendNow } from '../../../commands/this-device.ts';
import { NEXT_ORDER_PATH, orderPath } from '../../../components/dashboard-paths.ts';
import { thisTab } from '../../../environment/this-tab.ts';
import { shownToasts, showToast } from '../../../ui/toast.ts';
import { NextOrder } from '../NextOrder.tsx';

type Started = Awaited<ReturnType<typeof startTwoStops>>;

const ATTEMPTS = '/api/attempts';
const UNDO = '/api/attempts/undo';
const NEXT = '#1002';

let driver: Started['driver'];
let first: OrderWithItems;
let second: OrderWithItems;
let openAt: Started['openAt'];

beforeEach(async () => {
  ({ driver, first, second, openAt } = await startTwoStops());
});
afterEach(() => driver.end());

/** Records an attempt that requires nothing else. */
async function attempt(): Promise<void> {
  await openAt();
  await reason('Unreachable').click();
  await pressConfirm();
  await shows(NEXT);
}

/** Intercepts the timer of Undo; returns a function that lets its time pass. */
function holdUndoTimer(): () => void {
  const after = thisTab.timer.after.bind(thisTab.timer);
  let pass = () => {};
  vi.spyOn(thisTab.timer, 'after').mockImplementation((ms, work) => {
    if (ms !== UNDO_ATTEMPT_MS) return after(ms, work);
    pass = work;
    return () => {};
  });
  return () => pass();
}

/** Watches the toasts; returns a function for the texts that screen readers have announced since. */
function announcements(): () => string[] {
  const added: string[] = [];
  const region = document.querySelector('[data-toaster] [aria-live]') as HTMLElement;
  const observer = new MutationObserver((changes) => {
    for (const { target, addedNodes } of changes)
      if (target === region) for (const node of addedNodes) added.push(node.textContent ?? '');
  });
  observer.observe(region, { childList: true });
  onTestFinished(() => observer.disconnect());
  return () => added;
}

test('offline the next stop opens with a vibration, and the attempt waits on the device with its photo', async () => {
  const felt: number[] = [];
  vi.spyOn(navigator, 'vibrate').mockImplementation((ms) => felt.push(Number(ms)) > 0);
  driver.server.fault = ({ method }) => (method === 'POST' ? 'lost' : undefined);
  await openAt();
  await reason('Nobody home').click();
  await takePhoto();
  await pressConfirm();
  await shows(NEXT);
  expect(felt).toEqual([60]);
  await expect.element(page.getByText("Couldn't deliver #1001")).toBeVisible();
  expect(await driver.entries()).toMatchObject([{ endpoint: 'record_attempt', files: [{ stage: 'photo' }] }]);
});

test('Undo restores the stop and opens it, with the input for its delivery', async () => {
  await driver.open(NEXT_ORDER_PATH, <NextOrder />);
  await shows('#1001');
  await page.getByLabelText('Customer Full Name').fill('Layla Haddad');
  await openSheet();
  await reason('Unreachable').click();
  await pressConfirm();
  await shows(NEXT);
  await undo().click();
  await shows('#1001');
  await expect.element(page.getByLabelText('Customer Full Name')).toHaveValue('Layla Haddad');
  expect(undo().elements()).toEqual([]);
  await vi.waitFor(() => expect(driver.sent(UNDO)).toHaveLength(1));
  const [made] = await driver.entries();
  expect(driver.sent(UNDO)).toMatchObject([{ attempt_id: made?.subject }]);
});

test('Undo works offline, and the order can then be attempted again', async () => {
  driver.server.fault = ({ method }) => (method === 'POST' ? 'lost' : undefined);
  await attempt();
  await undo().click();
  await shows('#1001');
  await openSheet();
  await reason('No money').click();
  await pressConfirm();
  await shows(NEXT);
  const entries = await driver.entries();
  expect(entries.map(({ endpoint }) => endpoint)).toEqual([
    'record_attempt',
    'undo_attempt',
    'record_attempt',
  ]);
});

test('Undo is offered for ten seconds, while the next order is filled in', async () => {
  const passTenSeconds = holdUndoTimer();
  await attempt();
  await page.getByLabelText('Customer Full Name').fill('Layla');
  await expect.element(undo()).toBeVisible();
  (undo().element() as HTMLElement).focus();
  passTenSeconds();
  await expect.element(undo()).not.toBeInTheDocument();
  await expect.element(page.getByRole('heading', { level: 2 })).toHaveFocus();
});

describe('on a phone, which shows one toast at a time', () => {
  beforeEach(() => page.viewport(390, 844));

  const failed = () => page.getByText(/Failed to upload delivery image/);

  test('Undo stays in front of the toast of a failed upload, and is announced once', async () => {
    driver.server.fault = ({ method }) => (method === 'PUT' ? problem('storage_unavailable') : undefined);
    await openAt();
    await reason('Nobody home').click();
    await takePhoto();
    const announced = announcements();
    await pressConfirm();
    await expect.element(failed()).toBeInTheDocument();
    await expect.element(undo()).toBeVisible();
    expect(announced().filter((text) => text.includes("Couldn't deliver #1001"))).toHaveLength(1);
    await undo().click();
    await shows('#1001');
    await expect.element(page.getByRole('button', { name: 'Dismiss: Error' })).toBeVisible();
  });

  test('Undo keeps the focus while another toast is added', async () => {
    await attempt();
    (undo().element() as HTMLElement).focus();
    showToast({ kind: 'error', title: 'Another' });
    await expect.element(page.getByText('Another')).toBeInTheDocument();
    await expect.element(undo()).toHaveFocus();
  });

  test('two attempts in ten seconds show Undo of the newer one', async () => {
    await attempt();
    await openSheet();
    await reason('Unreachable').click();
    await pressConfirm();
    await expect.element(page.getByText("Couldn't deliver #1002")).toBeVisible();
    expect(shownToasts().at(-1)?.title).toBe("Couldn't deliver #1002");
    showToast({ kind: 'error', title: 'Another' });
    await expect.element(page.getByText('1 of 3')).toBeVisible();
    await undo().click();
    await shows(NEXT);
  });
});

test('an Undo that a sleeping page still shows later sends nothing', async () => {
  holdUndoTimer();
  await attempt();
  const now = Date.now();
  vi.spyOn(thisTab, 'now').mockReturnValue(now + 60_000);
  await undo().click();
  await expect.element(page.getByText('The attempt could not be undone')).toBeVisible();
  expect((await driver.entries()).map(({ endpoint }) => endpoint)).toEqual(['record_attempt']);
});

test('an opened order is closed, so that it does not open again later', async () => {
  const { path } = await openAt(orderPath(second.id), NEXT);
  await reason('Unreachable').click();
  await pressConfirm();
  await shows('#1001');
  await vi.waitFor(() => expect(path()).toBe(NEXT_ORDER_PATH));
});

test('a refusal is shown with its photo until dismissed, and the order can be delivered again', async () => {
  driver.server.fault = ({ path }) => (path === ATTEMPTS ? problem('order_not_assigned') : undefined);
  await openAt();
  await reason('Nobody home').click();
  await takePhoto();
  await pressConfirm();
  const notice = page.getByRole('alert').filter({ hasText: 'This attempt was not recorded' });
  await expect.element(notice).toBeVisible();
  await expect.element(notice).toHaveTextContent('This order was never assigned to you');
  await expect.element(notice).toHaveTextContent("Couldn't deliver #1001: Nobody home");
  await expect.element(notice.getByAltText('Place of the attempt')).toBeVisible();
  await shows('#1001');
  await notice.getByRole('button', { name: 'Dismiss' }).click();
  await expect.element(notice).not.toBeInTheDocument();
});

test('a refused attempt is corrected with its photo and note, and kept until that is stored', async () => {
  driver.server.fault = ({ path }) => (path === ATTEMPTS ? problem('device_time_off') : undefined);
  await openAt();
  await reason('Other').click();
  await sheet().getByLabelText('Note').fill('Gate closed');
  await reason('Nobody home').click();
  await takePhoto();
  await pressConfirm();
  const notice = page.getByRole('alert').filter({ hasText: 'This attempt was not recorded' });
  await notice.getByRole('button', { name: 'Correct it' }).click();
  await expect.element(reason('Nobody home')).toBeChecked();
  await expect.element(sheet().getByRole('button', { name: 'Remove' })).toBeVisible();
  await sheet().getByLabelText('Note').fill('Gate locked');
  await userEvent.keyboard('{Escape}');
  await expect.element(notice.getByAltText('Place of the attempt')).toBeVisible();
  await notice.getByRole('button', { name: 'Correct it' }).click();
  await expect.element(sheet().getByLabelText('Note')).toHaveValue('Gate locked');
  driver.server.fault = () => undefined;
  await pressConfirm();
  await shows(NEXT);
  await expect.element(notice).not.toBeInTheDocument();
  await vi.waitFor(async () => expect(await driver.entries()).toMatchObject([{ state: 'done' }]));
  const [refused, recorded] = driver.sent(ATTEMPTS) as RecordAttempt[];
  expect(recorded).toMatchObject({ reason: 'nobody_home', note: 'Gate locked' });
  expect(recorded?.photo?.sha256).toBe(refused?.photo?.sha256);
  expect(recorded?.attempt_id).not.toBe(refused?.attempt_id);
  expect(shownToasts().map(({ title }) => title)).toEqual(["Couldn't deliver #1001"]);
  await undo().click();
  await shows('#1001');
});

test('the undo of a refused attempt shows no second error, and is not kept', async () => {
  driver.server.fault = ({ method }) => (method === 'POST' ? 'lost' : undefined);
  await attempt();
  await undo().click();
  await shows('#1001');
  expect(await driver.entries()).toHaveLength(2);
  driver.server.fault = ({ path }) =>
    path === ATTEMPTS
      ? problem('order_not_assigned')
      : path === UNDO
        ? problem('not_found', { nothing_recorded: true })
        : undefined;
  sendNow();
  const notice = page.getByRole('alert').filter({ hasText: 'This attempt was not recorded' });
  await expect.element(notice).toBeVisible();
  await vi.waitFor(async () =>
    expect(await driver.entries()).toMatchObject([{ endpoint: 'record_attempt', state: 'refused' }]),
  );
  expect(page.getByText('The attempt could not be undone').elements()).toEqual([]);
});

test('a conflict is shown until acknowledged', async () => {
  driver.server.record = (asked) => ({
    ...attemptReply(first, asked),
    outcome: 'recorded_with_conflict',
    conflict: 'reassigned',
  });
  await openAt();
  await reason('Unreachable').click();
  await pressConfirm();
  const text = 'Your attempt is recorded. Ask the shop what to do with the goods.';
  await expect.element(page.getByText(text)).toBeVisible();
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect.element(page.getByText(text)).not.toBeInTheDocument();
});
