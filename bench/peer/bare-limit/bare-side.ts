import type { Load } from '../../measure.ts';
import { bytesOf } from '../side.ts';

type Files = { first: Buffer; second: Buffer };

/** The same bytes in one request to the server beside this file. */
export function bareLoad(
  url: string,
  count: number,
  kinds: readonly ['photo', 'note'] | readonly ['signature', 'signature'],
): Load<Files> {
  const [first, second] = kinds;
  const jobs = Array.from({ length: count }, () => ({ first: bytesOf(first), second: bytesOf(second) }));
  const work = async (job: Files) => {
    const headers = { 'x-first-bytes': String(job.first.length) };
    const answer = await fetch(url, {
      method: 'POST',
      headers,
      body: Buffer.concat([job.first, job.second]),
    });
    await answer.text();
    if (answer.status !== 200) throw new Error(`the bare server answered ${answer.status}`);
  };
  return { jobs, work };
}
