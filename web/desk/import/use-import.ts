import { useCallback, useEffect, useRef, useState } from 'react';
import type { ListLayout } from '../../../contract/rules/import-fields.ts';
import type { PaymentMethod } from '../../../contract/rules/tender.ts';
import { messageOf } from '../../api/problem-words.ts';
import { callEndpoint } from '../../api/this-page.ts';
import { showToast } from '../../ui/toast.ts';
import { createImportReader, type ImportReader } from './import-reader.ts';
import { kindOf, layoutFor, readingOf } from './import-source.ts';
import { unreadableWords } from './import-words.ts';
import { forgetInterrupted, interruptedImport, rememberInterrupted } from './interrupted.ts';
import { UnreadableFile } from './reader/read-row.ts';
import type { OpenedFacts } from './reader/reader-worker.ts';
import { type Imported, importFile, type Preview, previewFile, type Wanted } from './run-import.ts';
import { type Going, Stopped } from './send-patiently.ts';

/** A file that is open, and how it is read; without a layout it is Shopify's export. */
export type OpenImport = { file: File; opened: OpenedFacts; layout: ListLayout | null };

export type ImportState =
  | { at: 'choose'; why: string | null; interrupted: string | null }
  | { at: 'opening'; file: File }
  | ({ at: 'columns' } & OpenImport & { layout: ListLayout })
  | ({ at: 'previewing' } & OpenImport & { progress: number; count: number })
  | ({ at: 'preview' } & OpenImport & { preview: Preview })
  | ({ at: 'importing' } & OpenImport & { total: number; done: Imported | null; stopping: boolean })
  | { at: 'done'; file: File; done: Imported; why: string | null };

/** The way of a file from being chosen to being imported. What was written stays written, wherever it is left. */
export function useImport() {
  const [state, setState] = useState<ImportState>(() => ({
    at: 'choose',
    why: null,
    interrupted: interruptedImport(),
  }));
  const [paused, setPaused] = useState(false);
  const reader = useRef<ImportReader | null>(null);
  const going = useRef<Going | null>(null);

  useEffect(
    () => () => {
      if (going.current) going.current.stopped = true;
      reader.current?.end();
    },
    [],
  );
  useWarnBeforeLeaving(state.at === 'importing');

  const begin = useCallback((): Going => {
    if (going.current) going.current.stopped = true;
    const fresh: Going = { stopped: false, onPaused: (is) => going.current === fresh && setPaused(is) };
    going.current = fresh;
    setPaused(false);
    return fresh;
  }, []);

  function chooseAgain(why: string | null = null): void {
    if (going.current) going.current.stopped = true;
    reader.current?.end();
    reader.current = null;
    setPaused(false);
    setState({ at: 'choose', why, interrupted: null });
  }

  function fail(error: unknown): void {
    if (error instanceof Stopped) return;
    chooseAgain(error instanceof UnreadableFile ? unreadableWords(error) : messageOf(error));
  }

  async function open(file: File, sheet: string | null = null): Promise<void> {
    const mine = begin();
    reader.current?.end();
    reader.current = createImportReader();
    setState({ at: 'opening', file });
    try {
      const opened = await reader.current.open(file, sheet);
      if (kindOf(opened.header) === 'shopify') {
        if (!mine.stopped) await preview({ file, opened, layout: null });
        return;
      }
      const { layouts } = await callEndpoint('read_import_memory', {});
      if (mine.stopped) return;
      const { layout, known } = layoutFor(opened.header, opened.samples, layouts);
      if (known) await preview({ file, opened, layout });
      else setState({ at: 'columns', file, opened, layout });
    } catch (error) {
      if (!mine.stopped) fail(error);
    }
  }

  async function preview(of: OpenImport): Promise<void> {
    const mine = begin();
    const from = reader.current;
    if (!from) return;
    setState({ ...of, progress: 0, count: 0, at: 'previewing' });
    try {
      const reading = { reader: from, ...readingOf(of.opened, of.layout) };
      const told = await previewFile(reading, mine, (progress, count) => {
        if (!mine.stopped) setState({ ...of, progress, count, at: 'previewing' });
      });
      if (!mine.stopped) setState({ ...of, preview: told, at: 'preview' });
    } catch (error) {
      if (!mine.stopped) fail(error);
    }
  }

  async function takeColumns(of: OpenImport & { layout: ListLayout }): Promise<void> {
    const { header } = of.opened;
    const remembering = callEndpoint('remember_import_layout', { body: { header, layout: of.layout } });
    // To be asked again the next time is all that is lost.
    remembering.catch((error: unknown) => showToast({ kind: 'warning', title: messageOf(error) }));
    await preview(of);
  }

  async function sayMethods(
    of: OpenImport,
    methods: { word: string; method: PaymentMethod }[],
  ): Promise<void> {
    try {
      await callEndpoint('remember_import_methods', { body: { methods } });
    } catch (error) {
      showToast({ kind: 'error', title: messageOf(error) });
      return;
    }
    await preview(of);
  }

  async function write(of: OpenImport, wanted: Wanted): Promise<void> {
    const mine = begin();
    const from = reader.current;
    if (!from) return;
    const total = wanted.add.length + wanted.correct.length;
    let done: Imported | null = null;
    setState({ ...of, total, done, stopping: false, at: 'importing' });
    rememberInterrupted(of.file.name);
    const show = (told: Imported) => {
      done = told;
      setState({ ...of, total, done: told, stopping: mine.stopped, at: 'importing' });
    };
    try {
      const ended = await importFile(
        { reader: from, ...readingOf(of.opened, of.layout) },
        wanted,
        mine,
        show,
      );
      forgetInterrupted();
      if (going.current === mine) setState({ at: 'done', file: of.file, done: ended, why: null });
    } catch (error) {
      forgetInterrupted();
      const why = error instanceof UnreadableFile ? unreadableWords(error) : messageOf(error);
      const ended = done ?? { imported: 0, updated: 0, same: 0, others: [], stopped: false, unknown: 0 };
      if (going.current === mine)
        setState({ at: 'done', file: of.file, done: { ...ended, stopped: true }, why });
    }
  }

  function stop(): void {
    if (state.at !== 'importing') {
      chooseAgain();
      return;
    }
    if (going.current) going.current.stopped = true;
    setState({ ...state, stopping: true });
  }

  return {
    state,
    /** No connection, or a busy server: it goes on by itself. */
    paused,
    open,
    preview,
    changeColumns: (of: OpenImport & { layout: ListLayout }) => setState({ ...of, at: 'columns' }),
    takeColumns,
    sayMethods,
    write,
    stop,
    chooseAgain: () => chooseAgain(),
  };
}

export type Import = ReturnType<typeof useImport>;

/** The browser asks before a page is left that is still at work. */
function useWarnBeforeLeaving(works: boolean): void {
  useEffect(() => {
    if (!works) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [works]);
}
