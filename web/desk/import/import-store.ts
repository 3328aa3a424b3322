import type { ListLayout } from '../../../contract/rules/import/import-fields.ts';
import { identity } from '../../api/identity.ts';
import type { ChangedColumns } from './columns/layout-for.ts';
import { forgetInterrupted, interruptedImport } from './interrupted.ts';
import type { OpenedFacts } from './reader/reader-worker.ts';
import type { Imported, Preview } from './run-import.ts';

/** A file that is open, and how it is read; without a layout it is Shopify's export. */
export type OpenImport = {
  file: File;
  opened: OpenedFacts;
  layout: ListLayout | null;
  /** The user has chosen the order of day and month of this file's dates. */
  dates_answered?: boolean | undefined;
};

export type ImportState =
  | { at: 'choose'; why: string | null; interrupted: string | null }
  | { at: 'opening'; file: File }
  /** Several sheets of the file may have the orders. */
  | { at: 'sheet'; file: File; choices: OpenedFacts['choices'] }
  /** `changed`: a file like this one was mapped before, and its columns are asked about again. */
  | ({ at: 'columns' } & OpenImport & { layout: ListLayout; changed: ChangedColumns | null })
  | ({ at: 'previewing' } & OpenImport & { progress: number; count: number })
  | ({ at: 'preview' } & OpenImport & { preview: Preview })
  | { at: 'importing'; file_name: string; total: number; done: Imported; stopping: boolean }
  | { at: 'done'; file_name: string; done: Imported; why: string | null };

export type ImportNow = {
  state: ImportState;
  /** No connection, or a busy server: it goes on by itself. */
  paused: boolean;
  /** Where somebody wants to go who would leave the desk, and is asked first. */
  leave_to: string | null;
};

let now: ImportNow | null = null;
/** Whose it is. */
let owner: string | null = null;
const listeners = new Set<() => void>();

function first(): ImportNow {
  owner = identity().user_id();
  identity().subscribe(forgetOthers);
  return {
    state: { at: 'choose', why: null, interrupted: interruptedImport() },
    paused: false,
    leave_to: null,
  };
}

/** How the import of this page stands. It is the page's and not its place's, so that one may go elsewhere at the desk meanwhile. */
export function importNow(): ImportNow {
  now ??= first();
  return now;
}

export function setImport(changes: Partial<ImportNow>): void {
  now = { ...importNow(), ...changes };
  for (const listener of listeners) listener();
}

/** Nothing is told of it any more. */
export function forgetImport(why: string | null = null): void {
  forgetInterrupted();
  setImport({ state: { at: 'choose', why, interrupted: null }, paused: false });
}

export function subscribeToImport(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** What one person imports is nothing for the next who signs in here. */
function forgetOthers(): void {
  if (owner === identity().user_id()) return;
  owner = identity().user_id();
  forgetImport();
  setImport({ leave_to: null });
}
