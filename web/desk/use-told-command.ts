import { t } from '@lingui/core/macro';
import { useEffect, useRef, useState } from 'react';
import type { EndpointAnswer, EndpointBody } from '../../contract/operations/endpoint-schemas.ts';
import type { ProblemBody } from '../../contract/rules/problems.ts';
import { identity } from '../api/identity.ts';
import { failure, type ToastWords } from '../api/problem-words.ts';
import { showToast, withdrawToasts } from '../ui/toast.ts';
import { problemTitle } from '../words/server-words.ts';
import { thisTab } from '../world/this-tab.ts';
import type { DeskCommandName, DeskOutcome } from './send-command.ts';
import { useDeskCommand } from './use-desk-command.ts';

type Words = {
  /** The title where it was refused, or nobody knows. */
  failed: string;
  /** Why it was refused, where more is to be said than the problem's title. */
  refused?: (problem: ProblemBody) => string | null;
  /** Told of a refusal, once its words are shown. */
  onRefused?: (problem: ProblemBody) => void;
};

type Sent<N extends DeskCommandName> = {
  body: EndpointBody<N>;
  /** What is said once it is done. */
  done: ToastWords;
  by: string | null;
  id: string;
};

export type ToldCommand<N extends DeskCommandName> = {
  busy: boolean;
  /** No answer came: `send` sends the same command again, and nothing else may be asked for until then. */
  unknown: boolean;
  /** What got no answer: whatever is given to `send` by now, this is sent and told. */
  unanswered: Sent<N> | null;
  /** Null where it was refused or nobody knows yet: that has been said. */
  send: (body: EndpointBody<N>, done: ToastWords) => Promise<EndpointAnswer<N> | null>;
};

/** A command of the desk that says how it went, also when its form has gone by then. */
export function useToldCommand<N extends DeskCommandName>(name: N, words: Words): ToldCommand<N> {
  const command = useDeskCommand(name);
  const [unanswered, setUnanswered] = useState<Sent<N> | null>(null);
  const now = useRef({ going: false, unanswered, here: true });

  async function send(body: EndpointBody<N>, done: ToastWords): Promise<EndpointAnswer<N> | null> {
    if (now.current.going) return null;
    const again = now.current.unanswered;
    const sent = again ?? { body, done, by: identity().user_id(), id: thisTab.random.uuid() };
    now.current.going = true;
    try {
      const outcome = await (again ? command.again() : command.run(body));
      keep(outcome.kind === 'unknown' ? sent : null);
      return tell(outcome, sent);
    } finally {
      now.current.going = false;
    }
  }

  function keep(sent: Sent<N> | null): void {
    now.current.unanswered = sent;
    setUnanswered(sent);
  }

  function tell(outcome: DeskOutcome<N>, sent: Sent<N>): EndpointAnswer<N> | null {
    // What one has sent is nothing for the next who signs in here.
    if (sent.by !== identity().user_id()) return null;
    withdrawToasts(leftAbout(sent));
    if (outcome.kind === 'done') {
      withdrawToasts(name);
      showToast(sent.done);
      return outcome.answer;
    }
    if (outcome.kind === 'unknown') sayUnknown(sent);
    else {
      showToast({ ...refusal(outcome.problem, words), about: name });
      words.onRefused?.(outcome.problem);
    }
    return null;
  }

  function sayUnknown(sent: Sent<N>): void {
    const { kind, title, description } = notKnown(words.failed);
    // The form has its own button for it, for as long as it is there.
    if (now.current.here) {
      showToast({ kind, title, description, about: name });
      return;
    }
    const { body, done } = sent;
    const action = { label: t`Send again`, onPress: () => void send(body, done) };
    const about_what = [done.description, description].filter(Boolean).join(' · ');
    withdrawToasts(name);
    showToast({ kind, title, description: about_what, about: leftAbout(sent), action });
  }

  const leftAbout = ({ id }: Sent<N>) => `${name} ${id}`;
  const latest = useRef(sayUnknown);
  latest.current = sayUnknown;
  useEffect(() => {
    const { current } = now;
    current.here = true;
    return () => {
      current.here = false;
      const left = current.unanswered;
      if (left && !current.going && left.by === identity().user_id()) latest.current(left);
    };
  }, []);

  return { busy: command.busy, unknown: command.unknown, unanswered, send };
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
