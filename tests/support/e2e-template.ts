import { join } from 'node:path';
import { lockDataDirectory } from '../../server/platform/data-directory/data-directory-lock.ts';
import { startServerProcess, TEMPLATE_VARIABLE } from './e2e-server.ts';
import { makeTemporaryDirectory, removeAbandonedDirectories } from './temporary-directory.ts';

/**
 * Initialises and migrates one data directory for the whole run: starting on a copy of it takes half the
 * processor time of a first start. The copies share its AUTH_SECRET and its database passwords. Returns the
 * function that removes it.
 */
export default async function setup(): Promise<() => Promise<void>> {
  await removeAbandonedDirectories();
  const directory = await makeTemporaryDirectory();
  // Locks the parent of the copied directory, so that no other run removes it, however long this run takes.
  const lock = await lockDataDirectory(directory.path, 'command');
  const remove = async () => {
    await lock.release();
    await directory.remove();
  };
  const data_dir = join(directory.path, 'data');
  try {
    const server = await startServerProcess({ data_dir });
    await server.stop();
  } catch (error) {
    await remove();
    throw error;
  }
  process.env[TEMPLATE_VARIABLE] = data_dir;
  return remove;
}
