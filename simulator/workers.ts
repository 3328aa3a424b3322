import { type ChildProcess, fork } from 'node:child_process';
import type { Bundle } from './bundle.ts';
import { cloneDatabase, seedBugInDatabase } from './database/start-postgres.ts';
import type { SeededBug } from './seeded-bugs/seeded-bug.ts';
import type { SeedRequest, SeedResult } from './worker.ts';

/** A process with its own database, which runs one seed after another. */
export type Worker = {
  run(asked: SeedRequest): Promise<SeedResult>;
  end(): Promise<void>;
};

/** The real time after which a seed is given up because the simulator itself hangs, in ms. */
const SEED_MS_MAX = 600_000;

export async function startWorker(
  socket: string,
  database: string,
  bundle: Bundle,
  bug: SeededBug | null,
): Promise<Worker> {
  await cloneDatabase(socket, database);
  if (bug && 'sql_function' in bug) await seedBugInDatabase(socket, database, bug);
  const child = fork(bundle.worker, [socket, database, bundle.tab, bundle.background], {
    execArgv: ['--enable-source-maps'],
  });
  await nextMessage(child);
  return {
    async run(asked) {
      const answered = nextMessage(child);
      child.send(asked);
      return (await answered) as SeedResult;
    },
    end: () =>
      new Promise((resolve) => {
        child.once('exit', () => resolve());
        child.kill('SIGKILL');
      }),
  };
}

function nextMessage(child: ChildProcess): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const late = setTimeout(
      () => finish(() => reject(new Error('The worker did not respond.'))),
      SEED_MS_MAX,
    );
    const onMessage = (message: unknown) => finish(() => resolve(message));
    const onExit = () => finish(() => reject(new Error('The worker has ended.')));
    child.once('message', onMessage);
    child.once('exit', onExit);
    function finish(how: () => void): void {
      clearTimeout(late);
      child.off('message', onMessage);
      child.off('exit', onExit);
      how();
    }
  });
}
