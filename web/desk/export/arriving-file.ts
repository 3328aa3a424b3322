import type { ExportView } from '../../../contract/operations/desk/reports/export-view.schema.ts';
import { exportView } from '../../../contract/operations/desk/reports/export-view.ts';
import { frameReader } from '../../../contract/rules/reports/export-frames.ts';
import { COUNTED_TYPE, EXPORT_ROWS_HEADER } from '../../../contract/rules/reports/exports.ts';
import { localProblem, NoAnswer } from '../../api/errors.ts';
import { identity } from '../../api/identity.ts';
import { jsonOf } from '../../api/request.ts';
import { thisTab } from '../../world/this-tab.ts';

/** Nothing came for so long: whatever lies between is gone. */
const QUIET_MS = 60_000;

export class NotWhole extends Error {}

export type ArrivingFile = {
  /** Null where the server has not said it. */
  name: string | null;
  rows: number;
  /** Hands on the whole file, a piece at a time, with the rows it has by then. Throws NotWhole, and where it breaks off. */
  take(on: (piece: Uint8Array<ArrayBuffer>, rows_done: number) => Promise<void>): Promise<void>;
};

/** Asks for a file, which then arrives. Throws ProblemError when the server refused it, NoAnswer when nothing of ours arrived. */
export async function askForFile(
  view: Omit<ExportView, 'counted'>,
  stop: AbortController,
): Promise<ArrivingFile> {
  const answer = await answerTo({ ...view, counted: true }, stop.signal);
  const rows = Number(answer.headers.get(EXPORT_ROWS_HEADER));
  return {
    name: /filename="([^"]+)"/.exec(answer.headers.get('content-disposition') ?? '')?.[1] ?? null,
    rows,
    async take(on) {
      const frames = frameReader();
      for await (const bytes of bytesOf(answer, stop)) {
        for (const piece of frames.take(bytes)) await on(piece, frames.rows());
      }
      if (!frames.isWhole(rows)) throw new NotWhole();
    },
  };
}

/** A 401 is tried once more, with a new token. */
async function answerTo(body: ExportView, signal: AbortSignal): Promise<Response> {
  const credentials = await identity().credentials();
  if (!credentials) throw localProblem('not_signed_in');
  let answer = await send(body, credentials.access_token, signal);
  if (answer.status === 401) {
    const renewed = await identity().renew(credentials.access_token);
    if (!renewed || renewed.user_id !== credentials.user_id) throw localProblem('not_signed_in');
    answer = await send(body, renewed.access_token, signal);
  }
  const { ok, status, headers } = answer;
  const type = headers.get('content-type') ?? '';
  if (ok && type.startsWith(COUNTED_TYPE)) return answer;
  if (!ok) {
    const retry_after = headers.get('retry-after');
    jsonOf({ ok, status, type, retry_after, feed_position: null, text: await answer.text() });
  }
  throw new NoAnswer('not_ours', { sent: true, status });
}

function send(body: ExportView, access_token: string, signal: AbortSignal): Promise<Response> {
  const { path } = exportView;
  return thisTab
    .send(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${access_token}` },
      body: JSON.stringify(body),
      signal,
      cache: 'no-store',
      credentials: 'same-origin',
      redirect: 'manual',
    })
    .catch((cause: unknown) => {
      throw new NoAnswer(signal.aborted ? 'aborted' : 'network', { sent: true, cause });
    });
}

async function* bytesOf(answer: Response, stop: AbortController): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const reader = answer.body?.getReader();
  if (!reader) throw new NoAnswer('not_ours', { sent: true, status: answer.status });
  for (;;) {
    const endWait = thisTab.timer.after(QUIET_MS, () => stop.abort('quiet'));
    const { done, value } = await reader.read().finally(endWait);
    if (done) return;
    yield value;
  }
}
