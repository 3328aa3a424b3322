import { t } from '@lingui/core/macro';
import type { Encoding } from '../../../contract/rules/encodings/encodings.ts';
import { type ListLayout, missingFields } from '../../../contract/rules/import/import-fields.ts';
import { identity } from '../../api/identity.ts';
import { messageOf } from '../../api/problem-messages.ts';
import { callEndpoint } from '../../api/this-page.ts';
import { preventReload } from '../../environment/page-use.ts';
import { thisTab } from '../../environment/this-tab.ts';
import { showToast } from '../../ui/toast.ts';
import { layoutFor } from './columns/layout-for.ts';
import { layoutInEncoding } from './columns/layout-in-encoding.ts';
import { orderOfRows } from './dates/date-order.ts';
import { createImportReader, type ImportReader } from './import-reader.ts';
import { kindOf, readingOf } from './import-source.ts';
import { forgetImport, type ImportState, importNow, type OpenImport, setImport } from './import-store.ts';
import { forgetInterrupted, rememberInterrupted } from './interrupted.ts';
import { UnreadableFile } from './reader/read-row.ts';
import type { OpenedFacts } from './reader/reader-worker.ts';
import {
  type Imported,
  importFile,
  NOTHING_IMPORTED,
  previewFile,
  type Reading,
  type SelectedOrders,
} from './run-import.ts';
import { type SendControl, Stopped } from './send-until-response.ts';
import { likelySheets } from './sheets/likely-sheets.ts';
import { unreadableText } from './unreadable-messages.ts';

/*
 * The steps from choosing a file to importing its orders. Saving orders continues on every page of the desk;
 * all other steps end when the import page is left. Orders that are saved stay saved.
 */

/** A running step. Its requests are sent in the name of the user who started it, and of no other user. */
type Work = SendControl & { as_user: string };

let reader: ImportReader | null = null;
let current_work: Work | null = null;
let open_places = 0;

/** Ends the previous step, whose later results are ignored, and starts one. */
function begin(): Work {
  end();
  const work: Work = {
    stopped: false,
    onPaused: (paused) => current_work === work && setImport({ paused }),
    as_user: identity().user_id() ?? '',
  };
  current_work = work;
  setImport({ paused: false });
  return work;
}

function end(): void {
  if (current_work) current_work.stopped = true;
  current_work = null;
}

function closeFile(): void {
  reader?.end();
  reader = null;
}

export function chooseAgain(why: string | null = null): void {
  end();
  closeFile();
  forgetImport(why);
}

function failed(work: Work, error: unknown): void {
  if (work !== current_work || error instanceof Stopped) return;
  chooseAgain(whyOf(error));
}

function whyOf(error: unknown): string {
  return error instanceof UnreadableFile ? unreadableText(error) : messageOf(error);
}

function readingFor(from: ImportReader, { opened, layout }: OpenImport, { as_user }: Work): Reading {
  return { reader: from, as_user, ...readingOf(opened, layout) };
}

export async function open(file: File, sheet: string | null = null): Promise<void> {
  const work = begin();
  closeFile();
  reader = createImportReader();
  setImport({ state: { at: 'opening', file } });
  try {
    const opened = await reader.open(file, sheet);
    if (opened.choices.length > 1) await openSheet(work, file, opened);
    else await mapOrPreview(work, file, opened, null);
  } catch (error) {
    failed(work, error);
  }
}

/** Opens the sheet with the orders; asks the user if there are several candidates. */
async function openSheet(work: Work, file: File, opened: OpenedFacts): Promise<void> {
  const { layouts } = await callEndpoint('read_import_memory', { as_user: work.as_user });
  if (work !== current_work) return;
  const likely = likelySheets(opened.choices, layouts);
  const [first] = likely;
  if (!first || likely.length > 1) setImport({ state: { at: 'sheet', file, choices: likely } });
  else if (first.name === opened.sheet) await mapOrPreview(work, file, opened, null);
  else await open(file, first.name);
}

type Mapped = OpenImport & { at: 'columns' | 'preview' };

/**
 * Previews a file whose columns are known; shows the mapping of any other. `before` is the mapping of the
 * same file in another encoding.
 */
async function mapOrPreview(
  work: Work,
  file: File,
  opened: OpenImport['opened'],
  before: Mapped | null,
): Promise<void> {
  if (kindOf(opened.header) === 'shopify') {
    if (work === current_work) await preview({ file, opened, layout: null });
    return;
  }
  const { layouts } = await callEndpoint('read_import_memory', { as_user: work.as_user });
  if (work !== current_work) return;
  const { layout, known, changed } = layoutFor(opened.header, opened.samples, layouts, opened.hidden.columns);
  const { header } = opened;
  const kept =
    before?.layout &&
    layoutInEncoding({ header: before.opened.header, layout: before.layout }, { header, layout });
  const is_known = kept ? before?.at === 'preview' && missingFields(kept).length === 0 : known;
  if (is_known) await preview({ file, opened, layout: kept ?? layout });
  else
    setImport({
      state: { at: 'columns', file, opened, layout: kept ?? layout, changed: kept ? null : changed },
    });
}

