import { openDatabase } from './open-installation.ts';
import { runMandoob } from './program.ts';
import { listenForStop } from './terminal/ending.ts';

outliveClosedPipe(process.stdout);
outliveClosedPipe(process.stderr);
listenForStop();
process.exitCode = await runMandoob(process.argv.slice(2), openDatabase);

/**
 * Whoever reads the output may stop before it ends, as `head` does, or close the terminal: what is written from then on goes nowhere,
 * and the command ends as it would have. Every other failure of the stream is thrown as before.
 */
function outliveClosedPipe(stream: NodeJS.WriteStream): void {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    const is_closed = error.code === 'EPIPE' || (error.code === 'EIO' && stream.isTTY);
    if (!is_closed) throw error;
  });
}
