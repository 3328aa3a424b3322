import { errorCode } from '../platform/error-code.ts';
import { errorText } from '../platform/error-text.ts';
import { Problem } from '../platform/problem.ts';
import type { ContentStore } from './content-store.ts';

/** No room, or no more than this account may have. */
const FULL = ['ENOSPC', 'EDQUOT'];

/** The problem to answer when content could not be stored; what is no failure of the system is thrown on. */
export function storeProblem(error: unknown): unknown {
  const is_systems = error instanceof Error && 'syscall' in error;
  if (!is_systems) return error;
  return new Problem(FULL.includes(errorCode(error)) ? 'storage_full' : 'storage_unavailable').causedBy(
    error,
  );
}

/** What keeps files from being stored, as a sentence for the operator; null when nothing does. */
export async function storeTrouble(store: ContentStore): Promise<string | null> {
  try {
    return await store.trouble();
  } catch (error) {
    return `files cannot be stored: ${errorText(error)}`;
  }
}
