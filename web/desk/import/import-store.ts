import type { ListLayout } from '../../../contract/rules/import/import-fields.ts';
import { identity } from '../../api/identity.ts';
import type { ChangedColumns } from './columns/layout-for.ts';
import { forgetInterrupted, interruptedImport } from './interrupted.ts';
import type { OpenedFacts } from './reader/reader-worker.ts';
import type { Imported, Preview } from './run-import.ts';

/** An open file and its column mapping; `layout` is null for a Shopify export. */
export type OpenImport = {
  file: File;
  opened: OpenedFacts;
  layout: ListLayout | null;
  /** True if the user has chosen the order of day and month in this file. */
  dates_answered?: boolean | undefined;
};

export type ImportState =
  | { at: 'choose'; why: string | null; interrupted: string | null }
  | { at: 'opening'; file: File }
  /** Several sheets of the file may contain the orders. */
  | { at: 'sheet'; file: File; choices: OpenedFacts['choices'] }
  /** `changed` is set if a similar file was mapped before and its columns have to be confirmed again. */
  | ({ at: 'columns' } & OpenImport & { layout: ListLayout; changed: ChangedColumns | null })
  | ({ at: 'previewing' } & OpenImport & { progress: number; count: number })
  | ({ at: 'preview' } & OpenImport & { preview: Preview })
  | { at: 'importing'; file_name: string; total: number; done: Imported; stopping: boolean }
  | { at: 'done'; file_name: string; done: Imported; why: string | null };

export type ImportNow = {
  state: ImportState;
  /** There is no connection or the server is busy; the import continues automatically. */
  paused: boolean;
  /** The URL outside the desk that the user wants to open; set while the app asks for confirmation. */
  leave_to: string | null;
};

let now: ImportNow | null = null;
/** The id of the user to whom this import belongs. */
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

/**
 * Returns the import of this tab. It outlives the import page, so that users may open other pages meanwhile.
 */
export function importNow(): ImportNow {
  now ??= first();
  return now;
}

export function setImport(changes: Partial<ImportNow>): void {
  now = { ...importNow(), ...changes };
  for (const listener of listeners) listener();
}

/** Resets the import, and removes the notice of an interrupted one. */
export function forgetImport(why: string | null = null): void {
  forgetInterrupted();
  setImport({ state: { at: 'choose', why, interrupted: null }, paused: false });
}

export function subscribeToImport(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Discards the import when another user signs in. */
function forgetOthers(): void {
  if (owner === identity().user_id()) return;
  owner = identity().user_id();
  forgetImport();
  setImport({ leave_to: null });
}
