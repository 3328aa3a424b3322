import axe from 'axe-core';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { newId } from '../../../../contract/rules/ids.ts';
import { ATTEMPT_REASONS } from '../../../../contract/rules/orders/attempt-reasons.ts';
import type { OrderWithItems } from '../../../../contract/schemas/orders.ts';
import { startTwoStops } from '../../../../tests/support/attempt-page.tsx';
import {
  attemptReply,
  confirm,
  link,
  openSheet,
  pressConfirm,
  reason,
  sheet,
  shows,
  takePhoto,
} from '../../../../tests/support/attempt-sheet.ts';
import { deliveryOrder } from '../../../../tests/support/delivery-order.ts';
import { slipJpeg } from '../../../../tests/support/sample-pictures.ts';
import { json } from '../../../../tests/support/server-double.ts';
import { queryClient } from '../../../api/query-client.ts';
import { attempt } from '../../../commands/delivery/attempt.ts';
import { undoAttempt } from '../../../commands/delivery/undo-attempt.ts';
import { makeCommand } from '../../../commands/make-command.ts';
import { deviceOutbox, thisDevice } from '../../../commands/this-device.ts';
import { NEXT_ORDER_PATH } from '../../../components/dashboard-paths.ts';
import { thisTab } from '../../../environment/this-tab.ts';
import { createAttemptDrafts } from '../../../offline/drafts/attempt-draft-store.ts';
import type { AttemptDraft } from '../../../offline/drafts/attempt-drafts.ts';
import { createOutbox } from '../../../offline/outbox.ts';
import { NextOrder } from '../NextOrder.tsx';

type Started = Awaited<ReturnType<typeof startTwoStops>>;

const ATTEMPTS = '/api/attempts';
const SETTINGS = 'GET /api/delivery-settings';
const NEXT = '#1002';

let driver: Started['driver'];
let first: OrderWithItems;
let second: OrderWithItems;
let openAt: Started['openAt'];

beforeEach(async () => {
  ({ driver, first, second, openAt } = await startTwoStops());
});
afterEach(() => driver.end());

function settings(changes: object): void {
  const all = { reasons: ATTEMPT_REASONS, drivers_set_out: true, records_position: false, templates: [] };
  driver.server.answers.set(SETTINGS, () => json({ ...all, ...changes }));
}

const kept = createAttemptDrafts(thisTab);

/** Waits for the draft of the first order on the device. */
function storedDraft(expected: object): Promise<AttemptDraft> {
  return vi.waitFor(async () => {
    const draft = await kept.read(driver.profile.id, first.id);
    expect(draft).toMatchObject(expected);
    return draft as AttemptDraft;
  });
}

/** This tab gets no message before both commands are stored, like a tab that the browser had frozen. */
async function recordAndUndoInAnotherTab(attempt_id: string): Promise<void> {
  const channel = () => ({ post() {}, listen: () => () => {}, close() {} });
  const outbox = createOutbox({ ...thisTab, channel });
  const device = { ...thisDevice, outbox };
  const [input, by, undo_id] = [
    { note: '', photo: null, next: null, position: null },
    driver.profile,
    newId(),
  ];
  const given = { ...input, order: first, attempt_id, reason: 'no_money' };
  await makeCommand(attempt, given, { by, command_id: attempt_id, device });
  await makeCommand(undoAttempt, { order: first, undo_id, attempt_id }, { by, command_id: undo_id, device });
  await kept.clear(driver.profile.id, first.id);
  await deviceOutbox.reload();
}

/** Expects the text next to an input, not in the toast. */
const marks = (words: string) =>
  expect.element(sheet().getByRole('form').getByRole('paragraph').filter({ hasText: words })).toBeVisible();

const tomorrow = () =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Dubai' }).format(new Date(Date.now() + 24 * 3_600_000));

