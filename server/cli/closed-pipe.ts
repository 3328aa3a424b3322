/**
 * Whoever reads the output may stop before it ends, as `head` does: what is written from then on goes nowhere, and the command does
 * what it began without a word about it. Every other failure of the stream is thrown as before.
 */
export function outliveClosedPipe(stream: NodeJS.WriteStream): void {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
  });
}
