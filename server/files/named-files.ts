import type { Selectable } from 'kysely';
import { UUID } from '../../contract/rules/ids.ts';
import { fileSegment } from '../../contract/rules/names.ts';
import { attemptPhotoName } from '../../contract/rules/orders/attempts.ts';
import { correctionDocumentName, correctionPhotoName } from '../../contract/rules/orders/corrections.ts';
import {
  type Bucket,
  collectionPaths,
  DELIVERY_IMAGE,
  deliveryNoteName,
  depositPathsAt,
  type FileType,
  floatPathsAt,
  handoverPathsIn,
  parseCashPath,
  parseDeliveryPath,
  paymentReceiptName,
  settlementPathsAt,
  voidPathsAt,
} from '../../contract/rules/storage-paths.ts';
import type { Database, Tables } from '../platform/database/database.ts';
import { pagesByKey } from '../platform/database/pages-by-key.ts';
import { type Sql, sql } from '../platform/database/sql.ts';

/** A file that a record names, with the values expected in its row. */
export type NamedFile = Named & {
  /** For example `photo`. */
  role: string;
  file_id: string;
  path: string;
  type: FileType;
  /** True if the path belongs to this record. */
  is_own_path: boolean;
};

type Named = {
  shop_id: number;
  /** For example `delivery of order 1001`. */
  record: string;
  bucket: Bucket;
  /** The user who ran the command, and therefore uploaded the file. */
  user_id: string;
  recorded_at: Date;
  /** The time at which the record and its files were erased; null if they were not. */
  erased_at: Date | null;
};

const PAGE = 500;

/** Yields every file that a record names, a page of records at a time. */
export async function* namedFiles(owner: Database): AsyncGenerator<NamedFile[]> {
  const deliveries = sql<Delivery>`
    select c.*, (select o.order_number from orders o where o.shop_id = c.shop_id and o.id = c.order_id) as order_number
    from delivery_confirmations c`;
  for await (const page of pagesByKey(owner, deliveries, PAGE)) yield page.flatMap(filesOfDelivery);
  const attempts = sql<Attempt>`
    select t.*, (select o.order_number from orders o where o.shop_id = t.shop_id and o.id = t.order_id) as order_number
    from delivery_attempts t`;
  for await (const page of pagesByKey(owner, attempts, PAGE)) yield page.flatMap(filesOfAttempt);
  const payments = sql<OrderPayment>`
    select p.*, (select o.order_number from orders o where o.shop_id = p.shop_id and o.id = p.order_id) as order_number
    from order_payments p`;
  for await (const page of pagesByKey(owner, payments, PAGE)) yield page.flatMap(filesOfOrderPayment);
  const corrections = sql<Correction>`
    select k.*, (select o.order_number from orders o where o.shop_id = k.shop_id and o.id = k.order_id) as order_number
    from delivery_corrections k`;
  for await (const page of pagesByKey(owner, corrections, PAGE)) yield page.flatMap(filesOfCorrection);
  for await (const page of pagesByKey(owner, UNDECIDED_CORRECTIONS, PAGE)) {
    yield page.flatMap((row) =>
      filesOfCorrection(row).map((file) => ({ ...file, record: `request of ${file.record}` })),
    );
  }
  const handovers = sql<Handover>`select * from cash_handovers`;
  for await (const page of pagesByKey(owner, handovers, PAGE)) yield page.flatMap(filesOfHandover);
  const deposits = sql<Selectable<Tables['bank_deposits']>>`select * from bank_deposits`;
  for await (const page of pagesByKey(owner, deposits, PAGE)) yield page.flatMap(filesOfDeposit);
  const floats = sql<Selectable<Tables['cash_floats']>>`select * from cash_floats`;
  for await (const page of pagesByKey(owner, floats, PAGE)) yield page.flatMap(filesOfFloat);
  const settlements = sql<Payment>`select * from cash_settlements where kind = 'payment'`;
  for await (const page of pagesByKey(owner, settlements, PAGE)) yield page.flatMap(filesOfPayment);
  const voids = sql<Void & { id: string }>`select * from cash_voids`;
  for await (const page of pagesByKey(owner, voids, PAGE)) yield page.flatMap(filesOfVoid);
  const expenses = sql<Expense>`
    select e.*, a.requested_at from expenses e join approvals a on a.shop_id = e.shop_id and a.id = e.approval_id`;
  for await (const page of pagesByKey(owner, expenses, PAGE)) yield page.flatMap(filesOfExpense);
  for await (const page of pagesByKey(owner, UNDECIDED, PAGE)) yield page.flatMap(filesOfRequest);
}

type Delivery = Selectable<Tables['delivery_confirmations']> & { order_number: string | null };

