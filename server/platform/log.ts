import { type Logger, pino } from 'pino';

import { currentWork } from './current-work.ts';

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

/** JSON lines on stdout: ids, codes and durations (`…_ms`), never names, phones, addresses or amounts that tell a person. */
export function createLog(level: LogLevel, destination?: { write(line: string): void }): Log {
  const options = {
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

/** What failed, never what it failed on: `detail` and `where` hold the row. A message seldom quotes a value, and is needed to know. */
function describeError(error: unknown): object {
  if (!(error instanceof Error)) return { type: typeof error };
  const { name, message, stack } = error;
  return { type: name, message, stack, ...('code' in error ? { code: error.code } : {}) };
}

export const silentLog: Log = createLog('silent');
