import { t } from '@lingui/core/macro';
import { useRef, useState } from 'react';
import type { EndpointBody, EndpointResponse } from '../../../contract/operations/endpoint-schemas.ts';
import type { ProblemBody } from '../../../contract/rules/problems.ts';
import { failure, type ToastText } from '../../api/problem-messages.ts';
import { problemTitle } from '../../messages/server-messages.ts';
import { showToast, withdrawToasts } from '../../ui/toast.ts';
import { type MemoryCommand, type MemoryCommandName, memoryCommand } from './memory-command.ts';
import type { Outcome } from './until-decided.ts';
import { useOnLeave } from './use-on-leave.ts';

type Messages = {
  /** The title if it was refused or its outcome is unknown. */
  failed: string;
  /** Returns the reason of a refusal, if it should differ from the problem's title. */
  refused?: (problem: ProblemBody) => string | null;
  /** Called after a refusal, once its toast is shown. */
  onRefused?: (problem: ProblemBody) => void;
};

type Sent<N extends MemoryCommandName> = {
  body: EndpointBody<N>;
  /** The toast after success. */
  done: ToastText;
  command: MemoryCommand<N>;
};

export type MemoryCommandForm<N extends MemoryCommandName> = {
  busy: boolean;
  /** True if the outcome is unknown: until it is decided, `send` only sends the same command again. */
  unknown: boolean;
  /** The undecided command whose outcome is or was unknown: `send` sends this one, whatever its arguments. */
  unanswered: Pick<Sent<N>, 'body' | 'done'> | null;
  /** Resolves to null if it was refused or is unknown, after a toast has shown that. */
  send: (body: EndpointBody<N>, done: ToastText) => Promise<EndpointResponse<N> | null>;
};

/**
 * Connects a form to a command that is kept in memory. Its outcome is shown in a toast, even if the form is
 * closed by then. `useCommand` does the same for durable commands.
 */
export function useMemoryCommand<N extends MemoryCommandName>(
  name: N,
  messages: Messages,
): MemoryCommandForm<N> {
  const [shown, setShown] = useState<{ busy: boolean; unanswered: Sent<N> | null }>(IDLE);
  const now = useRef(shown);
  const isHere = useOnLeave(() => {
    const { busy, unanswered } = now.current;
    if (unanswered?.command.isOwn() && !busy) showUnknown(unanswered, false);
  });

  function change(next: Partial<typeof shown>): void {
    now.current = { ...now.current, ...next };
    setShown(now.current);
  }

  async function send(body: EndpointBody<N>, done: ToastText): Promise<EndpointResponse<N> | null> {
    if (now.current.busy) return null;
    const sent = now.current.unanswered ?? { body, done, command: memoryCommand(name, body) };
    change({ busy: true });
    try {
      const outcome = await sent.command.send();
      change({ unanswered: outcome.kind === 'unknown' ? sent : null });
      return sent.command.isOwn() ? show(outcome, sent) : null;
    } finally {
      change({ busy: false });
    }
  }

  function show(outcome: Outcome<EndpointResponse<N>>, sent: Sent<N>): EndpointResponse<N> | null {
    withdrawToasts(aboutLeft(sent));
    if (outcome.kind === 'done') {
      withdrawToasts(name);
      showToast(sent.done);
      return outcome.answer;
    }
    if (outcome.kind === 'unknown') showUnknown(sent, isHere());
    else {
      const { problem } = outcome;
      const why = messages.refused?.(problem) ?? problemTitle(problem.code, problem.title);
      showToast({ ...failure(messages.failed, why), about: name });
      messages.onRefused?.(problem);
    }
    return null;
  }

  /**
   * Shows that the outcome is unknown. An open form has its own button for sending again; else the toast gets
   * one.
   */
  function showUnknown(sent: Sent<N>, in_form: boolean): void {
    const description = t`The server did not respond, so we don't know yet whether this was recorded. Send it again: nothing is done twice.`;
    const toast = { kind: 'warning', title: messages.failed } as const;
    if (in_form) {
      showToast({ ...toast, description, about: name });
      return;
    }
    withdrawToasts(name);
    showToast({
      ...toast,
      description: [sent.done.description, description].filter(Boolean).join(' · '),
      about: aboutLeft(sent),
      action: { label: t`Send again`, onPress: () => void send(sent.body, sent.done) },
    });
  }

  const aboutLeft = ({ command }: Sent<N>) => `${name} ${command.command_id}`;
  const { busy, unanswered } = shown;
  return { busy, unknown: unanswered !== null && !busy, unanswered, send };
}

const IDLE = { busy: false, unanswered: null };
