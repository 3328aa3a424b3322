import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { ReportDevice } from '../../contract/operations/dashboard/devices/report-device.schema.ts';
import { newId } from '../../contract/rules/ids.ts';
import { deliveryCommand, deliveryReply } from '../../tests/support/delivery-command.ts';
import { signedIn, type Tab } from '../../tests/support/device-tabs.ts';
import { handoverCommand } from '../../tests/support/handover-command.ts';
import { newerCommand } from '../../tests/support/newer-command.ts';
import { sendingDevice } from '../../tests/support/sending-device.ts';
import { json, problem } from '../../tests/support/server-double.ts';
import { serverProblem } from '../../tests/support/server-problem.ts';
import { createApiClient } from '../api/client.ts';
import { exchange } from '../api/this-page.ts';
import type { Environment } from '../environment/environment.ts';
import { createDeviceReports } from './device-report.ts';

const device = sendingDevice();
const { user_id } = device;
const REPORT = '/api/devices/report';
const MINUTE = 60_000;
let tab: Tab;
let user: ReturnType<typeof signedIn>;
let shop_id: number | null;
let time: ReturnType<typeof ownTime>;
let listeners: Record<'visible' | 'online' | 'profile', (() => void)[]>;
let online: boolean;
let stops: (() => void)[];

/** A clock and timers that advance only when the test calls `pass` or `set`. */
function ownTime() {
  let now = Date.now();
  const waiting = new Set<{ at: number; work: () => void }>();
  return {
    now: () => now,
    timer: {
      after(ms: number, work: () => void) {
        const one = { at: now + ms, work };
        waiting.add(one);
        return () => void waiting.delete(one);
      },
    },
    pass(ms: number) {
      now += ms;
      for (const one of [...waiting]) {
        if (one.at > now) continue;
        waiting.delete(one);
        one.work();
      }
    },
    set(ms: number) {
      now = ms;
    },
  };
}

beforeEach(() => {
  user = signedIn(user_id);
  shop_id = 1;
  online = true;
  time = ownTime();
  listeners = { visible: [], online: [], profile: [] };
  stops = [];
  tab = device.tab();
  device.server.answers.set(`POST ${REPORT}`, ({ body }) =>
    json({ closed: (body as ReportDevice).closed.map(({ number }) => number) }),
  );
});

afterEach(() => {
  for (const stop of stops) stop();
});

/** Starts the reports of this tab. A second call simulates another page. */
function open(): void {
  const listen = (to: keyof typeof listeners) => (listener: () => void) => {
    listeners[to].push(listener);
    return () => {};
  };
  const page = {
    ...tab.environment.page,
    onVisible: listen('visible'),
    onOnline: listen('online'),
    online: () => online,
  };
  const environment: Environment = { ...tab.environment, now: time.now, timer: time.timer, page };
  const { identity } = user;
  const reports = createDeviceReports(environment, {
    outbox: tab.outbox,
    api: createApiClient(exchange, () => identity),
    identity,
    person: {
      known: () => (shop_id === null ? null : { id: identity.user_id() ?? '', shop_id }),
      subscribe: listen('profile'),
    },
  });
  stops.push(reports.start());
}

const requests = () => device.server.asked.filter(({ path }) => path === REPORT);
const reports = () => requests().map(({ body }) => body as ReportDevice);

/** Advances the clock until there are this many reports. Returns the last one. */
async function reported(count: number): Promise<ReportDevice> {
  await vi.waitFor(() => {
    time.pass(1_000);
    expect(requests()).toHaveLength(count);
  });
  await quiet();
  return reports().at(-1) as ReportDevice;
}

