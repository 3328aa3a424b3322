import type { Log } from '../../server/platform/log.ts';

type Said = { err?: unknown; code?: unknown };

/** A server's log, of which only what went wrong is kept. */
export function simulationLog(keep: (line: string) => void): Log {
  const failed = (said: unknown, text?: string) => {
    const { err, code } = (typeof said === 'object' && said !== null ? said : {}) as Said;
    const why = err instanceof Error ? `${err.name}: ${err.message}` : String(err ?? code ?? '');
    keep([text ?? (typeof said === 'string' ? said : ''), why].filter(Boolean).join(': '));
  };
  const nothing = () => undefined;
  const log = { error: failed, fatal: failed, warn: nothing, info: nothing, debug: nothing, trace: nothing };
  return log as unknown as Log;
}
