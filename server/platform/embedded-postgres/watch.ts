import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { errorText } from '../error-text.ts';
import { isRunning } from '../process-table.ts';
import { clearLeftovers, type Postmaster, startPostmaster } from './postmaster.ts';

const LOOK_EVERY_MS = 1_000;

/**
 * Starts the postmaster again, where its clients look for it, when it ends though nobody stopped it (a system out
 * of memory kills the largest program). `end` waits for a start under way; call it before stopping the postmaster.
 */
export async function keepRunning(
  postmaster: Postmaster,
  durable: boolean,
): Promise<{ end(): Promise<void> }> {
  let pid = await pidOf(postmaster);
  let looking: Promise<void> | undefined;

  async function look(): Promise<void> {
    if (await isRunning(pid)) return;
    postmaster.log.error({ pid }, 'the database ended unexpectedly: starting it again');
    try {
      await clearLeftovers(postmaster);
      await startPostmaster(postmaster, { durable, choose_port: async () => postmaster.port });
      pid = await pidOf(postmaster);
      postmaster.log.info({ pid }, 'the database runs again');
    } catch (error) {
      postmaster.log.error({ error: errorText(error) }, 'it does not start');
    }
  }

  const timer = setInterval(() => {
    looking ??= look().finally(() => {
      looking = undefined;
    });
  }, LOOK_EVERY_MS);
  timer.unref();
  return {
    async end() {
      clearInterval(timer);
      await looking;
    },
  };
}

async function pidOf({ cluster }: Postmaster): Promise<number> {
  return Number((await readFile(join(cluster, 'postmaster.pid'), 'utf8')).split('\n')[0]);
}