function filesOfDelivery(row: Delivery): NamedFile[] {
  const { shop_id, user_id, order_id, recorded_at, erased_at } = row;
  const record = `delivery of order ${row.order_number ?? order_id}`;
  const order_number = row.order_number ?? '';
  const isOwn = (path: string, name: string) => isInFolderOf(row, path, name);
  const file = naming({ shop_id, record, bucket: 'order-deliveries', user_id, recorded_at, erased_at });
  const { delivery_image_url: photo, customer_signature_url: note } = row;
  const note_name = deliveryNoteName({ order_id, order_number });
  return [
    file('photo', 'image/jpeg', row.delivery_image_file_id, photo, isOwn(photo, DELIVERY_IMAGE)),
    file('delivery note', 'application/pdf', row.delivery_note_file_id, note, isOwn(note, note_name)),
  ];
}

/** True if the path has this name in the driver's folder of the order. */
function isInFolderOf(
  {
    shop_id,
    driver_id,
    order_id,
    order_number,
  }: Pick<Delivery, 'shop_id' | 'driver_id' | 'order_id' | 'order_number'>,
  path: string,
  name: string,
): boolean {
  const parsed = parseDeliveryPath(path);
  const is_of_order = parsed?.order === fileSegment(order_number ?? '', order_id) && parsed.file === name;
  return is_of_order && parsed.shop_id === shop_id && parsed.driver_id === driver_id;
}

type Attempt = Selectable<Tables['delivery_attempts']> & { order_number: string | null };

function filesOfAttempt(row: Attempt): NamedFile[] {
  const { shop_id, user_id, order_id, photo_file_id, photo_url, recorded_at, erased_at } = row;
  if (photo_file_id === null || photo_url === null) return [];
  const record = `attempt of order ${row.order_number ?? order_id}`;
  const file = naming({ shop_id, record, bucket: 'order-deliveries', user_id, recorded_at, erased_at });
  const is_own = isInFolderOf(row, photo_url, attemptPhotoName(row.id));
  return [file('photo', 'image/jpeg', photo_file_id, photo_url, is_own)];
}

type OrderPayment = Selectable<Tables['order_payments']> & { order_number: string | null };

function filesOfOrderPayment(row: OrderPayment): NamedFile[] {
  const { shop_id, user_id, reference, receipt_url, receipt_file_id, recorded_at, erased_at } = row;
  const record = `payment ${reference}`;
  const file = naming({ shop_id, record, bucket: 'order-deliveries', user_id, recorded_at, erased_at });
  const is_own = isInFolderOf(row, receipt_url, paymentReceiptName(reference));
  return [file('receipt', 'application/pdf', receipt_file_id, receipt_url, is_own)];
}

type Correction = Pick<
  Selectable<Tables['delivery_corrections']>,
  | 'shop_id'
  | 'id'
  | 'driver_id'
  | 'order_id'
  | 'recorded_by'
  | 'command_id'
  | 'recorded_at'
  | 'erased_at'
  | 'photo_url'
  | 'photo_file_id'
  | 'document_url'
  | 'document_file_id'
> & { order_number: string | null };

function filesOfCorrection(row: Correction): NamedFile[] {
  const { shop_id, recorded_by: user_id, order_id, command_id, recorded_at, erased_at } = row;
  const { photo_url, photo_file_id, document_url, document_file_id } = row;
  const record = `correction of order ${row.order_number ?? order_id}`;
  const file = naming({ shop_id, record, bucket: 'order-deliveries', user_id, recorded_at, erased_at });
  const is_own = isInFolderOf(row, document_url, correctionDocumentName(command_id));
  const document = file('document', 'application/pdf', document_file_id, document_url, is_own);
  if (photo_file_id === null || photo_url === null) return [document];
  const is_own_photo = isInFolderOf(row, photo_url, correctionPhotoName(command_id));
  return [file('photo', 'image/jpeg', photo_file_id, photo_url, is_own_photo), document];
}

/** Returns a function that combines the record's values with those of one of its files. */
function naming(record: Named) {
  return (role: string, type: FileType, file_id: string, path: string, is_own_path: boolean): NamedFile => ({
    ...record,
    role,
    type,
    file_id,
    path,
    is_own_path,
  });
}

type Handover = Selectable<Tables['cash_handovers']>;

