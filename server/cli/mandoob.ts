import { openDatabase } from './open-database.ts';
import { runMandoob } from './program.ts';

process.exitCode = await runMandoob(process.argv.slice(2), openDatabase);
