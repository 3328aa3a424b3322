import { type Logger, type LoggerOptions, pino } from 'pino';

import { currentWork, outsideCurrentWork } from '../current-work.ts';
import { describeError } from './logged-error.ts';

export type Log = Logger;
export type LogLevel = 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent';

/** Fields that must never be logged, even when an object that contains them is passed by mistake. */
const PERSONAL = [
  'password',
  'token',
  'authorization',
  'cookie',
  'email',
  'phone',
  'address',
  'customer_name',
];

const LEVELS = pino.levels.values as Record<'error' | 'warn', number>;

/** Limits on lines of one kind that each process writes per minute for requests without a live session. */
const LINES_MAX = { error: 60, warn: 600, info: 6_000 };

type LogMethodHook = NonNullable<NonNullable<LoggerOptions['hooks']>['logMethod']>;

/**
 * Writes JSON lines to stdout: ids, codes and durations (`…_ms`), never names, phones, addresses or personal
 * amounts.
 */
export function createLog(level: LogLevel, destination?: { write(line: string): void }): Log {
  const options: LoggerOptions = {
    hooks: { logMethod: limitUnauthenticated() },
    level,
    base: null,
    // The fields of the current request or job. A copy, since pino adds the logged fields to it.
    mixin: () => ({ ...currentWork()?.named }),
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: { err: describeError },
    formatters: { level: (label: string) => ({ level: label }) },
    redact: { paths: PERSONAL.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]), censor: '[removed]' },
  };
  if (destination) return pino(options, destination);
  const stdout = pino.destination(1);
  // A closed terminal accepts no lines; that must not prevent the server from stopping its database.
  stdout.on('error', () => undefined);
  return pino(options, stdout);
}

/**
 * Returns a hook that drops lines of unauthenticated requests beyond their limits. The number of dropped
 * lines is written before the first line after the minute.
 */
function limitUnauthenticated(): LogMethodHook {
  let minute = 0;
  let dropped = 0;
  const written = new Map<string, number>();
  return function (input, write, level) {
    const this_minute = Math.floor(performance.now() / 60_000);
    if (this_minute !== minute) {
      const before = dropped;
      [minute, dropped] = [this_minute, 0];
      written.clear();
      if (before > 0) {
        outsideCurrentWork(() =>
          this.warn({ dropped: before }, 'log lines of unauthenticated requests dropped'),
        );
      }
    }
    if (!currentWork()?.is_unauthenticated) return write.apply(this, input);
    const name = level >= LEVELS.error ? 'error' : level >= LEVELS.warn ? 'warn' : 'info';
    const kind = kindOf(name, input);
    const count = (written.get(kind) ?? 0) + 1;
    written.set(kind, count);
    if (count <= LINES_MAX[name]) write.apply(this, input);
    else dropped += 1;
  };
}

/**
 * Returns the kind of a line: level, message, security event and route. Clients cannot choose new values: the
 * route is the pattern that matched, of which all unknown addresses share a few.
 */
function kindOf(level: string, input: readonly unknown[]): string {
  const [fields] = input;
  const { event, route }: { event?: unknown; route?: unknown } =
    typeof fields === 'object' && fields !== null ? fields : {};
  return [level, input.find((part) => typeof part === 'string'), event, route].join('\n');
}

export const silentLog: Log = createLog('silent');