function filesOfHandover(row: Handover): NamedFile[] {
  const { shop_id, handover_type, handover_reference, admin_id: user_id, recorded_at } = row;
  const record = `${handover_type} ${handover_reference}`;
  const file = naming({ shop_id, record, bucket: 'cash-handovers', user_id, recorded_at, erased_at: null });
  const ends = handoverEndings(row);
  const { driver_signature_url: staff, admin_signature_url: own, receipt_file_id, receipt_url } = row;
  const receipt = receipt_url ?? '';
  const signatures = [
    file('signature of staff', 'image/png', row.driver_signature_file_id, staff, staff.endsWith(ends.staff)),
    file('own signature', 'image/png', row.admin_signature_file_id, own, own.endsWith(ends.own)),
  ];
  if (receipt_file_id === null) return signatures;
  const is_own = receipt.endsWith(ends.receipt);
  return [...signatures, file('receipt', 'application/pdf', receipt_file_id, receipt, is_own)];
}

/**
 * Returns the last parts of the paths of a handover's files. They follow the name that the shop had at that
 * time.
 */
function handoverEndings({ handover_type, handover_reference, driver_id, admin_id }: Handover) {
  if (handover_type === 'collection') {
    const { user_signature, manager_signature } = collectionPaths({ handover_reference });
    return { staff: user_signature, own: manager_signature, receipt: '' };
  }
  // Only a collection has no driver.
  const names = handoverPathsIn({ handover_type, handover_reference, driver_id: driver_id ?? 0, admin_id });
  return {
    staff: `/${names.driver_signature}`,
    own: `/${names.admin_signature}`,
    receipt: `/${names.receipt}`,
  };
}

function filesOfDeposit(row: Selectable<Tables['bank_deposits']>): NamedFile[] {
  const { shop_id, manager_id: user_id, reference, created_at: recorded_at } = row;
  // Slip and signature are next to the receipt, the only path in the record (ruling D6).
  const base = row.deposit_document_url.replace(/\.pdf$/, '');
  const { receipt, invoice_image, manager_signature } = depositPathsAt(base);
  const is_own = base.endsWith(`/${fileSegment(reference, user_id)}`);
  const record = `deposit ${reference}`;
  const file = naming({ shop_id, record, bucket: 'bank-deposits', user_id, recorded_at, erased_at: null });
  return [
    file('receipt', 'application/pdf', row.receipt_file_id, receipt, is_own),
    file('slip', 'image/jpeg', row.invoice_file_id, invoice_image, is_own),
    file('signature', 'image/png', row.signature_file_id, manager_signature, is_own),
  ];
}

type Float = Pick<
  Selectable<Tables['cash_floats']>,
  | 'shop_id'
  | 'recorded_by'
  | 'reference'
  | 'recorded_at'
  | 'receipt_url'
  | 'receipt_file_id'
  | 'admin_signature_file_id'
  | 'manager_signature_file_id'
>;

function filesOfFloat(row: Float): NamedFile[] {
  const { shop_id, recorded_by: user_id, reference, recorded_at } = row;
  const base = row.receipt_url.replace(/\.pdf$/, '');
  const { receipt, admin_signature, manager_signature } = floatPathsAt(base);
  const is_own = base.endsWith(`/${reference}`);
  const file = naming({
    shop_id,
    record: `float ${reference}`,
    bucket: 'cash-handovers',
    user_id,
    recorded_at,
    erased_at: null,
  });
  return [
    file('receipt', 'application/pdf', row.receipt_file_id, receipt, is_own),
    file("admin's signature", 'image/png', row.admin_signature_file_id, admin_signature, is_own),
    file("manager's signature", 'image/png', row.manager_signature_file_id, manager_signature, is_own),
  ];
}

/** A payment has all columns of a receipt. */
type Payment = {
  shop_id: number;
  id: string;
  staff_user_id: string;
  reference: string;
  recorded_at: Date;
  receipt_url: string;
  receipt_file_id: string;
  person_signature_file_id: string;
  staff_signature_file_id: string;
};

function filesOfPayment(row: Payment): NamedFile[] {
  const { shop_id, staff_user_id: user_id, reference, recorded_at } = row;
  const base = row.receipt_url.replace(/\.pdf$/, '');
  const { receipt, person_signature, staff_signature } = settlementPathsAt(base);
  const is_own = base.endsWith(`/${reference}`);
  const record = `settlement ${reference}`;
  const file = naming({ shop_id, record, bucket: 'cash-handovers', user_id, recorded_at, erased_at: null });
  return [
    file('receipt', 'application/pdf', row.receipt_file_id, receipt, is_own),
    file("person's signature", 'image/png', row.person_signature_file_id, person_signature, is_own),
    file('own signature', 'image/png', row.staff_signature_file_id, staff_signature, is_own),
  ];
}

type Void = Pick<
  Selectable<Tables['cash_voids']>,
  | 'shop_id'
  | 'recorded_by'
  | 'reference'
  | 'recorded_at'
  | 'receipt_url'
  | 'receipt_file_id'
  | 'own_signature_file_id'
  | 'other_signature_file_id'
