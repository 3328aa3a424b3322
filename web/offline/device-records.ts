import type { Tender } from '../../contract/rules/orders/tender.ts';
import type { FileType } from '../../contract/rules/storage-paths.ts';
import type { StoredRead } from '../api/read-store.ts';
import type { Environment } from '../environment/environment.ts';
import type { Store } from '../environment/store.ts';
import type { AsTakenDraft } from './drafts/as-taken-draft.ts';
import type { OutboxEntry } from './outbox-entry.ts';

/** Files are kept as bytes and type: iOS loses Blobs that it should have stored. */
export type StoredBytes = { bytes: ArrayBuffer; type: string };

/**
 * `open_subject` is set while no second command about the same subject may be made; the index over it is
 * unique.
 */
export type StoredEntry = OutboxEntry & { open_subject?: string };

/** The fields that a driver has filled in for a delivery that is not confirmed yet. */
export type Draft = {
  photo: Blob | null;
  customer_name: string;
  receipt_confirmed: boolean;
  payment_received: boolean;
  /**
   * Null until the driver selects one; then `defaultTender` applies, which preselects none if the order
   * allows either.
   */
  tender: Tender | null;
  /** Refused goods and other payments; null if there are none. Older builds ignore it. */
  as_taken: AsTakenDraft | null;
};

export type StoredDraft = Omit<Draft, 'photo' | 'as_taken'> & {
  /** Missing in drafts of older builds. */
  as_taken?: AsTakenDraft | null;
  user_id: string;
  order_id: string;
  /** ms since epoch. */
  saved_at: number;
};

/** The records in the stores of `DEVICE_LAYOUT`. */
export type DeviceRecords = {
  entries: { key: string; value: StoredEntry; unique: 'open_subject' };
  entry_files: {
    key: [string, string];
    value: { command_id: string; path: string; bytes: ArrayBuffer; type: FileType };
  };
  drafts: { key: [string, string]; value: StoredDraft };
  /** Stored apart from the drafts, so that a keystroke does not write the photo again. */
  draft_photos: { key: [string, string]; value: StoredBytes & { user_id: string; order_id: string } };
  reads: { key: [string, string]; value: StoredRead & { user_id: string; key: string } };
  notes: { key: string; value: unknown };
};

/** Returns true if the device refused to store something because its storage is full. */
export function isDeviceFull(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'QuotaExceededError';
}

/** Key prefix of reads that are copies of documents on the server: deleted first when storage is full. */
export const SPARE = 'spare ';

/**
 * The device's records. A durable write that finds the storage full deletes spare reads and tries again
 * (decision 45).
 */
export function deviceStore({ store }: Pick<Environment, 'store'>): Store<DeviceRecords> {
  const records: Store<DeviceRecords> = store;
  return {
    ...records,
    async write(names, work, durability) {
      const write = () => records.write(names, work, durability);
      return await write().catch(async (error: unknown) => {
        if (durability === undefined || !isDeviceFull(error)) throw error;
        if (!(await forgetSpare(records).catch(() => false))) throw error;
        return await write();
      });
    },
  };
}

/** Deletes the spare reads of all users; returns true if there were any. */
export function forgetSpare(store: Store<DeviceRecords>): Promise<boolean> {
  return store.write(['reads'], async (tx) => {
    const spare = (await tx.keys('reads')).filter(([, key]) => key.startsWith(SPARE));
    for (const key of spare) await tx.delete('reads', key);
    return spare.length > 0;
  });
}
