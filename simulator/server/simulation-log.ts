import type { Log } from '../../server/platform/logging/log.ts';

type LogFields = { err?: unknown; code?: unknown };

export type Logged = {
  text: string;
  /** True for a failure that neither the product expects nor the simulator caused. */
  is_unexpected: boolean;
};

/** Creates a server's log that keeps only errors. */
export function simulationLog(keep: (logged: Logged) => void): Log {
  const failed = (fields: unknown, message?: string) => {
    const { err, code } = (typeof fields === 'object' && fields !== null ? fields : {}) as LogFields;
    const text = [message ?? (typeof fields === 'string' ? fields : ''), ...reasonsOf(err), code]
      .filter(Boolean)
      .join(': ');
    keep({ text, is_unexpected: message === 'unexpected failure' && !INJECTED.test(text) });
  };
  const nothing = () => undefined;
  const log = { error: failed, fatal: failed, warn: nothing, info: nothing, debug: nothing, trace: nothing };
  return log as unknown as Log;
}

/** Errors caused by injected faults, which a server may log as unexpected. */
const INJECTED = /the balances of shop \d+ are stuck|canceling statement due to lock timeout/;

/** Returns the messages of an error and of its causes. */
function reasonsOf(error: unknown): string[] {
  if (!(error instanceof Error)) return error === undefined ? [] : [String(error)];
  return [`${error.name}: ${error.message}`, ...(error.cause === undefined ? [] : reasonsOf(error.cause))];
}
