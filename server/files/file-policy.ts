import { CORRECTION_FILE } from '../../contract/rules/orders/corrections.ts';
import { isRole, type Role } from '../../contract/rules/roles.ts';
import {
  type Bucket,
  type FileType,
  isPaymentReceipt,
  parseCashPath,
  parseDeliveryPath,
} from '../../contract/rules/storage-paths.ts';
import type { Staff } from '../platform/actor.ts';
import type { Tx } from '../platform/database/database.ts';
import { oneRow } from '../platform/database/rows.ts';
import { sql } from '../platform/database/sql.ts';
import { Problem } from '../platform/problem.ts';

/**
 * Checks if the actor may upload a file to this path. Drivers upload deliveries to their own folder, managers
 * also receipts of later payments to every driver's; admins upload start and end of day handovers, managers
 * collections and deposits, both upload floats, settlements and voids, and all of them the slips of their
 * expenses. Throws `invalid_input` for an invalid path, `not_found` for another shop's, `no_access`
 * otherwise.
 */
export function admitUpload(actor: Staff, bucket: Bucket, path: string): void {
  if (bucket === 'order-deliveries') admitDeliveryUpload(actor, path);
  else admitCashUpload(actor, bucket, path);
}

function admitCashUpload(actor: Staff, bucket: keyof typeof CASH_SHAPES, path: string): void {
  const parsed = parseCashPath(bucket, path);
  if (!parsed) throw badPath(CASH_SHAPES[bucket]);
  if (parsed.kind === 'deposit' && parsed.shop_id !== actor.shop_id) throw new Problem('not_found');
  const from = UPLOADED_BY[parsed.kind];
  if (!(isRole(actor.role) && from.includes(actor.role))) throw new Problem('no_access');
}

const UPLOADED_BY: Record<NonNullable<ReturnType<typeof parseCashPath>>['kind'], readonly Role[]> = {
  handover: ['Admin'],
  collection: ['Manager'],
  deposit: ['Manager'],
  // Either of the two signers may record a float.
  float: ['Admin', 'Manager'],
  settlement: ['Admin', 'Manager'],
  void: ['Admin', 'Manager'],
  expense: ['Driver', 'Admin', 'Manager'],
};

const CASH_SHAPES = {
  'cash-handovers':
    '{SOD, EOD or DRP}/{shop name}/{yyyy-MM-dd}/{file}, {FL, ST, VOID or EX}/{yyyy-MM}/{file} or signatures/{file}',
  'bank-deposits': '{yyyy-MM}/{shop}/{manager}/{file}',
};

function badPath(shape: string): Problem {
  const detail = `must be ${shape}`;
  return new Problem('invalid_input', `path: ${detail}`, [{ pointer: '/params/path', detail }]);
}

function admitDeliveryUpload(actor: Staff, path: string): void {
  const parsed = parseDeliveryPath(path);
  if (!parsed) throw badPath('{shop}/{driver}/{yyyy-MM}/{order_number}/{file}');
  if (parsed.shop_id !== actor.shop_id) throw new Problem('not_found');
  // A Manager corrects deliveries of others.
  if (actor.role === 'Manager' && CORRECTION_FILE.test(parsed.file)) return;
  const delivers = actor.role === 'Driver' || actor.role === 'Manager';
  const is_own = parsed.driver_id === actor.driver_id;
  const is_receipt = actor.role === 'Manager' && isPaymentReceipt(parsed.file);
  if (!delivers || !(is_own || is_receipt)) throw new Problem('no_access');
}

const TYPES_BY_ENDING: Record<string, FileType> = {
  jpg: 'image/jpeg',
  png: 'image/png',
  pdf: 'application/pdf',
};

/** Returns the type of the name's extension; undefined for an unknown extension. */
export function typeOfName(path: string): FileType | undefined {
  return TYPES_BY_ENDING[path.slice(path.lastIndexOf('.') + 1)];
}

/** Throws `file_type` unless the name's extension matches the type of the bytes. */
export function admitType(path: string, type: FileType | null): FileType {
  if (type === null || typeOfName(path) !== type) throw new Problem('file_type');
  return type;
}

/** The limit of a user's uploads that no command uses, in bytes: about four hundred offline deliveries. */
const UNPINNED_BYTES_MAX = 200 * 1024 * 1024;

/**
 * Returns the size of the actor's uploads that no command uses, in bytes. May be sent before the actor is
 * known.
 */
export async function unpinnedBytes(tx: Tx): Promise<number> {
  const adding_up = sql<{ bytes: number }>`select coalesce(sum(bytes), 0)::bigint as bytes from files
    where shop_id = actor.shop_id() and uploaded_by = actor.user_id() and pinned_at is null`;
  return (await oneRow(tx, adding_up)).bytes;
}

/** Prevents one user from filling the disk. Throws `too_many_uploads`. */
export function admitMoreUploads(unpinned_bytes: number): void {
  if (unpinned_bytes >= UNPINNED_BYTES_MAX) throw new Problem('too_many_uploads');
}

/** The first bytes of each type, in hexadecimal. */
const BEGINNINGS: readonly [FileType, RegExp][] = [
  ['image/jpeg', /^ffd8ff/],
  ['image/png', /^89504e470d0a1a0a/],
  ['image/webp', /^52494646.{8}57454250/],
  ['application/pdf', /^255044462d/],
];

/** The number of bytes that identify a type. */
export const TYPE_BYTES = 12;

/** Returns the type detected from the bytes, regardless of name and header; null if it is not accepted. */
export function fileTypeOf(bytes: Uint8Array): FileType | null {
  const beginning = Buffer.from(bytes.subarray(0, TYPE_BYTES)).toString('hex');
  return BEGINNINGS.find(([, matches]) => matches.test(beginning))?.[0] ?? null;
}
