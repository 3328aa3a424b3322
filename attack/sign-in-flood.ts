import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { type AttackedServer, PASSWORD } from './attacked-server.ts';
import { signInOf } from './http-client.ts';
import { AttackReport } from './report.ts';
import type { FloodOrder } from './sign-in-flooder.ts';
import { median } from './unfinished-requests.ts';

const IN_FLIGHT = 240;
const SLOWER_MAX = 3;

/**
 * Keeps hundreds of wrong sign-ins in flight: signed-in users can still read, and a browser that signed in
 * before can still sign in.
 */
export async function signInFlood(place: AttackedServer, reads: number): Promise<AttackReport> {
  const tries = new AttackReport(`Sign-in flood: ${IN_FLIGHT} wrong passwords in flight`);
  const { device_token } = await signInFrom(place, undefined);
  const quiet_ms = median(await readSome(place, reads));
  const flood = await startFlood({ url: place.server.url, in_flight: IN_FLIGHT });
  // The first reads overlap the start of the flood.
  await readSome(place, Math.ceil(reads / 5));
  const flooded_ms = median(await readSome(place, reads));
  const known = await signInFrom(place, device_token);
  const responses = await flood.stop();
  tries.bound('a read of a signed-in user, against quiet', flooded_ms / quiet_ms, SLOWER_MAX, 'times');
  tries.figures.push(`a read took ${quiet_ms.toFixed(1)} ms quiet, ${flooded_ms.toFixed(1)} ms flooded`);
  tries.check(known.status === 200, `a browser that signed in before got ${known.status}`);
  tries.figures.push(`responses: ${JSON.stringify(responses)}`);
  const limited = Boolean(responses['429']) && !responses['200'] && !responses['500'] && !responses['0'];
  tries.check(limited, `the wrong sign-ins got ${JSON.stringify(responses)}`);
  return tries;
}

async function signInFrom(place: AttackedServer, known_by: string | undefined) {
  const { email } = place.shop.manager;
  const sent = signInOf({ email, password: PASSWORD, device_token: known_by });
  const { status, text } = await place.http.send(sent);
  const { device_token } = status === 200 ? (JSON.parse(text) as { device_token?: string }) : {};
  return { status, device_token };
}

async function readSome(place: AttackedServer, reads: number): Promise<number[]> {
  const took_ms: number[] = [];
  const headers = { authorization: `Bearer ${place.shop.driver.access_token}` };
  for (let n = 0; n < reads; n += 1) {
    const { status, ms } = await place.http.send({ method: 'GET', path: '/api/profile', headers });
    if (status !== 200) throw new Error(`/api/profile returned ${status}`);
    took_ms.push(ms);
  }
  return took_ms;
}

/** Resolves once the flood has started, so that nothing is measured before it. */
export async function startFlood(order: FloodOrder): Promise<{ stop(): Promise<Record<string, number>> }> {
  const program = fileURLToPath(new URL('./sign-in-flooder.ts', import.meta.url));
  const flooder = fork(program, [JSON.stringify(order)], { execArgv: ['--import', 'tsx'] });
  const ended = once(flooder, 'exit').then(() => Promise.reject(new Error('the flood ended unexpectedly')));
  // The process also ends when the flood is stopped, which is no error.
  ended.catch(() => {});
  const nextMessage = async () => (await Promise.race([once(flooder, 'message'), ended]))[0];
  await nextMessage();
  return {
    async stop() {
      const responses = nextMessage();
      flooder.send('stop');
      return await responses;
    },
  };
}
