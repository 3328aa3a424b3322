import { Socket } from 'node:net';
import pg from 'pg';
import { outsideCurrentWork } from '../current-work.ts';
import { errorCode } from '../error-code.ts';
import { type Log, silentLog } from '../logging/log.ts';
import { assertRequestRole, REQUEST_LIMITS_MS, REQUEST_ROLE } from './database-roles.ts';

export type Pools = ReturnType<typeof openPools>;

export type PoolsOptions = {
  owner_url: string;
  request_url: string;
  /**
   * True if the database sets the time limits of the request role (ensureRequestLogin); connections then set
   * none.
   */
  limits_on_role?: boolean;
  log?: Log;
  owner_connections_max?: number;
  request_connections_max?: number;
};

/**
 * The time after which a request without a response from the database fails, in ms: a little later than a
 * statement ends there, and before a device gives up.
 */
export const REQUEST_ANSWER_MS = 25_000;

/** The idle time after which the system probes a connection, in ms; a dead one is detected 10 s later. */
const KEEP_ALIVE_AFTER_MS = 10_000;

/**
 * Cached plans grow stale with the tables, and a pool never notices a moved server: connections end after
 * this time.
 */
const CONNECTION_LIFETIME_S = 1_800;

/** Opens both pools. They connect at the first query; `close` waits for queries under way. */
export function openPools(options: PoolsOptions) {
  const { log = silentLog, owner_connections_max = 10, request_connections_max = 20 } = options;
  const sockets = new Map<Socket, number>();
  // Idle connections are not closed: a new one costs processor time (sign-in, the first plan of each
  // statement) when the machine is already busy. The driver's default of 10 s caused stalls under steady load
  // (decision 74).
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
    /**
     * Serves migrations, jobs, backup and verify. It owns the tables and bypasses row-level security: never
     * for requests.
     */
    owner,
    /** Serves requests, in a role to which row-level security applies. */
    request,
    /**
     * Breaks all connections made before this time (`performance.now()`): their server is dead or was
     * replaced.
     */
    breakOff: (made_before: number): void => {
      for (const [socket, made] of sockets) {
        if (made < made_before)
          socket.destroy(new Error('connection closed: its server is gone or was replaced'));
      }
    },
    close: (): Promise<void> => {
      closing ??= Promise.all([owner.end(), request.end()]).then(() => undefined);
      return closing;
    },
  };
}

/**
 * Returns the settings of a pool. With `as_requests` each connection must have the request role, or is
 * rejected.
 */
export function poolSettings(pool: {
  url: string;
  connections_max: number;
  as_requests?: boolean;
}): pg.PoolConfig {
  return {
    connectionString: pool.url,
    max: pool.connections_max,
    types: checkedTypes,
    application_name: 'mandoob',
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_AFTER_MS,
    connectionTimeoutMillis: 10_000,
    maxLifetimeSeconds: CONNECTION_LIFETIME_S,
    // Checks each new connection before its first query: sign-in and webhooks call no begin_request that
    // would fail. The pool's `verify` does not work here: a caller that times out while it runs is given the
    // connection nevertheless, which then never returns to the pool.
    ...(pool.as_requests && { onConnect: assertRequestRole }),
  };
}

/** Creates a socket and keeps it in the map until it closes. */
function trackedSocket(sockets: Map<Socket, number>): Socket {
  const socket = new Socket();
  sockets.set(socket, performance.now());
  socket.once('close', () => sockets.delete(socket));
  return socket;
}

/**
 * Logs lost connections. The pool replaces them, idle or not; without listeners they would end the process.
 */
function logLostConnections(pool: pg.Pool, name: string, log: Log): void {
  // Logged outside of the request that happened to open the connection.
  const lost = (error: Error) =>
    outsideCurrentWork(() => log.warn({ pool: name, code: errorCode(error) }, 'database connection lost'));
  pool.on('error', lost);
  pool.on('connect', (client) => client.on('error', lost));
}

/**
 * Returns the request URL for an external PostgreSQL: connections start in the request role, to which `reset
 * role` returns.
 */
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

/** int8 becomes a number, or throws if it would lose digits; a date stays text, since it has no time zone. */
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
    throw new RangeError(`The database returned an integer that is too large: ${text}`);
  return value;
}

/** The driver's list of types lacks array types, although it has parsers for them. */
const textArray = pg.types.getTypeParser(TEXT_ARRAY as number as 25) as (text: string) => (string | null)[];
