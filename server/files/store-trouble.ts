import { errorText } from '../platform/error-text.ts';
import { Problem } from '../platform/problem.ts';
import type { ContentStore } from './content-store.ts';

/** No room, or no more than this account may have. */
const FULL = ['ENOSPC', 'EDQUOT'];

/** The problem to answer when content could not be stored; what is no failure of the system is thrown on. */
export function storeProblem(error: unknown): unknown {
  const code = error instanceof Error && 'syscall' in error && 'code' in error ? error.code : undefined;
  if (typeof code !== 'string') return error;
  const problem = new Problem(FULL.includes(code) ? 'storage_full' : 'storage_unavailable');
  problem.cause = error;
  return problem;
}

/** What keeps files from being stored, as a sentence for the operator; null when nothing does. */
export async function storeTrouble(store: ContentStore): Promise<string | null> {
  try {
    return await store.trouble();
  } catch (error) {
    return `files cannot be stored: ${errorText(error)}`;
  }
}
