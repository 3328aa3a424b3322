import { type CashCommandName, provideCashCommands } from '../commands.ts';
import { expense } from '../expenses/expense.ts';
import { collectOwed } from '../order-payments/collect-owed.ts';
import { collect } from './collect.ts';
import { correctDelivery, correctRecordedDelivery } from './correct.ts';
import { deposit } from './deposit.ts';
import { drop } from './drop.ts';
import { endHandover } from './end-handover.ts';
import { float } from './float.ts';
import { requestFloat } from './request-float.ts';
import { settle } from './settle.ts';
import { startHandover } from './start-handover.ts';
import { voidRecord } from './void-record.ts';

/**
 * The commands about cash and corrections. Screens that send one import it from here, so that its texts are
 * loaded too.
 */
export const CASH_COMMANDS = {
  start_handover: startHandover,
  end_handover: endHandover,
  record_drop: drop,
  collect_cash: collect,
  collect_owed: collectOwed,
  record_deposit: deposit,
  record_float: float,
  request_float: requestFloat,
  record_settlement: settle,
  void_record: voidRecord,
  request_expense: expense,
  correct_delivery: correctDelivery,
  correct_recorded_delivery: correctRecordedDelivery,
} satisfies Record<CashCommandName, unknown>;

provideCashCommands(CASH_COMMANDS);
