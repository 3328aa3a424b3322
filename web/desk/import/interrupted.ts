import { identity } from '../../api/identity.ts';
import { tabNotes } from '../../world/tab-notes.ts';

/** A reload has it, wherever at the desk it comes; another tab or the next person has not. */
const NOTE = 'importing';

/** The name of the file whose import a reload has cut off; null for none. */
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
