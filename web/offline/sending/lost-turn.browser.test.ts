import { afterEach, beforeEach, expect, test } from 'vitest';
import { handoverCommand, handoverReply } from '../../../tests/support/handover-command.ts';
import { sendingDevice } from '../../../tests/support/sending-device.ts';
import { json, problem } from '../../../tests/support/server-double.ts';
import { pressedAgain } from './sending-states.ts';

const device = sendingDevice();
const { user_id } = device;
const HANDOVERS = '/api/handovers/end';

/** A gate at which `pass` waits until it is opened; `reached` resolves once a caller waits. */
function gate() {
  let open = () => {};
  let reach = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  const reached = new Promise<void>((resolve) => {
    reach = resolve;
  });
  const pass = async () => {
    reach();
    await opened;
  };
  return { pass, reached, open: () => open() };
}

// Without locks, the tab that lost its turn notices it only at its next check of the lease.
beforeEach(() => Object.defineProperty(navigator, 'locks', { value: undefined, configurable: true }));
afterEach(() => void Reflect.deleteProperty(navigator, 'locks'));

/**
 * Suspends one tab in its first upload, while another takes the turn and holds the signed command until a
 * press.
 */
async function takenOver(first: ReturnType<typeof handoverCommand>) {
  const upload = gate();
  const [sleeping, other] = [device.tab(), device.tab()];
  let outcome: Response | 'lost' = 'lost';
  let asleep = true;
  device.server.answers.set(`PUT /storage/v1/object/cash-handovers/${first.files[0]?.path}`, async () => {
    if (!asleep) return json({});
    asleep = false;
    await upload.pass();
    if (outcome === 'lost') throw new TypeError('Failed to fetch');
    return outcome;
  });
  sleeping.start();
  const { command_id } = await sleeping.outbox.enqueue(first);
  await upload.reached;
  await sleeping.store.write(['notes'], (tx) =>
    tx.put('notes', { holder: sleeping.name, until: Date.now() - 1 }, 'sending_lease'),
  );
  other.start();
  await other.until(command_id, ({ state }) => state === 'held');
  const wakeUp = (upload_ended: typeof outcome) => {
    outcome = upload_ended;
    upload.open();
  };
  return { command_id, sleeping, other, wakeUp };
}

test.each([
  ['gets no response', () => 'lost' as const],
  ['is refused', () => problem('file_type')],
  ['succeeds', () => json({})],
])(
  'an upload of a tab that lost its turn, which %s, does not cancel a command that is being sent',
  async (_, ended) => {
    const command = gate();
    const { recorded } = device.server;
    let sent = 0;
    device.server.answers.set(`POST ${HANDOVERS}`, async ({ key }) => {
      sent += 1;
      if (sent === 1) await command.pass();
      const answer = recorded.get(key ?? '') ?? handoverReply();
      recorded.set(key ?? '', answer);
      return json(answer);
    });
    const { command_id, other, wakeUp } = await takenOver(handoverCommand({ user_id }));
    await other.outbox.advance(command_id, (entry) => pressedAgain(entry, other.name));
    await command.reached;

    const states = new Set<string>();
    other.outbox.subscribe(() => {
      for (const { state } of other.outbox.entries()) states.add(state);
    });
    wakeUp(ended());
    // The tab does not know yet that its turn is lost, so it continues with the same command under the same
    // key.
    await other.until(command_id, ({ state }) => state !== 'sending');
    command.open();
    await other.until(command_id, ({ state }) => state === 'done');
    expect([...states].filter((state) => !['sending', 'unknown', 'done'].includes(state))).toEqual([]);
    expect([...recorded.keys()]).toEqual([command_id]);
  },
);

test('a tab that lost its turn does not send a command that has been held since', async () => {
  device.server.record = () => handoverReply();
  const { command_id, sleeping, other, wakeUp } = await takenOver(handoverCommand({ user_id }));
  await other.close();
  wakeUp(json({}));
  const next = await sleeping.outbox.enqueue(handoverCommand({ user_id, driver_id: 8 }));
  await sleeping.until(next.command_id, ({ state }) => state === 'done');
  expect([...device.server.recorded.keys()]).toEqual([next.command_id]);
  expect((await sleeping.until(command_id, () => true)).state).toBe('held');
});
