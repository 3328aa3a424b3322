import type { CashStage } from '../../contract/rules/problems.ts';
import type { EndHandover, HandoverDone } from '../../contract/schemas/handovers.ts';
import { lockBalanceOf } from '../cash/balances.ts';
import type { Command } from '../operations/operation.ts';
import type { Staff } from '../platform/actor.ts';
import type { Tx } from '../platform/database/database.ts';
import { Problem } from '../platform/problem.ts';
import { beginHandover, type HandoverContext, pinHandover } from './begin-handover.ts';
import { handCardMachine, lockCardMachine } from './card-machines.ts';
import { admitMachineChoice } from './handover-policy.ts';
import { recordHandover } from './record-handover.ts';

/**
 * Takes cash and perhaps a card machine back. The balance moves by what was received, so a shortage stays the driver's; the
 * difference is the server's, from the locked balance (ruling F4). Locks the driver, then the machine, then the balances.
 * Throws what a start of day throws, and `balance_changed` when the form showed another balance.
 */
export async function endHandover(
  tx: Tx,
  actor: Staff,
  input: EndHandover,
  command: Command<CashStage>,
): Promise<HandoverDone> {
  const context = { ...command, tx, actor };
  context.stage('record');
  const begun = await beginHandover(context, 'end', input);
  await receiveCardMachine(context, input);
  const pinned = await pinHandover(context, begun, input);
  context.stage('cash');
  const difference_fils = await differenceOf(context, begun.driver.user_id, input);
  const facts = {
    card_machine_given: false,
    card_machine_received: input.card_machine_received,
    difference_fils,
  };
  return recordHandover(context, begun, input, { ...facts, ...pinned });
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
  { tx }: HandoverContext,
  user_id: string,
  { amount_fils, estimated_receivables_fils }: EndHandover,
): Promise<number> {
  const held_fils = await lockBalanceOf(tx, user_id);
  const shown_fils = estimated_receivables_fils ?? held_fils;
  if (shown_fils !== held_fils) throw new Problem('balance_changed', undefined, undefined, held_fils);
  return amount_fils - held_fils;
}
