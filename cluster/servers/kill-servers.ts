import { setTimeout as pause } from 'node:timers/promises';
import type { GroupedServer } from './server-group.ts';

/** The interval between kills, in ms. */
const EVERY_MS = 5_000;

/**
 * Kills a server every five seconds and restarts it immediately, for `minutes`. Returns the number of kills
 * once all servers run.
 */
export async function killServers(servers: readonly GroupedServer[], minutes: number): Promise<number> {
  const up = [...servers];
  const starting = new Set<Promise<void>>();
  const failures: unknown[] = [];
  const until = performance.now() + minutes * 60_000;
  let killed = 0;
  while (performance.now() < until && failures.length === 0) {
    // The server with the longest uptime; none if only one is up.
    const server = up.length > 1 ? up.shift() : undefined;
    if (server) {
      await server.kill();
      killed += 1;
      const started: Promise<void> = server
        .start()
        .then(() => void up.push(server))
        .catch((error: unknown) => void failures.push(error))
        .finally(() => starting.delete(started));
      starting.add(started);
    }
    await pause(EVERY_MS);
  }
  await Promise.all(starting);
  if (failures[0]) throw failures[0];
  return killed;
}
