import { Agent, type ClientRequest, get } from 'node:http';
import { CHANGES_PATH, type ChangeHint, HEARTBEAT_MS } from '../../contract/rules/changes-stream.ts';
import type { CrowdShop, Person } from './crowd.ts';

/** A hint as it arrived; `at_ms` since the epoch. */
export type ReceivedHint = { command_id: string; at_ms: number; who: 'desk' | 'driver' };

export type Listeners = Awaited<ReturnType<typeof openListeners>>;

/**
 * Opens a stream for each person of the crowd, as devices do, and records hints. Resolves once each stream
 * has sent data.
 */
export async function openListeners(url: string, crowd: readonly CrowdShop[]) {
  const agent = new Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY });
  const arrived: ReceivedHint[] = [];
  const requests: ClientRequest[] = [];
  const counted = { writes: 0, hints: 0, unnamed: 0, read_all: 0, ended: 0 };
  let is_closing = false;

  function hear(block: string, who: ReceivedHint['who']): void {
    const at_ms = performance.timeOrigin + performance.now();
    const event = /^event: (\w+)$/m.exec(block)?.[1];
    if (event === 'read_all') counted.read_all += 1;
    if (event !== 'hints') return;
    counted.writes += 1;
    const hints = JSON.parse(/^data: (.*)$/m.exec(block)?.[1] ?? '[]') as ChangeHint[];
    counted.hints += hints.length;
    for (const { command_id, topic } of hints) {
      if (command_id === null) counted.unnamed += 1;
      else if (topic === 'orders') arrived.push({ command_id, at_ms, who });
    }
  }

  function open({ access_token }: Person, who: ReceivedHint['who']): Promise<void> {
    return new Promise((resolve, reject) => {
      const request = get(
        url + CHANGES_PATH,
        { agent, headers: { authorization: `Bearer ${access_token}` } },
        (response) => {
          if (response.statusCode !== 200)
            return reject(new Error(`A stream responded ${response.statusCode}`));
          let text = '';
          response.setEncoding('utf8');
          response.on('data', (chunk: string) => {
            const blocks = (text + chunk).split('\n\n');
            text = blocks.pop() ?? '';
            for (const block of blocks) hear(block, who);
            resolve();
          });
          response.on('close', () => {
            if (!is_closing) counted.ended += 1;
          });
          response.on('error', () => undefined);
        },
      );
      request.setTimeout(3 * HEARTBEAT_MS, () => request.destroy(new Error('A stream was silent')));
      request.on('error', (error) => {
        if (!is_closing) reject(error);
      });
      requests.push(request);
    });
  }

  const people = crowd.flatMap(({ desk, drivers }) => [
    ...desk.map((person) => [person, 'desk'] as const),
    ...drivers.map((person) => [person, 'driver'] as const),
  ]);
  // Opens 50 streams at a time, as after a restart of the server but without the delay before pages
  // reconnect.
  for (let at = 0; at < people.length; at += 50) {
    await Promise.all(people.slice(at, at + 50).map(([person, who]) => open(person, who)));
  }
  return {
    count: people.length,
    arrived,
    counted,
    close(): void {
      is_closing = true;
      for (const request of requests) request.destroy();
      agent.destroy();
    },
  };
}
