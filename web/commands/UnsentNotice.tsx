import type { ReactNode } from 'react';
import type { ProblemBody } from '../../contract/rules/problems.ts';
import { needsManager } from '../api/unknown-outcome.ts';
import { CommandNotice } from './CommandNotice.tsx';

type Props = {
  what: string;
  entry: {
    command_id: string;
    state: 'queued' | 'sending' | 'unknown' | 'held' | 'sign_in' | 'done' | 'refused';
    problem: { title: string } | null;
    last_error: { problem: Pick<ProblemBody, 'code' | 'nothing_recorded'> | null } | null;
  };
  actions: {
    sendNow: () => void;
    sendAgain: (command_id: string) => Promise<void>;
    discard: (command_id: string) => Promise<void>;
  };
  children?: ReactNode;
};

/** A command that its form cannot show, as after a reload; nothing while it is simply on its way. */
export function UnsentNotice({ what, entry, actions, children }: Props) {
  const { state, command_id, problem } = entry;
  if (state === 'queued' || state === 'sending' || state === 'done') return null;
  return (
    <CommandNotice
      what={what}
      state={needsManager(entry) ? 'needs_manager' : state}
      refusal={problem?.title ?? null}
      onSendNow={actions.sendNow}
      onSendAgain={() => void actions.sendAgain(command_id)}
      onDiscard={() => void actions.discard(command_id)}
    >
      {children}
    </CommandNotice>
  );
}
