import { t } from '@lingui/core/macro';
import {
  EXPORT_TYPES,
  type ExportFormat,
  exportFileName,
  XLSX_ROWS_MAX,
} from '../../../contract/rules/reports/exports.ts';
import { NoResponse, ProblemError } from '../../api/errors.ts';
import { identity } from '../../api/identity.ts';
import { messageOf } from '../../api/problem-messages.ts';
import { preventReloadDuring } from '../../environment/page-use.ts';
import { thisTab } from '../../environment/this-tab.ts';
import { formatCount } from '../figures/format-count.ts';
import { type Exportable, setExport } from './export-store.ts';
import { type ChosenFile, chosenFile, downloadSink, filePicker, type Sink } from './file-sink.ts';
import { requestFile, TruncatedFile } from './streamed-file.ts';

const PROGRESS_EACH_MS = 250;
/** Larger exports are written directly to disk, if the browser supports that. */
const IN_MEMORY_ROWS_MAX = 100_000;

/** Starts an export. Must be called from a click: only then may the page open the browser's file dialog. */
export async function beginExport(what: Exportable, format: ExportFormat): Promise<void> {
  const pick = (what.rows ?? 0) > IN_MEMORY_ROWS_MAX ? filePicker() : null;
  let chosen: ChosenFile | null = null;
  if (pick) {
    const handle = await pick({ suggestedName: nameOf(what, format) }).catch(whyNone);
    if (handle === 'none') return;
    if (handle) chosen = await chosenFile(handle);
  }
  await preventReloadDuring(run(what, format, chosen));
}

/** Returns the file name; that of a report contains its dates, so that periods get different files. */
function nameOf({ view: { report }, title }: Exportable, format: ExportFormat): string {
  return report ? exportFileName(report.report, report, format) : `${title}.${format}`;
}

/** Returns `none` if the user chose no file; null if no file dialog opened: the export uses memory then. */
function whyNone(error: unknown): 'none' | null {
  return error instanceof DOMException && error.name === 'AbortError' ? 'none' : null;
}

async function run(what: Exportable, format: ExportFormat, chosen: ChosenFile | null): Promise<void> {
  const { title } = what;
  const stop = new AbortController();
  let sink: Sink | null = null;
  const is_mine = watchedUser();
  const running = { at: 'running', title, rows: what.rows, cancel: () => stop.abort() } as const;
  setExport({ ...running, rows_done: null });
  try {
    const file = await requestFile({ ...what.view, format }, stop);
    const { rows } = file;
    const name = chosen?.name ?? file.name ?? nameOf(what, format);
    sink = chosen ? await chosen.open() : downloadSink(name, EXPORT_TYPES[format]);
    const { write } = sink;
    let shown_at = Number.NEGATIVE_INFINITY;
    await file.take(async (chunk, rows_done) => {
      await write(chunk);
      if (thisTab.elapsed() - shown_at < PROGRESS_EACH_MS) return;
      shown_at = thisTab.elapsed();
      setExport({ ...running, rows, rows_done });
    });
    await sink.finish();
    if (is_mine()) setExport({ at: 'done', file_name: name, rows });
  } catch (error) {
    const is_cancelled = stop.signal.aborted && stop.signal.reason !== 'quiet';
    // Stops the server from sending the rest.
    stop.abort();
    await sink?.drop().catch(() => undefined);
    await chosen?.giveUp();
    if (!is_mine()) return;
    const again = () =>
      void (chosen ? beginExport(what, format) : preventReloadDuring(run(what, format, null)));
    if (is_cancelled) setExport({ at: 'cancelled', title });
    else setExport({ at: 'failed', title, why: whyOf(error), again });
  }
}

function watchedUser(): () => boolean {
  const user_id = identity().user_id();
  return () => identity().user_id() === user_id;
}

function whyOf(error: unknown): string {
  if (error instanceof ProblemError) {
    const { code, errors } = error.problem;
    if (errors?.some(({ pointer }) => pointer === '/format'))
      return t`An Excel file can have at most ${formatCount(XLSX_ROWS_MAX)} rows. A CSV file has no limit.`;
    if (code === 'unavailable')
      return t`The server is busy, maybe with other exports. Try again in a moment.`;
    return messageOf(error);
  }
  if (error instanceof NoResponse) return messageOf(error);
  if (error instanceof TruncatedFile) return t`The file arrived incomplete.`;
  // The browser reports a broken connection as a TypeError.
  if (error instanceof TypeError || stopped(error))
    return t`The connection was lost before the file was complete.`;
  return t`The file could not be written.`;
}

function stopped(error: unknown): boolean {
  return error === 'quiet' || (error instanceof DOMException && error.name === 'AbortError');
}