/** Waits until running work has ended, without advancing the clock. */
async function quiet(): Promise<void> {
  for (let at = 0; at < 5; at += 1) {
    await tab.store.write(['notes'], (tx) => tx.delete('notes', 'nothing'));
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

const trigger = (event: keyof typeof listeners) => {
  for (const listener of listeners[event]) listener();
};
const refuse = (command_id: string) =>
  tab.outbox.advance(command_id, () => ({ state: 'refused', ...serverProblem('order_not_assigned') }));

test('a device reports its id when the app opens, even before it has made a command', async () => {
  open();
  const first = await reported(1);
  expect(first).toMatchObject({
    highest: 0,
    highest_hash: null,
    open: [],
    closed: [],
    unsent_count: 0,
    unsent_fils: 0,
  });
  const made = await tab.outbox.enqueue(deliveryCommand({ user_id }));
  expect(made.device_id).toBe(first.device_id);
});

test('a report contains commands that older builds do not see, including those of a later build', async () => {
  open();
  await reported(1);
  const endpoints = ['command_of_a_later_build', 'confirm_delivery'];
  await tab.outbox.enqueue(newerCommand({ user_id, endpoint: 'command_of_a_later_build' }));
  await tab.outbox.enqueue(deliveryCommand({ user_id }));
  const report = await reported(2);
  expect(report).toMatchObject({ highest: 2, unsent_count: 2, unsent_fils: 14_500 });
  expect(report.open.map(({ endpoint }) => endpoint)).toEqual(endpoints);
});

test('a device reports open commands with their users and unsent cash, and removes them once recorded', async () => {
  open();
  await reported(1);
  const other_id = newId();
  const cash = await tab.outbox.enqueue(deliveryCommand({ user_id }));
  const held = await tab.outbox.enqueue(handoverCommand({ user_id: other_id }));
  await tab.outbox.enqueue({ ...deliveryCommand({ user_id }), shop_id: 2 });
  const report = await reported(2);
  const made_at = '2026-11-20T10:00:00.000Z';
  expect(report).toMatchObject({
    highest: 2,
    highest_hash: held.numbered?.hash,
    open: [
      {
        number: 1,
        command_id: cash.command_id,
        user_id,
        endpoint: 'confirm_delivery',
        amount_fils: 14_500,
        made_at,
      },
      { number: 2, command_id: held.command_id, user_id: other_id, amount_fils: 0 },
    ],
    unsent_count: 2,
    unsent_fils: 14_500,
  });

  await tab.outbox.settle(cash.command_id, () => ({ state: 'done', answer: deliveryReply('order') }));
  expect(await reported(3)).toMatchObject({
    highest: 2,
    open: [{ number: 2 }],
    closed: [],
    unsent_count: 1,
    unsent_fils: 0,
  });
});

test('a command without a number is counted but not listed', async () => {
  const { command_id } = await tab.outbox.enqueue(deliveryCommand({ user_id }));
  await tab.store.write(['entries'], async (tx) => {
    const entry = await tx.get('entries', command_id);
    const { numbered: _, ...older } = entry as NonNullable<typeof entry>;
    await tx.put('entries', older);
  });
  open();
  expect(await reported(1)).toMatchObject({ open: [], unsent_count: 1, unsent_fils: 14_500 });
});

test('a closed number is reported until the server has acknowledged it, and then deleted', async () => {
  device.server.answers.set(`POST ${REPORT}`, () => json({ closed: [] }));
  open();
  await reported(1);
  const { command_id } = await tab.outbox.enqueue(deliveryCommand({ user_id }));
  await refuse(command_id);
  expect(await reported(2)).toMatchObject({
    open: [],
    closed: [{ number: 1, how: 'refused', replaced_by: null }],
  });

  device.server.answers.set(`POST ${REPORT}`, () => json({ closed: [1] }));
  const remade = await tab.outbox.remake(command_id, deliveryCommand({ user_id }));
  const { closed, open: pending } = await reported(3);
  expect(closed).toMatchObject([{ number: 1, command_id, how: 'replaced', replaced_by: 2 }]);
  expect(pending).toMatchObject([{ number: 2, command_id: remade?.command_id }]);
  time.pass(2 * MINUTE);
  trigger('visible');
  expect((await reported(4)).closed).toEqual([]);
});

test('a discarded command is reported at once, even if it was the only one when the app opened', async () => {
  const { command_id } = await tab.outbox.enqueue(deliveryCommand({ user_id }));
  await refuse(command_id);
  open();
  await reported(1);
  await tab.outbox.discard(command_id);
  expect((await reported(2)).closed).toMatchObject([{ number: 1, how: 'refused' }]);
  expect(await notes()).not.toContain('closed_number');
});

test('an unchanged report is sent at most once a minute, whatever triggers it', async () => {
  open();
  await reported(1);
  for (const event of ['visible', 'online', 'profile'] as const) {
    trigger(event);
    time.pass(1_000);
    await quiet();
  }
  expect(requests()).toHaveLength(1);
  time.pass(MINUTE);
  await quiet();
  expect(requests()).toHaveLength(1);
  trigger('online');
  await reported(2);
  // A clock that was set back must not suppress reports.
  time.set(time.now() - 24 * 60 * MINUTE);
  trigger('visible');
  await reported(3);
});

test('a failed report is repeated at the next contact, without an error on screen', async () => {
  device.server.answers.set(`POST ${REPORT}`, () => problem('unavailable'));
  const { command_id } = await tab.outbox.enqueue(deliveryCommand({ user_id }));
  await refuse(command_id);
  open();
  await reported(1);
  online = false;
  trigger('visible');
  time.pass(2_000);
  await quiet();
  expect(requests()).toHaveLength(1);

  online = true;
  device.server.answers.set(`POST ${REPORT}`, () => json({ closed: [1] }));
  trigger('online');
  expect((await reported(2)).closed).toMatchObject([{ number: 1 }]);
  expect(await notes()).not.toContain('closed_number');
});

test('nothing is reported without a user or before the shop is known; the next user reports at once', async () => {
  user.become(null);
  open();
  time.pass(2_000);
  await quiet();
  user.become(user_id);
  shop_id = null;
  trigger('profile');
  time.pass(2_000);
  await quiet();
  expect(requests()).toEqual([]);
  shop_id = 1;
  trigger('profile');
  await reported(1);
  const next_id = newId();
  user.become(next_id);
  trigger('profile');
  await reported(2);
  expect(requests().map(({ token }) => token)).toEqual([
    `Bearer token-${user_id}`,
    `Bearer token-${next_id}`,
  ]);
});

test('no personal data of a report stays on the device when its user leaves', async () => {
  open();
  const made = await tab.outbox.enqueue(deliveryCommand({ user_id }));
  await reported(1);
  await tab.outbox.settle(made.command_id, () => ({ state: 'done', answer: deliveryReply('order') }));
  await reported(2);
  await tab.outbox.keepDoneOf(null);
  const left = await notes();
  for (const personal of ['Layla', '14500', '14_500', made.subject, user_id])
    expect(left).not.toContain(personal);
});

async function notes(): Promise<string> {
  const [keys, all] = await tab.store.read(['notes'], (tx) =>
    Promise.all([tx.keys('notes'), tx.all('notes')]),
  );
  return JSON.stringify([keys, all]);
}
