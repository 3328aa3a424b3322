import { t } from '@lingui/core/macro';
import type { OwnHandover } from '../../../contract/operations/screens/read-own-history.schema.ts';
import type { Bucket } from '../../../contract/rules/storage-paths.ts';
import { NoResponse } from '../../api/errors.ts';
import { messageOf } from '../../api/problem-messages.ts';
import { openFile } from '../../components/open-file.ts';
import { fetchFile } from '../../components/share/fetch-file.ts';
import { reachableTab } from '../../environment/reachability/reachable-tab.ts';
import { thisTab } from '../../environment/this-tab.ts';
import { showToast } from '../../ui/toast.ts';
import { type Receipt, storedReceipt } from './stored-receipts.ts';

/** The time after which the tab has loaded the file. */
const SHOWN_MS = 60_000;

/** Opens a photo or note, always from the server. */
export async function openProof(file: { bucket: Bucket; path: string; sha256: string }): Promise<void> {
  if (reachableTab.page.online()) return await openFile(file, { wordsOf });
  // Offline, no tab is opened that would only be closed again.
  showToast({ kind: 'warning', title: t`The document could not be opened`, description: notHere() });
}

/**
 * Opens a receipt from the device if it is stored there, else from the server. Must be called in the click
 * handler. If the browser shows no PDF, the receipt is downloaded, named after its reference.
 */
export async function openReceipt(
  user_id: string,
  receipt: Receipt,
  { completed_at, handover_reference }: Pick<OwnHandover, 'completed_at' | 'handover_reference'>,
): Promise<void> {
  const tab = navigator.pdfViewerEnabled ? window.open('', '_blank') : null;
  const kept = await storedReceipt(user_id, receipt, completed_at).catch(() => null);
  if (!kept) {
    const file = { bucket: 'cash-handovers', ...receipt } as const;
    return await openFile(file, { wordsOf, ...(tab && { tab }) });
  }
  const address = URL.createObjectURL(kept);
  thisTab.timer.after(SHOWN_MS, () => URL.revokeObjectURL(address));
  if (tab) {
    tab.opener = null;
    tab.location.replace(address);
  } else save(address, `${handover_reference}.pdf`);
}

/** Returns a receipt from the device if it is stored there, else from the server. */
export async function readReceipt(
  user_id: string,
  receipt: Receipt,
  { completed_at }: Pick<OwnHandover, 'completed_at'>,
): Promise<Blob> {
  const kept = await storedReceipt(user_id, receipt, completed_at).catch(() => null);
  return kept ?? (await fetchFile({ bucket: 'cash-handovers', ...receipt }));
}

function save(address: string, name: string): void {
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
}

/** Formats an error of a document that may not be stored on the device. */
export function wordsOf(error: unknown): string {
  return error instanceof NoResponse ? notHere() : messageOf(error);
}

const notHere = () => t`It is not stored on this device. Open it when you are online.`;
