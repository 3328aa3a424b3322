import { openDatabase } from './open-database.ts';
import { runMandoob } from './program.ts';
import { listenForStop } from './stop.ts';

listenForStop();
process.exitCode = await runMandoob(process.argv.slice(2), openDatabase);
