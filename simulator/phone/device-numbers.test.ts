import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { chainText, FIRST_PREVIOUS_HASH } from '../../contract/rules/device-chain.ts';
import { deliveryCommand, deliveryReply } from '../../tests/support/delivery-command.ts';
import type { Environment } from '../../web/environment/environment.ts';
import { type ClosedNumber, closedNumbers, forgetClosed } from '../../web/offline/device-numbers.ts';
import type { StoredEntry } from '../../web/offline/device-records.ts';
import { createOutbox } from '../../web/offline/outbox.ts';
import type { OutboxEntry } from '../../web/offline/outbox-entry.ts';
import { loadHash } from '../../web/offline/sha256.ts';
import { type Random, randomOf, uuidFrom } from '../random.ts';
import { createSchedule } from '../schedule.ts';
import { createDeviceDisk } from './device-disk.ts';

const SHOPS = [3, 4];
const ACTIONS = [
  'make',
  'make',
  'make',
  'hold',
  'refuse',
  'done',
  'late',
  'discard',
  'remake',
  'note',
  'leave',
] as const;

/**
 * One of two tabs begins an action; then a number of disk operations happen, and a tab or the battery may
 * die.
 */
const step = fc.record({
  tab: fc.nat(1),
  what: fc.constantFrom(...ACTIONS),
  /** Selects the entry and the shop. */
  which: fc.nat(7),
  happens: fc.nat(9),
  dies: fc.constantFrom(null, null, null, null, null, 'tab', 'battery'),
});
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

/** A phone with two tabs and a disk with delays. */
function phoneOf(random: Random) {
  const schedule = createSchedule(1_000_000);
  const disk = createDeviceDisk(schedule, random);
  const lives = [{ gone: false }, { gone: false }];
  const outboxes = lives.map((_, at) => open(at));
  const store = disk.storeFor({ is_gone: () => false });

  function open(at: number) {
    const life = { gone: false };
    lives[at] = life;
    const environment = {
      now: schedule.now,
      random: { uuid: () => uuidFrom(random) },
      store: disk.storeFor({ is_gone: () => life.gone }),
      channel: () => ({ post: () => {}, listen: () => () => {}, close: () => {} }),
      tab: `tab ${at}`,
    } as unknown as Environment;
    return createOutbox(environment);
  }

  return {
    store,
    outboxes,
    entries: () => disk.entries() as StoredEntry[],
    notes: () => disk.committed('notes') as (ClosedNumber | { number: number; hash: string })[],
    die(at: number) {
      (lives[at] as { gone: boolean }).gone = true;
      outboxes[at] = open(at);
    },
    losePower() {
      for (const at of [0, 1]) this.die(at);
      disk.losePower();
    },
    /** Runs the next scheduled disk operation; resolves with false if there is none. */
    async happens(): Promise<boolean> {
      for (let at = 0; at < 3; at += 1) await new Promise((resolve) => setImmediate(resolve));
      return schedule.step(schedule.now() + 60_000);
    },
  };
}

/** Everything observed so far about the numbers of a shop. */
type Seen = {
  links: Map<number, StoredEntry>;
  arrived: Set<number>;
  noted: Set<number>;
  remade: Map<string, number | undefined>;
};

