import { expect } from 'vitest';
import { ENDPOINTS, type EndpointName } from '../../contract/operations/endpoints.ts';
import { newId } from '../../contract/rules/ids.ts';
import { decideApproval } from '../../server/approvals/decide-approval.ts';
import { requestAdjustment } from '../../server/approvals/request-adjustment.ts';
import { requestIssue } from '../../server/approvals/request-issue.ts';
import { postWaitingMovements } from '../../server/cash/post-waiting-movements.ts';
import { silentLog } from '../../server/platform/logging/log.ts';
import { asOperator } from './operator-commands.ts';
import type { TestApp } from './test-app.ts';
import { prepareDelivery, sendDelivery } from './test-delivery.ts';
import {
  prepareCollection,
  prepareDeposit,
  prepareDrop,
  prepareEnd,
  prepareFloat,
  prepareSettlement,
  prepareStart,
  prepareVoid,
  sendCommand,
  whileBroken,
} from './test-handover.ts';
import { addOrder, addStaff, type TestShop, type TestStaff } from './test-shop.ts';

type Given = { app: TestApp; shop: TestShop; second: TestStaff };
type Kind = Parameters<typeof sendCommand>[1];

/**
 * Adds to a filled book: requests of staff and of the operator, decided in every way and pending, differences
 * of ends of day with every kind of settlement, voids of every kind of record, and a drop. The people with
 * differences have no other records.
 */
export async function addSecondPerson(app: TestApp, shop: TestShop): Promise<void> {
  const second = await addStaff(app.owner, shop.shop_id, 'Manager', 'Sana Second', false);
  const given = { app, shop, second };
  await adjustWithApproval(given);
  await issueWithApproval(given);
  await recordFloats(given);
  await bookDifferences(given);
  await decideLater(given);
  await voidRecords(given);
}

// biome-ignore lint/suspicious/noExplicitAny: replies of all commands
type Reply = any;

async function accepted(sent: Promise<Response>): Promise<Reply> {
  const response = await sent;
  expect({ status: response.status, text: await response.clone().text() }).toMatchObject({ status: 200 });
  return response.json();
}

function post({ app }: Given, name: EndpointName, by: TestStaff, body: object): Promise<Reply> {
  const headers = { 'idempotency-key': newId() };
  return accepted(app.send('POST', ENDPOINTS[name].path, { as: by.session_id, body, headers }));
}

const send = ({ app }: Given, kind: Kind, by: TestStaff, prepared: Parameters<typeof sendCommand>[3]) =>
  accepted(sendCommand(app, kind, by, prepared));

const decide = (
  given: Given,
  by: TestStaff,
  { approval_id }: { approval_id: string },
  outcome = 'approved',
  reason: string | null = null,
) => post(given, 'decide_approval', by, { approval_id, outcome, reason });

const WORDS = { approved: 'approve', refused: 'refuse', withdrawn: 'withdraw' } as const;

async function decideAsOperator(
  { app, shop }: Given,
  { approval_id }: { approval_id: string },
  outcome: keyof typeof WORDS,
  reason: string | null = null,
): Promise<void> {
  const words = `approvals ${WORDS[outcome]}`;
  const decision = { approval_id, outcome, reason };
  await asOperator(
    app,
    shop,
    words,
    (tx, operator, _, command) => decideApproval(tx, operator, decision, command),
    { approval_id, reason },
  );
}

async function adjustWithApproval(given: Given): Promise<void> {
  const { app, shop } = given;
  const { admin, manager, driver2 } = shop;
  const input = (amount_fils: number) => ({
    user_id: driver2.user_id,
    amount_fils,
    reason: 'Counted "again"',
  });
  const request = (amount_fils: number) => post(given, 'request_adjustment', admin, input(amount_fils));
  await decide(given, manager, await request(4_100));
  await decide(given, manager, await request(-1_100));
  await decide(given, manager, await request(-1_200), 'refused', 'Counted wrong');
  await decide(given, admin, await request(-1_300), 'withdrawn');
  await request(-1_400);
  await decideAsOperator(given, await request(1_500), 'approved');
  await decideAsOperator(given, await request(1_600), 'refused', 'He "lost" it');
  const requestAsOperator = (amount_fils: number) =>
    asOperator(app, shop, 'cash adjust', requestAdjustment, input(amount_fils));
  await decide(given, manager, await requestAsOperator(-1_700));
  await decideAsOperator(given, await requestAsOperator(1_800), 'withdrawn');
  await requestAsOperator(1_900);
}

