import type { ExportView } from '../../../contract/operations/desk/reports/export-view.schema.ts';
import { identity } from '../../api/identity.ts';

/** A view of the desk, as it is shown: what it is called, and how many rows it has, where that is known. */
export type Exportable = { view: Omit<ExportView, 'format'>; title: string; rows: number | null };

export type ExportNow =
  | {
      at: 'running';
      title: string;
      /** How many rows there will be; null until the server has said so. */
      rows: number | null;
      /** Null before the file begins to come. */
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

/** How the export of this page stands. It is the page's: one goes elsewhere at the desk meanwhile. */
export function exportNow(): ExportNow | null {
  return now;
}

export function setExport(next: ExportNow | null): void {
  now = next;
  owner = identity().user_id();
  if (!is_watching) identity().subscribe(endForOthers);
  is_watching = true;
  tell();
}

export function subscribeToExport(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function tell(): void {
  for (const listener of listeners) listener();
}

/** What one person exports is nothing for the next who signs in here. */
function endForOthers(): void {
  if (now === null || owner === identity().user_id()) return;
  if (now.at === 'running') now.cancel();
  now = null;
  tell();
}
