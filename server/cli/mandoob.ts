import { openDatabase } from './open-installation.ts';
import { runMandoob } from './program.ts';
import { listenForStop } from './terminal/ending.ts';

outliveClosedPipe(process.stdout);
outliveClosedPipe(process.stderr);
listenForStop();
process.exitCode = await runMandoob(process.argv.slice(2), openDatabase);

/**
 * Ignores a closed pipe or terminal: the reader of the output may stop early, as `head` does. Later output is
 * lost, and the command ends as usual. Every other error of the stream is thrown.
 */
function outliveClosedPipe(stream: NodeJS.WriteStream): void {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    const is_closed = error.code === 'EPIPE' || (error.code === 'EIO' && stream.isTTY);
    if (!is_closed) throw error;
  });
}