async function issueWithApproval(given: Given): Promise<void> {
  const { app, shop } = given;
  const issue = { user_id: shop.admin.user_id, amount_fils: 90_000 };
  await decide(given, shop.manager, await asOperator(app, shop, 'cash issue', requestIssue, issue));
}

async function recordFloats(given: Given): Promise<void> {
  const { app, shop, second } = given;
  const { admin, manager, driver2 } = shop;
  const { float_limit_fils } = await post(given, 'change_cash_settings', admin, {
    float_limit_fils: 5_000,
    cash_ceiling_fils: 900_000,
    person: { user_id: driver2.user_id, ceiling_fils: 800_000 },
  });
  expect(float_limit_fils).toBe(5_000);
  const request = async (amount_fils: number) =>
    send(given, 'float_request', manager, await prepareFloat(app, shop, { amount_fils }));
  await decide(given, second, await request(6_000));
  await decide(given, second, await request(6_100), 'refused');
  await request(6_200);
}

/** Adds a driver who holds this cash, and books the difference to what they hand in. */
async function differenceOf(
  given: Given,
  name: string,
  { held_fils, amount_fils }: { held_fils: number; amount_fils: number },
  difference_choice: 'kept' | 'short_or_over' = 'short_or_over',
) {
  const { app, shop } = given;
  const { admin } = shop;
  const driver = await addStaff(app.owner, shop.shop_id, 'Driver', name, true);
  if (held_fils > 0)
    await send(given, 'start', admin, await prepareStart(app, shop, { driver, amount_fils: held_fils }));
  const end = await prepareEnd(app, shop, { driver, amount_fils, difference_choice });
  const reply = await send(given, 'end', admin, end);
  return { driver, handover_id: reply.id as string, difference_id: await differenceIdOf(given, reply.id) };
}

/** Returns the id of the booked difference of an end of day; an empty text without one. */
async function differenceIdOf({ app }: Given, handover_id: string): Promise<string> {
  const booked = app.owner.selectFrom('cash_differences').select('id').where('handover_id', '=', handover_id);
  return (await booked.executeTakeFirst())?.id ?? '';
}

/** Books a shortage that is settled in every way, and an over that is paid back and cancelled in part. */
async function bookDifferences(given: Given): Promise<void> {
  const { app, shop, second } = given;
  const { manager, admin } = shop;
  await differenceOf(given, 'Keeping Driver', { held_fils: 3_000, amount_fils: 2_900 }, 'kept');
  await differenceOf(given, 'Equal Driver', { held_fils: 3_000, amount_fils: 3_000 });
  const short = await differenceOf(given, 'Short Driver', { held_fils: 9_000, amount_fils: 2_000 });
  for (const amount_fils of [1_000, 1_500]) {
    const part = { difference_id: short.difference_id, from: short.driver, amount_fils };
    await send(given, 'settlement', manager, await prepareSettlement(app, shop, part));
  }
  const of_short = { difference_id: short.difference_id, reason: 'Agreed' };
  await post(given, 'propose_salary', manager, { ...of_short, amount_fils: 900 });
  await post(given, 'propose_salary', admin, { ...of_short, amount_fils: 0, reason: null });
  const write_offs = [
    { ...of_short, amount_fils: 700, ground: 'salary' },
    { ...of_short, amount_fils: 600, ground: 'loss' },
  ];
  for (const write_off of write_offs) {
    await decide(given, second, await post(given, 'request_write_off', manager, write_off));
  }
  await post(given, 'request_write_off', manager, { ...of_short, amount_fils: 500, ground: 'loss' });

  await bookOver(given);
}

/** Books an over that is paid back, written off and cancelled by two late deliveries, each in part. */
async function bookOver(given: Given): Promise<void> {
  const { app, shop, second } = given;
  const { manager, admin } = shop;
  const driver = await addStaff(app.owner, shop.shop_id, 'Driver', 'Over Driver', true);
  // By the device's clock, both were delivered before the end of day.
  const occurred_at = new Date(Date.now() - 60_000).toISOString();
  const delivery = async (due_amount_fils: number) => {
    const order = await addOrder(app.owner, shop, driver, { due_amount_fils });
    return prepareDelivery(app, shop, driver, order, { occurred_at });
  };
  const deliveries = [await delivery(1_900), await delivery(200)];
  const end = { driver, amount_fils: 5_000, difference_choice: 'short_or_over' as const };
  const { id } = await send(given, 'end', admin, await prepareEnd(app, shop, end));
  for (const one of deliveries) {
    expect(await accepted(sendDelivery(app, driver, one))).toMatchObject({ outcome: 'delivered' });
  }
  const difference_id = await differenceIdOf(given, id);
  const back = { difference_id, from: driver, amount_fils: 1_100 };
  await send(given, 'settlement', manager, await prepareSettlement(app, shop, back));
  const kept = { difference_id, amount_fils: 800, ground: 'loss', reason: 'Nobody claimed it' };
  await decide(given, second, await post(given, 'request_write_off', manager, kept));
}

