import type { Stops } from '../../contract/operations/dashboard/deliveries/list-stops.schema.ts';
import type { Profile } from '../../contract/operations/dashboard/profile/read-profile.schema.ts';
import { DESK_ENDPOINTS } from '../../contract/operations/desk.ts';
import { listOwedAtDoor } from '../../contract/operations/screens/list-owed-at-door.ts';
import type { DateText } from '../../contract/rules/dates/dates.ts';
import type { DifferenceChoice } from '../../contract/rules/differences.ts';
import { CUSTOMER_REFUND } from '../../contract/rules/expenses.ts';
import type { DriverHandoverType } from '../../contract/rules/references.ts';
import { type ApiClient, registerEndpoints } from '../../web/api/client.ts';
import { callEndpoint } from '../../web/api/this-page.ts';
import { collect } from '../../web/commands/cash/collect.ts';
import { correctDelivery, correctRecordedDelivery } from '../../web/commands/cash/correct.ts';
import { deposit } from '../../web/commands/cash/deposit.ts';
import { drop } from '../../web/commands/cash/drop.ts';
import { endHandover } from '../../web/commands/cash/end-handover.ts';
import { float } from '../../web/commands/cash/float.ts';
import type { Correction } from '../../web/commands/cash/prepare-correction.ts';
import type { Float } from '../../web/commands/cash/prepare-float.ts';
import type { HandoverGoods } from '../../web/commands/cash/prepare-handover.ts';
import type { Settlement } from '../../web/commands/cash/prepare-settlement.ts';
import type { Void } from '../../web/commands/cash/prepare-void.ts';
import { requestFloat } from '../../web/commands/cash/request-float.ts';
import { settle } from '../../web/commands/cash/settle.ts';
import { startHandover } from '../../web/commands/cash/start-handover.ts';
import { voidRecord } from '../../web/commands/cash/void-record.ts';
import type { Command } from '../../web/commands/command.ts';
import type { SignedPicture } from '../../web/commands/command-file.ts';
import { arrange } from '../../web/commands/delivery/arrange.ts';
import { attempt } from '../../web/commands/delivery/attempt.ts';
import { checkLoad, type LoadCheck } from '../../web/commands/delivery/check-load.ts';
import { deliver } from '../../web/commands/delivery/deliver.ts';
import type { Attempt } from '../../web/commands/delivery/prepare-attempt.ts';
import type { Delivery } from '../../web/commands/delivery/prepare-delivery.ts';
import { type SettingOut, setOut } from '../../web/commands/delivery/set-out.ts';
import { arrangedFrom, type Stop, stopsOnDevice } from '../../web/commands/delivery/stops.ts';
import { type AttemptUndo, undoAttempt } from '../../web/commands/delivery/undo-attempt.ts';
import { expense } from '../../web/commands/expenses/expense.ts';
import type { Expense } from '../../web/commands/expenses/prepare-expense.ts';
import { makeCommand } from '../../web/commands/make-command.ts';
import { collectOwed } from '../../web/commands/order-payments/collect-owed.ts';
import type { OrderPayment } from '../../web/commands/order-payments/prepare-order-payment.ts';
import { deviceOutbox, sendAgain, startOffline, thisDevice } from '../../web/commands/this-device.ts';
import { thisTab } from '../../web/environment/this-tab.ts';
import type { CommandName, OutboxEntry } from '../../web/offline/outbox-entry.ts';
import { authState, sessionStore, signOut, startSession } from '../../web/session/device-session.ts';

/**
 * The program of a tab: the product's outbox, sender, session and commands, connected as its pages connect
 * them, but without the pages. It is bundled separately and started once for every tab, in the tab's
 * environment.
 */
