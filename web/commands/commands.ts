import type { CommandName } from '../offline/outbox-entry.ts';
import { arrange } from './arrange.ts';
import { collect } from './collect.ts';
import type { CommandWords } from './command.ts';
import { deliver } from './deliver.ts';
import { deposit } from './deposit.ts';
import { endHandover } from './end-handover.ts';
import { float } from './float.ts';
import { startHandover } from './start-handover.ts';

const COMMANDS: { [N in CommandName]: { words: CommandWords<N> } } = {
  confirm_delivery: deliver,
  arrange_stops: arrange,
  start_handover: startHandover,
  end_handover: endHandover,
  collect_cash: collect,
  record_deposit: deposit,
  record_float: float,
};

/** Returns everything that is shown about a command. */
export function wordsOf<N extends CommandName>(endpoint: N): CommandWords<N> {
  return COMMANDS[endpoint].words;
}
