import { t } from '@lingui/core/macro';
import type { Encoding } from '../../../contract/rules/encodings/encodings.ts';
import { type ListLayout, missingFields } from '../../../contract/rules/import/import-fields.ts';
import { identity } from '../../api/identity.ts';
import { messageOf } from '../../api/problem-words.ts';
import { callEndpoint } from '../../api/this-page.ts';
import { showToast } from '../../ui/toast.ts';
import { holdPage } from '../../world/page-use.ts';
import { thisTab } from '../../world/this-tab.ts';
import { keptLayout } from './columns/kept-layout.ts';
import { layoutFor } from './columns/layout-for.ts';
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
  type Wanted,
} from './run-import.ts';
import { type Going, Stopped } from './send-patiently.ts';
import { likelySheets } from './sheets/likely-sheets.ts';
import { unreadableWords } from './unreadable-words.ts';

/*
 * The way of a file from being chosen to being imported. It goes on wherever one is at the desk; what is not being written yet ends when its place is left. What
 * was written stays written, wherever it is left.
 */

/** Who asks: nothing of it is sent in anybody else's name. */
type Work = Going & { as_user: string };

let reader: ImportReader | null = null;
let going: Work | null = null;
let open_places = 0;

/** What ran before runs no further, and tells nothing any more. */
function begin(): Work {
  end();
  const mine: Work = {
    stopped: false,
    onPaused: (paused) => going === mine && setImport({ paused }),
    as_user: identity().user_id() ?? '',
  };
  going = mine;
  setImport({ paused: false });
  return mine;
}

