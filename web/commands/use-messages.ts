import { use } from 'react';
import type { CommandName } from '../offline/outbox-entry.ts';
import type { CommandMessages } from './command.ts';
import { messagesOf } from './commands.ts';

let loading: Promise<unknown> | undefined;

/** Returns all texts shown about a command. The component is suspended until they are loaded. */
export function useMessagesOf<N extends CommandName>(endpoint: N): CommandMessages<N> {
  const loaded = messagesOf(endpoint);
  if (loaded) return loaded;
  // The same promise in each render, so that a failure is shown.
  loading ??= loadCashCommands();
  use(loading);
  throw new RangeError(`The command ${endpoint} has no texts`);
}

/** Loads the texts of the commands about cash. Rejects if they cannot be loaded. */
export function loadCashCommands(): Promise<unknown> {
  return import('./cash/cash-commands.ts');
}
