import type { CollectCash } from '../../contract/operations/dashboard/cash/collect-cash.schema.ts';
import type { EndHandover } from '../../contract/operations/dashboard/cash/end-handover.schema.ts';
import type { RecordDeposit } from '../../contract/operations/dashboard/cash/record-deposit.schema.ts';
import type { RecordDrop } from '../../contract/operations/dashboard/cash/record-drop.schema.ts';
import type { RecordFloat } from '../../contract/operations/dashboard/cash/record-float.schema.ts';
import type { RecordSettlement } from '../../contract/operations/dashboard/cash/record-settlement.schema.ts';
import type { StartHandover } from '../../contract/operations/dashboard/cash/start-handover.schema.ts';
import type { VoidRecord } from '../../contract/operations/dashboard/cash/void-record.schema.ts';
import { newId } from '../../contract/rules/ids.ts';
import {
  collectionReference,
  type DriverHandoverType,
  depositReference,
  floatReference,
  handoverReference,
  settlementReference,
  voidReference,
} from '../../contract/rules/references.ts';
import {
  type Bucket,
  collectionPaths,
  depositPaths,
  floatPaths,
  handoverPaths,
  settlementPaths,
  voidPaths,
} from '../../contract/rules/storage-paths.ts';
import { bookAdjustment, bookIssue } from '../../server/cash/operator-bookings.ts';
import { inTransaction } from '../../server/platform/database/transactions.ts';
import type { Sends, TestApp } from './test-app.ts';
import { jpegBytes, pdfBytes, sha256Of } from './test-delivery.ts';
import type { TestShop, TestStaff } from './test-shop.ts';

/** The smallest bytes that are accepted as a PNG, different for each `mark`. */
export function pngBytes(mark: string): Uint8Array {
  return new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, ...new TextEncoder().encode(mark)]);
}

/** A command with its files uploaded, ready to send. */
export type Prepared<Input> = { command_id: string; input: Input };

let last_timestamp_ms = Date.now() - 3_600_000;
/** Returns a different timestamp, within the last hour, for each reference. */
function nextTimestamp(): Date {
  last_timestamp_ms += 1;
  return new Date(last_timestamp_ms);
}

/** The parts of a shop for names and references, and the default signers. */
type SigningShop = Pick<TestShop, 'shop_id' | 'name' | 'time_zone' | 'admin' | 'manager' | 'driver'>;

type Uploads = { app: Sends; by: TestStaff; bucket: Bucket };

async function upload({ app, by, bucket }: Uploads, path: string, bytes: Uint8Array) {
  const sha256 = sha256Of(bytes);
  const answer = await app.send('PUT', `/storage/v1/object/${bucket}/${encodeURI(path)}`, {
    as: by.session_id,
    bytes,
    headers: { 'content-sha256': sha256 },
  });
  if (answer.status !== 200) throw new Error(`upload answered ${answer.status}: ${await answer.text()}`);
  return { path, sha256 };
}

async function sign(uploads: Uploads, path: string, signer: string, command_id: string) {
  const file = await upload(uploads, path, pngBytes(`${signer} ${command_id}`));
  return { ...file, typed: false, signer };
}

const clock = () => ({ occurred_at: new Date().toISOString(), clock_offset_ms: 0 });

async function prepareHandover(
  app: Sends,
  shop: SigningShop,
  admin: TestStaff,
  driver: TestStaff,
  handover_type: DriverHandoverType,
  amount_fils: number,
  at: Date,
) {
  const { shop_id, time_zone } = shop;
  const driver_id = driver.driver_id ?? 0;
  const command_id = newId();
  const handover_reference = handoverReference(handover_type, driver_id, at, time_zone);
  const paths = handoverPaths({
    handover_type,
    shop_id,
    shop_name: shop.name,
    completed_at: at,
    time_zone,
    driver_id,
    admin_id: admin.user_id,
    handover_reference,
  });
  const uploads: Uploads = { app, by: admin, bucket: 'cash-handovers' };
  const input = {
    handover_reference,
    driver_id,
    amount_fils,
    card_machine_id: null,
    driver_signature: await sign(uploads, paths.driver_signature, driver.full_name, command_id),
    admin_signature: await sign(uploads, paths.admin_signature, admin.full_name, command_id),
    receipt: await upload(uploads, paths.receipt, pdfBytes(command_id)),
    ...clock(),
  };
  return { command_id, input };
}

type Who = { admin?: TestStaff; driver?: TestStaff; at?: Date };

export async function prepareStart(
  app: Sends,
  shop: SigningShop,
  changes: Partial<StartHandover> & Who = {},
): Promise<Prepared<StartHandover>> {
  const { admin = shop.admin, driver = shop.driver, at = nextTimestamp(), ...input } = changes;
  const made = await prepareHandover(app, shop, admin, driver, 'start', 50_000, at);
  return { ...made, input: { ...made.input, card_machine_given: false, ...input } };
}

