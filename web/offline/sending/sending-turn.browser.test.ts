import { expect, test, vi } from 'vitest';
import { deliveryCommand } from '../../../tests/support/delivery-command.ts';
import { done, isCommand, sendingDevice } from '../../../tests/support/sending-device.ts';
import type { OutboxEntry } from '../outbox-entry.ts';
import { takeTurn } from './sending-turn.ts';

const device = sendingDevice();
const { user_id } = device;

test('without browser locks (plain http) the lease lets one tab send at a time', async () => {
  Object.defineProperty(navigator, 'locks', { value: undefined, configurable: true });
  try {
    const [one, other] = [device.tab(), device.tab()];
    one.start();
    other.start();
    const made: OutboxEntry[] = [];
    for (const each of [one, other, one]) made.push(await each.outbox.enqueue(deliveryCommand({ user_id })));
    for (const { command_id } of made) await other.until(command_id, done);
    expect(device.server.asked.filter(isCommand).map(({ key }) => key)).toEqual(
      made.map(({ command_id }) => command_id),
    );
  } finally {
    Reflect.deleteProperty(navigator, 'locks');
  }
});

test('a suspended tab that still owns the lock is passed over', async () => {
  const one = device.tab();
  let wakeUp = () => {};
  const sleeping = new Promise<void>((resolve) => {
    wakeUp = resolve;
  });
  const asleep = navigator.locks
    .request('mandoob.sending', () => sleeping)
    .catch((error: Error) => error.name);
  await one.store.write(['notes'], (tx) =>
    tx.put('notes', { holder: 'asleep', until: Date.now() - 1 }, 'sending_lease'),
  );
  one.start();
  const { command_id } = await one.outbox.enqueue(deliveryCommand({ user_id }));
  await one.until(command_id, done);
  wakeUp();
  await expect(asleep).resolves.toBe('AbortError');
});

test('without locks a lease from before the clock was set back does not block sending', async () => {
  Object.defineProperty(navigator, 'locks', { value: undefined, configurable: true });
  try {
    const tab = device.tab();
    await tab.store.write(['notes'], (tx) =>
      tx.put('notes', { holder: 'gone', until: Date.now() + 3_600_000 }, 'sending_lease'),
    );
    tab.start();
    const { command_id } = await tab.outbox.enqueue(deliveryCommand({ user_id }));
    await tab.until(command_id, done);
  } finally {
    Reflect.deleteProperty(navigator, 'locks');
  }
});

test('without locks a tab that was passed over notices it, and keeps the lease of the other tab', async () => {
  Object.defineProperty(navigator, 'locks', { value: undefined, configurable: true });
  try {
    const { environment, store } = device.tab();
    const other = { holder: 'other', until: Date.now() + 30_000 };
    const timers: (() => void)[] = [];
    const after = (_: number, work: () => void) => {
      timers.push(work);
      return () => {};
    };
    const passed_over = takeTurn({ ...environment, timer: { after } }, 'test', async (turn) => {
      expect(turn.lost()).toBe(false);
      await store.write(['notes'], (tx) => tx.put('notes', other, 'sending_lease'));
      await vi.waitFor(() => {
        for (const work of timers.splice(0)) work();
        expect(turn.lost()).toBe(true);
      });
    });
    await expect(passed_over).resolves.toBe(false);
    await expect(store.read(['notes'], (tx) => tx.get('notes', 'sending_lease'))).resolves.toEqual(other);
  } finally {
    Reflect.deleteProperty(navigator, 'locks');
  }
});