function end(): void {
  if (going) going.stopped = true;
  going = null;
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

function failed(mine: Work, error: unknown): void {
  if (mine !== going || error instanceof Stopped) return;
  chooseAgain(whyOf(error));
}

function whyOf(error: unknown): string {
  return error instanceof UnreadableFile ? unreadableWords(error) : messageOf(error);
}

function readingFor(from: ImportReader, { opened, layout }: OpenImport, { as_user }: Work): Reading {
  return { reader: from, as_user, ...readingOf(opened, layout) };
}

export async function open(file: File, sheet: string | null = null): Promise<void> {
  const mine = begin();
  closeFile();
  reader = createImportReader();
  setImport({ state: { at: 'opening', file } });
  try {
    const opened = await reader.open(file, sheet);
    if (opened.choices.length > 1) await openSheet(mine, file, opened);
    else await mapOrPreview(mine, file, opened, null);
  } catch (error) {
    failed(mine, error);
  }
}

/** Opens the only sheet that may have the orders, and asks about several. */
async function openSheet(mine: Work, file: File, opened: OpenedFacts): Promise<void> {
  const { layouts } = await callEndpoint('read_import_memory', { as_user: mine.as_user });
  if (mine !== going) return;
  const likely = likelySheets(opened.choices, layouts);
  const [first] = likely;
  if (!first || likely.length > 1) setImport({ state: { at: 'sheet', file, choices: likely } });
  else if (first.name === opened.sheet) await mapOrPreview(mine, file, opened, null);
  else await open(file, first.name);
}

type Mapped = OpenImport & { at: 'columns' | 'preview' };

/** Previews a file whose columns are known, and asks about those of any other. `before`: how the same file was mapped in another encoding. */
async function mapOrPreview(
  mine: Work,
  file: File,
  opened: OpenImport['opened'],
  before: Mapped | null,
): Promise<void> {
  if (kindOf(opened.header) === 'shopify') {
    if (mine === going) await preview({ file, opened, layout: null });
    return;
  }
  const { layouts } = await callEndpoint('read_import_memory', { as_user: mine.as_user });
  if (mine !== going) return;
  const { layout, known, changed } = layoutFor(opened.header, opened.samples, layouts, opened.hidden.columns);
  const { header } = opened;
  const kept =
    before?.layout && keptLayout({ header: before.opened.header, layout: before.layout }, { header, layout });
  const is_known = kept ? before?.at === 'preview' && missingFields(kept).length === 0 : known;
  if (is_known) await preview({ file, opened, layout: kept ?? layout });
  else
    setImport({
      state: { at: 'columns', file, opened, layout: kept ?? layout, changed: kept ? null : changed },
    });
}

/** Reads the same file in another encoding. A file that cannot be read in it stays as it was read. */
export async function changeEncoding(state: Extract<ImportState, Mapped>, encoding: Encoding): Promise<void> {
  const { file, opened } = state;
  const mine = begin();
  const other = createImportReader();
  setImport({ state: { at: 'opening', file } });
  try {
    const again = await other.open(file, opened.sheet, encoding);
    if (mine !== going) return other.end();
    closeFile();
    reader = other;
    await mapOrPreview(mine, file, again, state);
  } catch (error) {
    if (reader === other || !(error instanceof UnreadableFile)) return failed(mine, error);
    other.end();
    if (mine !== going) return;
    setImport({ state });
    showToast({ kind: 'error', title: t`The file cannot be read in this encoding` });
  }
}

export async function preview({ file, opened, layout, dates_answered }: OpenImport): Promise<void> {
  const of = { file, opened, layout, dates_answered };
  const mine = begin();
  if (!reader) return;
  setImport({ state: { ...of, progress: 0, count: 0, at: 'previewing' } });
  try {
    const told = await previewFile(readingFor(reader, of, mine), mine, (progress, count) => {
      if (mine === going) setImport({ state: { ...of, progress, count, at: 'previewing' } });
    });
    if (mine !== going) return;
    const date_order = dates_answered ? null : orderOfRows(told.dates);
    // The dates of the file decide against the order of its list.
    if (layout && date_order !== null && date_order !== layout.date_order)
      await preview({ ...of, layout: { ...layout, date_order } });
    else setImport({ state: { ...of, preview: told, at: 'preview' } });
  } catch (error) {
    failed(mine, error);
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
  // To be asked again the next time is all that is lost.
  remembering.catch((error: unknown) => showToast({ kind: 'warning', title: messageOf(error) }));
  await preview(of);
}

/** Previews a file again whose names have other meanings by now, unless the user has gone on to something else. */
export async function previewAgain(state: ImportState & { at: 'preview' }): Promise<void> {
  if (importNow().state === state) await preview(state);
}

/** Writes what is wanted of the file. From here on nothing of its preview is kept. */
export async function write({ file, opened, layout }: OpenImport, wanted: Wanted): Promise<void> {
  const mine = begin();
  if (!reader) return;
  const file_name = file.name;
  const total = wanted.add.length + wanted.correct.length;
  let done = NOTHING_IMPORTED;
  const show = () =>
    mine === going &&
    setImport({ state: { at: 'importing', file_name, total, done, stopping: mine.stopped } });
  show();
  rememberInterrupted(mine.as_user, file_name);
  // A new version of the app waits, wherever one goes meanwhile.
  const release = holdPage();
  const ended = (last: Imported, why: string | null) => {
    if (mine !== going) return;
    forgetInterrupted();
    end();
    closeFile();
    setImport({ state: { at: 'done', file_name, done: last, why }, paused: false });
  };
  try {
    const reading = readingFor(reader, { file, opened, layout }, mine);
    const last = await importFile(reading, bare(wanted), mine, (told) => {
      done = told;
      show();
    });
    ended(last, null);
  } catch (error) {
    ended({ ...done, stopped: true }, whyOf(error));
  } finally {
    release();
  }
}

/** Of what was seen only what is sent: the rest of the preview goes. */
function bare({ add, correct }: Wanted): Wanted {
  return {
    add,
    correct: correct.map(({ line, order_number, version }) => ({ line, order_number, version })),
  };
}

/** Stops writing after the orders that are on their way; before that, goes back to choosing a file. */
export function stop(): void {
  const { state } = importNow();
  if (state.at !== 'importing') {
    chooseAgain();
    return;
  }
  if (going) going.stopped = true;
  setImport({ state: { ...state, stopping: true } });
}

/** Its place is open until the answer is called. What is not being written ends with that. */
export function openPlace(): () => void {
  open_places += 1;
  return () => {
    open_places -= 1;
    // It may be shown anew at once.
    thisTab.timer.after(0, () => {
      if (open_places === 0 && importNow().state.at !== 'importing') chooseAgain();
    });
  };
}

identity().subscribe(() => {
  if (going === null || going.as_user === identity().user_id()) return;
  end();
  closeFile();
});
