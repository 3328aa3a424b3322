import { t } from '@lingui/core/macro';
import {
  EXPORT_ROWS_HEADER,
  EXPORT_TYPES,
  type ExportFormat,
  XLSX_ROWS_MAX,
} from '../../../contract/rules/exports.ts';
import { REPORT_ENDPOINTS } from '../../../contract/rules/report-endpoints.ts';
import { localProblem, NoAnswer, ProblemError } from '../../api/errors.ts';
import { identity } from '../../api/identity.ts';
import { messageOf } from '../../api/problem-words.ts';
import { jsonOf } from '../../api/request.ts';
import { holdingPage } from '../../world/page-use.ts';
import { thisTab } from '../../world/this-tab.ts';
import { countWords } from '../figures/count-words.ts';
import { type Exportable, setExport } from './export-store.ts';
import { diskSink, downloadSink, filePicker, type Sink } from './file-sink.ts';
import { type Watch, watchFile } from './whole-file.ts';

/** Nothing came for so long: whatever lies between is gone. */
const QUIET_MS = 60_000;
const TELL_EACH_MS = 250;
/** Larger files go straight to the disk, where the browser can do that. */
const IN_MEMORY_ROWS_MAX = 100_000;

class NotWhole extends Error {}

/** Begins to write a view to a file. Called by a press of a button: only then a browser lets one choose a file. */
export async function beginExport(what: Exportable, format: ExportFormat): Promise<void> {
  const pick = (what.rows ?? 0) > IN_MEMORY_ROWS_MAX ? filePicker() : null;
  let handle: FileSystemFileHandle | null = null;
  if (pick) {
    const chosen = await pick({ suggestedName: `${what.title}.${format}` }).catch(() => 'none' as const);
    if (chosen === 'none') return;
    handle = chosen;
  }
  await holdingPage(run(what, format, handle));
}

async function run(
  what: Exportable,
  format: ExportFormat,
  handle: FileSystemFileHandle | null,
): Promise<void> {
  const { title } = what;
  const stop = new AbortController();
  let sink: Sink | null = null;
  const is_mine = watchedUser();
  const running = {
    at: 'running',
    title,
    rows: what.rows,
    rows_done: 0,
    bytes: 0,
    cancel: () => stop.abort(),
  } as const;
  setExport(running);
  try {
    const answer = await askFor({ ...what.view, format }, stop.signal);
    const rows = Number(answer.headers.get(EXPORT_ROWS_HEADER));
    const file_name = nameOf(answer) ?? `${title}.${format}`;
    sink = handle ? await diskSink(handle) : downloadSink(file_name, EXPORT_TYPES[format]);
    const watch = watchFile(format);
    await take(answer, stop, { sink, watch }, (bytes) =>
      setExport({ ...running, rows, rows_done: watch.rows(), bytes }),
    );
    if (!watch.isWhole(rows)) throw new NotWhole();
    await sink.finish();
    if (is_mine()) setExport({ at: 'done', file_name: handle?.name ?? file_name, rows });
  } catch (error) {
    await sink?.drop().catch(() => undefined);
    if (!is_mine()) return;
    if (stop.signal.aborted && stop.signal.reason !== 'quiet') setExport({ at: 'cancelled', title });
    else
      setExport({
        at: 'failed',
        title,
        why: whyOf(error),
        again: () => void holdingPage(run(what, format, handle)),
      });
  }
}

function watchedUser(): () => boolean {
  const user_id = identity().user_id();
  return () => identity().user_id() === user_id;
}

/** Throws ProblemError when the server refused it, NoAnswer when nothing of ours arrived. A 401 is tried once more, with a new token. */
async function askFor(body: { format: ExportFormat }, signal: AbortSignal): Promise<Response> {
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
  if (ok && type.startsWith(EXPORT_TYPES[body.format])) return answer;
  if (ok) throw new NoAnswer('not_ours', { sent: true, status });
  const retry_after = headers.get('retry-after');
  jsonOf({ ok, status, type, retry_after, feed_position: null, text: await answer.text() });
  throw new NoAnswer('not_ours', { sent: true, status });
}

function send(body: object, access_token: string, signal: AbortSignal): Promise<Response> {
  const { path } = REPORT_ENDPOINTS.export_view;
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

/** Takes the whole answer, a piece at a time. Throws where it breaks off. */
async function take(
  answer: Response,
  stop: AbortController,
  { sink, watch }: { sink: Sink; watch: Watch },
  tell: (bytes: number) => void,
): Promise<void> {
  const reader = answer.body?.getReader();
  if (!reader) throw new NoAnswer('not_ours', { sent: true, status: answer.status });
  let bytes = 0;
  let told_at = Number.NEGATIVE_INFINITY;
  for (;;) {
    const endWait = thisTab.timer.after(QUIET_MS, () => stop.abort('quiet'));
    const { done, value } = await reader.read().finally(endWait);
    if (done) return;
    watch.see(value);
    bytes += value.byteLength;
    await sink.write(value);
    if (thisTab.elapsed() - told_at < TELL_EACH_MS) continue;
    told_at = thisTab.elapsed();
    tell(bytes);
  }
}

function nameOf(answer: Response): string | null {
  return /filename="([^"]+)"/.exec(answer.headers.get('content-disposition') ?? '')?.[1] ?? null;
}

function whyOf(error: unknown): string {
  if (error instanceof ProblemError) {
    const { code, errors } = error.problem;
    if (errors?.some(({ pointer }) => pointer === '/format'))
      return t`Excel takes ${countWords(XLSX_ROWS_MAX)} rows at most. CSV takes them all.`;
    if (code === 'unavailable')
      return t`The server is busy, maybe with other exports. Try again in a moment.`;
    return messageOf(error);
  }
  if (error instanceof NoAnswer) return messageOf(error);
  if (error instanceof NotWhole) return t`The file did not arrive whole.`;
  // A connection that broke off is told by the browser's own error.
  if (error instanceof TypeError || stopped(error))
    return t`The connection broke off before the file was whole.`;
  return t`The file could not be written.`;
}

function stopped(error: unknown): boolean {
  return error === 'quiet' || (error instanceof DOMException && error.name === 'AbortError');
}
