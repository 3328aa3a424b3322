import type { FilesSetting } from '../platform/config-files.ts';
import type { ContentStore } from './content-store.ts';
import { directoryStore } from './directory-store.ts';

/** Where FILES_URL says that content is kept. */
export function openStore(files: FilesSetting): ContentStore {
  if (files.kind === 's3') throw new Error('FILES_URL: files in a bucket are not supported yet; use file://');
  return directoryStore(files.path);
}