export async function prepareEnd(
  app: Sends,
  shop: SigningShop,
  changes: Partial<EndHandover> & Who = {},
): Promise<Prepared<EndHandover>> {
  const { admin = shop.admin, driver = shop.driver, at = nextTimestamp(), ...input } = changes;
  const made = await prepareHandover(app, shop, admin, driver, 'end', 50_000, at);
  const own = { card_machine_received: false, estimated_receivables_fils: null };
  return { ...made, input: { ...made.input, ...own, ...input } };
}

export async function prepareDrop(
  app: Sends,
  shop: SigningShop,
  changes: Partial<RecordDrop> & Who = {},
): Promise<Prepared<RecordDrop>> {
  const { admin = shop.admin, driver = shop.driver, at = nextTimestamp(), ...input } = changes;
  const made = await prepareHandover(app, shop, admin, driver, 'drop', 10_000, at);
  const { card_machine_id: _, ...cash } = made.input;
  return { ...made, input: { ...cash, ...input } };
}

/** A payment by `from` towards a shortage, or back to `from`, signed with `by`. */
export async function prepareSettlement(
  app: Sends,
  shop: SigningShop,
  changes: Partial<RecordSettlement> & { difference_id: string; by?: TestStaff; from?: TestStaff; at?: Date },
): Promise<Prepared<RecordSettlement>> {
  const { by = shop.manager, from = shop.driver, at = nextTimestamp(), ...input } = changes;
  const command_id = newId();
  const reference = settlementReference(at);
  const paths = settlementPaths({ reference, signed_at: at, time_zone: shop.time_zone });
  const uploads: Uploads = { app, by, bucket: 'cash-handovers' };
  return {
    command_id,
    input: {
      reference,
      amount_fils: 1_000,
      person_signature: await sign(uploads, paths.person_signature, from.full_name, command_id),
      staff_signature: await sign(uploads, paths.staff_signature, by.full_name, command_id),
      receipt: await upload(uploads, paths.receipt, pdfBytes(command_id)),
      ...clock(),
      ...input,
    },
  };
}

type VoidOf = Pick<VoidRecord, 'record_type' | 'record_id'>;

/** A void of a record by `by`, signed by `other` too unless it is absent. */
export async function prepareVoid(
  app: Sends,
  shop: SigningShop,
  changes: Partial<Omit<VoidRecord, 'other'>> & VoidOf & { by?: TestStaff; with?: TestStaff; at?: Date },
): Promise<Prepared<VoidRecord>> {
  const { by = shop.admin, with: other, at = nextTimestamp(), ...input } = changes;
  const command_id = newId();
  const reference = voidReference(at);
  const paths = voidPaths({ reference, signed_at: at, time_zone: shop.time_zone });
  const uploads: Uploads = { app, by, bucket: 'cash-handovers' };
  const signed = other && (await sign(uploads, paths.other_signature, other.full_name, command_id));
  return {
    command_id,
    input: {
      reference,
      reason: 'Wrong driver',
      own_signature: await sign(uploads, paths.own_signature, by.full_name, command_id),
      other: other && signed ? { user_id: other.user_id, signature: signed } : null,
      receipt: await upload(uploads, paths.receipt, pdfBytes(command_id)),
      ...clock(),
      ...input,
    },
  };
}

export async function prepareCollection(
  app: Sends,
  shop: SigningShop,
  changes: Partial<CollectCash> & { manager?: TestStaff; from?: TestStaff; at?: Date } = {},
): Promise<Prepared<CollectCash>> {
  const { manager = shop.manager, from = shop.driver, at = nextTimestamp(), ...input } = changes;
  const command_id = newId();
  const staff_user_id = from.user_id;
  const handover_reference = collectionReference(staff_user_id, manager.user_id, at);
  const paths = collectionPaths({ handover_reference });
  const uploads: Uploads = { app, by: manager, bucket: 'cash-handovers' };
  return {
    command_id,
    input: {
      handover_reference,
      staff_user_id,
      amount_fils: 10_000,
      manager_signature: await sign(uploads, paths.manager_signature, manager.full_name, command_id),
      user_signature: await sign(uploads, paths.user_signature, from.full_name, command_id),
      ...clock(),
      ...input,
    },
  };
}

export async function prepareDeposit(
  app: Sends,
  shop: SigningShop,
  changes: Partial<RecordDeposit> & { manager?: TestStaff; at?: Date } = {},
): Promise<Prepared<RecordDeposit>> {
  const { manager = shop.manager, at = nextTimestamp(), ...input } = changes;
  const command_id = newId();
  const reference = depositReference(at);
  const paths = depositPaths({
    shop_id: shop.shop_id,
    manager_id: manager.user_id,
    manager_name: manager.full_name,
    reference,
    deposited_at: at,
    time_zone: shop.time_zone,
  });
  const uploads: Uploads = { app, by: manager, bucket: 'bank-deposits' };
  return {
    command_id,
    input: {
      reference,
      amount_fils: 10_000,
      deposit_date: '2026-11-01',
      notes: null,
      receipt: await upload(uploads, paths.receipt, pdfBytes(command_id)),
      invoice_image: await upload(uploads, paths.invoice_image, jpegBytes(command_id)),
      manager_signature: await sign(uploads, paths.manager_signature, manager.full_name, command_id),
      ...clock(),
      ...input,
    },
  };
}

