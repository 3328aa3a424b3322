import { dayOf, monthOf } from './dates/dates.ts';
import { fileSegment } from './names.ts';
import { type DriverHandoverType, HANDOVER_PREFIXES } from './references.ts';

/** Buckets and object paths as specified (section 7). The server checks the shop and the actor. */
export const BUCKETS = ['order-deliveries', 'cash-handovers', 'bank-deposits'] as const;
export type Bucket = (typeof BUCKETS)[number];

export const DELIVERY_IMAGE = 'delivery-image.jpg';

export type FileType = 'image/jpeg' | 'image/png' | 'image/webp' | 'application/pdf';

/** The largest file, in bytes. Photos are compressed to 400 KB and notes to 150 KB before they are sent. */
export const MAX_FILE_BYTES = 8 * 1024 * 1024;

/** The folder of a delivery's files: `{shop}/{driver}/{yyyy-MM}/{order_number}/`. */
export function deliveryFolder(delivery: {
  shop_id: number;
  driver_id: number;
  order_id: string;
  order_number: string;
  delivered_at: Date | string;
  time_zone: string;
}): string {
  const month = monthOf(delivery.delivered_at, delivery.time_zone);
  const order = fileSegment(delivery.order_number, delivery.order_id);
  return `${delivery.shop_id}/${delivery.driver_id}/${month}/${order}/`;
}

/**
 * Returns the delivery note's file name: the order number, or the record's id if no character of it is
 * allowed.
 */
export function deliveryNoteName(order: { order_id: string; order_number: string }): string {
  return `${fileSegment(order.order_number, order.order_id)}.pdf`;
}

/** Returns the file name of a later payment's receipt: `payment-OP-{ms}.pdf`. */
export function paymentReceiptName(reference: string): string {
  return `payment-${reference}.pdf`;
}

const PAYMENT_RECEIPT = /^payment-OP-\d{13}\.pdf$/;

/** True for the receipt of a later payment, which a Manager also uploads at the desk. */
export function isPaymentReceipt(file: string): boolean {
  return PAYMENT_RECEIPT.test(file);
}

/** A segment as returned by `fileSegment`. */
const SEGMENT = '[\\p{L}\\p{Nd}_-]+';
const ID = '[1-9]\\d{0,8}';
const DELIVERY_PATH = new RegExp(
  `^(${ID})/(${ID})/(\\d{4}-(?:0[1-9]|1[0-2]))/(${SEGMENT})/((${SEGMENT})\\.(?:jpg|pdf))$`,
  'u',
);

type DeliveryPath = { shop_id: number; driver_id: number; month: string; order: string; file: string };

/**
 * Parses a path of the bucket `order-deliveries`; null if it has another shape. Each file has only one path:
 * no leading zeros, and names composed as `fileSegment` composes them.
 */
export function parseDeliveryPath(path: string): DeliveryPath | null {
  const match = DELIVERY_PATH.exec(path);
  if (!match) return null;
  const [, shop_id, driver_id, month = '', order = '', file = '', stem = ''] = match;
  if (fileSegment(order, '') !== order || fileSegment(stem, '') !== stem) return null;
  return { shop_id: Number(shop_id), driver_id: Number(driver_id), month, order, file };
}

type NamedHandover = {
  handover_type: DriverHandoverType;
  driver_id: number;
  admin_id: string;
  handover_reference: string;
};

/**
 * Returns the paths of the three files of a handover with a driver, below `SOD/{shop name}/{yyyy-MM-dd}/`.
 */
export function handoverPaths(
  handover: NamedHandover & {
    shop_id: number;
    shop_name: string;
    completed_at: Date | string;
    time_zone: string;
  },
) {
  const shop = fileSegment(handover.shop_name, String(handover.shop_id));
  const day = dayOf(handover.completed_at, handover.time_zone);
  return handoverPathsIn(handover, `${HANDOVER_PREFIXES[handover.handover_type]}/${shop}/${day}/`);
}

/** Returns the same paths below a given folder, which contains the shop's name on that day. */
export function handoverPathsIn(handover: NamedHandover, folder = '') {
  const { handover_type, driver_id, admin_id } = handover;
  const ref = fileSegment(handover.handover_reference, admin_id);
  return {
    driver_signature: `${folder}signatures/driver-${driver_id}-${ref}.png`,
    admin_signature: `${folder}signatures/admin-${admin_id}-${ref}.png`,
    receipt: folder + (handover_type === 'start' ? `${driver_id}.pdf` : `receipt-${ref}.pdf`),
  };
}

/**
 * Returns the paths of a collection's two signatures. They contain the whole reference, without the colons
 * and dots of its timestamp: cut to a segment's length it would lose the time, and all collections by a
 * manager from one person would share one path.
 */
export function collectionPaths({ handover_reference }: { handover_reference: string }) {
  const ref = handover_reference.replace(/[:.]/g, '');
  return {
    manager_signature: `signatures/manager_${ref}.png`,
    user_signature: `signatures/user_${ref}.png`,
  };
}

/**
 * Returns the paths of a deposit's receipt, and of its slip and signature next to it:
 * `{year-month}/{shop_id}/{manager}/BD-{ms}…`.
 */
