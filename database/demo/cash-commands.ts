import { formatMoney } from '../../contract/rules/amounts/money.ts';
import { dayOf, formatDate, formatDateTime } from '../../contract/rules/dates/dates.ts';
import type { DifferenceChoice } from '../../contract/rules/differences.ts';
import type { GoodsOutcome } from '../../contract/rules/orders/attempts.ts';
import {
  collectionReference,
  type DriverHandoverType,
  depositReference,
  floatReference,
  handoverReference,
} from '../../contract/rules/references.ts';
import {
  collectionPaths,
  depositPaths,
  floatPaths,
  handoverPaths,
} from '../../contract/rules/storage-paths.ts';
import { addCardMachine } from '../../server/handovers/card-machines.ts';
import { findRow } from '../../server/platform/database/rows.ts';
import { type PaperFact, papersToSend, pdfPaper, picture } from './demo-documents.ts';
import { act, type Day, type Person, send } from './running-day.ts';

/**
 * The cash commands of admin and manager as their browsers send them: documents and signatures, then the
 * command.
 */

type Machine = { id: string; number: string };

/** The common fields of a command. `key` identifies it; `when` is the device's time. */
type CashCommand = { key: string; amount_fils: number; when: Date };

/** Finds the card machine with this number, or adds it. */
export async function machineWith(day: Day, number: string): Promise<Machine> {
  const key = { shop_id: day.shop.shop_id, number };
  const find = () => findRow(day.owner, 'card_machines', key, ['id']);
  const known = await find();
  if (!known) await act(day, addCardMachine, { number });
  const { id = '' } = known ?? (await find()) ?? {};
  return { id, number };
}

/** A decision about the goods of an order at an end of day. */
export type DecidedGoods = { order_id: string; order_number: string; outcome: GoodsOutcome };

type Handover = CashCommand & {
  driver: Person;
  admin: Person;
  machine: Machine | null;
  goods?: readonly DecidedGoods[];
  /** The choice about the difference of an end of day; null without a choice. */
  difference_choice?: DifferenceChoice | null;
};

/** Records a start of day, and returns its id. */
export async function giveStart(day: Day, handover: Handover): Promise<string> {
  const facts = { ...machineOf(handover), card_machine_given: handover.machine !== null };
  const { id } = (await handOver(day, 'start', handover, facts)) as { id: string };
  return id;
}

/** Records an end of day whose form showed no Estimated Receivables. */
export function takeEnd(day: Day, handover: Handover): Promise<unknown> {
  const { difference_choice } = handover;
  const received = { card_machine_received: handover.machine !== null, estimated_receivables_fils: null };
  const goods = handover.goods?.map(({ order_id, outcome }) => ({ order_id, outcome }));
  const chosen = difference_choice ? { difference_choice } : {};
  return handOver(day, 'end', handover, {
    ...machineOf(handover),
    ...received,
    ...chosen,
    ...(goods && { goods }),
  });
}

/** Records that a driver who is out hands in part of the cash. */
export function takeDrop(day: Day, drop: Omit<Handover, 'machine'>): Promise<unknown> {
  return handOver(day, 'drop', { ...drop, machine: null }, {});
}

const machineOf = ({ machine }: Handover) => ({ card_machine_id: machine?.id ?? null });

const RECEIPT_TITLES: { readonly [Type in DriverHandoverType]: string } = {
  start: 'Start Of Day Handover Receipt',
  end: 'End Of Day Handover Receipt',
  drop: 'Cash Drop Receipt',
};

