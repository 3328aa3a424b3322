import type { CommandName } from '../offline/outbox-entry.ts';
import type { CommandMessages } from './command.ts';
import { arrange } from './delivery/arrange.ts';
import { attempt } from './delivery/attempt.ts';
import { checkLoad } from './delivery/check-load.ts';
import { deliver } from './delivery/deliver.ts';
import { setOut } from './delivery/set-out.ts';
import { undoAttempt } from './delivery/undo-attempt.ts';

type Commands<N extends CommandName> = { readonly [Name in N]: { messages: CommandMessages<Name> } };

const DELIVERY_COMMANDS = {
  confirm_delivery: deliver,
  deliver_as_taken: deliver,
  arrange_stops: arrange,
  record_attempt: attempt,
  undo_attempt: undoAttempt,
  set_out: setOut,
  check_loading: checkLoad,
};

/** The commands about cash, which drivers do not send: their texts are loaded when they are needed. */
export type CashCommandName = Exclude<CommandName, keyof typeof DELIVERY_COMMANDS>;

const commands: Partial<Commands<CommandName>> = { ...DELIVERY_COMMANDS };

/** Called by the module of the cash commands once it is loaded. */
export function provideCashCommands(loaded: Commands<CashCommandName>): void {
  Object.assign(commands, loaded);
}

/** Returns all texts shown about a command; undefined until they are loaded. */
export function messagesOf<N extends CommandName>(endpoint: N): CommandMessages<N> | undefined {
  return commands[endpoint]?.messages;
}
