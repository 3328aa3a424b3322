import { saveBlob } from './save-file.ts';

/** The destination of a file that arrives in chunks. `drop` leaves no file behind. */
export type Sink = {
  write(bytes: Uint8Array<ArrayBuffer>): Promise<void>;
  finish(): Promise<void>;
  drop(): Promise<void>;
};

/** Chunks are combined into blobs of this size, which the browser may keep on disk instead of in memory. */
const PART_BYTES = 4 * 1024 * 1024;

/** Collects the file in the browser and saves it as a download. */
export function downloadSink(name: string, type: string): Sink {
  let parts: Blob[] = [];
  let chunks: Uint8Array<ArrayBuffer>[] = [];
  let bytes = 0;
  const fold = () => {
    parts.push(new Blob(chunks));
    [chunks, bytes] = [[], 0];
  };
  return {
    async write(chunk) {
      chunks.push(chunk);
      bytes += chunk.byteLength;
      if (bytes >= PART_BYTES) fold();
    },
    async finish() {
      fold();
      await saveBlob(name, new Blob(parts, { type }));
    },
    async drop() {
      [parts, chunks] = [[], []];
    },
  };
}

/** In some browsers a page can write directly to a file that the user chooses. */
type Picker = (options: { suggestedName: string }) => Promise<FileSystemFileHandle>;

export function filePicker(): Picker | null {
  const { showSaveFilePicker } = window as { showSaveFilePicker?: Picker };
  return showSaveFilePicker ? (options) => showSaveFilePicker.call(window, options) : null;
}

/** A file that the user has chosen. The browser has already created it, or emptied an existing one. */
export type ChosenFile = {
  name: string;
  open(): Promise<Sink>;
  /** Removes the file after a failed export, if it is still empty. */
  giveUp(): Promise<void>;
};

export async function chosenFile(handle: FileSystemFileHandle): Promise<ChosenFile> {
  const was_empty = await isEmpty(handle);
  return {
    name: handle.name,
    /** The content becomes visible in the file only when it is finished. */
    async open() {
      const file = await handle.createWritable();
      return {
        write: (chunk) => file.write(chunk),
        finish: () => file.close(),
        drop: () => file.abort(),
      };
    },
    async giveUp() {
      // Only some browsers can remove a file; in others the empty file remains.
      const { remove } = handle as { remove?: () => Promise<void> };
      if (was_empty && remove && (await isEmpty(handle))) await remove.call(handle).catch(() => undefined);
    },
  };
}

/** False if the file is gone or may not be read: then it must not be removed. */
async function isEmpty(handle: FileSystemFileHandle): Promise<boolean> {
  const file = await handle.getFile().catch(() => null);
  return file?.size === 0;
}
