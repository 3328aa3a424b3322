/** What the command line itself cannot do, or does not understand; the message is its sentence. */
export class TerminalError extends Error {
  override readonly name = 'TerminalError';
  readonly exit_code: number;

  constructor(message: string, exit_code = 1) {
    super(message);
    this.exit_code = exit_code;
  }
}

const asked = new AbortController();

/** Aborted with a TerminalError once the command is asked to end. Long work looks at every step, and ends as after any failure. */
export const stop: AbortSignal = asked.signal;

/** Neither done nor refused, as far as anybody knows. */
export const UNKNOWN_EXIT_CODE = 3;

/** As shells know it: ended by Ctrl-C. */
export const STOPPED_EXIT_CODE = 130;

/** From now on Ctrl-C, SIGTERM and a closed terminal ask the work to end; a second one ends the process where it is. */
export function listenForStop(): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.once(signal, () => asked.abort(new TerminalError('Stopped')));
  }
}
