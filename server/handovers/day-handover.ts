import type { EndHandover } from '../../contract/operations/dashboard/cash/end-handover.schema.ts';
import type { CardMachine } from '../../contract/operations/dashboard/cash/list-handover-drivers.schema.ts';
import type { RecordDrop } from '../../contract/operations/dashboard/cash/record-drop.schema.ts';
import type { StartHandover } from '../../contract/operations/dashboard/cash/start-handover.schema.ts';
import type { DifferenceBlocker, DifferenceChoice } from '../../contract/rules/differences.ts';
import type { CashStage } from '../../contract/rules/problems.ts';
import { type DriverHandoverType, instantOfHandover } from '../../contract/rules/references.ts';
import { handoverPaths } from '../../contract/rules/storage-paths.ts';
import type { HandoverDone } from '../../contract/schemas/handovers.ts';
import { lockBalanceOf } from '../cash/balances.ts';
import { handedOverAt } from '../cash/handed-over-at.ts';
import { blockersOfUser } from '../devices/difference-blockers.ts';
import { pinFiles } from '../files/pin-file.ts';
import type { Command } from '../operations/operation.ts';
import { commandRoute } from '../operations/route.ts';
import type { Staff } from '../platform/actor.ts';
import type { Tx } from '../platform/database/database.ts';
import { firstRow } from '../platform/database/rows.ts';
import { readShop } from '../platform/database/shop-facts.ts';
import { sql } from '../platform/database/sql.ts';
import { startTogether } from '../platform/database/transactions.ts';
import { admitNamedTime } from '../platform/device-clock.ts';
import { Problem } from '../platform/problem.ts';
import { listCardMachines, moveCardMachine } from './card-machines.ts';
import { factsOfGoods, lockGoods, returnGoods } from './decide-goods.ts';
import { type HandoverContext, recordHandover } from './record-handover.ts';

/** The columns that differ between a start and an end of day. */
type Facts = {
  card_machine_given: boolean;
  card_machine_received: boolean;
  difference_fils: number | null;
  difference_choice: DifferenceChoice | null;
};

/**
 * Records a start or end of day. Locks the orders whose goods are decided about, then the driver. Derives the
 * paths of the files from the names in the database and the instant in the reference. Pins both signatures
 * and the receipt. `handMachine` moves the card machine and returns its previous state; `factsOf` returns
 * the columns that depend on the type. Throws `driver_unknown`, `own_cash`, `driver_not_available`,
 * `goods_changed`, `invalid_input`, `device_time_off`, `file_missing`, `reference_taken`.
 */
