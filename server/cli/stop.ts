import { TerminalError } from './terminal-error.ts';

const asked = new AbortController();

/**
 * Aborted with a TerminalError once the command is asked to end. Long work looks at it at every step and ends as after any failure: what
 * was half written is removed, what was started is stopped.
 */
export const stop: AbortSignal = asked.signal;

/** As shells know it: ended by Ctrl-C. */
export const STOPPED_EXIT_CODE = 130;

/** From now on Ctrl-C, SIGTERM and a closed terminal ask the work to end; a second one ends the process where it is. */
export function listenForStop(): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.once(signal, () => asked.abort(new TerminalError('Stopped')));
  }
}
