import { setTimeout as pause } from 'node:timers/promises';
import type { GroupedServer } from './server-group.ts';

/** HAProxy asks a server that was away each half second (haproxy.cfg). */
const SEEN_AGAIN_MS = 1_500;

/** Each in turn is asked to stop, drains, and is started again, as an update does it. Answers what went wrong. */
export async function updateServers(servers: readonly GroupedServer[], rounds: number): Promise<string[]> {
  const wrong: string[] = [];
  for (let round = 0; round < rounds; round += 1) {
    for (const server of servers) {
      const code = await server.stop();
      if (code !== 0) wrong.push(`a server that was asked to stop ended with ${code}`);
      await server.start();
      await pause(SEEN_AGAIN_MS);
    }
  }
  return wrong;
}
