import { dayOf, formatDate, formatDateTime } from '../../contract/rules/dates.ts';
import { formatMoney } from '../../contract/rules/money.ts';
import {
  collectionReference,
  depositReference,
  floatReference,
  handoverReference,
} from '../../contract/rules/references.ts';
import {
  collectionPaths,
  depositPaths,
  floatPaths,
  type HandoverType,
  handoverPaths,
} from '../../contract/rules/storage-paths.ts';
import { addCardMachine } from '../../server/handovers/card-machines.ts';
import { runAs } from '../../server/operations/run-as.ts';
import { findRow } from '../../server/platform/database/rows.ts';
import { inTransaction } from '../../server/platform/database/transactions.ts';
import { idOf } from './demo-client.ts';
import { type PaperFact, papersToSend, pdfPaper, picture } from './demo-papers.ts';
import { emailOf } from './demo-staff.ts';
import { type Day, type Person, sessionOf } from './running-day.ts';

/** What admin and manager do with cash, as their browsers send it: papers and signatures first, then the command. */

export type Somebody = Pick<Person, 'user_id' | 'full_name'>;
export type Machine = { id: string; number: string };

/** `words` name the command: the same ones, the same command. `when` is the device's time. */
type Asked = { words: string; amount_fils: number; when: Date };

/** The machine with this number, which is added where there is none. */
export async function machineWith({ owner, server, shop, clock }: Day, number: string): Promise<Machine> {
  const key = { shop_id: shop.shop_id, number };
  const known = await findRow(owner, 'card_machines', key, ['id']);
  if (!known) await inTransaction(owner, (tx) => runAs(tx, server, addCardMachine, { number }, clock()));
  const { id = '' } = known ?? (await findRow(owner, 'card_machines', key, ['id'])) ?? {};
  return { id, number };
}

export type Handover = Asked & {
  driver: Pick<Person, 'driver_id' | 'full_name'>;
  admin: Somebody;
  machine: Machine | null;
};

export async function giveStart(day: Day, handover: Handover): Promise<void> {
  const given = { card_machine_given: handover.machine !== null };
  await handOver(day, 'start', handover, given);
}

/** Without a form that showed what is held. */
export async function takeEnd(day: Day, handover: Handover): Promise<void> {
  const received = { card_machine_received: handover.machine !== null, estimated_receivables_fils: null };
  await handOver(day, 'end', handover, received);
}

async function handOver(
  day: Day,
  handover_type: HandoverType,
  { words, driver, admin, amount_fils, machine, when }: Handover,
  facts: object,
): Promise<void> {
  const { client, shop } = day;
  const session = await sessionOf(day, emailOf('admin'));
  const { papers, put, signed } = papersToSend();
  const handover_reference = handoverReference(handover_type, driver.driver_id, when, shop.time_zone);
  const named = { handover_type, driver_id: driver.driver_id, admin_id: admin.user_id, handover_reference };
  const paths = handoverPaths({ ...named, ...shop, shop_name: shop.name, completed_at: when });
  const title = handover_type === 'start' ? 'Start Of Day Handover Receipt' : 'End Of Day Handover Receipt';
  await client.command(
    session,
    `/api/handovers/${handover_type}`,
    idOf(words),
    {
      handover_reference,
      driver_id: driver.driver_id,
      amount_fils,
      card_machine_id: machine?.id ?? null,
      ...facts,
      driver_signature: signed(paths.driver_signature, driver.full_name),
      admin_signature: signed(paths.admin_signature, admin.full_name),
      receipt: put(
        paths.receipt,
        pdfPaper(shop.name, title, [
          ['Reference', handover_reference],
          ['Date', formatDateTime(when, shop.time_zone)],
          ['Driver', driver.full_name],
          ['Admin', admin.full_name],
          ['Amount', formatMoney(amount_fils)],
          ...(machine ? [['Card machine', `Yes, ${machine.number}`] satisfies PaperFact] : []),
        ]),
      ),
      occurred_at: when.toISOString(),
      clock_offset_ms: 0,
    },
    papers,
  );
}

export type Float = Asked & { direction: 'issue' | 'return'; admin: Somebody; manager: Somebody };

/** Out of the safe or back, signed by admin and manager. */
export async function recordFloat(day: Day, asked: Float): Promise<void> {
  const { client, shop } = day;
  const { words, direction, admin, manager, amount_fils, when } = asked;
  const session = await sessionOf(day, emailOf('admin'));
  const reference = floatReference(when);
  const paths = floatPaths({ reference, signed_at: when, time_zone: shop.time_zone });
  const { papers, put, signed } = papersToSend();
  const way: PaperFact[] =
    direction === 'issue'
      ? [
          ['From', 'Safe'],
          ['To', admin.full_name],
        ]
      : [
          ['From', admin.full_name],
          ['To', 'Safe'],
        ];
  await client.command(
    session,
    '/api/floats',
    idOf(words),
    {
      reference,
      direction,
      with_user_id: manager.user_id,
      amount_fils,
      admin_signature: signed(paths.admin_signature, admin.full_name),
      manager_signature: signed(paths.manager_signature, manager.full_name),
      receipt: put(
        paths.receipt,
        pdfPaper(shop.name, 'Float Receipt', [
          ['Reference', reference],
          ['Date', formatDateTime(when, shop.time_zone)],
          ...way,
          ['Manager', manager.full_name],
          ['Amount', formatMoney(amount_fils)],
        ]),
      ),
      occurred_at: when.toISOString(),
      clock_offset_ms: 0,
    },
    papers,
  );
}

export type Collection = Asked & { from: Somebody; manager: Somebody };

export async function collect(day: Day, asked: Collection): Promise<void> {
  const { words, from, manager, amount_fils, when } = asked;
  const session = await sessionOf(day, emailOf('manager'));
  const { papers, signed } = papersToSend();
  const handover_reference = collectionReference(from.user_id, manager.user_id, when);
  const paths = collectionPaths({ handover_reference });
  await day.client.command(
    session,
    '/api/collections',
    idOf(words),
    {
      handover_reference,
      staff_user_id: from.user_id,
      amount_fils,
      manager_signature: signed(paths.manager_signature, manager.full_name),
      user_signature: signed(paths.user_signature, from.full_name),
      occurred_at: when.toISOString(),
      clock_offset_ms: 0,
    },
    papers,
  );
}

export type Deposit = Asked & { manager: Somebody; notes: string };

export async function deposit(day: Day, asked: Deposit): Promise<void> {
  const { client, shop } = day;
  const { words, manager, amount_fils, notes, when } = asked;
  const session = await sessionOf(day, emailOf('manager'));
  const { full_name: manager_name, user_id: manager_id } = manager;
  const reference = depositReference(when);
  const paths = depositPaths({ ...shop, manager_id, manager_name, reference, deposited_at: when });
  const { papers, put, signed } = papersToSend();
  await client.command(
    session,
    '/api/deposits',
    idOf(words),
    {
      reference,
      amount_fils,
      deposit_date: dayOf(when, shop.time_zone),
      notes,
      receipt: put(
        paths.receipt,
        pdfPaper(shop.name, 'Bank Deposit Receipt', [
          ['Reference', reference],
          ['Deposit date', formatDate(when, shop.time_zone)],
          ['Manager', manager_name],
          ['Amount', formatMoney(amount_fils)],
          ['Notes', notes],
        ]),
      ),
      invoice_image: put(paths.invoice_image, picture('delivered-1.jpg')),
      manager_signature: signed(paths.manager_signature, manager_name),
      occurred_at: when.toISOString(),
      clock_offset_ms: 0,
    },
    papers,
  );
}
