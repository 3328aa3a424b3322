import type { CommandRules } from '../offline/command-rules.ts';
import type { CommandName } from '../offline/outbox-entry.ts';
import { arrange } from './arrange.ts';
import { collect } from './collect.ts';
import type { CommandWords } from './command.ts';
import { deliver } from './deliver.ts';
import { deposit } from './deposit.ts';
import { endHandover } from './end-handover.ts';
import { float } from './float.ts';
import { startHandover } from './start-handover.ts';

type Known<N extends CommandName> = CommandRules<N> & { words: CommandWords<N> };

const COMMANDS: { [N in CommandName]: Known<N> } = {
  confirm_delivery: deliver,
  arrange_stops: arrange,
  start_handover: startHandover,
  end_handover: endHandover,
  collect_cash: collect,
  record_deposit: deposit,
  record_float: float,
};

/** The rules of a command, for outbox and sender, and its words. */
export function commandOf<N extends CommandName>(endpoint: N): Known<N> {
  return COMMANDS[endpoint];
}