/** Leaves three differences undecided, of which the desk books one and leaves one with its driver. */
async function decideLater(given: Given): Promise<void> {
  const { app, shop } = given;
  const { admin, manager } = shop;
  const ends: string[] = [];
  for (const name of ['Booked Later', 'Kept Later', 'Undecided Driver']) {
    const driver = await addStaff(app.owner, shop.shop_id, 'Driver', name, true);
    const order = await addOrder(app.owner, shop, driver, { due_amount_fils: 2_300 });
    const delivery = await prepareDelivery(app, shop, driver, order);
    await whileBroken(app, 'cash_tracking_parts', () => accepted(sendDelivery(app, driver, delivery)));
    const end = { driver, amount_fils: 1_000, difference_choice: 'short_or_over' as const };
    const reply = await send(given, 'end', admin, await prepareEnd(app, shop, end));
    expect(reply).toMatchObject({ difference_outcome: 'undecided' });
    ends.push(reply.id);
  }
  expect(await postWaitingMovements(app.owner, silentLog)).toEqual({ posted: 3, failed: 0 });
  const [booked, kept] = ends;
  const difference = { bookable_fils: 1_300, reason: null };
  await post(given, 'decide_difference', manager, {
    ...difference,
    handover_id: booked,
    choice: 'short_or_over',
  });
  const reason = 'He brings it tomorrow';
  await post(given, 'decide_difference', manager, {
    ...difference,
    handover_id: kept,
    choice: 'kept',
    reason,
  });
}

async function voidRecords(given: Given): Promise<void> {
  const { app, shop, second } = given;
  const { shop_id, admin, manager } = shop;
  const driver = await addStaff(app.owner, shop_id, 'Driver', 'Void Driver', true);
  const card_machine_id = newId();
  await app.owner
    .insertInto('card_machines')
    .values({ shop_id, id: card_machine_id, number: 'Z-1' })
    .execute();
  type Of = Omit<Parameters<typeof prepareVoid>[2], 'record_type'>;
  const voided = async (record_type: 'handover' | 'deposit' | 'float', of: Of) => {
    const prepared = await prepareVoid(app, shop, { ...of, record_type, record_id: of.record_id });
    return send(given, 'void', of.by ?? admin, prepared);
  };
  const idOf = async (sent: Promise<Reply>): Promise<string> => (await sent).id;
  const collected = async (amount_fils: number) =>
    idOf(
      send(given, 'collection', manager, await prepareCollection(app, shop, { from: driver, amount_fils })),
    );

  const start = { driver, amount_fils: 10_000, card_machine_given: true, card_machine_id };
  const wrong = await idOf(send(given, 'start', admin, await prepareStart(app, shop, start)));
  await voided('handover', { record_id: wrong, with: driver });
  await send(given, 'start', admin, await prepareStart(app, shop, { ...start, amount_fils: 40_000 }));
  await send(given, 'drop', admin, await prepareDrop(app, shop, { driver, amount_fils: 1_000 }));

  await decide(given, second, await voided('handover', { record_id: await collected(3_100), by: manager }));
  await voided('handover', { record_id: await collected(3_200), by: second, with: manager });
  await decide(
    given,
    second,
    await voided('handover', { record_id: await collected(3_300), by: manager }),
    'refused',
  );
  await voided('handover', { record_id: await collected(3_400), by: manager });

  const float = await prepareFloat(app, shop, { amount_fils: 1_700 });
  const float_id = await idOf(send(given, 'float', manager, float));
  await voided('float', { record_id: float_id, by: manager, with: admin });
  const deposit = await prepareDeposit(app, shop, { amount_fils: 1_800 });
  const deposit_id = await idOf(send(given, 'deposit', manager, deposit));
  const requested = await voided('deposit', { record_id: deposit_id, by: manager });
  await decideAsOperator(given, requested, 'approved');

  const short = await differenceOf(given, 'Void Short Driver', { held_fils: 6_000, amount_fils: 4_000 });
  await voided('handover', { record_id: short.handover_id, with: short.driver });
}
