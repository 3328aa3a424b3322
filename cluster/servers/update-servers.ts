import { setTimeout as pause } from 'node:timers/promises';
import type { GroupedServer } from './server-group.ts';

/** Longer than HAProxy's check interval for a server that was down, half a second (haproxy.cfg). */
const SEEN_AGAIN_MS = 1_500;

/** Stops each server in turn and restarts it, as an update does. Returns the problems. */
export async function updateServers(servers: readonly GroupedServer[], rounds: number): Promise<string[]> {
  const wrong: string[] = [];
  for (let round = 0; round < rounds; round += 1) {
    for (const server of servers) {
      const code = await server.stop();
      if (code !== 0) wrong.push(`a server exited with ${code} after SIGTERM`);
      await server.start();
      await pause(SEEN_AGAIN_MS);
    }
  }
  return wrong;
}
