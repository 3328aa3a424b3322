import { type Cursor, readFeed } from '../../server/changes/read-feed.ts';
import type { Random } from '../random.ts';
import type { Schedule } from '../schedule.ts';
import type { ServerRoom } from '../server/server-room.ts';

/** Somebody who reads the feed of both shops now and then, while transactions begin and end around him. */
export type FeedWatcher = {
  /** Reads for the first time: what is committed from then on he hears of. */
  start(): Promise<void>;
  /** Reads what is left; call once nothing is under way any more. */
  finish(): Promise<void>;
  /** The hints he has heard of, as often as he did. */
  heard(): readonly string[];
  /** How often he was told that he had missed something. */
  lost(): number;
};

const EVERY_MS = { least: 5_000, most: 240_000 };

export function createFeedWatcher(of: {
  schedule: Schedule;
  random: Random;
  rooms: Pick<ServerRoom, 'living'>;
  shop_ids: readonly number[];
}): FeedWatcher {
  const random = of.random.branch('feed');
  const heard: string[] = [];
  let cursor: Cursor | null = null;
  let lost = 0;
  let reading = 0;

  async function read(): Promise<void> {
    const servers = of.rooms.living();
    if (servers.length === 0) return;
    reading += 1;
    const number = reading;
    const from = cursor;
    const part = await readFeed(random.pick(servers).owner, of.shop_ids, from);
    // A later read was quicker: what this one brings, that one has brought.
    if (number !== reading) return;
    if (from !== null && part.read_all) lost += 1;
    cursor = part.cursor;
    heard.push(...part.hints.map(({ id }) => id));
  }

  function next(): void {
    of.schedule.after(random.between(EVERY_MS.least, EVERY_MS.most), () => {
      next();
      // Whoever does not get an answer asks again from where he was.
      read().catch(() => undefined);
    });
  }

  return {
    async start() {
      await read();
      next();
    },
    finish: read,
    heard: () => heard,
    lost: () => lost,
  };
}
