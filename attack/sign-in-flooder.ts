import { HttpClient, signInOf } from './http-client.ts';

/**
 * A process of its own, so that the flood does not slow what is measured beside it: keeps wrong sign-ins in flight until told.
 * Says so with the first answer, and at the end how many answers of which status there were.
 */
export type FloodOrder = { url: string; in_flight: number };

const { url, in_flight } = JSON.parse(process.argv[2] ?? '') as FloodOrder;
const http = new HttpClient(url, in_flight);
const answers: Record<string, number> = {};
/** A refusal comes late on purpose, the later the more of them wait. */
const ANSWER_MS_MAX = 30_000;
let stopped = false;
let tried = 0;
process.once('message', () => {
  stopped = true;
});
// Whoever asked is done with it, or died: nobody is to be flooded any more.
process.once('disconnect', () => process.exit());

async function trySignIns(): Promise<void> {
  while (!stopped) {
    tried += 1;
    const asked = signInOf({ email: `nobody${tried}@flood.example`, password: 'wrong horse battery' });
    const { status } = await http.send(asked, ANSWER_MS_MAX);
    if (Object.keys(answers).length === 0) process.send?.('begun');
    answers[status] = (answers[status] ?? 0) + 1;
  }
}

await Promise.all(Array.from({ length: in_flight }, trySignIns));
http.close();
process.send?.(answers, () => process.disconnect());
