import { problemSentence } from '../../server/cli/terminal/refusal.ts';
import { errorText } from '../../server/platform/error-text.ts';
import { Problem } from '../../server/platform/problem.ts';

/** A problem whose message is the one that the command line prints. */
export class TerminalProblem extends Error {}

/** Returns an operation's result. Throws refusals with the message of the command line. */
export async function withTerminalMessages<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    const sentence = error instanceof Problem ? (problemSentence(error) ?? errorText(error)) : undefined;
    throw sentence === undefined ? error : new TerminalProblem(sentence, { cause: error });
  }
}