async function play(steps: readonly Step[], seed: string): Promise<void> {
  const random = randomOf(seed);
  const phone = phoneOf(random);
  const seen = new Map<number, Seen>(
    SHOPS.map((shop) => [
      shop,
      { links: new Map(), arrived: new Set(), noted: new Set(), remade: new Map() },
    ]),
  );
  const seenOf = (shop_id: number) => seen.get(shop_id) as Seen;

  function inspect(): void {
    for (const entry of phone.entries()) {
      const { number } = entry.numbered as NonNullable<OutboxEntry['numbered']>;
      const { links, arrived } = seenOf(entry.shop_id);
      const before = links.get(number);
      expect(before?.command_id ?? entry.command_id, `number ${number} is given once`).toBe(entry.command_id);
      links.set(number, entry);
      if (entry.state === 'done') arrived.add(number);
    }
  }

  const begun: Promise<unknown>[] = [];
  for (const { tab, what, which, happens, dies } of steps) {
    const outbox = phone.outboxes[tab] as ReturnType<typeof createOutbox>;
    const shop_id = SHOPS[which % 2] as number;
    const entry = phone.entries()[which % Math.max(1, phone.entries().length)];
    const command = () => ({
      ...deliveryCommand({ user_id: 'driver' }),
      command_id: uuidFrom(random),
      shop_id,
    });
    const change = (state: OutboxEntry['state']) =>
      entry && outbox.advance(entry.command_id, () => ({ state }));
    const work = {
      make: () => outbox.enqueue(command()),
      hold: () => change('held'),
      refuse: () => change('refused'),
      done: () =>
        entry && outbox.settle(entry.command_id, () => ({ state: 'done', answer: deliveryReply('order') })),
      /** A refused or discarded command turns out to be recorded. */
      late: () => entry?.state === 'refused' && outbox.settle(entry.command_id, () => ({ state: 'done' })),
      discard: () => entry && outbox.discard(entry.command_id),
      remake: async () => {
        if (!entry) return;
        const made = await outbox.remake(entry.command_id, { ...command(), shop_id: entry.shop_id });
        if (made) seenOf(entry.shop_id).remade.set(entry.command_id, made.numbered?.number);
      },
      note: async () => {
        const reported = await phone.store.read(['notes'], (tx) => closedNumbers(tx, shop_id));
        for (const { number } of reported) seenOf(shop_id).noted.add(number);
        await phone.store.write(['notes'], (tx) => forgetClosed(tx, shop_id, reported), 'durable');
      },
      leave: () => outbox.keepDoneOf(null),
    }[what];
    begun.push(Promise.resolve(work()).catch((error: unknown) => error));
    for (let at = 0; at < happens; at += 1) {
      await phone.happens();
      inspect();
    }
    if (dies === 'tab') phone.die(tab);
    if (dies === 'battery') phone.losePower();
    inspect();
  }
  while (await phone.happens()) inspect();
  inspect();
  for (const shop_id of SHOPS) proveNumbers(await readShop(phone, shop_id), seenOf(shop_id));
}

async function readShop(phone: ReturnType<typeof phoneOf>, shop_id: number) {
  const reading = phone.store.read(['notes'], async (tx) => ({
    closed: await closedNumbers(tx, shop_id),
    last: (await tx.get('notes', `last_number ${shop_id}`)) as { number: number; hash: string } | undefined,
  }));
  while (await phone.happens());
  return { ...(await reading), entries: phone.entries().filter((entry) => entry.shop_id === shop_id) };
}

function proveNumbers(
  { closed, last, entries }: Awaited<ReturnType<typeof readShop>>,
  { links, arrived, noted, remade }: Seen,
): void {
  const highest = last?.number ?? 0;
  expect([...links.keys()].sort((one, other) => one - other)).toEqual(numbersTo(highest));
  let previous = FIRST_PREVIOUS_HASH;
  for (const number of numbersTo(highest)) {
    const { command_id, numbered } = links.get(number) as StoredEntry;
    const hash = createHash('sha256')
      .update(chainText(previous, number, command_id))
      .digest('hex');
    expect(numbered).toEqual({ number, previous, hash });
    previous = hash;

    const own = entries.find((entry) => entry.numbered?.number === number);
    const is_open = own !== undefined && own.state !== 'done' && own.state !== 'refused';
    const note = closed.find((one) => one.number === number);
    const ends = [is_open && 'open', arrived.has(number) && 'arrived', note && 'closed'].filter(Boolean);
    if (noted.has(number) && ends.length === 0) continue;
    expect(ends, `number ${number}`).toHaveLength(1);
    if (note) expect(note.command_id).toBe(command_id);
    if (note?.how === 'replaced') expect(note.replaced_by).toBeGreaterThan(number);
    if (note && remade.has(command_id)) expect(note.replaced_by).toBe(remade.get(command_id));
  }
  if (last) expect(last.hash).toBe(previous);
}

function numbersTo(highest: number): number[] {
  return Array.from({ length: highest }, (_, at) => at + 1);
}

// The browser's own hash completes at varying times; the same steps must always run in the same way.
beforeAll(async () => {
  const { crypto } = globalThis;
  vi.stubGlobal('crypto', { getRandomValues: crypto.getRandomValues.bind(crypto) });
  await loadHash();
});
afterAll(() => {
  vi.unstubAllGlobals();
});

it('two tabs assign numbers without a gap and close each once, whichever tab or battery dies between two writes', async () => {
  const property = fc.asyncProperty(fc.array(step, { maxLength: 40, size: 'max' }), fc.string(), play);
  await fc.assert(property, { numRuns: 150 });
});