export async function handOver<Input extends StartHandover | EndHandover | Drop>(
  context: HandoverContext,
  handover_type: DriverHandoverType,
  input: Input,
  handMachine: (context: HandoverContext, input: Input) => Promise<CardMachine | undefined>,
  factsOf: (driver: LockedDriver) => Promise<Facts>,
): Promise<HandoverDone> {
  const { tx, actor, now, stage } = context;
  const { driver_id, handover_reference, amount_fils, card_machine_id } = input;
  const { driver_signature, admin_signature, receipt } = input;
  const pending = startTogether({
    goods: lockGoods(tx, actor, input),
    driver: lockDriver(tx, driver_id),
    shop: readShop(tx),
    machine: handMachine(context, input),
  });
  const pinned = pinFiles(tx, 'cash-handovers', { driver_signature, admin_signature, receipt });
  stage('record');
  const driver = admitDriver(actor, await pending.driver, handover_type);
  const goods = await pending.goods;
  const { name: shop_name, time_zone } = await pending.shop;
  const named_at = instantOfHandover(handover_reference, { handover_type, driver_id, time_zone });
  if (!named_at) throw badReference();
  admitNamedTime(named_at, input, now);
  const place = { handover_type, shop_id: actor.shop_id, shop_name, completed_at: named_at, time_zone };
  const paths = handoverPaths({ ...place, driver_id, admin_id: actor.user_id, handover_reference });
  const machine = await pending.machine;
  stage('signatures');
  const driver_signature_file_id = await pinned('driver_signature', paths.driver_signature);
  const admin_signature_file_id = await pinned('admin_signature', paths.admin_signature);
  stage('receipt');
  const receipt_file_id = await pinned('receipt', paths.receipt);
  stage('record');
  await returnGoods(tx, actor, goods, now);
  const facts = await factsOf(driver);
  const handover = {
    handover_reference,
    handover_type,
    driver_id,
    staff_user_id: driver.user_id,
    amount_fils,
    cash_received: amount_fils > 0,
    card_machine_id,
    card_machine_from_driver_id: machine?.holder_driver_id ?? null,
    card_machine_from_shop: machine !== undefined && machine.holder_driver_id === null,
    driver_signature_url: paths.driver_signature,
    admin_signature_url: paths.admin_signature,
    receipt_url: paths.receipt,
    driver_signature_file_id,
    admin_signature_file_id,
    receipt_file_id,
    driver_signature_typed: input.driver_signature.typed,
    driver_signer: input.driver_signature.signer,
    admin_signature_typed: input.admin_signature.typed,
    admin_signer: input.admin_signature.signer,
    completed_at: handedOverAt(input, now),
    ...facts,
  };
  const blockers = await blockersOf(context, driver, facts);
  const difference_outcome = outcomeOf(facts, blockers);
  const after = { handover_reference, driver_id, amount_fils, card_machine_id, ...facts, difference_outcome };
  const audited = { ...after, ...factsOfGoods(goods) };
  const done = await recordHandover(context, handover, audited, {
    machine,
    goods,
    difference_fils: difference_outcome === 'booked' ? (facts.difference_fils ?? 0) : 0,
  });
  const { staff_total_fils, own_total_fils, ...recorded } = done;
  return {
    ...recorded,
    handover_reference,
    amount_fils,
    difference_fils: facts.difference_fils,
    difference_outcome,
    driver_total_fils: staff_total_fils,
    admin_total_fils: own_total_fils,
  };
}

/** Returns what prevents a signed difference from being booked now. Reads nothing without one. */
async function blockersOf(
  { tx, actor, now }: HandoverContext,
  { user_id }: LockedDriver,
  { difference_choice, difference_fils }: Facts,
): Promise<readonly DifferenceBlocker[]> {
  if (difference_choice !== 'short_or_over' || difference_fils === 0) return [];
  return blockersOfUser(tx, actor.shop_id, user_id, now);
}

function outcomeOf(
  { difference_choice, difference_fils }: Facts,
  blockers: readonly DifferenceBlocker[],
): HandoverDone['difference_outcome'] {
  if (difference_choice === null || difference_fils === 0) return null;
  if (difference_choice === 'kept') return 'kept';
  return blockers.length === 0 ? 'booked' : 'undecided';
}

function lockDriver(tx: Tx, driver_id: number): Promise<LockedDriver | undefined> {
  const locking = sql<LockedDriver>`
    select d.id, d.user_id, d.full_name, d.status, d.works_here and p.role is distinct from 'Admin' as drives_here
    from lock_driver(${driver_id}) d left join profiles p on p.id = d.user_id`;
  return firstRow(tx, locking);
}

export function badReference(): Problem {
  return Problem.ofInput('handover_reference', 'is not the reference of this handover');
}

const NOTHING_COMPARED: Facts = {
  card_machine_given: false,
  card_machine_received: false,
  difference_fils: null,
  difference_choice: null,
};

/**
 * Gives cash and optionally a card machine. Locks the driver, then the card machine, then the balances.
 * Throws the errors of `handOver`, `not_found`, `card_machine_elsewhere`.
 */
export function startHandover(
  tx: Tx,
  actor: Staff,
  input: StartHandover,
  command: Command<CashStage>,
): Promise<HandoverDone> {
  const { card_machine_given } = input;
  const facts = { ...NOTHING_COMPARED, card_machine_given };
  return handOver({ ...command, tx, actor }, 'start', input, giveCardMachine, async () => facts);
}

export const startHandoverRoute = commandRoute('start_handover', startHandover);

