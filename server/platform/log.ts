import { type Logger, type LoggerOptions, pino } from 'pino';

import { currentWork } from './current-work.ts';
import { describeError } from './logged-error.ts';

export type Log = Logger;
export type LogLevel = 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent';

/** Fields that must never reach a log line, wherever somebody passes a whole object by mistake. */
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

/** How many lines of one kind each process writes in a minute of requests whose senders have shown no live session: a flood fills no disk. */
const STRANGERS_LINES = { error: 60, warn: 600, info: 6_000 };

/** JSON lines on stdout: ids, codes and durations (`…_ms`), never names, phones, addresses or amounts that tell a person. */
export function createLog(level: LogLevel, destination?: { write(line: string): void }): Log {
  const options: LoggerOptions = {
    hooks: { logMethod: fewOfStrangers() },
    level,
    base: null,
    // Which request or job it was written for. A copy: what is logged is added to it.
    mixin: () => ({ ...currentWork()?.named }),
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: { err: describeError },
    formatters: { level: (label: string) => ({ level: label }) },
    redact: { paths: PERSONAL.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]), censor: '[removed]' },
  };
  if (destination) return pino(options, destination);
  const stdout = pino.destination(1);
  // A closed terminal takes no line any more; that must not keep the server from stopping its database.
  stdout.on('error', () => undefined);
  return pino(options, stdout);
}

/** Counts by minute and kind, and says afterwards how many lines of a minute were left out. */
function fewOfStrangers(): NonNullable<NonNullable<LoggerOptions['hooks']>['logMethod']> {
  let minute = 0;
  let left_out = 0;
  const written = new Map<string, number>();
  return function (input, write, level) {
    if (!currentWork()?.by_stranger) return write.apply(this, input);
    const this_minute = Math.floor(performance.now() / 60_000);
    if (this_minute !== minute) {
      const told = left_out;
      [minute, left_out] = [this_minute, 0];
      written.clear();
      if (told > 0) this.warn({ left_out: told }, 'lines about requests of strangers left out');
    }
    const name = level >= LEVELS.error ? 'error' : level >= LEVELS.warn ? 'warn' : 'info';
    const kind = `${name} ${input.find((part) => typeof part === 'string') ?? ''}`;
    const count = (written.get(kind) ?? 0) + 1;
    written.set(kind, count);
    if (count <= STRANGERS_LINES[name]) write.apply(this, input);
    else left_out += 1;
  };
}

export const silentLog: Log = createLog('silent');
