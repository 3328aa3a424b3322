import { problemSentence } from '../../server/cli/terminal/refusal.ts';
import { errorText } from '../../server/platform/error-text.ts';
import { Problem } from '../../server/platform/problem.ts';

/** A problem whose message is what the command line says of it. */
export class SaidProblem extends Error {}

/** What an operation answers; what it refuses is thrown in the command line's words, which a reader understands. */
export async function inTerminalWords<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    const sentence = error instanceof Problem ? (problemSentence(error) ?? errorText(error)) : undefined;
    throw sentence === undefined ? error : new SaidProblem(sentence, { cause: error });
  }
}