describe('the reasons', () => {
  test.each([
    ['Nobody home', 'nobody_home', 'photo'],
    ['Customer refused', 'customer_refused', 'note'],
    ['No money', 'no_money', null],
    ['Wrong address', 'wrong_address', 'note'],
    ['Unreachable', 'unreachable', null],
    ['Asked for another time', 'asked_for_another_time', 'time'],
    ['Damaged', 'damaged', 'photo'],
    ['Other', 'other', 'note'],
  ] as const)('%s is recorded once its input is complete', async (name, key, needs) => {
    await openAt();
    await pressConfirm();
    await marks('Select a reason');
    await reason(name).click();
    await pressConfirm();
    if (needs === 'photo') {
      await marks('Take a photo');
      await takePhoto();
    }
    if (needs === 'note') {
      await marks('Enter a note');
      await sheet().getByLabelText('Note').fill(' Moved to Sharjah ');
    }
    if (needs === 'time') {
      await marks('Select the new day');
      await sheet().getByRole('radio', { name: 'Tomorrow' }).click();
    }
    if (needs !== null) await pressConfirm();
    await shows(NEXT);
    expect(page.getByRole('dialog').elements()).toEqual([]);
    await vi.waitFor(() => expect(driver.sent(ATTEMPTS)).toHaveLength(1));
    expect(driver.sent(ATTEMPTS)[0]).toMatchObject({
      order_id: first.id,
      reason: key,
      note: needs === 'note' ? 'Moved to Sharjah' : null,
      photo: needs === 'photo' ? { path: expect.stringMatching(/\/1001\/attempt-[-0-9a-f]+\.jpg$/) } : null,
      next: needs === 'time' ? { day: tomorrow(), from: null, to: null } : null,
      position: null,
    });
  });

  test('the shop’s own reasons replace the built-in ones, and the position is sent if the shop records it', async () => {
    const own = {
      key: 'gate',
      label: 'Gate closed',
      needs_photo: false,
      needs_note: false,
      needs_time: false,
    };
    settings({ reasons: [own], records_position: true });
    const place = { latitude: 25.2, longitude: 55.3, accuracy_m: 12 };
    const position = vi.spyOn(thisTab, 'position').mockResolvedValue(place);
    await openAt();
    await expect.element(reason('Gate closed')).toBeVisible();
    expect(sheet().getByRole('radio').elements()).toHaveLength(1);
    await vi.waitFor(() => expect(position).toHaveBeenCalledOnce());
    await reason('Gate closed').click();
    await pressConfirm();
    await shows(NEXT);
    await vi.waitFor(() =>
      expect(driver.sent(ATTEMPTS)).toMatchObject([{ reason: 'gate', position: place }]),
    );
  });

  test('the position is not requested unless the shop records it', async () => {
    settings({});
    const position = vi.spyOn(thisTab, 'position');
    await openAt();
    await reason('Unreachable').click();
    await pressConfirm();
    await shows(NEXT);
    await vi.waitFor(() => expect(driver.sent(ATTEMPTS)).toMatchObject([{ position: null }]));
    expect(position).not.toHaveBeenCalled();
  });

  test('a window must not end before it begins, and the day may be any from today on', async () => {
    await openAt();
    await reason('Asked for another time').click();
    await sheet().getByLabelText('Another day').fill('2020-01-01');
    await pressConfirm();
    await marks('Select a day from today on');
    await sheet().getByLabelText('Another day').fill('2099-12-31');
    await sheet().getByLabelText('From (optional)').fill('18:00');
    await sheet().getByLabelText('To (optional)').fill('16:00');
    await pressConfirm();
    await marks('Enter an end after the beginning');
    await sheet().getByLabelText('To (optional)').fill('20:00');
    await pressConfirm();
    await vi.waitFor(() =>
      expect(driver.sent(ATTEMPTS)).toMatchObject([
        { next: { day: '2099-12-31', from: '18:00', to: '20:00' } },
      ]),
    );
  });
});

