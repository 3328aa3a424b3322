import { statfs } from 'node:fs/promises';

/** Below this there is hardly room for a day's photos, in bytes. */
const FREE_BYTES_MIN = 200 * 1024 * 1024;

/** What is wrong with the room on the disk below `directory`, in words that follow its name; null when nothing is. */
export async function roomTrouble(
  directory: string,
  freeBytes: (directory: string) => Promise<number> = freeBytesOf,
): Promise<string | null> {
  const free_bytes = await freeBytes(directory);
  if (free_bytes >= FREE_BYTES_MIN) return null;
  return `the disk of ${directory} is nearly full: ${Math.floor(free_bytes / 1024 / 1024)} MB are free`;
}

async function freeBytesOf(directory: string): Promise<number> {
  const { bavail, bsize } = await statfs(directory);
  return bavail * bsize;
}
