import { randomBytes } from 'node:crypto';
import type { DeliverAsTaken } from '../contract/operations/dashboard/deliveries/deliver-as-taken.schema.ts';
import { newId } from '../contract/rules/ids.ts';
import { addRow } from '../server/platform/database/rows.ts';
import { sql } from '../server/platform/database/sql.ts';
import { deliveryInput } from '../tests/support/delivery-input.ts';
import { NOTHING_TAKEN, type OrderOfParts, partOf, setParts } from '../tests/support/taken-delivery.ts';
import { sha256Of } from '../tests/support/test-delivery.ts';
import { addOrder } from '../tests/support/test-shop.ts';
import { type AttackedServer, type Caller, commandHeaders } from './attacked-server.ts';
import { putDeliveryFile } from './deliver.ts';
import { AttackReport } from './report.ts';

/** The goods of the attacked order: AED 145.00 for three items, less a discount of AED 5.00. */
const GOODS = {
  lines: [
    { qty: 2, unit_price_fils: 5_000 },
    { qty: 1, unit_price_fils: 5_000 },
  ],
  discount_fils: 500,
};
const DUE_FILS = 14_500;
const MAX_FILS = 1_000_000_000;

type Forged = Record<string, unknown>;
type Forgery = { what: string; changes: (honest: DeliverAsTaken) => Forged };

/** Sends deliveries with forged amounts as the order's own driver. None may be recorded. */
export async function forgedPayments(place: AttackedServer): Promise<AttackReport> {
  const tries = new AttackReport("Forged amounts: a driver's own deliveries");
  const { shop, owner } = place;
  const { driver, driver2 } = shop;
  const order = await setParts(owner, shop, await addOrder(owner, shop, driver), GOODS);
  const others = await addOrder(owner, shop, driver2);
  const honest = await honestDelivery(place, order);
  const consents = {
    of_another_order: await consent(place, driver, others.id, 'approved'),
    of_another_driver: await consent(place, driver2, order.id, 'approved'),
    refused: await consent(place, driver, order.id, 'refused'),
    unknown: newId(),
  };
  const forgeries = [
    ...forgedParts(order),
    ...forgedAmounts(),
    ...Object.entries(consents).map(([what, consent_id]): Forgery => {
      const taken = NOTHING_TAKEN;
      const changes = () => ({ taken, payment_received: false, consent_id, short_reason: 'No money' });
      return { what: `consent: ${what}`, changes };
    }),
  ];
  for (const { what, changes } of forgeries) {
    const { status, text } = await sendTaken(place, driver, { ...honest, ...changes(honest) });
    const is_refused = status >= 400 && status < 500;
    tries.check(is_refused, `a delivery with ${what} returned ${status} ${text.slice(0, 160)}`);
  }
  const ofAnother = await sendTaken(place, driver2, { ...honest });
  tries.check(ofAnother.status >= 400, `another driver's delivery returned ${ofAnother.status}`);
  tries.check((await recorded(place, order.id)) === 0, 'a forged delivery was recorded');

  // A shop that does not round grants no rounding: the rest is owed.
  const rounded = { cash_fils: DUE_FILS - 24, rounding_fils: 24 };
  const body = { ...honest, taken: { ...NOTHING_TAKEN, ...rounded }, short_reason: 'No coins' };
  const { status, text } = await sendTaken(place, driver, body);
  tries.check(status === 200, `the honest delivery returned ${status} ${text.slice(0, 160)}`);
  if (status === 200) {
    const { owed_fils, rounding_fils } = JSON.parse(text) as { owed_fils: number; rounding_fils: number };
    tries.check(rounding_fils === 0 && owed_fils === 24, `a rounding of ${rounding_fils} fils was granted`);
  }
  return tries;
}

function forgedParts(order: OrderOfParts): Forgery[] {
  const part = partOf(order, [1, 0]);
  const [first, ...rest] = part.lines;
  const withFirst = (changes: Forged) => ({ ...part, lines: [{ ...first, ...changes }, ...rest] });
  const forged: Record<string, Forged> = {
    'a lower price': withFirst({ unit_price_fils: 1 }),
    'a lower price and a fitting discount': { ...withFirst({ unit_price_fils: 4_750 }), discount_fils: 0 },
    'a higher quantity': withFirst({ qty: 3 }),
    'a line of another order': withFirst({ item_id: newId() }),
    'a line twice': { ...part, lines: [first, first] },
    'a missing line': { ...part, lines: [first] },
    'more refused than ordered': withFirst({ refused: 3 }),
    'a negative refused quantity': withFirst({ refused: -1 }),
    'half of an item': withFirst({ refused: 0.5 }),
    'no reason': withFirst({ refused_because: null }),
    'nothing refused': partOf(order, [0, 0]),
    'everything refused': partOf(order, [2, 1]),
    'a higher discount': { ...part, discount_fils: 9_000 },
    'a discount above the order': { ...part, discount_fils: MAX_FILS },
    'an amount paid before': { ...part, paid_amount_fils: 5_000 },
    'a negative shipping': { ...part, shipping_fils: -500 },
    'a tax that overflows': { ...part, tax_fils: Number.MAX_SAFE_INTEGER },
    'goods sent separately': { ...part, sent_fils: 5_000 },
  };
  return Object.entries(forged).map(([what, changed]) => ({
    what: `a part with ${what}`,
    changes: () => ({ part: changed }),
  }));
}

