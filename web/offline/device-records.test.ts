import { describe, expect, it } from 'vitest';
import type { Environment } from '../environment/environment.ts';
import { deviceStore, SPARE } from './device-records.ts';
import { createStoredReads } from './stored-reads.ts';

type Read = { user_id: string; key: string; answer: unknown; as_of: number };

/** A device that rejects durable writes while it stores at least `full_from` reads. */
function deviceWith(reads: Read[], full_from = Number.POSITIVE_INFINITY) {
  const kept = new Map(reads.map((read) => [`${read.user_id} ${read.key}`, read]));
  const tx = {
    keys: async () => [...kept.values()].map(({ user_id, key }) => [user_id, key]),
    get: async (_: string, [user_id, key]: [string, string]) => kept.get(`${user_id} ${key}`),
    delete: async (_: string, [user_id, key]: [string, string]) => void kept.delete(`${user_id} ${key}`),
  };
  let written = 0;
  const store = {
    async write(_: readonly string[], work: (tx: unknown) => Promise<unknown>, durability?: 'durable') {
      if (durability && kept.size >= full_from) throw new DOMException('full', 'QuotaExceededError');
      if (durability) written += 1;
      return await work(tx);
    },
  };
  const now = Date.parse('2026-11-23T10:00:00Z');
  const environment = { store, now: () => now } as unknown as Environment;
  return { environment, left: () => [...kept.values()].map(({ key }) => key), written: () => written, now };
}

const read = (key: string, as_of = Date.parse('2026-11-23T00:00:00Z'), user_id = 'one'): Read => ({
  user_id,
  key,
  answer: null,
  as_of,
});
const receipt = (day: string) => `${SPARE}${day} receipt abc`;

describe('a device with full storage', () => {
  it('deletes spare reads to make room for a durable write', async () => {
    const device = deviceWith([read('figures'), read(receipt('2026-12-01')), read(receipt('2026-12-02'))], 2);
    await deviceStore(device.environment).write(['entries'], async () => {}, 'durable');
    expect([device.left(), device.written()]).toEqual([['figures'], 1]);
  });

  it('rejects a durable write if no read is spare, and keeps the other reads', async () => {
    const device = deviceWith([read('figures'), read('stops')], 2);
    const keeping = deviceStore(device.environment).write(['entries'], async () => {}, 'durable');
    await expect(keeping).rejects.toMatchObject({ name: 'QuotaExceededError' });
    expect([device.left(), device.written()]).toEqual([['figures', 'stops'], 0]);
  });
});

it('deletes reads after 14 days, spare reads after their day, and reads of other users immediately', async () => {
  const days_ago = (days: number) => Date.parse('2026-11-23T10:00:00Z') - days * 24 * 3_600_000;
  const device = deviceWith([
    read('figures', days_ago(13)),
    read('stops', days_ago(15)),
    read(receipt('2026-11-22'), days_ago(1)),
    read(receipt('2026-11-23'), days_ago(50)),
    read('others', days_ago(0), 'two'),
    read(receipt('2026-12-24'), days_ago(0), 'two'),
  ]);
  await createStoredReads(device.environment, {} as never).keepOnly('one');
  expect(device.left()).toEqual(['figures', receipt('2026-11-23')]);
});
