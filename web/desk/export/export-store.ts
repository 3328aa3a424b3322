import type { ExportView } from '../../../contract/operations/desk/reports/export-view.schema.ts';
import { identity } from '../../api/identity.ts';

/** A view of the desk as it is shown, with its title and its number of rows, if that is known. */
export type Exportable = { view: Omit<ExportView, 'format'>; title: string; rows: number | null };

export type ExportNow =
  | {
      at: 'running';
      title: string;
      /** The total number of rows; null until the response reports it. */
      rows: number | null;
      /** Null until the first rows arrive. */
      rows_done: number | null;
      cancel: () => void;
    }
  | { at: 'done'; file_name: string; rows: number }
  | { at: 'failed'; title: string; why: string; again: () => void }
  | { at: 'cancelled'; title: string };

let now: ExportNow | null = null;
let owner: string | null = null;
let is_watching = false;
const listeners = new Set<() => void>();

/** Returns the state of the page's export. It continues while the user opens other pages of the desk. */
export function exportNow(): ExportNow | null {
  return now;
}

export function setExport(next: ExportNow | null): void {
  now = next;
  owner = identity().user_id();
  if (!is_watching) identity().subscribe(endForOthers);
  is_watching = true;
  notify();
}

export function subscribeToExport(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function notify(): void {
  for (const listener of listeners) listener();
}

/** Cancels and forgets the export when another user signs in. */
function endForOthers(): void {
  if (now === null || owner === identity().user_id()) return;
  if (now.at === 'running') now.cancel();
  now = null;
  notify();
}
