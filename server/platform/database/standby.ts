import { Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import type { Staff } from '../actor.ts';
import { errorCode } from '../error-code.ts';
import type { Log } from '../log.ts';
import { Problem } from '../problem.ts';
import { atMost, LEFT_OVER_MS_MAX } from '../stop-all.ts';
import { type Database, databaseOf, type Tx } from './database.ts';
import { assertRequestRole, REQUEST_LIMITS_MS } from './database-roles.ts';
import { placeOf, reasonOf } from './database-trouble.ts';
import { ConnectionLost, isRetryable, NoConnection } from './driver/failures.ts';
import type { Around } from './driver/session.ts';
import { inStatementsSpan } from './driver/statements-span.ts';
import { knownOfStandby } from './known-of-standby.ts';
import { logLostConnections, poolSettings, REQUEST_ANSWER_MS, requestUrlOf } from './pools.ts';
import {
  inItsState,
  NotOnStandby,
  type Seen,
  seenFor,
  stateOf,
  UnfitStandby,
  whereItStands,
} from './standby-state.ts';
import type { OnPosition } from './transactions.ts';

/** It has so long to let a reading begin, in ms: whoever asks can be answered by the primary. */
const BEGIN_MS_MAX = 2_000;
/** A connection on which nothing came for so long is given up, in ms: an export may rest for 330 s between two pages (held-snapshot.ts). */
const SILENT_MS_MAX = 360_000;
/** How much longer than a statement may take, in ms. */
const LATE_MS = REQUEST_ANSWER_MS - REQUEST_LIMITS_MS.statement_timeout;
/** Whoever asks what is wrong with it is told that it does not answer after so long, in ms. */
const TROUBLE_MS_MAX = 10_000;

export type Standby = ReturnType<typeof openStandby>;

export type StandbyOptions = {
  url: string;
  /** Whether it is signed in as by that address: the role of requests, which has its time limits in the database. */
  limits_on_role: boolean;
  connections_max: number;
  log: Log;
  /** How long it may be silent once it was asked something, in ms; a little longer than a statement may take, where the role gives those more time. */
  answer_ms_max?: number;
};

/** The copy of the database that reports and exports read (DATABASE_READ_URL), as the role of requests. Nothing is connected before the first reading. */
export function openStandby(options: StandbyOptions) {
  const { url, connections_max, log, answer_ms_max = REQUEST_ANSWER_MS } = options;
  const inWords = (error: unknown) => `${reasonOf(error)} (DATABASE_READ_URL, ${placeOf(url)})`;
  const known = knownOfStandby({ connections_max, inWords, log });
  let silent_ms_max = answer_ms_max;
  const { pool, breakOff } = poolOf(options, (statement_ms_max) => {
    silent_ms_max =
      statement_ms_max === 0 ? SILENT_MS_MAX : Math.max(answer_ms_max, statement_ms_max + LATE_MS);
  });
  const around: Around = (sending, send) =>
    inStatementsSpan(sending, () =>
      inTime(silent_ms_max, send(), () => {
        const error = new ConnectionLost(`it did not answer for ${silent_ms_max} ms`);
        known.leaveAlone(error);
        return error;
      }),
    );
  const database = databaseOf(pool, { may_be_standby: true, around });

  /**
   * Runs `work` in one state of the standby, for whoever the primary has found: it is told of when that state is, or null where this is the primary.
   * Throws NotOnStandby where the standby is not to be had, too far behind, or a copy of something else, knows the session as somebody else's or not
   * at all, or fails at what is read; what `work` itself throws, or takes too long for (57014), is thrown as it is.
   */
  async function read<T>(
    seen: Seen,
    work: (tx: Tx, as_of: Date | null) => Promise<T>,
    onPosition?: OnPosition,
  ): Promise<T> {
    known.assertNotLeftAlone();
    const was_full = known.isFull();
    let stage: 'beginning' | 'reading' | 'late' = 'beginning';
    const reading = inItsState(database, seen, onPosition, async (tx, as_of) => {
      // Whoever asked is with the primary by now.
      if (stage === 'late') throw new NotOnStandby('it was too late');
      stage = 'reading';
      return known.reading(() => work(tx, as_of));
    });
    const silence = pause(BEGIN_MS_MAX, undefined, { ref: false }).then(() => {
      if (stage === 'reading') return reading;
      stage = 'late';
      throw new ConnectionLost(`it did not answer for ${BEGIN_MS_MAX} ms`);
    });
    return Promise.race([reading, silence]).catch((error: unknown) => {
      throw stage === 'reading' ? ofReading(error) : ofBeginning(error, was_full);
    });
  }

  function ofBeginning(error: unknown, was_full: boolean): NotOnStandby {
    if (error instanceof UnfitStandby) known.unfit(error);
    if (error instanceof NotOnStandby) return error;
    if (was_full || known.isFull()) known.full();
    else known.leaveAlone(error);
    return new NotOnStandby('it was not to be had', { cause: error });
  }

  /** What is wrong with the reading itself would be wrong on the primary too. */
  function ofReading(error: unknown): unknown {
    if (error instanceof Problem || !isOfServer(error)) return error;
    // Its words may quote what was read.
    log.warn({ code: errorCode(error) || 'no answer' }, 'the standby broke off what was read there');
    return new NotOnStandby('it failed', { cause: error });
  }

  return {
    read,
    /** As `seenFor`. Throws NotOnStandby where nothing is to be read here now, whoever asks. */
    async seenFor(requests: Database, session_id: string, admit: (actor: Staff) => void): Promise<Seen> {
      known.assertNotLeftAlone();
      return seenFor(requests, session_id, admit).catch((error: unknown) => {
        if (error instanceof UnfitStandby) known.leaveAlone(error);
        throw error;
      });
    },
    ...comparedBy(database, inWords, Math.min(answer_ms_max, TROUBLE_MS_MAX)),
    /** Waits a moment for what is under way. */
    async close(): Promise<void> {
      await atMost(LEFT_OVER_MS_MAX, pool.end());
      breakOff();
    },
  };
}

/** `onLimit` is told how long the role's statements may take, in ms; 0: for ever. */
function poolOf(
  { url, limits_on_role, connections_max, log }: StandbyOptions,
  onLimit: (statement_ms_max: number) => void,
) {
  const sockets = new Set<Socket>();
  async function prepare(client: pg.ClientBase): Promise<void> {
    await assertRequestRole(client);
    if (limits_on_role) onLimit(await statementLimit(client));
  }
  const pool = new pg.Pool({
    ...poolSettings({ url: limits_on_role ? url : requestUrlOf(url), connections_max }),
    ...(limits_on_role ? {} : REQUEST_LIMITS_MS),
    connectionTimeoutMillis: BEGIN_MS_MAX,
    // A pooler before a server that is frozen lets everybody in, and is silent only then.
    onConnect: (client) => inTime(BEGIN_MS_MAX, prepare(client), () => new ConnectionLost('no answer')),
    stream: () => {
      const socket = new Socket();
      sockets.add(socket.once('close', () => sockets.delete(socket)));
      return socket.setTimeout(SILENT_MS_MAX, () => socket.destroy(new Error('the standby fell silent')));
    },
  });
  logLostConnections(pool, 'standby', log);
  const breakOff = () => {
    for (const socket of sockets) socket.destroy();
  };
  return { pool, breakOff };
}

async function statementLimit(client: pg.ClientBase): Promise<number> {
  const { rows } = await client.query<{ ms: number }>(
    "select setting::int as ms from pg_settings where name = 'statement_timeout'",
  );
  return rows[0]?.ms ?? 0;
}

/** What is asked of it without anybody's report. Both throw where the primary does not answer. */
function comparedBy(database: Database, inWords: (error: unknown) => string, answer_ms_max: number) {
  async function compare(primary: Database): Promise<{ behind_ms: number; trouble: string | null }> {
    const unfit = (error: unknown) => {
      const behind_ms = error instanceof UnfitStandby ? error.behind_ms : Number.POSITIVE_INFINITY;
      return { behind_ms, trouble: inWords(error) };
    };
    try {
      const stands = await whereItStands(primary);
      const asked = database.connection().execute((one) => stateOf(one as Database, stands));
      return await inTime(answer_ms_max, asked, () => new ConnectionLost('no answer')).then(
        ({ as_of }) => ({ behind_ms: as_of ? stands.at.getTime() - as_of.getTime() : 0, trouble: null }),
        unfit,
      );
    } catch (error) {
      if (error instanceof UnfitStandby) return unfit(error);
      throw error;
    }
  }
  return {
    /** Why reports are not read here now, for people; null where they are. */
    trouble: async (primary: Database): Promise<string | null> => (await compare(primary)).trouble,
    /** How old what it answers is at most, in seconds; Infinity where it cannot be read at all. */
    behindSeconds: async (primary: Database): Promise<number> =>
      Math.max(0, (await compare(primary)).behind_ms / 1000),
  };
}

/** By their own time limit, or by somebody: the primary would take as long. */
const CANCELLED = '57014';
/** Connections, what has to be replayed there, what a migration has not brought there yet, room, locks and recovery, shutdowns, disks, damage. */
const OF_SERVER = /^(?:08|40|42|53|55|57|58|XX)/;

function isOfServer(error: unknown): boolean {
  if (isRetryable(error) || error instanceof NoConnection) return true;
  const code = error instanceof pg.DatabaseError ? (error.code ?? '') : '';
  return code !== CANCELLED && OF_SERVER.test(code);
}

/** Throws what `late` makes where the answer takes longer than `ms`; nobody hears it then. */
async function inTime<T>(ms: number, answer: Promise<T>, late: () => Error): Promise<T> {
  let limit: NodeJS.Timeout | undefined;
  const silence = new Promise<never>((_, reject) => {
    limit = setTimeout(() => reject(late()), ms);
  });
  try {
    return await Promise.race([answer, silence]);
  } finally {
    clearTimeout(limit);
  }
}
