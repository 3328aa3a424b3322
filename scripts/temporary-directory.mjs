import { accessSync, constants, statfsSync } from 'node:fs';
import { freemem } from 'node:os';

const MEMORY = '/dev/shm';
const ROOM_BYTES_MIN = 4 * 1024 ** 3;
/** The type that `statfs` returns for a file system in memory (Linux: TMPFS_MAGIC). */
const TMPFS = 0x01021994;

/**
 * Returns the directory for temporary databases and files: in memory if there is space, otherwise the
 * system's default. Each test database consists of a thousand files. ext4 slows down after many deletions,
 * since it scans recently deleted inodes for each new file.
 */
export function temporaryDirectory() {
  if (process.env.TMPDIR) return { TMPDIR: process.env.TMPDIR };
  try {
    accessSync(MEMORY, constants.W_OK);
    const { type, bavail, bsize } = statfsSync(MEMORY);
    const has_space = bavail * bsize >= ROOM_BYTES_MIN && freemem() >= ROOM_BYTES_MIN;
    return type === TMPFS && has_space ? { TMPDIR: MEMORY } : {};
  } catch {
    return {};
  }
}
