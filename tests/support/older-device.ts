/**
 * A device's database in the first shipped format of version 2, made without product code: every later
 * version must open, send and clean up such data. Never update this file.
 */
const ORDERS = {
  waiting: '0199a0e0-0000-7000-8000-000000000001',
  delivered: '0199a0e0-0000-7000-8000-000000000002',
  drafted: '0199a0e0-0000-7000-8000-000000000003',
};
export const OLDER = {
  user_id: '0199a0e0-0000-7000-8000-0000000000aa',
  other_id: '0199a0e0-0000-7000-8000-0000000000bb',
  waiting_id: '0199a0e0-0000-7000-8000-0000000000c1',
  orders: ORDERS,
};

const DEVICE_ID = '0199a0e0-0000-7000-8000-0000000000dd';
const MADE_AT = '2026-11-20T10:00:00.000Z';
const FOLDER = '1/7/2026-11/1001/';

function entryOf(command_id: string, user_id: string, order_id: string, device_seq: number) {
  const photo = { path: `${FOLDER}delivery-image.jpg`, sha256: '11'.repeat(32) };
  const note = { path: `${FOLDER}1001.pdf`, sha256: '22'.repeat(32) };
  const file = { bucket: 'order-deliveries', sent: false };
  return {
    command_id,
    device_id: DEVICE_ID,
    tab: '0199a0e0-0000-7000-8000-0000000000ee',
    device_seq,
    user_id,
    shop_id: 1,
    endpoint: 'confirm_delivery',
    subject: order_id,
    open_subject: JSON.stringify([user_id, 'confirm_delivery', order_id]),
    occurred_at: MADE_AT,
    clock_offset_ms: 0,
    input: {
      order_id,
      customer_name: 'Layla Haddad',
      receipt_confirmed: true,
      payment_received: true,
      tender: 'cash',
      due_amount_fils: 14_500,
      delivery_image: photo,
      delivery_note: note,
      occurred_at: MADE_AT,
      clock_offset_ms: 0,
    },
    files: [
      { ...photo, ...file, type: 'image/jpeg', stage: 'photo' },
      { ...note, ...file, type: 'application/pdf', stage: 'note' },
    ],
    contract_version: 1,
    state: 'queued',
    stage: null,
    command_sent: false,
    attempts: 0,
    next_attempt_at: 0,
    last_error: null,
    answer: null,
    problem: null,
    fulfilment: null,
    announced: null,
    acknowledged_at: null,
    decided_at: null,
  };
}

function doneOf(command_id: string, user_id: string, order_id: string, device_seq: number) {
  const decided_at = Date.now() - 60_000;
  return {
    ...entryOf(command_id, user_id, order_id, device_seq),
    state: 'done',
    command_sent: true,
    attempts: 1,
    answer: {
      confirmation_id: '0199a0e0-0000-7000-8000-0000000000ff',
      outcome: 'delivered',
      conflict: null,
      order: {
        id: order_id,
        order_number: '1002',
        status: 'completed',
        payment_status: 'paid',
        actual_delivery_time: MADE_AT,
        delivery_duration_seconds: 900,
      },
      delivered_at: MADE_AT,
      cash: { success: true, error: null, new_total_fils: 14_500, amount_fils: 14_500 },
    },
    announced: 'done',
    acknowledged_at: decided_at,
    decided_at,
  };
}

const draft_key = { user_id: OLDER.user_id, order_id: ORDERS.drafted };

const RECORDS: Record<string, object[]> = {
  entries: [
    entryOf(OLDER.waiting_id, OLDER.user_id, ORDERS.waiting, 3),
    doneOf('0199a0e0-0000-7000-8000-0000000000c2', OLDER.user_id, ORDERS.delivered, 1),
    doneOf('0199a0e0-0000-7000-8000-0000000000c3', OLDER.other_id, ORDERS.delivered, 2),
  ],
  entry_files: [
    { path: `${FOLDER}delivery-image.jpg`, type: 'image/jpeg', bytes: new Uint8Array([1, 2, 3]).buffer },
    { path: `${FOLDER}1001.pdf`, type: 'application/pdf', bytes: new Uint8Array([4, 5]).buffer },
  ].map((file) => ({ command_id: OLDER.waiting_id, ...file })),
  drafts: [
    {
      ...draft_key,
      customer_name: 'Omar Aziz',
      receipt_confirmed: true,
      payment_received: false,
      tender: null,
      saved_at: Date.parse(MADE_AT),
    },
  ],
  draft_photos: [{ ...draft_key, bytes: new Uint8Array([9]).buffer, type: 'image/jpeg' }],
  reads: [{ user_id: OLDER.user_id, key: '["read_profile",null]', answer: {}, as_of: Date.now() }],
};

/** Creates that database under this name. */
export async function leaveOlderDevice(name: string): Promise<void> {
  const opening = indexedDB.open(name, 2);
  opening.onupgradeneeded = () => {
    const database = opening.result;
    const entries = database.createObjectStore('entries', { keyPath: 'command_id' });
    entries.createIndex('open_subject', 'open_subject', { unique: true });
    database.createObjectStore('entry_files', { keyPath: ['command_id', 'path'] });
    database.createObjectStore('drafts', { keyPath: ['user_id', 'order_id'] });
    database.createObjectStore('reads', { keyPath: ['user_id', 'key'] });
    database.createObjectStore('notes');
    database.createObjectStore('draft_photos', { keyPath: ['user_id', 'order_id'] });
  };
  await ended(opening, 'success');
  const tx = opening.result.transaction([...Object.keys(RECORDS), 'notes'], 'readwrite');
  for (const [store, records] of Object.entries(RECORDS)) {
    for (const record of records) tx.objectStore(store).add(record);
  }
  tx.objectStore('notes').add(DEVICE_ID, 'device_id');
  tx.objectStore('notes').add(3, 'device_seq');
  await ended(tx, 'complete');
  opening.result.close();
}

function ended(target: EventTarget, event: string): Promise<void> {
  return new Promise((resolve, reject) => {
    target.addEventListener(event, () => resolve());
    target.addEventListener('error', reject);
  });
}
