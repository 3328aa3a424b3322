import { resolve } from 'node:path';
import type { LogLevel } from '../logging/log.ts';
import { DEFAULT_DATA_DIR } from '../own-package.ts';
import {
  BadSettings,
  type Environment,
  type Reading,
  read,
  readNumber,
  readOneOf,
  textOf,
} from '../read-settings.ts';
import { readFilesSetting } from './files-setting.ts';
import { isAddressRange } from './trusted-proxies.ts';

/** Every setting, validated. Paths are absolute; null means not set. */
export type Config = ReturnType<typeof readSettings>['config'];

export type SessionLimits = Pick<Config, 'session_unused_days' | 'session_total_days'>;

const LOG_LEVELS: readonly LogLevel[] = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'];
const SECRET_LENGTH_MIN = 32;
const DAYS_MAX = 3650;
const CONNECTIONS_MAX = 500;
const DRAIN_SECONDS_MAX = 300;
const NAMED_STATEMENTS = ['auto', 'yes', 'no'] as const;

/** Controls named prepared statements; `auto` uses them if there is no pooler in front of the database. */
export type NamedStatements = (typeof NAMED_STATEMENTS)[number];
const DEMO_PASSWORD = 'mandoob-demo';

type Options = { demo?: boolean };

/** Reads all settings from the environment; an empty one counts as not set. Throws BadSettings. */
export function readConfig(env: Environment, options: Options = {}): Config {
  const { config, problems } = readSettings(env, options);
  if (problems.length > 0) throw new BadSettings(problems);
  return config;
}

/**
 * Like `readConfig`, but returns the problems instead of throwing: an invalid setting has its default in
 * `config`. `defaults` contains every setting with its default.
 */
export function readSettings(env: Environment, { demo = false }: Options = {}) {
  const reading: Reading = { env, problems: [], defaults: new Map() };
  const data_dir = read<string>(reading, 'DATA_DIR', DEFAULT_DATA_DIR, (text) => resolve(text));
  const host = read<string>(reading, 'HOST', '127.0.0.1', (text) => text);
  const port = readNumber(reading, 'PORT', 3000, [0, 65_535]);
  const database_url = read<string | null>(reading, 'DATABASE_URL', null, databaseUrlOf);
  const config = {
    host,
    /** With 0 the operating system chooses a free port (tests). */
    port,
    data_dir,
    database_url,
    /** The separate login for requests; null: the login of DATABASE_URL, which switches to their role. */
    database_request_url: read<string | null>(reading, 'DATABASE_REQUEST_URL', null, (text) =>
      databaseRequestUrlOf(text, reading),
    ),
    /** Maximum connections of a server: for requests, and for jobs and everything else (jobs use five). */
    request_connections: readNumber(reading, 'REQUEST_CONNECTIONS', 20, [2, CONNECTIONS_MAX]),
    owner_connections: readNumber(reading, 'OWNER_CONNECTIONS', 10, [6, CONNECTIONS_MAX]),
    named_statements: readOneOf(reading, 'NAMED_STATEMENTS', 'auto', NAMED_STATEMENTS),
    files: readFilesSetting(reading, data_dir),
    /** Without a trailing slash. */
    public_url: read(reading, 'PUBLIC_URL', defaultUrl(host, port), publicUrlOf),
    /**
     * Seconds for which a stopping server still accepts requests while `/readyz` reports that it is not
     * ready.
     */
    drain_seconds: readNumber(reading, 'DRAIN_SECONDS', 0, [0, DRAIN_SECONDS_MAX], 'number of seconds'),
    /** True if `public_url` is derived from HOST and PORT. */
    public_url_is_default: textOf(reading, 'PUBLIC_URL') === undefined,
    /** True if HSTS also covers the subdomains of `public_url`. */
    hsts_subdomains: read<boolean>(reading, 'HSTS_SUBDOMAINS', false, (text) =>
      hstsSubdomainsOf(text, reading),
    ),
    /** Addresses and ranges whose X-Forwarded-For is trusted. */
    trust_proxy: read<readonly string[]>(reading, 'TRUST_PROXY', [], proxiesOf),
    product_name: read<string>(reading, 'PRODUCT_NAME', 'Mandoob', productNameOf),
    /** A session ends after this many days without use, and after this many days in total. */
    session_unused_days: readNumber(reading, 'SESSION_UNUSED_DAYS', 30, [1, DAYS_MAX], 'number of days'),
    session_total_days: readNumber(reading, 'SESSION_TOTAL_DAYS', 90, [1, DAYS_MAX], 'number of days'),
    /** The first signs, all verify. Null: one is generated and stored in DATA_DIR. */
    auth_secrets: readSecrets(reading, database_url !== null && !demo),
    metrics: readMetrics(reading, { host, port }),
    log_level: readOneOf(reading, 'LOG_LEVEL', 'info', LOG_LEVELS),
    demo: demo ? readDemo(reading, host) : null,
  };
  return { config, problems: reading.problems, defaults: reading.defaults };
}

