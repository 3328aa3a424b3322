import { t } from '@lingui/core/macro';
import type { ProblemBody } from '../../contract/rules/problems.ts';
import type { EndpointAnswer, EndpointBody } from '../../contract/schemas/endpoint-schemas.ts';
import { failure, type ToastWords } from '../api/problem-words.ts';
import { showToast, withdrawToasts } from '../ui/toast.ts';
import { problemTitle } from '../words/server-words.ts';
import { type DeskCommandName, useDeskCommand } from './use-desk-command.ts';

type Words = {
  /** The title where it was refused, or nobody knows. */
  failed: string;
  /** Why it was refused, where more is to be said than the problem's title. */
  refused?: (problem: ProblemBody) => string | null;
  /** Told of a refusal, once its words are shown. */
  onRefused?: (problem: ProblemBody) => void;
};

export type ToldCommand<N extends DeskCommandName> = {
  busy: boolean;
  /** No answer came: `send` sends the same command again, and nothing else may be asked for until then. */
  unknown: boolean;
  /** Null where it was refused or nobody knows yet: that has been said. */
  send: (body: EndpointBody<N>, done: ToastWords) => Promise<EndpointAnswer<N> | null>;
};

/** A command of the desk that says how it went. */
export function useToldCommand<N extends DeskCommandName>(name: N, words: Words): ToldCommand<N> {
  const command = useDeskCommand(name);
  async function send(body: EndpointBody<N>, done: ToastWords): Promise<EndpointAnswer<N> | null> {
    const outcome = await (command.unknown ? command.again() : command.run(body));
    if (outcome.kind === 'done') {
      withdrawToasts(name);
      showToast(done);
      return outcome.answer;
    }
    const told = outcome.kind === 'refused' ? refusal(outcome.problem, words) : notKnown(words.failed);
    showToast({ ...told, about: name });
    if (outcome.kind === 'refused') words.onRefused?.(outcome.problem);
    return null;
  }
  return { busy: command.busy, unknown: command.unknown, send };
}

function refusal(problem: ProblemBody, { failed, refused }: Words): ToastWords {
  return failure(failed, refused?.(problem) ?? problemTitle(problem.code, problem.title));
}

function notKnown(title: string): ToastWords {
  return {
    kind: 'warning',
    title,
    description: t`No answer came, so we don't know yet whether this was recorded. Send it again: nothing is done twice.`,
  };
}
