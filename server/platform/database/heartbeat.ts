import { setTimeout as pause, setImmediate as turn } from 'node:timers/promises';
import pg from 'pg';
import { errorCode } from '../error-code.ts';
import type { Log } from '../logging/log.ts';
import { NoAnswer } from './driver/failures.ts';
import type { Pools } from './pools.ts';

export type Heartbeat = ReturnType<typeof startHeartbeat>;

/** How often it asks, and how long it waits for an answer and for a connection, in ms: found dead sooner than any cluster puts another in its place. */
const PACE = { every_ms: 2_000, answer_ms_max: 5_000, connect_ms_max: 3_000 };

/** A database that was given up and was only slow has so many times as long from then on: work broken off goes on there, and is begun again beside it. */
const PATIENCE_WITH_SLOW = 2;

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
 * cut break no connection: whoever waits there would wait for ever. Once it does not answer, a new connection neither, or another server is in its place,
 * the pools' connections to it are broken off: what waited there fails as with any broken connection, and is begun again where that helps.
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
  /** Since its last answer: a connection fell silent, and then a new one got no answer either, so that the pools' were broken off, once. */
  let silence: 'none' | 'suspected' | 'given up' = 'none';
  let patience_ms = answer_ms_max;
  /** When it last said anything, by `performance.now()`. */
  let heard_at = performance.now();

  function become(next: DatabaseState): void {
    if (next !== state) log.warn(TROUBLE[next] ?? 'the database answers again');
    state = next;
  }

  function giveUp(): void {
    become('silent');
    if (silence === 'suspected') pools.breakOff(performance.now());
    silence = 'given up';
  }

  function heardFrom(found: string | undefined): void {
    const is_other = server !== undefined && found !== server;
    if (is_other) pools.breakOff(lost_at);
    if (is_other) patience_ms = answer_ms_max;
    else if (silence === 'given up') patience_ms = PATIENCE_WITH_SLOW * answer_ms_max;
    server = found;
    silence = 'none';
    heard_at = performance.now();
  }

  /** The server is there, though it takes no more connections. */
  function heardThatItIsFull(): void {
    if (state === 'silent') become('answers');
    silence = 'none';
    heard_at = performance.now();
  }

  /** A connection that fell silent was lost already, or there was none: it is silent for as long as both take. */
  function noteNoConnection(): void {
    become('silent');
    const is_long = performance.now() - heard_at > patience_ms + connect_ms_max;
    if (silence === 'none' && is_long) silence = 'suspected';
    if (silence === 'suspected') giveUp();
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
      if (errorCode(error) === TOO_MANY) heardThatItIsFull();
      else noteNoConnection();
      throw error;
    });
    return client;
  }

  async function beat(client: pg.Client): Promise<void> {
    const asking = client.query<{ is_standby: boolean; server: string }>(
      'select pg_is_in_recovery() as is_standby, pg_postmaster_start_time()::text as server',
    );
    const answer = await Promise.race([asking, waitedLong()]);
    if (!answer) {
      if (silence === 'none') silence = 'suspected';
      else giveUp();
      throw new NoAnswer(`for ${patience_ms} ms`);
    }
    const { is_standby = true, server: found } = answer.rows[0] ?? {};
    heardFrom(found);
    // A pooler's connections may lead there without having been made anew.
    if (is_standby && state !== 'standby') pools.breakOff(performance.now());
    become(is_standby ? 'standby' : 'answers');
    if (is_standby) throw new Error('a standby: its place may lead to another server next');
  }

  /** Where this process was busy for so long, the answer is there already and is read first. */
  async function waitedLong(): Promise<undefined> {
    await pause(patience_ms, undefined, { ref: false });
    await turn();
  }

  /** Until it is not answered any more. */
  async function keepAsking(): Promise<void> {
    const client = await connect();
    const losing = new AbortController();
    // At once, whatever it is waiting for: what is connected after that may be good.
    const lose = () => {
      if (losing.signal.aborted) return;
      lost_at = performance.now();
      losing.abort();
    };
    client.once('error', lose).once('end', lose);
    const pausing = { signal: AbortSignal.any([signal, losing.signal]) };
    try {
      while (!signal.aborted) {
        await beat(client);
        await pause(every_ms, undefined, pausing);
      }
    } finally {
      lose();
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
