import fc from 'fast-check';
import { newId } from '../../contract/rules/ids.ts';
import type { TestApp } from './test-app.ts';
import type { TestShop } from './test-shop.ts';

/** A recorded event: its delay after the beginning, and the delay until it was recorded. */
export type RecordedEvent = {
  kind:
    | 'delivery'
    /** At the order of the previous delivery in the sequence, before or after it; else at its own. */
    | 'attempt'
    | 'start'
    | 'end'
    | 'collection'
    | 'deposit'
    | 'float'
    | 'float_return'
    | 'issue'
    | 'adjustment';
  minutes: number;
  recorded_after_minutes: number;
  amount_fils: number;
  /** True for the second of two drivers. */
  second: boolean;
  tender: 'cash' | 'card_machine' | null;
  difference_fils: number;
  /** True for an attempt that its driver has undone. */
  undone?: boolean;
};

/** The area of a delivered order. */
export const areaOf = ({ amount_fils }: Pick<RecordedEvent, 'amount_fils'>) =>
  amount_fils % 2 === 0 ? 'Marina' : null;

export function eventSequences(days: number): fc.Arbitrary<RecordedEvent[]> {
  const one = fc.record<RecordedEvent>({
    kind: fc.constantFrom(
      ...(['delivery', 'delivery', 'delivery', 'attempt', 'attempt', 'start', 'end'] as const),
      ...(['collection', 'deposit'] as const),
      ...(['float', 'float_return', 'issue', 'adjustment'] as const),
    ),
    minutes: fc.nat({ max: days * 24 * 60 }),
    recorded_after_minutes: fc.constantFrom(0, 0, 1, 59, 61, 600, 2_900),
    amount_fils: fc.integer({ min: 1, max: 1_000_000_000 }),
    second: fc.boolean(),
    tender: fc.constantFrom('cash' as const, 'cash' as const, 'card_machine' as const, null),
    difference_fils: fc.constantFrom(0, 0, -500, 700),
    undone: fc.constantFrom(false, false, true),
  });
  return fc.array(one, { minLength: 20, maxLength: 60 });
}

/** An order that is not delivered. */
const PREPAID = { status: 'dispatched', payment_method: 'online' };

/** Removes foreign keys and triggers, so that rows may have any references and timestamps. */
export async function removeConstraints({ database }: TestApp): Promise<void> {
  await database.owner.query(`do $$ declare r record; begin
    for r in select conrelid::regclass as t, conname from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace
      loop execute format('alter table %s drop constraint %I', r.t, r.conname); end loop;
    for r in select relname as t from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'
      loop execute format('alter table %I disable trigger user', r.t); end loop; end $$`);
}

