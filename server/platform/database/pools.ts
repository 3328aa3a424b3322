import { Socket } from 'node:net';
import pg from 'pg';
import { asNobodysWork } from '../current-work.ts';
import { errorCode } from '../error-code.ts';
import { type Log, silentLog } from '../logging/log.ts';
import { assertRequestRole, REQUEST_LIMITS_MS, REQUEST_ROLE } from './database-roles.ts';

export type Pools = ReturnType<typeof openPools>;

export type PoolsOptions = {
  owner_url: string;
  request_url: string;
  /** Whether the role of requests has its time limits in the database (ensureRequestLogin): then no connection brings any. */
  limits_on_role?: boolean;
  log?: Log;
  owner_connections_max?: number;
  request_connections_max?: number;
};

/** A request whose database does not answer is told so after this, in ms: a little later than a statement ends there, and before a phone gives up. */
export const REQUEST_ANSWER_MS = 25_000;

/** A connection on which nothing is said is asked after by the system; one that is gone is found so 10 s later, in ms. */
const KEEP_ALIVE_AFTER_MS = 10_000;

/** Cached plans grow stale with the tables, and a pool never notices a moved server: connections end after this. */
const CONNECTION_LIFETIME_S = 1_800;

/** Opens both pools. Nothing is connected before the first query; `close` waits for queries under way. */
export function openPools(options: PoolsOptions) {
  const { log = silentLog, owner_connections_max = 10, request_connections_max = 20 } = options;
  const sockets = new Map<Socket, number>();
  // An idle connection is not closed: a new one costs processor time (sign-in, the first plan of each statement) when the
  // machine is busy already. The driver's default of 10 s caused stalls under steady load (decision 74).
  const kept = { stream: () => trackedSocket(sockets), idleTimeoutMillis: 0 };
  const owner = new pg.Pool({
    ...poolSettings({ url: options.owner_url, connections_max: owner_connections_max }),
    ...kept,
  });
  const request = new pg.Pool({
    ...poolSettings({
      url: options.request_url,
      connections_max: request_connections_max,
      as_requests: true,
    }),
    ...(options.limits_on_role ? {} : REQUEST_LIMITS_MS),
    ...kept,
  });
  logLostConnections(owner, 'owner', log);
  logLostConnections(request, 'request', log);
  let closing: Promise<void> | undefined;
  return {
    /** Migrations, jobs, backup, verify. Owns the tables, so row security does not bind it: never serves a request. */
    owner,
    /** Serves requests, as a role that row security binds. */
    request,
    /** Breaks all connections made before a moment of `performance.now()`: their server answers no more, or another has taken over. */
    breakOff: (made_before: number): void => {
      for (const [socket, made] of sockets) {
        if (made < made_before) socket.destroy(new Error('given up: the database is elsewhere'));
      }
    },
    close: (): Promise<void> => {
      closing ??= Promise.all([owner.end(), request.end()]).then(() => undefined);
      return closing;
    },
  };
}

/** Of every pool of ours. `as_requests`: each connection is of their role, or refused. */
export function poolSettings(of: {
  url: string;
  connections_max: number;
  as_requests?: boolean;
}): pg.PoolConfig {
  return {
    connectionString: of.url,
    max: of.connections_max,
    types: checkedTypes,
    application_name: 'mandoob',
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_AFTER_MS,
    connectionTimeoutMillis: 10_000,
    maxLifetimeSeconds: CONNECTION_LIFETIME_S,
    // Of each new connection, before anything is asked on it: sign-in and webhooks begin no request that would refuse.
    // Not by `verify`: whoever stops waiting while that asks is handed the connection nevertheless, and it is never given back.
    ...(of.as_requests && { onConnect: assertRequestRole }),
  };
}

/** Known until it closes. */
function trackedSocket(sockets: Map<Socket, number>): Socket {
  const socket = new Socket();
  sockets.set(socket, performance.now());
  socket.once('close', () => sockets.delete(socket));
  return socket;
}

/** A connection that breaks is replaced by the pool, idle or not; without listeners it would end the process. */
function logLostConnections(pool: pg.Pool, name: string, log: Log): void {
  // Not for the request that happened to open it.
  const lost = (error: Error) =>
    asNobodysWork(() => log.warn({ pool: name, code: errorCode(error) }, 'database connection lost'));
  pool.on('error', lost);
  pool.on('connect', (client) => client.on('error', lost));
}

/** The request pool's address on a Postgres not ours: the request role from the first moment, so that `reset role` leads back to it. */
export function requestUrlOf(owner_url: string): string {
  const url = new URL(owner_url);
  const options = [url.searchParams.get('options'), `-c role=${REQUEST_ROLE}`].filter(Boolean).join(' ');
  url.searchParams.delete('options');
  // URLSearchParams writes a space as '+', which Postgres takes literally.
  url.search = [url.search.replace(/^\?/, ''), `options=${encodeURIComponent(options)}`]
    .filter(Boolean)
    .join('&');
  return url.href;
}

const INT8 = 20;
const INT8_ARRAY = 1016;
const DATE = 1082;
const DATE_ARRAY = 1182;
const TEXT_ARRAY = 1009;

/** int8 becomes a number, or throws where it would lose a digit; a date stays text, since it has no time zone. */
const checkedTypes: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') => {
    if (format === 'binary') return pg.types.getTypeParser(oid, 'binary');
    if (oid === INT8) return safeInteger;
    if (oid === INT8_ARRAY) return (text: string) => textArray(text).map((item) => item && safeInteger(item));
    if (oid === DATE) return (text: string) => text;
    if (oid === DATE_ARRAY) return textArray;
    return pg.types.getTypeParser(oid, 'text');
  }) as pg.CustomTypesConfig['getTypeParser'],
};

function safeInteger(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value))
    throw new RangeError(`The database answered an integer too large: ${text}`);
  return value;
}

/** The driver's type list leaves out array types, its parsers do not. */
const textArray = pg.types.getTypeParser(TEXT_ARRAY as number as 25) as (text: string) => (string | null)[];
