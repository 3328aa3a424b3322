import { BackupError, BadBackup } from '../backup/archive-format.ts';
import { Problem } from '../platform/problem.ts';
import { problemSentence } from './problem-sentence.ts';
import { TerminalError } from './terminal-error.ts';

/** What was refused, in a sentence, and the exit code it ends the program with; undefined for any other error. */
export function refusalOf(error: unknown): { sentence: string; exit_code: number } | undefined {
  if (error instanceof TerminalError) return { sentence: error.message, exit_code: error.exit_code };
  // Of a file that cannot be read.
  if (error instanceof BackupError) {
    return { sentence: error.message, exit_code: error instanceof BadBackup ? 2 : 1 };
  }
  const sentence = error instanceof Problem ? problemSentence(error) : undefined;
  return sentence === undefined ? undefined : { sentence, exit_code: 1 };
}
