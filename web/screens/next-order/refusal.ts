import { refusalText } from '../../api/problem-words.ts';
import type { OutboxEntry } from '../../offline/outbox-entry.ts';

/** Why the server refused it, in the problem's words; null when it was not refused. */
export function refusalOf(entry: Pick<OutboxEntry, 'state' | 'problem'> | undefined): string | null {
  if (entry?.state !== 'refused') return null;
  return refusalText(entry.problem);
}