/** Records these events from `since` on, with their movements. Returns their times and recording times. */
export async function record(
  app: TestApp,
  shop: TestShop,
  since: Date,
  happened: readonly RecordedEvent[],
): Promise<{ happened_at: Date; recorded_at: Date }[]> {
  const { shop_id, admin, manager } = shop;
  const rows = new Map<string, object[]>();
  const add = (table: string, row: object) =>
    rows.set(table, [...(rows.get(table) ?? []), { shop_id, ...row }]);
  const addOrder = (
    order_id: string,
    more: { driver_id: number | null; created_at: Date; status: string; [column: string]: unknown },
  ) => {
    add('customers', { id: order_id, first_name: 'A', last_name: 'B', ever_driver_ids: [] });
    add('orders', {
      ...{ id: order_id, order_number: order_id, customer_id: order_id, payment_method: 'cash' },
      ...{ payment_status: 'paid', subtotal_fils: 0, total_amount_fils: 0, paid_amount_fils: 0 },
      ...{ due_amount_fils: 0, discount_fils: 0, shipping_fils: 0, tax_fils: 0, version: 1 },
      ...{ updated_at: more.created_at, delivery_address: 'x', ...more },
    });
  };
  let delivered_id: string | null = null;
  const attempts = new Map<string, number>();
  const times = happened.map((one) => {
    const happened_at = new Date(since.getTime() + one.minutes * 60_000);
    const recorded_at = new Date(happened_at.getTime() + one.recorded_after_minutes * 60_000);
    const { user_id, driver_id } = one.second ? shop.driver2 : shop.driver;
    const [id, file] = [newId(), newId()];
    const { amount_fils } = one;
    const move = (
      reason: string,
      source_type: string,
      from: string | null,
      to: string | null,
      beyond = 'staff',
    ) =>
      add('cash_movements', {
        ...{ id: newId(), reason, source_type, source_id: id, amount_fils, leg: 1 },
        ...{ from_user_id: from, from_holder: from === null ? beyond : 'staff' },
        ...{ to_user_id: to, to_holder: to === null ? beyond : 'staff' },
        ...{ occurred_at: happened_at, recorded_at, posted_at: recorded_at },
      });
    const signed = {
      ...{
        driver_signature_url: 'x',
        admin_signature_url: 'x',
        driver_signature_file_id: file,
        admin_signature_file_id: file,
      },
      ...{
        driver_signature_typed: false,
        admin_signature_typed: false,
        driver_signer: 'x',
        admin_signer: 'x',
      },
    };
    const hand = (handover_type: string, admin_id: string, more: object) =>
      add('cash_handovers', {
        ...{
          id,
          handover_reference: `${handover_type} ${id}`,
          handover_type,
          driver_id,
          staff_user_id: user_id,
          admin_id,
        },
        ...{ amount_fils, cash_received: true, ...signed, status: 'completed', command_id: id },
        ...{ card_machine_given: false, card_machine_received: false },
        ...{ completed_at: happened_at, recorded_at, ...more },
      });
    const receipt = { receipt_url: 'x', receipt_file_id: file };
    if (one.kind === 'delivery') {
      const collected_fils = one.tender === null ? 0 : amount_fils;
      const cash_fils = one.tender === 'cash' ? amount_fils : 0;
      const order_id = newId();
      delivered_id = order_id;
      const completed = { status: 'completed', actual_delivery_time: happened_at, area: areaOf(one) };
      addOrder(order_id, { driver_id, created_at: happened_at, ...completed });
      add('delivery_confirmations', {
        ...{
          id,
          order_id,
          driver_id,
          user_id,
          delivery_image_url: 'x',
          customer_signature_url: 'x',
          customer_name: 'x',
        },
        ...{
          delivery_image_file_id: file,
          delivery_note_file_id: file,
          tender: one.tender,
          collected_fils,
          cash_fils,
        },
        ...{ outcome: 'delivered', command_id: id, delivered_at: happened_at, recorded_at },
      });
      if (cash_fils > 0) move('delivery', 'delivery_confirmation', null, user_id, 'customers');
    } else if (one.kind === 'attempt') {
      const order_id = delivered_id ?? id;
      if (delivered_id === null) addOrder(id, { driver_id, created_at: happened_at, ...PREPAID });
      const number = (attempts.get(order_id) ?? 0) + 1;
      attempts.set(order_id, number);
      const reason = one.tender === null ? 'nobody_home' : 'unreachable';
      const at = { occurred_at: happened_at, recorded_at };
      const attempt = { driver_id, number, reason, from_status: 'dispatching', command_id: id };
      add('delivery_attempts', { id, order_id, user_id, ...attempt, ...at });
      if (one.undone)
        add('attempt_undos', {
          ...{ id, attempt_id: id, user_id, has_conflict: false, command_id: id, ...at },
        });
    } else if (one.kind === 'start') {
      hand('start', admin.user_id, receipt);
      move('start_handover', 'cash_handover', admin.user_id, user_id);
    } else if (one.kind === 'end') {
      hand('end', admin.user_id, { ...receipt, difference_fils: one.difference_fils });
      move('end_handover', 'cash_handover', user_id, admin.user_id);
    } else if (one.kind === 'collection') {
      hand('collection', manager.user_id, { notes: 'x' });
      move('collection', 'cash_handover', user_id, manager.user_id);
    } else if (one.kind === 'deposit') {
      add('bank_deposits', {
        ...{
          id,
          reference: id,
          manager_id: manager.user_id,
          amount_fils,
          deposit_date: happened_at,
          deposit_document_url: 'x',
        },
        ...{
          receipt_file_id: file,
          invoice_file_id: file,
          signature_file_id: file,
          signature_typed: false,
          signer: 'x',
        },
        ...{ command_id: id, occurred_at: happened_at, created_at: recorded_at },
      });
      move('bank_deposit', 'bank_deposit', manager.user_id, null, 'bank');
    } else if (one.kind === 'float' || one.kind === 'float_return') {
      const direction = one.kind === 'float' ? 'issue' : 'return';
      add('cash_floats', {
        ...{
          id,
          reference: id,
          direction,
          admin_id: admin.user_id,
          manager_id: manager.user_id,
          recorded_by: admin.user_id,
        },
        ...{
          amount_fils,
          receipt_url: 'x',
          admin_signature_file_id: file,
          manager_signature_file_id: file,
          receipt_file_id: file,
        },
        ...{
          admin_signature_typed: false,
          manager_signature_typed: false,
          admin_signer: 'x',
          manager_signer: 'x',
        },
        ...{ command_id: id, completed_at: happened_at, recorded_at },
      });
      if (direction === 'issue') move('issue', 'cash_float', null, admin.user_id, 'safe');
      else move('float_return', 'cash_float', admin.user_id, null, 'safe');
    } else if (one.kind === 'issue') {
      add('cash_issues', { id, user_id: admin.user_id, amount_fils, occurred_at: happened_at, recorded_at });
      move('issue', 'cash_issue', null, admin.user_id, 'safe');
    } else {
      add('cash_adjustments', {
        id,
        user_id,
        amount_fils,
        reason: 'counted',
        recorded_at,
        occurred_at: happened_at,
      });
      move('adjustment', 'cash_adjustment', null, user_id, 'adjustment');
    }
    return { happened_at, recorded_at };
  });
  for (const [table, of] of rows) {
    const columns = [...new Set(of.flatMap((row) => Object.keys(row)))].join(', ');
    await app.database.owner.query(
      `insert into ${table} (${columns}) select ${columns} from jsonb_populate_recordset(null::${table}, $1)`,
      [JSON.stringify(of)],
    );
  }
  return times;
}
