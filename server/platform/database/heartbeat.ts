import { setTimeout as pause, setImmediate as turn } from 'node:timers/promises';
import pg from 'pg';
import { errorCode } from '../error-code.ts';
import type { Log } from '../logging/log.ts';
import { NoResponse } from './driver/failures.ts';
import type { Pools } from './pools.ts';

export type Heartbeat = ReturnType<typeof startHeartbeat>;

/**
 * The interval between queries, and the limits for a response and for a connection, in ms: a dead server is
 * detected sooner than any cluster replaces it.
 */
const PACE = { every_ms: 2_000, answer_ms_max: 5_000, connect_ms_max: 3_000 };

/**
 * The factor by which the response limit grows once a slow database was taken for dead: interrupted work
 * continues there while its retry runs concurrently.
 */
const PATIENCE_WITH_SLOW = 2;

/** `standby` accepts no writes; `silent` does not respond, or does not exist. */
type DatabaseState = 'answers' | 'standby' | 'silent';

const TROUBLE = {
  answers: null,
  standby: 'the database is read-only: it is a standby',
  silent: 'the database does not respond',
} as const;

/** The error code of a server that accepts no more connections, and so is up. */
const TOO_MANY = '53300';

/**
 * Polls the database on a separate connection, to check that it responds and is still the same server. A
 * stopped process and a cut line break no connection, so queries there would wait forever. If a connection
 * and then a new one get no response, or another server has replaced it, the pools' connections to it are
 * broken: their queries fail like those of any broken connection, and are retried if that helps.
 */
export function startHeartbeat(
  { pools, owner_url, log }: { pools: Pick<Pools, 'breakOff'>; owner_url: string; log: Log },
  { every_ms, answer_ms_max, connect_ms_max } = PACE,
) {
  const stopping = new AbortController();
  const { signal } = stopping;
  let state: DatabaseState = 'answers';
  /** The start time of the server that responded last: no two servers have the same. */
  let server: string | undefined;
  /**
   * The time at which its connection was lost (`performance.now()`): earlier connections led to that server.
   */
  let lost_at = 0;
  /**
   * The silence since the last response: `suspected` after one silent connection, `given up` once the pools'
   * connections are broken.
   */
  let silence: 'none' | 'suspected' | 'given up' = 'none';
  let patience_ms = answer_ms_max;
  /** The time of the last sign of life (`performance.now()`). */
  let last_heard_at = performance.now();

  function become(next: DatabaseState): void {
    if (next !== state) log.warn(TROUBLE[next] ?? 'the database responds again');
    state = next;
  }

  function giveUp(): void {
    become('silent');
    if (silence === 'suspected') pools.breakOff(performance.now());
    silence = 'given up';
  }

  function noteServer(found: string | undefined): void {
    const is_other = server !== undefined && found !== server;
    if (is_other) pools.breakOff(lost_at);
    if (is_other) patience_ms = answer_ms_max;
    else if (silence === 'given up') patience_ms = PATIENCE_WITH_SLOW * answer_ms_max;
    server = found;
    silence = 'none';
    last_heard_at = performance.now();
  }

  /** The server is up, although it accepts no more connections. */
  function noteServerIsFull(): void {
    if (state === 'silent') become('answers');
    silence = 'none';
    last_heard_at = performance.now();
  }

  /**
   * Notes that no new connection was possible. If no connection was silent before, the server is suspected
   * once both time limits together have passed.
   */
  function noteNoConnection(): void {
    become('silent');
    const is_long = performance.now() - last_heard_at > patience_ms + connect_ms_max;
    if (silence === 'none' && is_long) silence = 'suspected';
    if (silence === 'suspected') giveUp();
  }

  async function connect(): Promise<pg.Client> {
    const client = new pg.Client({
      connectionString: owner_url,
      application_name: 'mandoob heartbeat',
      connectionTimeoutMillis: connect_ms_max,
    });
    // The query under way fails with the connection.
    client.on('error', () => undefined);
    await client.connect().catch((error: unknown) => {
      if (errorCode(error) === TOO_MANY) noteServerIsFull();
      else noteNoConnection();
      throw error;
    });
    return client;
  }

  async function beat(client: pg.Client): Promise<void> {
    const query = client.query<{ is_standby: boolean; server: string }>(
      'select pg_is_in_recovery() as is_standby, pg_postmaster_start_time()::text as server',
    );
    const response = await Promise.race([query, waitedLong()]);
    if (!response) {
      if (silence === 'none') silence = 'suspected';
      else giveUp();
      throw new NoResponse(`for ${patience_ms} ms`);
    }
    const { is_standby = true, server: found } = response.rows[0] ?? {};
    noteServer(found);
    // A pooler's connections may lead to the standby without having been reconnected.
    if (is_standby && state !== 'standby') pools.breakOff(performance.now());
    become(is_standby ? 'standby' : 'answers');
    if (is_standby)
      throw new Error('the database is a standby: reconnecting, its address may lead to another server next');
  }

  /**
   * Waits for the response limit. If this process was busy during that time, a response that has already
   * arrived is read first.
   */
  async function waitedLong(): Promise<undefined> {
    await pause(patience_ms, undefined, { ref: false });
    await turn();
  }

  /** Polls on one connection until it gets no response. */
  async function pollUntilLost(): Promise<void> {
    const client = await connect();
    const losing = new AbortController();
    // Recorded immediately, even during a pause: later connections may lead to a good server.
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
      // Not awaited: a dead connection may never end.
      void client.end().catch(() => undefined);
    }
  }

  async function pollUntilStopped(): Promise<void> {
    while (!signal.aborted) {
      await pollUntilLost().catch((error: unknown) =>
        log.debug({ err: error }, 'the database heartbeat connection was lost'),
      );
      await pause(every_ms / 4, undefined, { signal }).catch(() => undefined);
    }
  }

  const ended = pollUntilStopped();
  return {
    /** Returns the problem with the database as a message; null if there is none. */
    trouble: (): string | null => TROUBLE[state],
    async stop(): Promise<void> {
      stopping.abort();
      await ended;
    },
  };
}
