import { type Logger, pino } from 'pino';

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

/**
 * JSON lines on stdout. Log lines carry ids, codes and durations (`…_ms`), never names, phone numbers, addresses
 * or amounts a person could be recognised by. Tests pass `silent`.
 */
export function createLog(level: LogLevel, destination?: { write(line: string): void }): Log {
  const options = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
    redact: { paths: PERSONAL.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]), censor: '[removed]' },
  };
  return destination ? pino(options, destination) : pino(options);
}

/** A log that says nothing, for tests and for the command line. */
export const silentLog: Log = createLog('silent');