export async function prepareFloat(
  app: Sends,
  shop: SigningShop,
  changes: Partial<RecordFloat> & { by?: TestStaff; with?: TestStaff; at?: Date } = {},
): Promise<Prepared<RecordFloat>> {
  const { by = shop.manager, with: other = shop.admin, at = nextTimestamp(), ...input } = changes;
  const command_id = newId();
  const reference = floatReference(at);
  const paths = floatPaths({ reference, signed_at: at, time_zone: shop.time_zone });
  const uploads: Uploads = { app, by, bucket: 'cash-handovers' };
  const [admin, manager] = by.user_id === shop.admin.user_id ? [by, other] : [other, by];
  return {
    command_id,
    input: {
      reference,
      direction: 'issue',
      with_user_id: other.user_id,
      amount_fils: 10_000,
      admin_signature: await sign(uploads, paths.admin_signature, admin.full_name, command_id),
      manager_signature: await sign(uploads, paths.manager_signature, manager.full_name, command_id),
      receipt: await upload(uploads, paths.receipt, pdfBytes(command_id)),
      ...clock(),
      ...input,
    },
  };
}

const PATHS = {
  start: '/api/handovers/start',
  end: '/api/handovers/end',
  collection: '/api/collections',
  deposit: '/api/deposits',
  float: '/api/floats',
  float_request: '/api/floats/requests',
  drop: '/api/handovers/drop',
  settlement: '/api/settlements',
  void: '/api/voids',
};

/** Sends a prepared command as this user. */
export function sendCommand(
  app: Sends,
  kind: keyof typeof PATHS,
  by: { session_id: string },
  { command_id, input }: Prepared<object>,
): Promise<Response> {
  return app.send('POST', PATHS[kind], {
    as: by.session_id,
    body: input,
    headers: { 'idempotency-key': command_id },
  });
}

/** Sends a prepared command as the responsible user. Returns the id of the record; throws if refused. */
export async function recorded(
  app: Sends,
  { admin, manager }: TestShop,
  kind: keyof typeof PATHS,
  prepared: Prepared<object>,
): Promise<string> {
  const by = ['start', 'end', 'drop', 'void'].includes(kind) ? admin : manager;
  const answer = await sendCommand(app, kind, by, prepared);
  if (!answer.ok) throw new Error(`${kind} was refused: ${answer.status} ${await answer.text()}`);
  const { id } = await answer.json();
  return id;
}

/** Issues cash from the safe, as the operator does. */
export async function issue(app: TestApp, shop: TestShop, to: TestStaff, amount_fils: number): Promise<void> {
  const { shop_id } = shop;
  await inTransaction(app.owner, (tx) =>
    bookIssue(tx, { id: newId(), shop_id, user_id: to.user_id, amount_fils, occurred_at: new Date() }),
  );
}

/** Adjusts the cash of a user, as the operator does. */
export async function adjust(
  app: TestApp,
  { shop_id }: TestShop,
  { user_id }: TestStaff,
  amount_fils: number,
): Promise<void> {
  const booking = { id: newId(), shop_id, user_id, amount_fils, reason: 'counted again' };
  await inTransaction(app.owner, (tx) => bookAdjustment(tx, { ...booking, occurred_at: new Date() }));
}

/** Returns the posted cash of a user in fils; 0 without a row. */
export async function cashOnHand(app: TestApp, { user_id }: { user_id: string }): Promise<number> {
  const row = await app.owner
    .selectFrom('cash_tracking')
    .select('cash_on_hand_fils')
    .where('user_id', '=', user_id)
    .executeTakeFirst();
  return row?.cash_on_hand_fils ?? 0;
}

/** Returns status and code of a problem; fails the test for any other response. */
export async function problemOf(answer: Response): Promise<{ status: number; code: string }> {
  const body = await answer.json();
  return { status: answer.status, code: body.code };
}

/** Runs `work` while every change of a balance also executes `statement`. */
export async function whileBalances<T>(app: TestApp, statement: string, work: () => Promise<T>): Promise<T> {
  await app.database.owner.query(`
    create function fail_balance() returns trigger language plpgsql as $$ begin ${statement} end $$;
    create trigger fail_balance before insert or update on cash_tracking_parts for each row execute function fail_balance()`);
  try {
    return await work();
  } finally {
    await app.database.owner.query(
      'drop trigger fail_balance on cash_tracking_parts; drop function fail_balance',
    );
  }
}

/** Runs `work` while every write to `table` fails with an unexpected error. */
export async function whileBroken<T>(app: TestApp, table: string, work: () => Promise<T>): Promise<T> {
  await app.database.owner.query(`
    create function break_it() returns trigger language plpgsql as $$ begin
      raise exception using errcode = 'disk_full', message = 'secret details'; end $$;
    create trigger break_it before insert or update on ${table} for each row execute function break_it()`);
  try {
    return await work();
  } finally {
    await app.database.owner.query(`drop trigger break_it on ${table}; drop function break_it`);
  }
}
