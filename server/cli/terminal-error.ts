/** What the command line itself cannot do, or does not understand; the message is its sentence. */
export class TerminalError extends Error {
  override readonly name = 'TerminalError';
  readonly exit_code: number;

  constructor(message: string, exit_code = 1) {
    super(message);
    this.exit_code = exit_code;
  }
}
