/** What the command line itself cannot do, or does not understand; the message is its sentence. */
export class TerminalError extends Error {
  override readonly name = 'TerminalError';
}
