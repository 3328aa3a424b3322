import { dayOf, monthOf } from './dates/dates.ts';
import { fileSegment } from './names.ts';

/** Buckets and object paths as the specification has them (section 7); the shop and the actor are checked by the server. */
export const BUCKETS = ['order-deliveries', 'cash-handovers', 'bank-deposits'] as const;
export type Bucket = (typeof BUCKETS)[number];

export const DELIVERY_IMAGE = 'delivery-image.jpg';

export type FileType = 'image/jpeg' | 'image/png' | 'image/webp' | 'application/pdf';

/** No file is larger than this; photos are shrunk to 400 KB and notes to 150 KB before they are sent. */
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

/** The delivery note's file name: the order number, or the record's id when nothing of it is left (ruling D2). */
export function deliveryNoteName(order: { order_id: string; order_number: string }): string {
  return `${fileSegment(order.order_number, order.order_id)}.pdf`;
}

/** What `fileSegment` leaves of a name. */
const SEGMENT = '[\\p{L}\\p{Nd}_-]+';
const ID = '[1-9]\\d{0,8}';
const DELIVERY_PATH = new RegExp(
  `^(${ID})/(${ID})/(\\d{4}-(?:0[1-9]|1[0-2]))/(${SEGMENT})/((${SEGMENT})\\.(?:jpg|pdf))$`,
  'u',
);

type DeliveryPath = { shop_id: number; driver_id: number; month: string; order: string; file: string };

/**
 * Reads a path of the bucket `order-deliveries`; null when it has another shape (ruling D2). Each thing has one path
 * only: no leading zeros, and names composed as `fileSegment` composes them.
 */
export function parseDeliveryPath(path: string): DeliveryPath | null {
  const match = DELIVERY_PATH.exec(path);
  if (!match) return null;
  const [, shop_id, driver_id, month = '', order = '', file = '', stem = ''] = match;
  if (fileSegment(order, '') !== order || fileSegment(stem, '') !== stem) return null;
  return { shop_id: Number(shop_id), driver_id: Number(driver_id), month, order, file };
}

export type HandoverType = 'start' | 'end';
const HANDOVER_FOLDERS: Record<HandoverType, string> = { start: 'SOD', end: 'EOD' };

type NamedHandover = {
  handover_type: HandoverType;
  driver_id: number;
  admin_id: string;
  handover_reference: string;
};

/** The three files of a start or end of day, below `SOD/{shop name}/{yyyy-MM-dd}/`. */
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
  return handoverNames(handover, `${HANDOVER_FOLDERS[handover.handover_type]}/${shop}/${day}/`);
}

/** The same below the folder, which has the shop's name of that day. */
export function handoverNames(handover: NamedHandover, folder = '') {
  const { handover_type, driver_id, admin_id } = handover;
  const ref = fileSegment(handover.handover_reference, admin_id);
  return {
    driver_signature: `${folder}signatures/driver-${driver_id}-${ref}.png`,
    admin_signature: `${folder}signatures/admin-${admin_id}-${ref}.png`,
    receipt: folder + (handover_type === 'start' ? `${driver_id}.pdf` : `receipt-${ref}.pdf`),
  };
}

/**
 * The two signatures of a collection. The whole reference names them, without the colons and dots of its timestamp: cut
 * to a segment's length it would lose the time, and all collections of a manager from one person would lie at one path.
 */
export function collectionPaths({ handover_reference }: { handover_reference: string }) {
  const ref = handover_reference.replace(/[:.]/g, '');
  return {
    manager_signature: `signatures/manager_${ref}.png`,
    user_signature: `signatures/user_${ref}.png`,
  };
}

/** A deposit's receipt, and its slip and signature beside it (ruling D6): `{year-month}/{shop_id}/{manager}/BD-{ms}…`. */
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
  return besideDeposit(`${month}/${deposit.shop_id}/${manager}/${name}`);
}

/** A receipt and what lies beside it; `base` is its path without the ending. */
export function besideDeposit(base: string) {
  return {
    receipt: `${base}.pdf`,
    invoice_image: `${base}-invoice.jpg`,
    manager_signature: `${base}-signature.png`,
  };
}

/** A float's receipt and both signatures beside it: `FL/{year-month}/FL-{ms}…`. */
export function floatPaths(float: { reference: string; signed_at: Date | string; time_zone: string }) {
  return besideFloat(`FL/${monthOf(float.signed_at, float.time_zone)}/${float.reference}`);
}

/** A receipt and what lies beside it; `base` is its path without the ending. */
export function besideFloat(base: string) {
  return {
    receipt: `${base}.pdf`,
    admin_signature: `${base}-admin.png`,
    manager_signature: `${base}-manager.png`,
  };
}

type CashPath = { kind: 'handover' | 'collection' | 'float' } | { kind: 'deposit'; shop_id: number };

const HANDOVER_PATH = new RegExp(
  `^(?:SOD|EOD)/${SEGMENT}/\\d{4}-(?:0[1-9]|1[0-2])-[0-3]\\d/(?:signatures/(?:driver|admin)-${SEGMENT}\\.png|${SEGMENT}\\.pdf)$`,
  'u',
);
const COLLECTION_PATH = new RegExp(`^signatures/(?:manager|user)_${SEGMENT}\\.png$`, 'u');
const FLOAT_PATH = /^FL\/\d{4}-(?:0[1-9]|1[0-2])\/FL-\d{13}(?:\.pdf|-(?:admin|manager)\.png)$/;
const DEPOSIT_PATH = new RegExp(
  `^\\d{4}-(?:0[1-9]|1[0-2])/(${ID})/${SEGMENT}/${SEGMENT}\\.(?:pdf|jpg|png)$`,
  'u',
);

/** Reads a path of the two cash buckets; null when it has another shape. Whose it is, and its names, the command that pins it decides. */
export function parseCashPath(bucket: 'cash-handovers' | 'bank-deposits', path: string): CashPath | null {
  if (path !== path.normalize('NFC')) return null;
  if (bucket === 'bank-deposits') {
    const deposit = DEPOSIT_PATH.exec(path);
    return deposit ? { kind: 'deposit', shop_id: Number(deposit[1]) } : null;
  }
  if (HANDOVER_PATH.test(path)) return { kind: 'handover' };
  if (FLOAT_PATH.test(path)) return { kind: 'float' };
  return COLLECTION_PATH.test(path) ? { kind: 'collection' } : null;
}
