import type { CashStage } from '../../contract/rules/problems.ts';
import type { EndHandover, HandoverDone } from '../../contract/schemas/handovers.ts';
import { lockBalanceOf } from '../cash/balances.ts';
import type { Command } from '../operations/operation.ts';
import type { Staff } from '../platform/actor.ts';
import type { Tx } from '../platform/database/database.ts';
import { Problem } from '../platform/problem.ts';
import { handCardMachine, lockCardMachine } from './card-machines.ts';
import { handOver } from './day-handover.ts';
import { admitMachineChoice } from './handover-policy.ts';
import type { HandoverContext } from './record-handover.ts';

/**
 * Takes cash and perhaps a card machine back. The balance moves by what was received, so a shortage stays the driver's; the
 * difference is the server's, from the locked balance (ruling F4). Locks the driver, then the machine, then the balances.
 * Throws what a start of day throws, and `balance_changed` when the form showed another balance.
 */
export function endHandover(
  tx: Tx,
  actor: Staff,
  input: EndHandover,
  command: Command<CashStage>,
): Promise<HandoverDone> {
  const { card_machine_received } = input;
  return handOver({ ...command, tx, actor }, 'end', input, receiveCardMachine, async ({ user_id }) => {
    command.stage('cash');
    const difference_fils = await differenceOf(tx, user_id, input);
    return { card_machine_given: false, card_machine_received, difference_fils };
  });
}

/** A machine that comes back is in the shop, whoever was thought to have it. */
async function receiveCardMachine({ tx, actor }: HandoverContext, input: EndHandover): Promise<void> {
  const { card_machine_received, card_machine_id } = input;
  admitMachineChoice(card_machine_received, card_machine_id, false);
  if (card_machine_id === null) return;
  await lockCardMachine(tx, actor.shop_id, card_machine_id);
  await handCardMachine(tx, actor.shop_id, card_machine_id, null);
}

/**
 * Received less held, in fils. A form that could not show what is held only skips the comparison. Throws `balance_changed`.
 */
async function differenceOf(
  tx: Tx,
  user_id: string,
  { amount_fils, estimated_receivables_fils }: EndHandover,
): Promise<number> {
  const held_fils = await lockBalanceOf(tx, user_id);
  const shown_fils = estimated_receivables_fils ?? held_fils;
  if (shown_fils !== held_fils) throw new Problem('balance_changed', undefined, undefined, held_fils);
  return amount_fils - held_fils;
}
