/** An error of the command line itself. Its message is shown to the user. */
export class TerminalError extends Error {
  override readonly name = 'TerminalError';
  readonly exit_code: number;

  constructor(message: string, exit_code = 1) {
    super(message);
    this.exit_code = exit_code;
  }
}

const stopping = new AbortController();

/** Aborted with a TerminalError when the command should stop. Long work checks it at every step. */
export const stop: AbortSignal = stopping.signal;

/** The exit code if it is unknown whether the command succeeded. */
export const UNKNOWN_EXIT_CODE = 3;

/** The shells' exit code for Ctrl-C. */
export const STOPPED_EXIT_CODE = 130;

/** Makes Ctrl-C, SIGTERM and a closed terminal stop the work; a second signal ends the process at once. */
export function listenForStop(): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.once(signal, () => stopping.abort(new TerminalError('Stopped')));
  }
}
