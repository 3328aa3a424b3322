import type { ExportView } from '../../../contract/operations/desk/reports/export-view.schema.ts';
import { exportView } from '../../../contract/operations/desk/reports/export-view.ts';
import { frameReader } from '../../../contract/rules/reports/export-frames.ts';
import { COUNTED_TYPE, EXPORT_ROWS_HEADER } from '../../../contract/rules/reports/exports.ts';
import { localProblem, NoResponse } from '../../api/errors.ts';
import { identity } from '../../api/identity.ts';
import { jsonOf } from '../../api/request.ts';
import { thisTab } from '../../environment/this-tab.ts';

/** A download that receives nothing for this long is aborted. */
const QUIET_MS = 60_000;

export class TruncatedFile extends Error {}

export type StreamedFile = {
  /** Null if the response does not name the file. */
  name: string | null;
  rows: number;
  /**
   * Passes on the file chunk by chunk, with the number of rows so far. Throws NotWhole if the file is
   * truncated, and the browser's error if the connection breaks.
   */
  take(on: (chunk: Uint8Array<ArrayBuffer>, rows_done: number) => Promise<void>): Promise<void>;
};

/** Requests a file. Throws ProblemError if the server refuses it, NoResponse without a usable response. */
export async function requestFile(
  view: Omit<ExportView, 'counted'>,
  stop: AbortController,
): Promise<StreamedFile> {
  const response = await responseTo({ ...view, counted: true }, stop.signal);
  const rows = Number(response.headers.get(EXPORT_ROWS_HEADER));
  return {
    name: /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1] ?? null,
    rows,
    async take(on) {
      const frames = frameReader();
      for await (const bytes of bytesOf(response, stop)) {
        for (const chunk of frames.take(bytes)) await on(chunk, frames.rows());
      }
      if (!frames.isWhole(rows)) throw new TruncatedFile();
    },
  };
}

/** Retries a 401 with a new token. */
async function responseTo(body: ExportView, signal: AbortSignal): Promise<Response> {
  const credentials = await identity().credentials();
  if (!credentials) throw localProblem('not_signed_in');
  let response = await send(body, credentials.access_token, signal);
  if (response.status === 401) {
    const renewed = await identity().renew(credentials.access_token);
    if (!renewed || renewed.user_id !== credentials.user_id) throw localProblem('not_signed_in');
    response = await send(body, renewed.access_token, signal);
  }
  const { ok, status, headers } = response;
  const type = headers.get('content-type') ?? '';
  if (ok && type.startsWith(COUNTED_TYPE)) return response;
  if (!ok) {
    const retry_after = headers.get('retry-after');
    jsonOf({ ok, status, type, retry_after, feed_position: null, text: await response.text() });
  }
  throw new NoResponse('not_ours', { sent: true, status });
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
      throw new NoResponse(signal.aborted ? 'aborted' : 'network', { sent: true, cause });
    });
}

async function* bytesOf(response: Response, stop: AbortController): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const reader = response.body?.getReader();
  if (!reader) throw new NoResponse('not_ours', { sent: true, status: response.status });
  for (;;) {
    const endWait = thisTab.timer.after(QUIET_MS, () => stop.abort('quiet'));
    const { done, value } = await reader.read().finally(endWait);
    if (done) return;
    yield value;
  }
}