describe('the sheet', () => {
  test('keeps its input when it is closed, and shows what was filled in for another reason', async () => {
    await openAt();
    await reason('Other').click();
    await sheet().getByLabelText('Note').fill('Flooded street');
    await userEvent.keyboard('{Escape}');
    await expect.element(sheet()).not.toBeInTheDocument();
    await expect.element(link()).toHaveFocus();
    await openSheet();
    await expect.element(sheet().getByLabelText('Note')).toHaveValue('Flooded street');
    await reason('Unreachable').click();
    await expect.element(sheet().getByLabelText('Note')).toHaveValue('Flooded street');
    await pressConfirm();
    await vi.waitFor(() => expect(driver.sent(ATTEMPTS)).toMatchObject([{ note: 'Flooded street' }]));
  });

  test('keeps its input and photo on the device until the attempt is made', async () => {
    await openAt();
    await reason('Nobody home').click();
    await takePhoto();
    await storedDraft({
      reason: 'nobody_home',
      photo: { type: 'image/jpeg', size: expect.any(Number) },
    });
    await pressConfirm();
    await shows(NEXT);
    await vi.waitFor(async () => expect(await kept.read(driver.profile.id, first.id)).toBeNull());
    await openSheet();
    await expect.element(reason('Nobody home')).not.toBeChecked();
  });

  test('shows what was filled in before the phone closed the page behind the camera', async () => {
    const photo = new Blob([await slipJpeg(300, 400)], { type: 'image/jpeg' });
    const draft = { attempt_id: newId(), reason: 'other', photo, note: 'Gate closed' };
    const filled = { ...draft, day: '', from: '', to: '' } as const;
    await kept.save(driver.profile.id, second.id, filled, filled);
    await driver.open(NEXT_ORDER_PATH, <NextOrder />);
    await shows(NEXT);
    await openSheet();
    await expect.element(reason('Other')).toBeChecked();
    await expect.element(sheet().getByLabelText('Note')).toHaveValue('Gate closed');
    await expect.element(sheet().getByRole('button', { name: 'Remove' })).toBeVisible();
    driver.server.record = (asked) => attemptReply(second, asked);
    await pressConfirm();
    await shows('#1001');
    await vi.waitFor(() =>
      expect(driver.sent(ATTEMPTS)).toMatchObject([{ attempt_id: draft.attempt_id, order_id: second.id }]),
    );
  });

  test('is empty after the input of an order that came back was discarded', async () => {
    await openAt();
    await reason('Other').click();
    await sheet().getByLabelText('Note').fill('Gate closed');
    await storedDraft({ note: 'Gate closed' });
    driver.offer(second);
    driver.server.answers.set(`GET /api/orders/next?order_id=${first.id}`, () =>
      json({ order: null, draft_gone: 'cancelled' }),
    );
    await queryClient.refetchQueries();
    await page.getByRole('button', { name: 'Discard what I entered' }).click();
    await vi.waitFor(async () => expect(await kept.read(driver.profile.id, first.id)).toBeNull());
    driver.offer(first);
    await queryClient.refetchQueries();
    await shows('#1001');
    await openSheet();
    await expect.element(reason('Other')).not.toBeChecked();
    expect(sheet().getByLabelText('Note').elements()).toEqual([]);
  });

  test.each([
    ['open', false],
    ['opened again', true],
  ])('makes a new attempt if it is %s after another tab recorded and undid its own', async (_, reopened) => {
    await openAt();
    await reason('No money').click();
    const { attempt_id } = await storedDraft({ reason: 'no_money' });
    if (reopened) await userEvent.keyboard('{Escape}');
    await recordAndUndoInAnotherTab(attempt_id);
    if (reopened) await openSheet();
    await expect.element(reason('No money')).not.toBeChecked();
    await reason('Unreachable').click();
    await pressConfirm();
    await shows(NEXT);
    const attempts = (await driver.entries()).filter(({ endpoint }) => endpoint === 'record_attempt');
    expect(attempts.map(({ input }) => input)).toMatchObject([
      { attempt_id, reason: 'no_money' },
      { reason: 'unreachable' },
    ]);
  });

  test('keeps its input if the device has no storage left', async () => {
    await openAt();
    await reason('No money').click();
    const full = new DOMException('full', 'QuotaExceededError');
    const enqueue = vi.spyOn(deviceOutbox, 'enqueue').mockRejectedValue(full);
    await pressConfirm();
    await expect.element(page.getByText(/This device has no storage left for the attempt/)).toBeVisible();
    await expect.element(reason('No money')).toBeChecked();
    enqueue.mockRestore();
    await pressConfirm();
    await shows(NEXT);
  });

  test('stays open when a stop is added before its order', async () => {
    await openAt();
    await reason('No money').click();
    const earlier = deliveryOrder({ order_number: '1000' });
    driver.offer(earlier, first, second);
    await queryClient.refetchQueries();
    await expect.element(sheet()).toBeVisible();
    await pressConfirm();
    await shows('#1000');
    await vi.waitFor(() => expect(driver.sent(ATTEMPTS)).toMatchObject([{ order_id: first.id }]));
  });

  test('makes one attempt of a double tap', async () => {
    await openAt();
    await reason('No money').click();
    const button = confirm().element() as HTMLElement;
    button.click();
    button.click();
    await shows(NEXT);
    expect(await driver.entries()).toHaveLength(1);
  });

  test('can be used by keyboard, has no accessibility violations, and returns the focus to the page', async () => {
    await driver.open(NEXT_ORDER_PATH, <NextOrder />);
    await shows('#1001');
    (link().element() as HTMLElement).focus();
    await userEvent.keyboard('{Enter}');
    await expect.element(sheet()).toBeVisible();
    const { violations } = await axe.run(sheet().element(), { resultTypes: ['violations'] });
    expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
    (reason('Nobody home').element() as HTMLElement).focus();
    await userEvent.keyboard('{ArrowDown}{ArrowDown}');
    await expect.element(reason('No money')).toBeChecked();
    for (let presses = 0; document.activeElement !== confirm().element(); presses += 1) {
      if (presses > 8) throw new Error('not reached by Tab');
      await userEvent.keyboard('{Tab}');
    }
    await userEvent.keyboard('{Enter}');
    await shows(NEXT);
    await vi.waitFor(() => expect(document.activeElement?.tagName).toBe('H2'));
  });
});