function forgedAmounts(): Forgery[] {
  const taken: Record<string, Forged> = {
    'negative cash': { cash_fils: -1 },
    'negative cash and more card': { cash_fils: -5_000, card_fils: DUE_FILS + 5_000 },
    'cash that overflows': { cash_fils: 2 ** 53 },
    'cash above the maximum': { cash_fils: MAX_FILS + 1 },
    'half a fil': { cash_fils: 0.5 },
    'cash as text': { cash_fils: '14500' },
    'less received than taken': { received_fils: DUE_FILS - 1 },
    'a rounding of 25': { rounding_fils: 25 },
    'a negative rounding': { rounding_fils: -1 },
    'a link without a reference': { link: { amount_fils: 500, reference: '' } },
    'a link of nothing': { link: { amount_fils: 0, reference: 'L' } },
    'a negative transfer': { transfer: { amount_fils: -500, reference: 'T' } },
  };
  return [
    ...Object.entries(taken).map(
      ([what, changed]): Forgery => ({
        what,
        changes: (honest) => ({ taken: { ...honest.taken, ...changed } }),
      }),
    ),
    {
      what: 'less than due without a reason',
      changes: ({ taken }) => ({ taken: { ...taken, cash_fils: 1 }, short_reason: null }),
    },
    { what: 'a payment that was not received', changes: () => ({ payment_received: false }) },
    { what: 'a receipt that was not confirmed', changes: () => ({ receipt_confirmed: false }) },
    { what: 'another amount due', changes: () => ({ due_amount_fils: 1 }) },
    { what: 'nothing due', changes: () => ({ due_amount_fils: 0 }) },
    {
      what: 'nothing taken and no consent',
      changes: () => ({ taken: NOTHING_TAKEN, payment_received: false, short_reason: 'No money' }),
    },
  ];
}

/** Uploads the files of a delivery by the order's driver and returns its body: all goods, all in cash. */
async function honestDelivery(place: AttackedServer, order: OrderOfParts): Promise<DeliverAsTaken> {
  const { shop } = place;
  const photo = Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), randomBytes(2_000)]);
  const note = Buffer.concat([Buffer.from('%PDF-1.4\n'), randomBytes(2_000)]);
  const sha256 = { photo: sha256Of(photo), note: sha256Of(note) };
  const delivered = { shop: { ...shop, time_zone: 'Asia/Dubai' }, driver: shop.driver, order, sha256 };
  const { tender: _, ...input } = deliveryInput(delivered);
  await putDeliveryFile(place, input.delivery_image, photo);
  await putDeliveryFile(place, input.delivery_note, note);
  const taken = { ...NOTHING_TAKEN, cash_fils: DUE_FILS };
  return { ...input, part: null, taken, short_reason: null, consent_id: null };
}

/** Adds a driver's request to hand an order over without payment, and the operator's decision. */
async function consent(
  { owner, shop: { shop_id } }: AttackedServer,
  { user_id }: Caller,
  order_id: string,
  outcome: 'approved' | 'refused',
): Promise<string> {
  const id = newId();
  const record = { id: newId(), user_id, order_id, amount_fils: DUE_FILS, reason: 'No money' };
  await addRow(owner, 'approvals', {
    ...{ shop_id, id, kind: 'unpaid', requested_by: user_id, user_id, amount_fils: DUE_FILS },
    ...{ record: JSON.stringify(record), command_id: newId() },
    expires_at: new Date(Date.now() + 60 * 60 * 1000),
  });
  const decision = { shop_id, approval_id: id, outcome, operator: 'omar', command_id: newId() };
  await addRow(owner, 'approval_decisions', decision);
  return id;
}

function sendTaken({ http }: AttackedServer, { access_token }: Caller, body: Forged) {
  return http.send({
    method: 'POST',
    path: '/api/deliveries/as-taken',
    headers: commandHeaders(access_token),
    body: JSON.stringify(body),
  });
}

async function recorded({ owner }: AttackedServer, order_id: string): Promise<number> {
  const { rows } = await sql`select from delivery_confirmations where order_id = ${order_id}::uuid`.execute(
    owner,
  );
  return rows.length;
}