async function handOver(
  day: Day,
  handover_type: DriverHandoverType,
  { driver, admin, amount_fils, machine, goods = [], difference_choice = null, ...command }: Handover,
  facts: object,
): Promise<unknown> {
  const { shop } = day;
  const { when } = command;
  const { papers, put, signed } = papersToSend();
  const { driver_id } = driver;
  const handover_reference = handoverReference(handover_type, driver_id, when, shop.time_zone);
  const named = { handover_type, driver_id, admin_id: admin.user_id, handover_reference };
  const paths = handoverPaths({ ...named, ...shop, shop_name: shop.name, completed_at: when });
  const receipt = pdfPaper(shop.name, RECEIPT_TITLES[handover_type], [
    ['Reference', handover_reference],
    ['Date', formatDateTime(when, shop.time_zone)],
    ['Driver', driver.full_name],
    ['Admin', admin.full_name],
    ['Amount', formatMoney(amount_fils)],
    ...(machine ? [['Card machine', `Yes, ${machine.number}`] satisfies PaperFact] : []),
    ...(difference_choice === 'short_or_over' ? [['Difference', 'Short or over'] satisfies PaperFact] : []),
    ...goods.map(({ order_number, outcome }): PaperFact => [`Goods of order #${order_number}`, outcome]),
  ]);
  return send(
    day,
    admin.email,
    `/api/handovers/${handover_type}`,
    { ...command, papers },
    {
      handover_reference,
      driver_id,
      amount_fils,
      ...facts,
      driver_signature: signed(paths.driver_signature, driver.full_name),
      admin_signature: signed(paths.admin_signature, admin.full_name),
      receipt: put(paths.receipt, receipt),
    },
  );
}

type Float = CashCommand & { direction: 'issue' | 'return'; admin: Person; manager: Person };

/** Records a float out of the safe or back, signed by admin and manager. */
export async function recordFloat(day: Day, float: Float): Promise<void> {
  const { shop } = day;
  const { direction, admin, manager, amount_fils, when } = float;
  const reference = floatReference(when);
  const paths = floatPaths({ reference, signed_at: when, time_zone: shop.time_zone });
  const { papers, put, signed } = papersToSend();
  const is_issue = direction === 'issue';
  const receipt = pdfPaper(shop.name, 'Float Receipt', [
    ['Reference', reference],
    ['Date', formatDateTime(when, shop.time_zone)],
    ['From', is_issue ? 'Safe' : admin.full_name],
    ['To', is_issue ? admin.full_name : 'Safe'],
    ['Manager', manager.full_name],
    ['Amount', formatMoney(amount_fils)],
  ]);
  await send(
    day,
    admin.email,
    '/api/floats',
    { ...float, papers },
    {
      reference,
      direction,
      with_user_id: manager.user_id,
      amount_fils,
      admin_signature: signed(paths.admin_signature, admin.full_name),
      manager_signature: signed(paths.manager_signature, manager.full_name),
      receipt: put(paths.receipt, receipt),
    },
  );
}

type Collection = CashCommand & { from: Person; manager: Person };

export async function collect(day: Day, collection: Collection): Promise<void> {
  const { from, manager, amount_fils, when } = collection;
  const { papers, signed } = papersToSend();
  const handover_reference = collectionReference(from.user_id, manager.user_id, when);
  const paths = collectionPaths({ handover_reference });
  await send(
    day,
    manager.email,
    '/api/collections',
    { ...collection, papers },
    {
      handover_reference,
      staff_user_id: from.user_id,
      amount_fils,
      manager_signature: signed(paths.manager_signature, manager.full_name),
      user_signature: signed(paths.user_signature, from.full_name),
    },
  );
}

type Deposit = CashCommand & { manager: Person; notes: string };

export async function deposit(day: Day, command: Deposit): Promise<void> {
  const { shop } = day;
  const { manager, amount_fils, notes, when } = command;
  const { full_name: manager_name, user_id: manager_id } = manager;
  const reference = depositReference(when);
  const paths = depositPaths({ ...shop, manager_id, manager_name, reference, deposited_at: when });
  const { papers, put, signed } = papersToSend();
  const receipt = pdfPaper(shop.name, 'Bank Deposit Receipt', [
    ['Reference', reference],
    ['Deposit date', formatDate(when, shop.time_zone)],
    ['Manager', manager_name],
    ['Amount', formatMoney(amount_fils)],
    ['Notes', notes],
  ]);
  await send(
    day,
    manager.email,
    '/api/deposits',
    { ...command, papers },
    {
      reference,
      amount_fils,
      deposit_date: dayOf(when, shop.time_zone),
      notes,
      receipt: put(paths.receipt, receipt),
      invoice_image: put(paths.invoice_image, picture('delivered-1.jpg')),
      manager_signature: signed(paths.manager_signature, manager_name),
    },
  );
}
