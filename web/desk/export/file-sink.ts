import { saveBlob } from './save-file.ts';

/** Where a file goes as it comes. What is dropped leaves no file behind. */
export type Sink = {
  write(bytes: Uint8Array<ArrayBuffer>): Promise<void>;
  finish(): Promise<void>;
  drop(): Promise<void>;
};

/** Put together before they lie in memory as single pieces: the browser may put a blob on the disk. */
const PART_BYTES = 4 * 1024 * 1024;

/** Through the browser's memory, to where it saves what is downloaded. */
export function downloadSink(name: string, type: string): Sink {
  let parts: Blob[] = [];
  let pieces: Uint8Array<ArrayBuffer>[] = [];
  let bytes = 0;
  const fold = () => {
    parts.push(new Blob(pieces));
    [pieces, bytes] = [[], 0];
  };
  return {
    async write(piece) {
      pieces.push(piece);
      bytes += piece.byteLength;
      if (bytes >= PART_BYTES) fold();
    },
    async finish() {
      fold();
      await saveBlob(name, new Blob(parts, { type }));
    },
    async drop() {
      [parts, pieces] = [[], []];
    },
  };
}

/** Some browsers write straight into a file that one has chosen. */
type Picker = (options: { suggestedName: string }) => Promise<FileSystemFileHandle>;

export function filePicker(): Picker | null {
  const { showSaveFilePicker } = window as { showSaveFilePicker?: Picker };
  return showSaveFilePicker ? (options) => showSaveFilePicker.call(window, options) : null;
}

/** A file that somebody has chosen. By then the browser has made it, or emptied the one that was there. */
export type ChosenFile = {
  name: string;
  open(): Promise<Sink>;
  /** Where nothing came of it: takes it away again, if it was made for this. */
  giveUp(): Promise<void>;
};

export async function chosenFile(handle: FileSystemFileHandle): Promise<ChosenFile> {
  const was_empty = await isEmpty(handle);
  return {
    name: handle.name,
    /** Nothing of it stands in the file until it is finished. */
    async open() {
      const file = await handle.createWritable();
      return {
        write: (piece) => file.write(piece),
        finish: () => file.close(),
        drop: () => file.abort(),
      };
    },
    async giveUp() {
      // Only some browsers remove what they have made; elsewhere it stays, empty as it is.
      const { remove } = handle as { remove?: () => Promise<void> };
      if (was_empty && remove && (await isEmpty(handle))) await remove.call(handle).catch(() => undefined);
    },
  };
}

/** What cannot be looked at, because it is gone or not allowed, is no file to take away. */
async function isEmpty(handle: FileSystemFileHandle): Promise<boolean> {
  const file = await handle.getFile().catch(() => null);
  return file?.size === 0;
}