/** Reads the file in another encoding. If that fails, restores the previous state. */
export async function changeEncoding(state: Extract<ImportState, Mapped>, encoding: Encoding): Promise<void> {
  const { file, opened } = state;
  const work = begin();
  const other = createImportReader();
  setImport({ state: { at: 'opening', file } });
  try {
    const again = await other.open(file, opened.sheet, encoding);
    if (work !== current_work) return other.end();
    closeFile();
    reader = other;
    await mapOrPreview(work, file, again, state);
  } catch (error) {
    if (reader === other || !(error instanceof UnreadableFile)) return failed(work, error);
    other.end();
    if (work !== current_work) return;
    setImport({ state });
    showToast({ kind: 'error', title: t`The file cannot be read in this encoding` });
  }
}

export async function preview({ file, opened, layout, dates_answered }: OpenImport): Promise<void> {
  const current = { file, opened, layout, dates_answered };
  const work = begin();
  if (!reader) return;
  setImport({ state: { ...current, progress: 0, count: 0, at: 'previewing' } });
  try {
    const result = await previewFile(readingFor(reader, current, work), work, (progress, count) => {
      if (work === current_work) setImport({ state: { ...current, progress, count, at: 'previewing' } });
    });
    if (work !== current_work) return;
    const date_order = dates_answered ? null : orderOfRows(result.dates);
    // The dates of the file take precedence over the remembered order.
    if (layout && date_order !== null && date_order !== layout.date_order)
      await preview({ ...current, layout: { ...layout, date_order } });
    else setImport({ state: { ...current, preview: result, at: 'preview' } });
  } catch (error) {
    failed(work, error);
  }
}

export function changeColumns(of: OpenImport & { layout: ListLayout }): void {
  const { file, opened, layout } = of;
  setImport({ state: { at: 'columns', file, opened, layout, changed: null } });
}

export async function takeColumns(of: OpenImport & { layout: ListLayout }): Promise<void> {
  const { header, hidden } = of.opened;
  const layout = { ...of.layout, knows_pickups: true, knows_refunds: true, hidden: hidden.columns };
  const remembering = callEndpoint('remember_import_layout', { body: { header, layout } });
  // A failure costs little: the columns have to be mapped again next time.
  remembering.catch((error: unknown) => showToast({ kind: 'warning', title: messageOf(error) }));
  await preview(of);
}

/** Repeats the preview after names were defined, unless the user has moved on meanwhile. */
export async function previewAgain(state: ImportState & { at: 'preview' }): Promise<void> {
  if (importNow().state === state) await preview(state);
}

/** Saves the selected orders. The rest of the preview is discarded. */
export async function write({ file, opened, layout }: OpenImport, wanted: SelectedOrders): Promise<void> {
  const work = begin();
  if (!reader) return;
  const file_name = file.name;
  const total = wanted.add.length + wanted.correct.length;
  let done = NOTHING_IMPORTED;
  const show = () =>
    work === current_work &&
    setImport({ state: { at: 'importing', file_name, total, done, stopping: work.stopped } });
  show();
  rememberInterrupted(work.as_user, file_name);
  // An update of the app waits for the end of the import.
  const release = preventReload();
  const ended = (last: Imported, why: string | null) => {
    if (work !== current_work) return;
    forgetInterrupted();
    end();
    closeFile();
    setImport({ state: { at: 'done', file_name, done: last, why }, paused: false });
  };
  try {
    const reading = readingFor(reader, { file, opened, layout }, work);
    const last = await importFile(reading, withoutPreview(wanted), work, (progress) => {
      done = progress;
      show();
    });
    ended(last, null);
  } catch (error) {
    ended({ ...done, stopped: true }, whyOf(error));
  } finally {
    release();
  }
}

/** Keeps only the fields that are sent, so that the preview can be freed from memory. */
function withoutPreview({ add, correct }: SelectedOrders): SelectedOrders {
  return {
    add,
    correct: correct.map(({ line, order_number, version }) => ({ line, order_number, version })),
  };
}

/** Stops saving after the orders that were sent; during any other step, returns to the choice of a file. */
export function stop(): void {
  const { state } = importNow();
  if (state.at !== 'importing') {
    chooseAgain();
    return;
  }
  if (current_work) current_work.stopped = true;
  setImport({ state: { ...state, stopping: true } });
}

/** Marks the import page as open until the returned function is called. All steps except saving end then. */
export function openPlace(): () => void {
  open_places += 1;
  return () => {
    open_places -= 1;
    // The page may be mounted again immediately.
    thisTab.timer.after(0, () => {
      if (open_places === 0 && importNow().state.at !== 'importing') chooseAgain();
    });
  };
}

identity().subscribe(() => {
  if (current_work === null || current_work.as_user === identity().user_id()) return;
  end();
  closeFile();
});