export function depositPaths(deposit: {
  shop_id: number;
  manager_id: string;
  manager_name: string;
  reference: string;
  deposited_at: Date | string;
  time_zone: string;
}) {
  const month = monthOf(deposit.deposited_at, deposit.time_zone);
  const manager = fileSegment(deposit.manager_name, deposit.manager_id);
  const name = fileSegment(deposit.reference, deposit.manager_id);
  return depositPathsAt(`${month}/${deposit.shop_id}/${manager}/${name}`);
}

/** Returns the paths of a deposit's files; `base` is the receipt's path without the extension. */
export function depositPathsAt(base: string) {
  return {
    receipt: `${base}.pdf`,
    invoice_image: `${base}-invoice.jpg`,
    manager_signature: `${base}-signature.png`,
  };
}

/** Returns the paths of a float's receipt and both signatures: `FL/{year-month}/FL-{ms}…`. */
export function floatPaths(float: { reference: string; signed_at: Date | string; time_zone: string }) {
  return floatPathsAt(`FL/${monthOf(float.signed_at, float.time_zone)}/${float.reference}`);
}

/** Returns the paths of a float's files; `base` is the receipt's path without the extension. */
export function floatPathsAt(base: string) {
  return {
    receipt: `${base}.pdf`,
    admin_signature: `${base}-admin.png`,
    manager_signature: `${base}-manager.png`,
  };
}

type Signed = { reference: string; signed_at: Date | string; time_zone: string };

/** Returns the paths of a settlement's receipt and both signatures: `ST/{year-month}/ST-{ms}…`. */
export function settlementPaths({ reference, signed_at, time_zone }: Signed) {
  return settlementPathsAt(`ST/${monthOf(signed_at, time_zone)}/${reference}`);
}

/** Returns the paths of a settlement's files; `base` is the receipt's path without the extension. */
export function settlementPathsAt(base: string) {
  return {
    receipt: `${base}.pdf`,
    person_signature: `${base}-person.png`,
    staff_signature: `${base}-staff.png`,
  };
}

/** Returns the paths of a void's document and its signatures: `VOID/{year-month}/VD-{ms}…`. */
export function voidPaths({ reference, signed_at, time_zone }: Signed) {
  return voidPathsAt(`VOID/${monthOf(signed_at, time_zone)}/${reference}`);
}

/** Returns the paths of a void's files; `base` is the document's path without the extension. */
export function voidPathsAt(base: string) {
  return { receipt: `${base}.pdf`, own_signature: `${base}-own.png`, other_signature: `${base}-other.png` };
}

/** Returns the path of the photo of an expense's slip: `EX/{year-month}/EX-{ms}.jpg`. */
export function expenseSlipPath(expense: {
  reference: string;
  made_at: Date | string;
  time_zone: string;
}): string {
  return `EX/${monthOf(expense.made_at, expense.time_zone)}/${expense.reference}.jpg`;
}

type CashPath =
  | { kind: 'handover' | 'collection' | 'float' | 'settlement' | 'void' | 'expense' }
  | { kind: 'deposit'; shop_id: number };

const HANDOVER_PATH = new RegExp(
  `^(?:SOD|EOD|DRP)/${SEGMENT}/\\d{4}-(?:0[1-9]|1[0-2])-[0-3]\\d/(?:signatures/(?:driver|admin)-${SEGMENT}\\.png|${SEGMENT}\\.pdf)$`,
  'u',
);
const COLLECTION_PATH = new RegExp(`^signatures/(?:manager|user)_${SEGMENT}\\.png$`, 'u');
const FLOAT_PATH = /^FL\/\d{4}-(?:0[1-9]|1[0-2])\/FL-\d{13}(?:\.pdf|-(?:admin|manager)\.png)$/;
const SETTLEMENT_PATH = /^ST\/\d{4}-(?:0[1-9]|1[0-2])\/ST-\d{13}(?:\.pdf|-(?:person|staff)\.png)$/;
const VOID_PATH = /^VOID\/\d{4}-(?:0[1-9]|1[0-2])\/VD-\d{13}(?:\.pdf|-(?:own|other)\.png)$/;
const EXPENSE_PATH = /^EX\/\d{4}-(?:0[1-9]|1[0-2])\/EX-\d{13}\.jpg$/;
const DEPOSIT_PATH = new RegExp(
  `^\\d{4}-(?:0[1-9]|1[0-2])/(${ID})/${SEGMENT}/${SEGMENT}\\.(?:pdf|jpg|png)$`,
  'u',
);

/**
 * Parses a path of the two cash buckets; null if it has another shape. The command that pins the file checks
 * its owner and names.
 */
export function parseCashPath(bucket: 'cash-handovers' | 'bank-deposits', path: string): CashPath | null {
  if (path !== path.normalize('NFC')) return null;
  if (bucket === 'bank-deposits') {
    const deposit = DEPOSIT_PATH.exec(path);
    return deposit ? { kind: 'deposit', shop_id: Number(deposit[1]) } : null;
  }
  if (HANDOVER_PATH.test(path)) return { kind: 'handover' };
  if (FLOAT_PATH.test(path)) return { kind: 'float' };
  if (SETTLEMENT_PATH.test(path)) return { kind: 'settlement' };
  if (VOID_PATH.test(path)) return { kind: 'void' };
  if (EXPENSE_PATH.test(path)) return { kind: 'expense' };
  return COLLECTION_PATH.test(path) ? { kind: 'collection' } : null;
}