/** Returns the configuration with the port that the server listens on: with PORT=0 it is known only then. */
export function withListeningPort(config: Config, port: number): Config {
  const { public_url_is_default, host } = config;
  return { ...config, port, ...(public_url_is_default && { public_url: defaultUrl(host, port) }) };
}

/** Returns true if a HOST can be reached from this machine only. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127(\.\d{1,3}){3}$/.test(host);
}

function databaseUrlOf(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const is_postgres = url !== undefined && ['postgres:', 'postgresql:'].includes(url.protocol);
  if (is_postgres && url.hostname && url.pathname.length >= 2) return text;
  throw new Error('must look like postgres://user:password@host:5432/database');
}

function databaseRequestUrlOf(text: string, reading: Reading): string {
  const owner_url = textOf(reading, 'DATABASE_URL');
  if (owner_url === undefined)
    throw new Error('requires DATABASE_URL too: migrations and jobs use that login');
  const url = databaseUrlOf(text);
  if (userOf(url) === undefined || userOf(url) === userOf(owner_url)) {
    throw new Error('must sign in as mandoob_request: requests never use the login of DATABASE_URL');
  }
  return url;
}

/** Returns the user of a database URL; a query parameter overrides the user part, as in the driver. */
function userOf(text: string): string | undefined {
  if (!URL.canParse(text)) return undefined;
  const { username, searchParams } = new URL(text);
  return searchParams.get('user') ?? (username ? decodeURIComponent(username) : undefined);
}

function publicUrlOf(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const plain = url?.pathname === '/' && !url.search && !url.hash && !url.username && !url.password;
  if (plain && ['http:', 'https:'].includes(url.protocol)) return url.origin;
  throw new Error('must look like https://shop.example.com');
}

function hstsSubdomainsOf(text: string, reading: Reading): boolean {
  if (text !== 'yes' && text !== 'no') throw new Error('must be "yes" or "no"');
  if (text === 'yes' && !textOf(reading, 'PUBLIC_URL')?.startsWith('https:')) {
    throw new Error('requires a PUBLIC_URL that starts with https:');
  }
  return text === 'yes';
}

function proxiesOf(text: string): readonly string[] {
  if (text === 'none') return [];
  const list = text.split(',').map((entry) => entry.trim());
  const bad = list.find((entry) => !isAddressRange(entry));
  if (bad === undefined) return list;
  throw new Error(
    `must be "none" or addresses like 10.0.0.1 or 10.0.0.0/8, separated by commas; not "${bad}"`,
  );
}

function productNameOf(text: string): string {
  if (text.length > 60 || /\p{Cc}/u.test(text)) throw new Error('must be one line of at most 60 characters');
  return text.trim();
}

function readSecrets(reading: Reading, required: boolean): readonly string[] | null {
  if (required && textOf(reading, 'AUTH_SECRET') === undefined) {
    reading.problems.push(
      'AUTH_SECRET is required with DATABASE_URL, so that all servers share it (make one: openssl rand -base64 32)',
    );
  }
  return read<readonly string[] | null>(reading, 'AUTH_SECRET', null, (text) => {
    const list = text.split(',').map((secret) => secret.trim());
    if (list.every((secret) => secret.length >= SECRET_LENGTH_MIN)) return list;
    throw new Error(
      `needs at least ${SECRET_LENGTH_MIN} characters in each secret (make one: openssl rand -base64 32)`,
    );
  });
}

/** Reads the address that serves metrics, at a port of its own; null if metrics are not served. */
function readMetrics(
  reading: Reading,
  main: { host: string; port: number },
): { host: string; port: number } | null {
  const host = read<string>(reading, 'METRICS_HOST', '127.0.0.1', (text) => text);
  const port = readNumber(reading, 'METRICS_PORT', null, [0, 65_535]);
  if (port === null) return null;
  if (port !== 0 && port === main.port) {
    reading.problems.push(`METRICS_PORT must differ from PORT, which is ${main.port}`);
  }
  return { host, port };
}

function readDemo(reading: Reading, host: string): { password: string } {
  const password = read<string>(reading, 'DEMO_PASSWORD', DEMO_PASSWORD, (text) => text);
  if (textOf(reading, 'DEMO_PASSWORD') === undefined && !isLoopback(host)) {
    reading.problems.push(
      `HOST is ${host}, which other machines can reach, and the demo's password is public: set DEMO_PASSWORD too`,
    );
  }
  return { password };
}

function defaultUrl(host: string, port: number): string {
  const everywhere = host === '0.0.0.0' || host === '::';
  const name = everywhere ? 'localhost' : host.includes(':') ? `[${host}]` : host;
  return `http://${name}:${port}`;
}
