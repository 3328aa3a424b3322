import type { Database } from '../platform/database/database.ts';
import { sql } from '../platform/database/sql.ts';
import { type NamedFile, namedFiles } from './named-files.ts';

/** A file whose row contradicts the record that names it, or a pinned file that no record names. */
export type RecordDifference = {
  shop_id: number;
  /** Null if no record names the file. */
  record: string | null;
  role: string | null;
  file_id: string;
  kind:
    | 'missing_row'
    | 'unpinned'
    | 'wrong_path'
    | 'wrong_type'
    | 'wrong_person'
    | 'wrong_time'
    | 'swapped'
    | 'wrongly_erased'
    | 'not_erased'
    | 'unclaimed';
  text: string;
};

/** The two times are from different clocks: the server's and the database's. */
const CLOCKS_APART_MS_MAX = 24 * 60 * 60 * 1000;

/**
 * Compares every file that a record names with its row, then finds pinned files that no record names. Writes
 * nothing.
 */
export async function verifyNamedFiles(owner: Database): Promise<RecordDifference[]> {
  const differences: RecordDifference[] = [];
  for await (const named of namedFiles(owner)) {
    const rows = await rowsOf(owner, named);
    for (const file of named) differences.push(...differencesOf(file, rows.get(keyOf(file))));
  }
  differences.push(...(await unclaimedFiles(owner)));
  return differences;
}

const keyOf = ({ shop_id, file_id }: { shop_id: number; file_id: string }) => `${shop_id}/${file_id}`;

async function rowsOf(owner: Database, named: NamedFile[]): Promise<Map<string, Row>> {
  if (named.length === 0) return new Map();
  const keys = sql.join(named.map(({ shop_id, file_id }) => sql`(${shop_id}, ${file_id})`));
  const { rows } = await sql<Row & { shop_id: number; file_id: string }>`
    select shop_id, id as file_id, bucket, path, type, uploaded_by, pinned_at, erased_at
    from files where (shop_id, id) in (${keys})`.execute(owner);
  return new Map(rows.map((row) => [keyOf(row), row]));
}

type Row = Pick<NamedFile, 'bucket' | 'path' | 'type'> & {
  uploaded_by: string;
  pinned_at: Date | null;
  erased_at: Date | null;
};

function differencesOf(named: NamedFile, row: Row | undefined): RecordDifference[] {
  const { shop_id, record, role, file_id } = named;
  const wrong: Wrong[] = [
    [!named.is_own_path, 'swapped', `its path ${named.path} belongs to another record`],
    ...(row ? wrongInRow(named, row) : [[true, 'missing_row', 'its row is gone'] satisfies Wrong]),
  ];
  return wrong.filter(([is]) => is).map(([, kind, text]) => ({ shop_id, record, role, file_id, kind, text }));
}

type Wrong = [is: boolean, kind: RecordDifference['kind'], text: string];

function wrongInRow(named: NamedFile, row: Row): Wrong[] {
  const found_path = `${row.bucket}/${row.path}`;
  const expected_path = `${named.bucket}/${named.path}`;
  const pinned_ms = row.pinned_at?.getTime() ?? 0;
  const recorded_ms = named.recorded_at.getTime();
  return [
    [row.pinned_at === null, 'unpinned', 'it is no longer pinned'],
    [
      found_path !== expected_path,
      'wrong_path',
      `its path is ${found_path}, but its record has ${expected_path}`,
    ],
    [row.type !== named.type, 'wrong_type', `it is ${row.type} and should be ${named.type}`],
    [pinned_ms > recorded_ms + CLOCKS_APART_MS_MAX, 'wrong_time', 'it was pinned after its record was made'],
    [row.uploaded_by !== named.user_id, 'wrong_person', 'another user uploaded it'],
    [
      row.erased_at !== null && named.erased_at === null,
      'wrongly_erased',
      'it is erased, but its record is not',
    ],
    [row.erased_at === null && named.erased_at !== null, 'not_erased', 'its record is erased, but it is not'],
  ];
}

async function unclaimedFiles(owner: Database): Promise<RecordDifference[]> {
  const { rows } = await sql<{ shop_id: number; file_id: string; bucket: string; path: string }>`
    select f.shop_id, f.id as file_id, f.bucket, f.path from files f
    left join (
      select shop_id, unnest(array[delivery_image_file_id, delivery_note_file_id]) as id from delivery_confirmations
      union all
      select shop_id, photo_file_id from delivery_attempts
      union all
      select shop_id, receipt_file_id from order_payments
      union all
      select shop_id, unnest(array[photo_file_id, document_file_id]) from delivery_corrections
      union all
      select shop_id, unnest(array[driver_signature_file_id, admin_signature_file_id, receipt_file_id]) from cash_handovers
      union all
      select shop_id, unnest(array[receipt_file_id, invoice_file_id, signature_file_id]) from bank_deposits
      union all
      select shop_id, unnest(array[receipt_file_id, admin_signature_file_id, manager_signature_file_id]) from cash_floats
      union all
      select shop_id, unnest(array[receipt_file_id, person_signature_file_id, staff_signature_file_id]) from cash_settlements
      union all
      select shop_id, unnest(array[receipt_file_id, own_signature_file_id, other_signature_file_id]) from cash_voids
      union all
      -- Also of requests that are pending, refused, withdrawn or expired.
      select shop_id, unnest(file_ids) from approvals
    ) named on named.shop_id = f.shop_id and named.id = f.id
    where f.pinned_at is not null and named.id is null
    order by f.shop_id, f.id`.execute(owner);
  return rows.map(({ shop_id, file_id, bucket, path }) => ({
    shop_id,
    record: null,
    role: null,
    file_id,
    kind: 'unclaimed',
    text: `${bucket}/${path} is pinned, but no record names it`,
  }));
}
