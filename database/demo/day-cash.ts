import { dayOf, formatDate, formatDateTime } from '../../contract/rules/dates.ts';
import { formatMoney } from '../../contract/rules/money.ts';
import {
  collectionReference,
  depositReference,
  floatReference,
  handoverReference,
} from '../../contract/rules/references.ts';
import {
  type Bucket,
  collectionPaths,
  depositPaths,
  floatPaths,
  handoverPaths,
} from '../../contract/rules/storage-paths.ts';
import { addCardMachine } from '../../server/handovers/card-machines.ts';
import { findStaff } from '../../server/identity/find-staff.ts';
import { runAs } from '../../server/operations/run-as.ts';
import { findRow } from '../../server/platform/database/rows.ts';
import { inTransaction } from '../../server/platform/database/transactions.ts';
import { type DemoSession, idOf } from './demo-client.ts';
import { DAY_DRIVERS, FLOAT_FILS } from './demo-day.ts';
import { type Paper, pdfPaper, picture } from './demo-papers.ts';
import { emailOf } from './demo-staff.ts';
import { breathe, type Day, sessionOf } from './running-day.ts';

/** Puts papers, and a drawn signature, where somebody's documents lie. */
function papersFor({ client }: Day, session: DemoSession, bucket: Bucket) {
  const put = (path: string, paper: Paper) => client.put(session, bucket, path, paper);
  const signature = picture('signature.png');
  return {
    put,
    signed: async (path: string, signer: string) => ({
      ...(await put(path, signature)),
      typed: false,
      signer,
    }),
  };
}

/** Machines and floats, handed over by the admin, who gets from the safe what is given on. */
export async function startDay(day: Day): Promise<void> {
  const { owner, server, drivers, shop, client, began } = day;
  const admin = await inTransaction(owner, (tx) => findStaff(tx, emailOf('admin')));
  const starting = drivers.flatMap((driver, at) => {
    const machine = DAY_DRIVERS[at]?.machine ?? null;
    return machine === null ? [] : [{ driver, machine, at }];
  });
  await takeFloat(day, admin, FLOAT_FILS * starting.length);
  const session = await sessionOf(day, emailOf('admin'));
  const { put, signed } = papersFor(day, session, 'cash-handovers');
  for (const { driver, machine, at } of starting) {
    await breathe(day);
    const known = await findRow(owner, 'card_machines', { shop_id: shop.shop_id, number: machine }, ['id']);
    if (!known) await inTransaction(owner, (tx) => runAs(tx, server, addCardMachine, { number: machine }));
    const { id } =
      (await findRow(owner, 'card_machines', { shop_id: shop.shop_id, number: machine }, ['id'])) ?? {};
    const when = new Date(began.getTime() - (20 - at) * 1_000);
    const handover_reference = handoverReference('start', driver.driver_id, when, shop.time_zone);
    const named = {
      handover_type: 'start',
      driver_id: driver.driver_id,
      admin_id: admin.user_id,
      handover_reference,
    } as const;
    const paths = handoverPaths({ ...named, ...shop, shop_name: shop.name, completed_at: when });
    await client.command(session, '/api/handovers/start', idOf(`start ${at}`), {
      handover_reference,
      driver_id: driver.driver_id,
      amount_fils: FLOAT_FILS,
      card_machine_id: id,
      card_machine_given: true,
      driver_signature: await signed(paths.driver_signature, driver.full_name),
      admin_signature: await signed(paths.admin_signature, admin.full_name),
      receipt: await put(
        paths.receipt,
        pdfPaper(shop.name, 'Start Of Day Handover Receipt', [
          ['Reference', handover_reference],
          ['Date', formatDateTime(when, shop.time_zone)],
          ['Driver', driver.full_name],
          ['Admin', admin.full_name],
          ['Amount', formatMoney(FLOAT_FILS)],
          ['Card machine', `Yes, ${machine}`],
        ]),
      ),
      occurred_at: when.toISOString(),
      clock_offset_ms: 0,
    });
  }
}

