import { accessSync, constants, statfsSync } from 'node:fs';
import { freemem } from 'node:os';

const MEMORY = '/dev/shm';
const ROOM_BYTES_MIN = 4 * 1024 ** 3;
/** What `statfs` calls a file system in memory (Linux: TMPFS_MAGIC). */
const TMPFS = 0x01021994;

/**
 * Where temporary databases and files go: into memory where there is room, else where the system puts them. Every database
 * of a test is a thousand files made and removed again, and ext4 grows slow from removing: it looks through all that was
 * removed lately for each file it makes.
 */
export function temporaryPlace() {
  if (process.env.TMPDIR) return { TMPDIR: process.env.TMPDIR };
  try {
    accessSync(MEMORY, constants.W_OK);
    const { type, bavail, bsize } = statfsSync(MEMORY);
    const roomy = bavail * bsize >= ROOM_BYTES_MIN && freemem() >= ROOM_BYTES_MIN;
    return type === TMPFS && roomy ? { TMPDIR: MEMORY } : {};
  } catch {
    return {};
  }
}
