import { isRole, type Role } from '../../contract/rules/roles.ts';
import {
  type Bucket,
  type FileType,
  parseCashPath,
  parseDeliveryPath,
} from '../../contract/rules/storage-paths.ts';
import type { Staff } from '../platform/actor.ts';
import type { Tx } from '../platform/database/database.ts';
import { oneRow } from '../platform/database/rows.ts';
import { sql } from '../platform/database/sql.ts';
import { Problem } from '../platform/problem.ts';

/**
 * May the actor put a file under this name? A delivery's files go into the driver's own folder, a start or end of day's come
 * from an admin, a collection's and a deposit's from a manager, a float's from either (rulings C3, D1, G1). Throws `invalid_input` for a path of
 * another shape, `not_found` for another shop's, `no_access` otherwise.
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
  // Either of the two who sign records it.
  float: ['Admin', 'Manager'],
};

const CASH_SHAPES = {
  'cash-handovers': '{SOD or EOD}/{shop name}/{yyyy-MM-dd}/{file}, FL/{yyyy-MM}/{file} or signatures/{file}',
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
  const delivers = actor.role === 'Driver' || actor.role === 'Manager';
  if (!delivers || parsed.driver_id !== actor.driver_id) throw new Problem('no_access');
}

const TYPES_BY_ENDING: Record<string, FileType> = {
  jpg: 'image/jpeg',
  png: 'image/png',
  pdf: 'application/pdf',
};

/** What the name's ending says; undefined for an ending that no file has. */
export function typeOfName(path: string): FileType | undefined {
  return TYPES_BY_ENDING[path.slice(path.lastIndexOf('.') + 1)];
}

/** The name's ending must tell the truth about the bytes. Throws `file_type`. */
export function admitType(path: string, type: FileType | null): FileType {
  if (type === null || typeOfName(path) !== type) throw new Problem('file_type');
  return type;
}

/** What one person may have uploaded without any command using it: some four hundred deliveries without a connection. */
const UNPINNED_BYTES_MAX = 200 * 1024 * 1024;

/** What the actor has uploaded that no command has used, in bytes; may be asked together with who that is. */
export async function unpinnedBytes(tx: Tx): Promise<number> {
  const adding_up = sql<{ bytes: number }>`select coalesce(sum(bytes), 0)::bigint as bytes from files
    where shop_id = actor.shop_id() and uploaded_by = actor.user_id() and pinned_at is null`;
  return (await oneRow(tx, adding_up)).bytes;
}

/** Keeps one person from filling the disk that the shop lives on. Throws `too_many_uploads`. */
export function admitMoreUploads(unpinned_bytes: number): void {
  if (unpinned_bytes >= UNPINNED_BYTES_MAX) throw new Problem('too_many_uploads');
}

/** How a file of each type begins, in hexadecimal. */
const BEGINNINGS: readonly [FileType, RegExp][] = [
  ['image/jpeg', /^ffd8ff/],
  ['image/png', /^89504e470d0a1a0a/],
  ['image/webp', /^52494646.{8}57454250/],
  ['application/pdf', /^255044462d/],
];

/** So many bytes at the beginning tell the type. */
export const TYPE_BYTES = 12;

/** The type the bytes say, whatever the name or header says (ruling D2); null for anything not accepted. */
export function fileTypeOf(bytes: Uint8Array): FileType | null {
  const beginning = Buffer.from(bytes.subarray(0, TYPE_BYTES)).toString('hex');
  return BEGINNINGS.find(([, matches]) => matches.test(beginning))?.[0] ?? null;
}