/** Out of the safe, signed by admin and manager. A day that was begun before floats were signed for has had it already. */
async function takeFloat(day: Day, admin: { full_name: string }, amount_fils: number): Promise<void> {
  const { owner, client, shop, began } = day;
  if (await findRow(owner, 'installation', { key: 'demo_day_float' }, ['key'])) return;
  const manager = await inTransaction(owner, (tx) => findStaff(tx, emailOf('manager')));
  const session = await sessionOf(day, emailOf('admin'));
  const when = new Date(began.getTime() - 30_000);
  const reference = floatReference(when);
  const paths = floatPaths({ reference, signed_at: when, time_zone: shop.time_zone });
  const { put, signed } = papersFor(day, session, 'cash-handovers');
  await client.command(session, '/api/floats', idOf('float'), {
    reference,
    direction: 'issue',
    with_user_id: manager.user_id,
    amount_fils,
    admin_signature: await signed(paths.admin_signature, admin.full_name),
    manager_signature: await signed(paths.manager_signature, manager.full_name),
    receipt: await put(
      paths.receipt,
      pdfPaper(shop.name, 'Float Receipt', [
        ['Reference', reference],
        ['Date', formatDateTime(when, shop.time_zone)],
        ['From', 'Safe'],
        ['To', admin.full_name],
        ['Manager', manager.full_name],
        ['Amount', formatMoney(amount_fils)],
      ]),
    ),
    occurred_at: when.toISOString(),
    clock_offset_ms: 0,
  });
}

/** Two drivers have given some of their cash to the manager, who has brought it to the bank. */
export async function bringCashIn(day: Day): Promise<void> {
  const { client, owner, drivers, shop, began } = day;
  const manager = await inTransaction(owner, (tx) => findStaff(tx, emailOf('manager')));
  const session = await sessionOf(day, emailOf('manager'));
  const { signed } = papersFor(day, session, 'cash-handovers');
  const collected_fils = 10_000;
  const from = drivers.slice(0, 2);
  for (const [at, driver] of from.entries()) {
    await breathe(day);
    const when = new Date(began.getTime() - (8 - at) * 1_000);
    const handover_reference = collectionReference(driver.user_id, manager.user_id, when);
    const paths = collectionPaths({ handover_reference });
    await client.command(session, '/api/collections', idOf(`collect ${at}`), {
      handover_reference,
      staff_user_id: driver.user_id,
      amount_fils: collected_fils,
      manager_signature: await signed(paths.manager_signature, manager.full_name),
      user_signature: await signed(paths.user_signature, driver.full_name),
      occurred_at: when.toISOString(),
      clock_offset_ms: 0,
    });
  }
  const reference = depositReference(began);
  const { full_name: manager_name, user_id: manager_id } = manager;
  const paths = depositPaths({ ...shop, manager_id, manager_name, reference, deposited_at: began });
  const bank = papersFor(day, session, 'bank-deposits');
  await client.command(session, '/api/deposits', idOf('deposit'), {
    reference,
    amount_fils: collected_fils * from.length,
    deposit_date: dayOf(began, shop.time_zone),
    notes: 'Branch in Al Barsha',
    receipt: await bank.put(
      paths.receipt,
      pdfPaper(shop.name, 'Bank Deposit Receipt', [
        ['Reference', reference],
        ['Deposit date', formatDate(began, shop.time_zone)],
        ['Manager', manager_name],
        ['Amount', formatMoney(collected_fils * from.length)],
        ['Notes', 'Branch in Al Barsha'],
      ]),
    ),
    invoice_image: await bank.put(paths.invoice_image, picture('delivered-1.jpg')),
    manager_signature: await bank.signed(paths.manager_signature, manager_name),
    occurred_at: began.toISOString(),
    clock_offset_ms: 0,
  });
}
