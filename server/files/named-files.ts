import { fileSegment } from '../../contract/rules/names.ts';
import {
  type Bucket,
  besideDeposit,
  collectionPaths,
  DELIVERY_IMAGE,
  deliveryNoteName,
  type FileType,
  handoverNames,
  parseDeliveryPath,
} from '../../contract/rules/storage-paths.ts';
import type { Database } from '../platform/database/database.ts';

/** A file as a record names it: what its row must say. */
export type NamedFile = {
  shop_id: number;
  /** `delivery of order 1001`. */
  record: string;
  /** `photo`. */
  role: string;
  file_id: string;
  bucket: Bucket;
  path: string;
  type: FileType;
  /** Who ran the command, and thus uploaded it. */
  user_id: string;
  recorded_at: Date;
  /** Whether such a path belongs to this very record. */
  is_own_path: boolean;
};

const PAGE = 500;
type Key = { shop_id: number; id: string };
const FIRST: Key = { shop_id: 0, id: '00000000-0000-0000-0000-000000000000' };

/** Every file that a delivery, handover, collection or deposit names, record by record. */
export async function* namedFiles(owner: Database): AsyncGenerator<NamedFile[]> {
  yield* pages((after) => deliveries(owner, after), filesOfDelivery);
  yield* pages((after) => handovers(owner, after), filesOfHandover);
  yield* pages((after) => deposits(owner, after), filesOfDeposit);
}

async function* pages<Row extends Key>(
  read: (after: Key) => Promise<Row[]>,
  filesOf: (row: Row) => NamedFile[],
): AsyncGenerator<NamedFile[]> {
  let rows: Row[];
  let after = FIRST;
  do {
    rows = await read(after);
    yield rows.flatMap(filesOf);
    after = rows.at(-1) ?? after;
  } while (rows.length === PAGE);
}

function deliveries(owner: Database, after: Key) {
  return owner
    .selectFrom('delivery_confirmations as c')
    .leftJoin('orders as o', (join) =>
      join.onRef('o.shop_id', '=', 'c.shop_id').onRef('o.id', '=', 'c.order_id'),
    )
    .select([
      'c.shop_id',
      'c.id',
      'c.user_id',
      'c.driver_id',
      'c.order_id',
      'c.recorded_at',
      'o.order_number',
    ])
    .select(['c.delivery_image_url', 'c.customer_signature_url'])
    .select(['c.delivery_image_file_id', 'c.delivery_note_file_id'])
    .where(({ eb, refTuple, tuple }) =>
      eb(refTuple('c.shop_id', 'c.id'), '>', tuple(after.shop_id, after.id)),
    )
    .orderBy('c.shop_id')
    .orderBy('c.id')
    .limit(PAGE)
    .execute();
}

function filesOfDelivery(row: Awaited<ReturnType<typeof deliveries>>[number]): NamedFile[] {
  const { shop_id, user_id, driver_id, order_id, recorded_at } = row;
  const order_number = row.order_number ?? '';
  const common = {
    shop_id,
    record: `delivery of order ${row.order_number ?? order_id}`,
    bucket: 'order-deliveries' as const,
    user_id,
    recorded_at,
  };
  const isOwn = (path: string, file: string) => {
    const parsed = parseDeliveryPath(path);
    const is_of_order = parsed?.order === fileSegment(order_number, order_id) && parsed.file === file;
    return is_of_order && parsed.shop_id === shop_id && parsed.driver_id === driver_id;
  };
  const image = row.delivery_image_url;
  const note = row.customer_signature_url;
  return [
    {
      ...common,
      role: 'photo',
      file_id: row.delivery_image_file_id,
      path: image,
      type: 'image/jpeg',
      is_own_path: isOwn(image, DELIVERY_IMAGE),
    },
    {
      ...common,
      role: 'delivery note',
      file_id: row.delivery_note_file_id,
      path: note,
      type: 'application/pdf',
      is_own_path: isOwn(note, deliveryNoteName({ order_id, order_number })),
    },
  ];
}