>;

function filesOfVoid(row: Void): NamedFile[] {
  const { shop_id, recorded_by: user_id, reference, recorded_at, other_signature_file_id } = row;
  const base = row.receipt_url.replace(/\.pdf$/, '');
  const { receipt, own_signature, other_signature } = voidPathsAt(base);
  const is_own = base.endsWith(`/${reference}`);
  const record = `void ${reference}`;
  const file = naming({ shop_id, record, bucket: 'cash-handovers', user_id, recorded_at, erased_at: null });
  const files = [
    file('document', 'application/pdf', row.receipt_file_id, receipt, is_own),
    file('own signature', 'image/png', row.own_signature_file_id, own_signature, is_own),
  ];
  if (other_signature_file_id === null) return files;
  return [...files, file('second signature', 'image/png', other_signature_file_id, other_signature, is_own)];
}

type Expense = Pick<
  Selectable<Tables['expenses']>,
  'shop_id' | 'user_id' | 'reference' | 'slip_url' | 'slip_file_id' | 'erased_at'
> & { id: string; requested_at: Date };

/** The slip was uploaded and pinned with the request. */
function filesOfExpense(row: Expense): NamedFile[] {
  const { shop_id, user_id, reference, slip_url, slip_file_id, requested_at: recorded_at, erased_at } = row;
  const record = `expense ${reference}`;
  const file = naming({ shop_id, record, bucket: 'cash-handovers', user_id, recorded_at, erased_at });
  const is_own =
    parseCashPath('cash-handovers', slip_url)?.kind === 'expense' && slip_url.endsWith(`/${reference}.jpg`);
  return [file('slip', 'image/jpeg', slip_file_id, slip_url, is_own)];
}

type Request = Float &
  Void &
  Pick<Expense, 'slip_url' | 'slip_file_id' | 'erased_at'> & {
    id: string;
    kind: 'float' | 'void' | 'expense';
  };

/**
 * Requests with files that added no record. Their files are named only by the requested row. Null columns of
 * a changed row become empty.
 */
const UNDECIDED = sql<Request>`
  select a.shop_id, a.id, a.kind, a.requested_by as recorded_by, a.requested_at as recorded_at,
    coalesce(a.record ->> 'reference', '') as reference, coalesce(a.record ->> 'receipt_url', '') as receipt_url,
    ${fileOf('receipt_file_id')}, ${fileOf('admin_signature_file_id')}, ${fileOf('manager_signature_file_id')},
    ${fileOf('own_signature_file_id')}, null as other_signature_file_id, coalesce(a.record ->> 'slip_url', '') as slip_url,
    ${fileOf('slip_file_id')}, a.erased_at
  from approvals a
  where a.kind in ('float', 'void', 'expense') and not exists (
    select from approval_decisions d where d.shop_id = a.shop_id and d.approval_id = a.id and d.outcome = 'approved')`;

/** Requested corrections that are not recorded; erased together with their delivery. */
const UNDECIDED_CORRECTIONS = sql<Correction>`
  select a.shop_id, a.id, c.driver_id, c.order_id, a.requested_by as recorded_by, a.command_id, a.requested_at as recorded_at, c.erased_at,
    a.record ->> 'photo_url' as photo_url, coalesce(a.record ->> 'document_url', '') as document_url, ${fileOf('document_file_id')},
    case when a.record ->> 'photo_file_id' is not null then ${idOf('photo_file_id')} end as photo_file_id,
    (select o.order_number from orders o where o.shop_id = c.shop_id and o.id = c.order_id) as order_number
  from approvals a
  join delivery_confirmations c on c.shop_id = a.shop_id and c.id::text = a.record ->> 'confirmation_id'
  where a.kind = 'correction' and not exists (
    select from approval_decisions d where d.shop_id = a.shop_id and d.approval_id = a.id and d.outcome = 'approved')`;

/** A file id in the requested row; the nil UUID, which no file has, if there is none. */
function fileOf(column: string): Sql<unknown> {
  return sql`${idOf(column)} as ${sql.ref(column)}`;
}

function idOf(column: string): Sql<unknown> {
  const id = sql`a.record ->> ${column}`;
  return sql`coalesce(case when ${id} ~ ${UUID.source} then ${id} end, '00000000-0000-0000-0000-000000000000')`;
}

function filesOfRequest(row: Request): NamedFile[] {
  const files = {
    float: () => filesOfFloat(row),
    void: () => filesOfVoid(row),
    expense: () => filesOfExpense({ ...row, user_id: row.recorded_by, requested_at: row.recorded_at }),
  }[row.kind]();
  return files.map((file) => ({ ...file, record: `request of ${file.record}` }));
}
