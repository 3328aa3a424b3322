import type {
  OwnHandover,
  OwnHistory,
} from '../../../contract/operations/screens/read-own-history.schema.ts';
import { ProblemError } from '../../api/errors.ts';
import { readStore } from '../../api/read-store.ts';
import { callEndpoint } from '../../api/this-page.ts';
import { thisTab } from '../../environment/this-tab.ts';
import { withTimeout } from '../../environment/timing.ts';
import { deviceStore, forgetSpare, SPARE } from '../../offline/device-records.ts';
import { sha256Hex } from '../../offline/sha256.ts';

/**
 * The largest stored receipt, in bytes. A receipt has about 30 KB; a larger one is opened from the server.
 */
const BYTES_MAX = 300 * 1024;
const FETCH_MS_MAX = 20_000;
/** A receipt is stored for as long as the history shows its day. */
const KEPT_DAYS = 61;

export type Receipt = NonNullable<OwnHandover['receipt']>;

/**
 * Returns whether there is room for receipts. If storage is low, deletes the stored ones: deliveries need
 * the room.
 */
export async function roomForReceipts(): Promise<boolean> {
  if ((await thisTab.store.room().catch(() => 0)) === null) return true;
  await forgetSpare(deviceStore(thisTab)).catch(() => false);
  return false;
}

/**
 * Stores the receipts of this page that the device does not have yet, one after another. Throws like
 * `callEndpoint`.
 */
export async function storeReceipts(
  user_id: string,
  { days }: Pick<OwnHistory, 'days'>,
  stopped: () => boolean,
): Promise<void> {
  for (const { receipt, completed_at } of days.flatMap(({ handovers }) => handovers)) {
    if (stopped()) return;
    if (!receipt || (await storedReceipt(user_id, receipt, completed_at))) continue;
    // A receipt that cannot be fetched does not stop the others.
    const bytes = await fetchReceipt(user_id, receipt).catch((error: unknown) => {
      if (error instanceof ProblemError) return null;
      throw error;
    });
    if (bytes)
      await readStore().write(user_id, keyOf(receipt, completed_at), { answer: bytes, as_of: thisTab.now() });
  }
}

/** Returns the stored receipt, or null. */
export async function storedReceipt(
  user_id: string,
  receipt: Receipt,
  completed_at: string,
): Promise<Blob | null> {
  const stored = await readStore().read(user_id, keyOf(receipt, completed_at));
  return stored?.answer instanceof ArrayBuffer
    ? new Blob([stored.answer], { type: 'application/pdf' })
    : null;
}

/** Returns the key, which sorts by the day after which the receipt is deleted; see `createStoredReads`. */
function keyOf({ sha256 }: Receipt, completed_at: string): string {
  const goes_at = new Date(Date.parse(completed_at) + KEPT_DAYS * 24 * 3_600_000);
  return `${SPARE}${goes_at.toISOString().slice(0, 10)} ${sha256}`;
}

/** Fetches a receipt; null if its hash differs from `sha256` or if it is too large. */
async function fetchReceipt(user_id: string, receipt: Receipt): Promise<ArrayBuffer | null> {
  const body = { bucket: 'cash-handovers', ...receipt } as const;
  const { signed_url } = await callEndpoint('sign_file', { body, as_user: user_id });
  const limit = new AbortController();
  const fetching = thisTab
    .send(signed_url, { signal: limit.signal })
    .then((response) => response.arrayBuffer());
  const bytes = await withTimeout(thisTab.timer, FETCH_MS_MAX, fetching).finally(() => limit.abort());
  return bytes.byteLength <= BYTES_MAX && (await sha256Hex(bytes)) === receipt.sha256 ? bytes : null;
}
