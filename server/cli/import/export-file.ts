import { createReadStream, createWriteStream } from 'node:fs';
import { type FileHandle, mkdtemp, open, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { errorText } from '../../platform/error-text.ts';
import { TerminalError } from '../terminal/ending.ts';

/** A file that can be read repeatedly from its beginning. */
export type ExportFile = { read(): AsyncIterable<Uint8Array>; close(): Promise<void> };

/** Opens an orders export. Pipes are copied first, since they can be read only once. Throws TerminalError. */
export async function openExport(path: string): Promise<ExportFile> {
  try {
    const stats = await stat(path);
    if (stats.isDirectory()) throw new Error('it is a directory');
    return stats.isFile() ? readable(await open(path)) : await copied(path);
  } catch (error) {
    throw new TerminalError(`${path} cannot be read: ${errorText(error)}`, 2);
  }
}

function readable(file: FileHandle): ExportFile {
  return {
    read: () => chunksOf(file),
    close: () => file.close().catch(() => undefined),
  };
}

const CHUNK_BYTES = 64 * 1024;

/** Reads chunks. Unlike a stream, it leaves the file open if its reader stops early. */
async function* chunksOf(file: FileHandle): AsyncGenerator<Uint8Array> {
  let position = 0;
  for (;;) {
    const chunk = new Uint8Array(CHUNK_BYTES);
    const { bytesRead } = await file.read(chunk, 0, CHUNK_BYTES, position);
    if (bytesRead === 0) return;
    position += bytesRead;
    yield chunk.subarray(0, bytesRead);
  }
}

/** Copies the file to a directory that only this user can read. */
async function copied(path: string): Promise<ExportFile> {
  const folder = await mkdtemp(join(tmpdir(), 'mandoob-import-'));
  const remove = () => rm(folder, { recursive: true, force: true });
  try {
    const copy = join(folder, 'orders.csv');
    await pipeline(createReadStream(path), createWriteStream(copy, { mode: 0o600 }));
    const file = readable(await open(copy));
    return { read: file.read, close: () => file.close().then(remove) };
  } catch (error) {
    await remove();
    throw error;
  }
}
