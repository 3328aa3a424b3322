import type { Tender } from '../../contract/rules/orders/tender.ts';
import type { FileType } from '../../contract/rules/storage-paths.ts';
import type { StoredRead } from '../api/read-store.ts';
import type { Store } from '../world/store.ts';
import type { World } from '../world/world.ts';
import type { OutboxEntry } from './outbox-entry.ts';

/** Files are kept as bytes and type: iOS loses Blobs that it should have stored. */
export type StoredBytes = { bytes: ArrayBuffer; type: string };

/** `open_subject` is there while no second command about the same subject may be made; the index over it is unique. */
export type StoredEntry = OutboxEntry & { open_subject?: string };

/** What a driver has entered for a delivery that is not confirmed yet. */
export type Draft = {
  photo: Blob | null;
  customer_name: string;
  receipt_confirmed: boolean;
  payment_received: boolean;
  /** Null until the driver selects one: then `defaultTender` counts, which preselects nothing where it is either. */
  tender: Tender | null;
};

export type StoredDraft = Omit<Draft, 'photo'> & {
  user_id: string;
  order_id: string;
  /** ms since epoch. */
  saved_at: number;
};

/** What lies in the stores of `DEVICE_LAYOUT`. */
export type DeviceRecords = {
  entries: { key: string; value: StoredEntry; unique: 'open_subject' };
  entry_files: {
    key: [string, string];
    value: { command_id: string; path: string; bytes: ArrayBuffer; type: FileType };
  };
  drafts: { key: [string, string]; value: StoredDraft };
  /** Apart from the drafts: not written again with every keystroke. */
  draft_photos: { key: [string, string]; value: StoredBytes & { user_id: string; order_id: string } };
  reads: { key: [string, string]; value: StoredRead & { user_id: string; key: string } };
  notes: { key: string; value: unknown };
};

/** Whether the device refused to keep something for want of room. */
export function isDeviceFull(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'QuotaExceededError';
}

/** Reads under a key that begins so are copies of papers the server has: the first to go where there is no room. */
export const SPARE = 'spare ';

/** The device's records. What has to be kept for good takes the room of what is spare, where there is no other (decision 45). */
export function deviceStore({ store }: Pick<World, 'store'>): Store<DeviceRecords> {
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

/** Deletes everybody's spare reads; answers whether there were any. */
export function forgetSpare(store: Store<DeviceRecords>): Promise<boolean> {
  return store.write(['reads'], async (tx) => {
    const spare = (await tx.keys('reads')).filter(([, key]) => key.startsWith(SPARE));
    for (const key of spare) await tx.delete('reads', key);
    return spare.length > 0;
  });
}
