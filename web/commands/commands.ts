import type { CommandName } from '../offline/outbox-entry.ts';
import { collect } from './cash/collect.ts';
import { deposit } from './cash/deposit.ts';
import { drop } from './cash/drop.ts';
import { endHandover } from './cash/end-handover.ts';
import { float } from './cash/float.ts';
import { requestFloat } from './cash/request-float.ts';
import { settle } from './cash/settle.ts';
import { startHandover } from './cash/start-handover.ts';
import { voidRecord } from './cash/void-record.ts';
import type { CommandMessages } from './command.ts';
import { arrange } from './delivery/arrange.ts';
import { attempt } from './delivery/attempt.ts';
import { checkLoad } from './delivery/check-load.ts';
import { deliver } from './delivery/deliver.ts';
import { setOut } from './delivery/set-out.ts';
import { undoAttempt } from './delivery/undo-attempt.ts';

const COMMANDS: { [N in CommandName]: { messages: CommandMessages<N> } } = {
  confirm_delivery: deliver,
  arrange_stops: arrange,
  record_attempt: attempt,
  undo_attempt: undoAttempt,
  set_out: setOut,
  check_loading: checkLoad,
  start_handover: startHandover,
  end_handover: endHandover,
  collect_cash: collect,
  record_deposit: deposit,
  record_float: float,
  record_drop: drop,
  request_float: requestFloat,
  record_settlement: settle,
  void_record: voidRecord,
};

/** Returns all texts shown about a command. */
export function messagesOf<N extends CommandName>(endpoint: N): CommandMessages<N> {
  return COMMANDS[endpoint].messages;
}
