import { setTimeout as pause, setImmediate as turn } from 'node:timers/promises';
import pg from 'pg';
import { errorCode } from '../error-code.ts';
import type { Log } from '../log.ts';
import { NoAnswer } from './driver/failures.ts';
import type { Pools } from './pools.ts';

export type Heartbeat = ReturnType<typeof startHeartbeat>;

/** How often it asks, and how long it waits for an answer and for a connection, in ms: found dead sooner than any cluster puts another in its place. */
const PACE = { every_ms: 2_000, answer_ms_max: 5_000, connect_ms_max: 3_000 };

/** `standby` writes nothing; `silent` does not answer, or is not there. */
type DatabaseState = 'answers' | 'standby' | 'silent';

const TROUBLE = {
  answers: null,
  standby: 'the database is read-only: it is a standby',
  silent: 'the database does not answer',
} as const;

/** The server takes no more connections: it is there. */
const TOO_MANY = '53300';

/**
 * Asks the database all the time, on a connection of its own, whether it is there and still the same. A process that is stopped and a line that is
 * cut break no connection: whoever waits there would wait for ever. Once it does not answer, or another server is in its place, the pools'
 * connections to it are broken off: what waited there fails as with any broken connection, and is begun again where that helps.
 */
export function startHeartbeat(
  { pools, owner_url, log }: { pools: Pick<Pools, 'breakOff'>; owner_url: string; log: Log },
  { every_ms, answer_ms_max, connect_ms_max } = PACE,
) {
  const stopping = new AbortController();
  const { signal } = stopping;
  let state: DatabaseState = 'answers';
  /** When the server was started that answered last: no two have the same. */
  let server: string | undefined;
  /** When its connection was lost, by `performance.now()`: what was connected before that was connected to it. */
  let lost_at = 0;

  function become(next: DatabaseState): void {
    if (next !== state) log.warn(TROUBLE[next] ?? 'the database answers again');
    state = next;
  }

  async function connect(): Promise<pg.Client> {
    const client = new pg.Client({
      connectionString: owner_url,
      application_name: 'mandoob heartbeat',
      connectionTimeoutMillis: connect_ms_max,
    });
    // What is asked fails with it.
    client.on('error', () => undefined);
    await client.connect().catch((error: unknown) => {
      if (errorCode(error) !== TOO_MANY) become('silent');
      throw error;
    });
    return client;
  }

  async function beat(client: pg.Client): Promise<void> {
    const asking = client.query<{ is_standby: boolean; server: string }>(
      'select pg_is_in_recovery() as is_standby, pg_postmaster_start_time()::text as server',
    );
    const answer = await Promise.race([asking, silence()]);
    if (!answer) {
      become('silent');
      pools.breakOff(performance.now());
      throw new NoAnswer(`for ${answer_ms_max} ms`);
    }
    const { is_standby = true, server: found } = answer.rows[0] ?? {};
    if (server !== undefined && found !== server) pools.breakOff(lost_at);
    server = found;
    become(is_standby ? 'standby' : 'answers');
    if (is_standby) throw new Error('a standby: its place may lead to another server next');
  }

  /** Where this process was busy for so long, the answer is there already and is read first. */
  async function silence(): Promise<undefined> {
    await pause(answer_ms_max, undefined, { ref: false });
    await turn();
  }

  /** Until it is not answered any more. */
  async function keepAsking(): Promise<void> {
    const client = await connect();
    try {
      while (!signal.aborted) {
        await beat(client);
        await pause(every_ms, undefined, { signal });
      }
    } finally {
      lost_at = performance.now();
      // Nobody waits for its end: there may be none.
      void client.end().catch(() => undefined);
    }
  }

  async function keepTrying(): Promise<void> {
    while (!signal.aborted) {
      await keepAsking().catch((error: unknown) =>
        log.debug({ err: error }, 'the heartbeat of the database was lost'),
      );
      await pause(every_ms / 4, undefined, { signal }).catch(() => undefined);
    }
  }

  const ended = keepTrying();
  return {
    /** What is wrong with the database, in words; null when nothing is. */
    trouble: (): string | null => TROUBLE[state],
    async stop(): Promise<void> {
      stopping.abort();
      await ended;
    },
  };
}