function handovers(owner: Database, after: Key) {
  return owner
    .selectFrom('cash_handovers')
    .select(['shop_id', 'id', 'admin_id', 'driver_id', 'handover_type', 'handover_reference', 'recorded_at'])
    .select(['driver_signature_url', 'admin_signature_url', 'receipt_url'])
    .select(['driver_signature_file_id', 'admin_signature_file_id', 'receipt_file_id'])
    .where(({ eb, refTuple, tuple }) => eb(refTuple('shop_id', 'id'), '>', tuple(after.shop_id, after.id)))
    .orderBy('shop_id')
    .orderBy('id')
    .limit(PAGE)
    .execute();
}

type Handover = Awaited<ReturnType<typeof handovers>>[number];

function filesOfHandover(row: Handover): NamedFile[] {
  const endings = handoverEndings(row);
  const common = {
    shop_id: row.shop_id,
    record: `${row.handover_type} ${row.handover_reference}`,
    bucket: 'cash-handovers' as const,
    user_id: row.admin_id,
    recorded_at: row.recorded_at,
  };
  const signature = (role: string, path: string, file_id: string, ending: string): NamedFile => ({
    ...common,
    role,
    file_id,
    path,
    type: 'image/png',
    is_own_path: path.endsWith(ending),
  });
  return [
    signature('signature of staff', row.driver_signature_url, row.driver_signature_file_id, endings.staff),
    signature('own signature', row.admin_signature_url, row.admin_signature_file_id, endings.own),
    ...(row.receipt_file_id === null
      ? []
      : [
          {
            ...common,
            role: 'receipt',
            file_id: row.receipt_file_id,
            path: row.receipt_url ?? '',
            type: 'application/pdf' as const,
            is_own_path: (row.receipt_url ?? '').endsWith(endings.receipt),
          },
        ]),
  ];
}

/** How the paths of a handover end; before that stands the shop's name of that time. */
function handoverEndings({ handover_type, handover_reference, driver_id, admin_id }: Handover) {
  if (handover_type === 'collection') {
    const { user_signature, manager_signature } = collectionPaths({ handover_reference });
    return { staff: user_signature, own: manager_signature, receipt: '' };
  }
  // Only a collection has no driver.
  const names = handoverNames({ handover_type, handover_reference, driver_id: driver_id ?? 0, admin_id });
  return {
    staff: `/${names.driver_signature}`,
    own: `/${names.admin_signature}`,
    receipt: `/${names.receipt}`,
  };
}

function deposits(owner: Database, after: Key) {
  return owner
    .selectFrom('bank_deposits')
    .select(['shop_id', 'id', 'manager_id', 'reference', 'deposit_document_url', 'created_at'])
    .select(['receipt_file_id', 'invoice_file_id', 'signature_file_id'])
    .where(({ eb, refTuple, tuple }) => eb(refTuple('shop_id', 'id'), '>', tuple(after.shop_id, after.id)))
    .orderBy('shop_id')
    .orderBy('id')
    .limit(PAGE)
    .execute();
}

function filesOfDeposit(row: Awaited<ReturnType<typeof deposits>>[number]): NamedFile[] {
  const { shop_id, manager_id, reference, deposit_document_url } = row;
  const own = `/${fileSegment(reference, manager_id)}`;
  // Slip and signature lie beside the receipt, which alone has its path in the record (ruling D6).
  const base = deposit_document_url.replace(/\.pdf$/, '');
  const paths = besideDeposit(base);
  const file = (role: string, file_id: string, path: string, type: FileType): NamedFile => ({
    shop_id,
    record: `deposit ${reference}`,
    role,
    file_id,
    bucket: 'bank-deposits',
    path,
    type,
    user_id: manager_id,
    recorded_at: row.created_at,
    is_own_path: base.endsWith(own),
  });
  return [
    file('receipt', row.receipt_file_id, paths.receipt, 'application/pdf'),
    file('slip', row.invoice_file_id, paths.invoice_image, 'image/jpeg'),
    file('signature', row.signature_file_id, paths.manager_signature, 'image/png'),
  ];
}
