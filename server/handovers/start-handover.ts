import type { CashStage } from '../../contract/rules/problems.ts';
import type { HandoverDone, StartHandover } from '../../contract/schemas/handovers.ts';
import type { Command } from '../operations/operation.ts';
import type { Staff } from '../platform/actor.ts';
import type { Tx } from '../platform/database/database.ts';
import { handCardMachine, listCardMachines, lockCardMachine } from './card-machines.ts';
import { handOver } from './day-handover.ts';
import { admitGivenMachine, admitMachineChoice } from './handover-policy.ts';
import type { HandoverContext } from './record-handover.ts';

/**
 * Gives a driver cash and perhaps a card machine: record, machine and both balances together or not at all. Locks the
 * driver, then the machine, then the balances. Throws what `handOver` throws, `not_found`, `card_machine_elsewhere`.
 */
export function startHandover(
  tx: Tx,
  actor: Staff,
  input: StartHandover,
  command: Command<CashStage>,
): Promise<HandoverDone> {
  const { card_machine_given } = input;
  const facts = { card_machine_given, card_machine_received: false, difference_fils: null };
  return handOver({ ...command, tx, actor }, 'start', input, giveCardMachine, async () => facts);
}

async function giveCardMachine({ tx, actor }: HandoverContext, input: StartHandover): Promise<void> {
  const { card_machine_given, card_machine_id, driver_id } = input;
  // Without any registered the form's checkbox stands alone.
  const must_be_named = card_machine_given && (await listCardMachines(tx, actor.shop_id)).length > 0;
  admitMachineChoice(card_machine_given, card_machine_id, must_be_named);
  if (card_machine_id === null) return;
  admitGivenMachine(await lockCardMachine(tx, actor.shop_id, card_machine_id), driver_id);
  await handCardMachine(tx, actor.shop_id, card_machine_id, driver_id);
}
