import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import type { FileType } from '../../contract/rules/storage-paths.ts';
import type { Tender } from '../../contract/rules/tender.ts';
import type { StoredRead } from '../api/read-store.ts';
import type { OutboxEntry } from './outbox-entry.ts';

/** Files are kept as bytes and type: iOS loses Blobs that it should have stored. */
export type StoredBytes = { bytes: ArrayBuffer; type: string };

/** `open_subject` is there while no second command about the same subject may be made; the index over it is unique. */
export type StoredEntry = OutboxEntry & { open_subject?: string };

export type StoredDraft = {
  user_id: string;
  order_id: string;
  customer_name: string;
  receipt_confirmed: boolean;
  payment_received: boolean;
  tender: Tender | null;
  /** ms since epoch. */
  saved_at: number;
};

export interface DeviceSchema extends DBSchema {
  entries: { key: string; value: StoredEntry; indexes: { open_subject: string } };
  entry_files: {
    key: [string, string];
    value: { command_id: string; path: string; bytes: ArrayBuffer; type: FileType };
  };
  drafts: { key: [string, string]; value: StoredDraft };
  /** Apart from the drafts: not written again with every keystroke. */
  draft_photos: { key: [string, string]; value: StoredBytes & { user_id: string; order_id: string } };
  reads: { key: [string, string]; value: StoredRead & { user_id: string; key: string } };
  notes: { key: string; value: unknown };
}

export type DeviceDatabase = {
  /**
   * Runs one piece of work, a transaction of its own. When the connection was cut (iOS does so to suspended tabs) it is run
   * once more on a new connection, so it has to stand being run twice.
   */
  run<T>(work: (database: IDBPDatabase<DeviceSchema>) => Promise<T>): Promise<T>;
  close(): Promise<void>;
};

const VERSION = 2;
const CUT = ['AbortError', 'InvalidStateError', 'UnknownError'];

/** Everything the product keeps on the device beside the session. Opened when first needed. */
export function openDeviceDatabase(name = 'mandoob'): DeviceDatabase {
  let opened: Promise<IDBPDatabase<DeviceSchema>> | null = null;

  function connection(): Promise<IDBPDatabase<DeviceSchema>> {
    opened ??= openDB<DeviceSchema>(name, VERSION, {
      upgrade: createStores,
      // A newer version in another tab waits for this connection to go.
      blocking: () => void close(),
      terminated: () => {
        opened = null;
      },
    }).catch((error: unknown) => {
      opened = null;
      throw error;
    });
    return opened;
  }

  async function close(): Promise<void> {
    const closing = opened;
    opened = null;
    (await closing?.catch(() => null))?.close();
  }

  return {
    async run(work) {
      try {
        return await work(await connection());
      } catch (error) {
        if (!(error instanceof DOMException) || !CUT.includes(error.name)) throw error;
        await close();
        return await work(await connection());
      }
    },
    close,
  };
}

function createStores(database: IDBPDatabase<DeviceSchema>, version: number): void {
  if (version < 1) createFirstStores(database);
  if (version < 2) database.createObjectStore('draft_photos', { keyPath: ['user_id', 'order_id'] });
}

function createFirstStores(database: IDBPDatabase<DeviceSchema>): void {
  const entries = database.createObjectStore('entries', { keyPath: 'command_id' });
  entries.createIndex('open_subject', 'open_subject', { unique: true });
  database.createObjectStore('entry_files', { keyPath: ['command_id', 'path'] });
  database.createObjectStore('drafts', { keyPath: ['user_id', 'order_id'] });
  database.createObjectStore('reads', { keyPath: ['user_id', 'key'] });
  database.createObjectStore('notes');
}

/** All keys `[first, anything]` of a store whose keys are pairs of texts. */
export function pairsOf(first: string): IDBKeyRange {
  return IDBKeyRange.bound([first], [first, []]);
}
