import { HttpClient, signInOf } from './http-client.ts';

/**
 * A separate process, so that the flood does not slow the measurements of its parent. Keeps wrong sign-ins in
 * flight until it receives a message. Sends `begun` at the first response, and at the end the number of
 * responses per status.
 */
export type FloodOrder = { url: string; in_flight: number };

const { url, in_flight } = JSON.parse(process.argv[2] ?? '') as FloodOrder;
const http = new HttpClient(url, in_flight);
const responses: Record<string, number> = {};
/** The server delays refusals deliberately, and longer the more sign-ins are pending. */
const ANSWER_MS_MAX = 30_000;
let stopped = false;
let tried = 0;
process.once('message', () => {
  stopped = true;
});
// The parent finished or died, so the flood must end.
process.once('disconnect', () => process.exit());

async function trySignIns(): Promise<void> {
  while (!stopped) {
    tried += 1;
    const sent = signInOf({ email: `nobody${tried}@flood.example`, password: 'wrong horse battery' });
    const { status } = await http.send(sent, ANSWER_MS_MAX);
    if (Object.keys(responses).length === 0) process.send?.('begun');
    responses[status] = (responses[status] ?? 0) + 1;
  }
}

await Promise.all(Array.from({ length: in_flight }, trySignIns));
http.close();
process.send?.(responses, () => process.disconnect());
