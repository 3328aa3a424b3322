import { type Cursor, readFeed } from '../../server/changes/read-feed.ts';
import type { Random } from '../random.ts';
import type { Schedule } from '../schedule.ts';
import type { ServerRoom } from '../server/server-room.ts';

/** A client that reads the feed of both shops now and then, while transactions begin and end concurrently. */
export type FeedWatcher = {
  /** Reads for the first time; it receives all changes committed from then on. */
  start(): Promise<void>;
  /** Reads the rest; call once no transaction is open any more. */
  finish(): Promise<void>;
  /** The ids of the received hints, repeated as often as they were received. */
  received(): readonly string[];
  /** The number of responses that reported a lost position. */
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
  const received: string[] = [];
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
    // A later read has already responded with everything in this response.
    if (number !== reading) return;
    if (from !== null && part.read_all) lost += 1;
    cursor = part.cursor;
    received.push(...part.hints.map(({ id }) => id));
  }

  function next(): void {
    of.schedule.after(random.between(EVERY_MS.least, EVERY_MS.most), () => {
      next();
      // A failed read is repeated from the same cursor.
      read().catch(() => undefined);
    });
  }

  return {
    async start() {
      await read();
      next();
    },
    finish: read,
    received: () => received,
    lost: () => lost,
  };
}