export type TabProgram = {
  start(): void;
  signIn(email: string, password: string): Promise<void>;
  signOut(): Promise<void>;
  user_id(): string | null;
  profile(): Profile | null;
  /** Presses Try Again after the profile could not be read. */
  refreshProfile(): Promise<void>;
  ask: ApiClient['callEndpoint'];
  /**
   * Returns the stops as the screens show them: the server's response combined with what the device knows.
   */
  stops(answer: Stops): { stops: readonly Stop[]; arranged_from: string | null };
  entries(): readonly OutboxEntry[];
  onChange(listener: () => void): void;
  deliver(delivered: Delivery, command_id: string): Promise<OutboxEntry>;
  /** The id of each of these commands is also that of the attempt, the undo, and so on. */
  attempt(attempted: Omit<Attempt, 'attempt_id'>, command_id: string): Promise<OutboxEntry>;
  undoAttempt(undone: Omit<AttemptUndo, 'undo_id'>, command_id: string): Promise<OutboxEntry>;
  setOut(out: Omit<SettingOut, 'set_out_id'>, command_id: string): Promise<OutboxEntry>;
  checkLoad(check: Pick<LoadCheck, 'stops'>, command_id: string): Promise<OutboxEntry>;
  /** Arranges the stops; the command's id is also the arrangement's. */
  arrange(arranged: Arranged, command_id: string): Promise<OutboxEntry>;
  handOver(handed: HandedOver, command_id: string): Promise<OutboxEntry>;
  collect(collected: Collected, command_id: string): Promise<OutboxEntry>;
  deposit(deposited: Deposited, command_id: string): Promise<OutboxEntry>;
  float(moved: Float, command_id: string): Promise<OutboxEntry>;
  requestFloat(moved: Float, command_id: string): Promise<OutboxEntry>;
  settle(settled: Settlement, command_id: string): Promise<OutboxEntry>;
  voidRecord(voided: Void, command_id: string): Promise<OutboxEntry>;
  spend(spent: Spent, command_id: string): Promise<OutboxEntry>;
  collectOwed(payment: Omit<OrderPayment, 'payment_id'>, command_id: string): Promise<OutboxEntry>;
  /** A driver corrects an own delivery. */
  correctOwn(corrected: Corrected, command_id: string): Promise<OutboxEntry>;
  /** A manager corrects the delivery of another person. */
  correctOther(corrected: Corrected, command_id: string): Promise<OutboxEntry>;
  newId(): string;
  sendAgain(command_id: string): Promise<void>;
  discard(command_id: string): Promise<void>;
};

export type Arranged = { from_arrangement: string | null; order_ids: readonly string[] };
export type HandedOver = {
  way: DriverHandoverType;
  driver_id: number;
  amount_fils: number;
  card_machine_id: string | null;
  estimated_fils: number | null;
  difference_choice: DifferenceChoice | null;
  goods: readonly HandoverGoods[];
  driver_signature: SignedPicture;
  admin_signature: SignedPicture;
};
export type Spent = Pick<Expense, 'kind' | 'amount_fils' | 'slip'> & {
  refund_of: { order_id: string; order_number: string } | null;
};
export type Corrected = Pick<Correction, 'customer_name' | 'taken' | 'photo'> & {
  order_id: string;
  order_number: string;
  driver_id: number;
  driver_name: string;
  delivery_command_id: string;
  /** Null while the delivery is not known to be recorded. */
  confirmation_id: string | null;
  /** The number of its corrections so far, as far as the user knows. */
  corrections: number;
  due_fils: number;
  rounding_fils: number;
};
export type Collected = {
  staff: { user_id: string; full_name: string };
  amount_fils: number;
  manager_signature: SignedPicture;
  user_signature: SignedPicture;
};
export type Deposited = {
  amount_fils: number;
  deposit_date: DateText;
  invoice_image: Blob;
  signature: SignedPicture;
};

function ownProfile(): Profile {
  const { profile } = authState.snapshot();
  if (!profile) throw new Error('No user is signed in.');
  return profile;
}

function ownEntries<N extends CommandName>(endpoint: N): OutboxEntry<N>[] {
  const user_id = sessionStore.user_id();
  const own = deviceOutbox
    .entries()
    .filter((entry) => entry.user_id === user_id && entry.endpoint === endpoint);
  return own as unknown as OutboxEntry<N>[];
}

function make<N extends CommandName, Given>(
  command: Command<N, Given>,
  given: Given,
  command_id: string,
): Promise<OutboxEntry<N>> {
  return makeCommand(command, given, { by: ownProfile(), command_id, device: thisDevice });
}

