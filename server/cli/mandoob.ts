import { outliveClosedPipe } from './closed-pipe.ts';
import { openDatabase } from './open-database.ts';
import { runMandoob } from './program.ts';
import { listenForStop } from './stop.ts';

outliveClosedPipe(process.stdout);
outliveClosedPipe(process.stderr);
listenForStop();
process.exitCode = await runMandoob(process.argv.slice(2), openDatabase);
