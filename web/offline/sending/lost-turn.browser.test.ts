import { afterEach, beforeEach, expect, test } from 'vitest';
import { handoverAnswer, handoverCommand } from '../../../tests/support/handover-command.ts';
import { sendingDevice } from '../../../tests/support/sending-device.ts';
import { json, problem } from '../../../tests/support/server-double.ts';
import { pressedAgain } from './sending-states.ts';

const device = sendingDevice();
const { user_id } = device;
const HANDOVERS = '/api/handovers/end';

/** Whoever passes waits until it is opened; `reached` tells that somebody waits. */
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

// The tab that lost its turn hears of it only when it looks at the lease again.
beforeEach(() => Object.defineProperty(navigator, 'locks', { value: undefined, configurable: true }));
afterEach(() => void Reflect.deleteProperty(navigator, 'locks'));

/** One tab sleeps over its first upload, another has taken the turn and found that what was signed waits for a press. */
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
  ['gets no answer', () => 'lost' as const],
  ['is refused', () => problem('file_type')],
  ['succeeds', () => json({})],
])(
  'an upload of a tab that lost its turn, which %s, takes back no command that is on its way',
  async (_, ended) => {
    const command = gate();
    const { recorded } = device.server;
    let sent = 0;
    device.server.answers.set(`POST ${HANDOVERS}`, async ({ key }) => {
      sent += 1;
      if (sent === 1) await command.pass();
      const answer = recorded.get(key ?? '') ?? handoverAnswer();
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
    // Not knowing yet that its turn is lost, the tab goes on with what is on its way: the same command, under the same key.
    await other.until(command_id, ({ state }) => state !== 'sending');
    command.open();
    await other.until(command_id, ({ state }) => state === 'done');
    expect([...states].filter((state) => !['sending', 'unknown', 'done'].includes(state))).toEqual([]);
    expect([...recorded.keys()]).toEqual([command_id]);
  },
);

test('a tab that lost its turn sends nothing that waits for a press since', async () => {
  device.server.record = () => handoverAnswer();
  const { command_id, sleeping, other, wakeUp } = await takenOver(handoverCommand({ user_id }));
  await other.close();
  wakeUp(json({}));
  const next = await sleeping.outbox.enqueue(handoverCommand({ user_id, driver_id: 8 }));
  await sleeping.until(next.command_id, ({ state }) => state === 'done');
  expect([...device.server.recorded.keys()]).toEqual([next.command_id]);
  expect((await sleeping.until(command_id, () => true)).state).toBe('held');
});