/** The form of a correction. The document needs the facts before it. */
function correctionOf(corrected: Corrected): Correction {
  const { order_id, order_number, driver_id, driver_name, corrections, customer_name, taken } = corrected;
  const { due_fils, rounding_fils, photo } = corrected;
  const facts = {
    ...{ customer_name, tender: null, collected_fils: 0, cash_fils: 0, due_fils, rounding_fils },
    ...{ link_fils: 0, link_reference: null, transfer_fils: 0, transfer_reference: null, short_reason: null },
  };
  const delivered_at = new Date(thisTab.now());
  return {
    delivery: { order_id, order_number, driver_id, driver_name, delivered_at, corrections, facts },
    ...{ customer_name, taken, rounding_fils, short_reason: 'Counted again', photo },
    needs_approval: false,
  };
}

registerEndpoints({ ...DESK_ENDPOINTS, list_owed_at_door: listOwedAtDoor });

export const program: TabProgram = {
  start() {
    startOffline();
    startSession();
    void deviceOutbox.reload();
  },
  signIn: sessionStore.signIn,
  signOut,
  user_id: () => sessionStore.user_id(),
  profile: () => authState.snapshot().profile,
  refreshProfile: authState.refreshProfile,
  ask: callEndpoint,
  stops(answer) {
    const [deliveries, arrangements] = [ownEntries('confirm_delivery'), ownEntries('arrange_stops')];
    const changes = [
      ...ownEntries('record_attempt'),
      ...ownEntries('undo_attempt'),
      ...ownEntries('set_out'),
    ].toSorted((one, other) => one.device_seq - other.device_seq);
    return {
      stops: stopsOnDevice(answer, { deliveries, arrangements, changes }),
      arranged_from: arrangedFrom(answer, arrangements),
    };
  },
  entries: deviceOutbox.entries,
  onChange: (listener) => void deviceOutbox.subscribe(listener),
  deliver: (delivered, command_id) => make(deliver, delivered, command_id),
  attempt: (attempted, command_id) => make(attempt, { ...attempted, attempt_id: command_id }, command_id),
  undoAttempt: (undone, command_id) => make(undoAttempt, { ...undone, undo_id: command_id }, command_id),
  setOut: (out, command_id) => make(setOut, { ...out, set_out_id: command_id }, command_id),
  checkLoad: (check, command_id) => make(checkLoad, { ...check, check_id: command_id }, command_id),
  arrange: (arranged, command_id) => make(arrange, { ...arranged, arrangement_id: command_id }, command_id),
  handOver: ({ way, card_machine_id: id, difference_choice, ...handed }, command_id) => {
    const card_machine = { changes_hands: id !== null, id, number: null };
    const given = { ...handed, card_machine, ...(difference_choice && { difference_choice }) };
    if (way === 'start') return make(startHandover, given, command_id);
    return way === 'end' ? make(endHandover, given, command_id) : make(drop, given, command_id);
  },
  collect: (collected, command_id) => make(collect, collected, command_id),
  deposit: (deposited, command_id) => make(deposit, { ...deposited, notes: null }, command_id),
  float: (moved, command_id) => make(float, moved, command_id),
  requestFloat: (moved, command_id) => make(requestFloat, moved, command_id),
  settle: (settled, command_id) => make(settle, settled, command_id),
  voidRecord: (voided, command_id) => make(voidRecord, voided, command_id),
  spend: ({ kind, refund_of, ...spent }, command_id) => {
    const common = { ...spent, note: 'From the cash', expense_id: command_id };
    return refund_of
      ? make(expense, { ...common, kind: CUSTOMER_REFUND, refund_of }, command_id)
      : make(expense, { ...common, kind }, command_id);
  },
  collectOwed: (payment, command_id) => make(collectOwed, { ...payment, payment_id: command_id }, command_id),
  correctOwn: (corrected, command_id) => {
    const { delivery_command_id } = corrected;
    return make(correctDelivery, { ...correctionOf(corrected), delivery_command_id }, command_id);
  },
  correctOther: (corrected, command_id) => {
    const confirmation_id = corrected.confirmation_id ?? '';
    const reason = 'The customer called';
    return make(correctRecordedDelivery, { ...correctionOf(corrected), confirmation_id, reason }, command_id);
  },
  newId: thisTab.random.uuid,
  sendAgain,
  discard: deviceOutbox.discard,
};