async function giveCardMachine({ tx, actor }: HandoverContext, input: StartHandover) {
  const { card_machine_given, card_machine_id, driver_id } = input;
  if (card_machine_id === null) {
    // In a shop without registered card machines the form has only the checkbox.
    const must_be_named = card_machine_given && (await listCardMachines(tx, actor.shop_id)).length > 0;
    admitMachineChoice(card_machine_given, null, must_be_named);
    return;
  }
  admitMachineChoice(card_machine_given, card_machine_id, true);
  const machine = await moveCardMachine(tx, actor.shop_id, card_machine_id, driver_id);
  admitGivenMachine(machine, driver_id);
  return machine;
}

/**
 * Takes back cash and optionally a card machine. The balance changes by the amount received, so a shortage
 * remains the driver's, unless both signed it as short or over; the server computes the difference from the
 * locked balance (ruling F4). A signed difference is booked with the end of day, or later at the desk if
 * work of the driver is not sent or not posted yet. Goods still
 * with the driver come back, are kept, or are missing (ruling H4). Locks the orders, the driver, the card
 * machine, then the balance. Throws the errors of `handOver`, `not_found`, and `balance_changed` if the form
 * showed another balance.
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
    const difference_choice = input.difference_choice ?? null;
    return { ...NOTHING_COMPARED, card_machine_received, difference_fils, difference_choice };
  });
}

export const endHandoverRoute = commandRoute('end_handover', endHandover);

type Drop = RecordDrop & { card_machine_id: null };

/**
 * Takes part of a driver's cash during the day. The card machine stays where it is, and nothing is compared.
 * Throws the errors of `handOver` and `invalid_amount`.
 */
export function recordDrop(
  tx: Tx,
  actor: Staff,
  input: RecordDrop,
  command: Command<CashStage>,
): Promise<HandoverDone> {
  if (input.amount_fils === 0) throw new Problem('invalid_amount');
  const drop = { ...input, card_machine_id: null };
  return handOver(
    { ...command, tx, actor },
    'drop',
    drop,
    async () => undefined,
    async () => NOTHING_COMPARED,
  );
}

export const recordDropRoute = commandRoute('record_drop', recordDrop);

/** Returns a card machine to the shop, even if another driver was recorded as its holder. */
async function receiveCardMachine({ tx, actor }: HandoverContext, input: EndHandover) {
  const { card_machine_received, card_machine_id } = input;
  admitMachineChoice(card_machine_received, card_machine_id, false);
  if (card_machine_id === null) return;
  return moveCardMachine(tx, actor.shop_id, card_machine_id, null);
}

/**
 * Returns the amount received less the locked balance, in fils. Throws `balance_changed` if the form showed
 * another balance; a form that could not read the balance skips this comparison.
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

type LockedDriver = {
  id: number;
  user_id: string;
  full_name: string;
  status: string;
  /**
   * False for a driver who was disabled, moved to another shop or became an Admin; the list omits them too.
   */
  drives_here: boolean;
};

/**
 * Checks that the driver is another user and works in the shop. An end of day needs an available driver
 * (ruling B6); one who is out can receive cash and hand in a part (ruling H9). Throws the reason otherwise.
 */
function admitDriver(
  actor: Staff,
  driver: LockedDriver | undefined,
  handover_type: DriverHandoverType,
): LockedDriver {
  if (!driver) throw new Problem('driver_unknown');
  if (driver.user_id === actor.user_id) throw new Problem('own_cash');
  const is_ready =
    driver.status === 'available' || (driver.status === 'delivering' && handover_type !== 'end');
  if (!is_ready || !driver.drives_here) throw new Problem('driver_not_available');
  return driver;
}

/** Checks that a card machine is named exactly if one is handed over. Throws `invalid_input`. */
function admitMachineChoice(
  changes_hands: boolean,
  card_machine_id: string | null,
  must_be_named: boolean,
): void {
  if (!changes_hands && card_machine_id !== null) throw badMachine('no card machine changes hands');
  if (changes_hands && card_machine_id === null && must_be_named) throw badMachine('select a card machine');
}

function badMachine(detail: string): Problem {
  return Problem.ofInput('card_machine_id', detail);
}

/** Checks that a card machine is in the shop or already with this driver. Throws `card_machine_elsewhere`. */
function admitGivenMachine(machine: CardMachine, driver_id: number): void {
  const elsewhere = machine.holder_driver_id !== null && machine.holder_driver_id !== driver_id;
  if (elsewhere) throw new Problem('card_machine_elsewhere', machine.number);
}
