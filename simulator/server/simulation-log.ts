import type { Log } from '../../server/platform/logging/log.ts';

type Said = { err?: unknown; code?: unknown };

export type Logged = {
  text: string;
  /** A failure that nobody has planned for, and that the simulator has not brought about. */
  is_unexpected: boolean;
};

/** A server's log, of which only what went wrong is kept. */
export function simulationLog(keep: (logged: Logged) => void): Log {
  const failed = (said: unknown, told?: string) => {
    const { err, code } = (typeof said === 'object' && said !== null ? said : {}) as Said;
    const text = [told ?? (typeof said === 'string' ? said : ''), ...reasonsOf(err), code]
      .filter(Boolean)
      .join(': ');
    keep({ text, is_unexpected: told === 'unexpected failure' && !OWN_DOING.test(text) });
  };
  const nothing = () => undefined;
  const log = { error: failed, fatal: failed, warn: nothing, info: nothing, debug: nothing, trace: nothing };
  return log as unknown as Log;
}

/** What the simulator does to servers that they may call unexpected. */
const OWN_DOING = /the balances of shop \d+ are stuck|canceling statement due to lock timeout/;

/** An error's own words and those of what caused it. */
function reasonsOf(error: unknown): string[] {
  if (!(error instanceof Error)) return error === undefined ? [] : [String(error)];
  return [`${error.name}: ${error.message}`, ...(error.cause === undefined ? [] : reasonsOf(error.cause))];
}
