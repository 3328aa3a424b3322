import { identity } from '../../api/identity.ts';
import { tabNotes } from '../../environment/tab-notes.ts';

/** The note survives a reload; other tabs do not have it. */
const NOTE = 'importing';

/** Returns the name of the file whose import was interrupted by a reload, null for none. */
export function interruptedImport(): string | null {
  const [user_id, ...name] = (tabNotes.read(NOTE) ?? '').split(' ');
  return user_id && user_id === identity().user_id() ? name.join(' ') : null;
}

export function rememberInterrupted(user_id: string, file_name: string): void {
  tabNotes.write(NOTE, `${user_id} ${file_name}`);
}

export function forgetInterrupted(): void {
  tabNotes.write(NOTE, null);
}
