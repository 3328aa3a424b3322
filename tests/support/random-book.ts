import fc from 'fast-check';
import { newId } from '../../contract/rules/ids.ts';
import type { RecordedTender } from '../../contract/rules/orders/takings.ts';
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
    | 'adjustment'
    /** These four are about the previous delivery in the sequence; without one, nothing is recorded. */
    | 'payment'
    | 'correction'
    | 'match'
    | 'waiver'
    /** By an Admin: of the previous delivery's order if `second`. */
    | 'expense';
  minutes: number;
  recorded_after_minutes: number;
  amount_fils: number;
  /** True for the second of two drivers. */
  second: boolean;
  tender: RecordedTender | null;
  /** The amounts by link and transfer, the rounding and the amount owed of a delivery or payment. */
  link_fils?: number;
  transfer_fils?: number;
  rounding_fils?: number;
  owed_fils?: number;
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
      ...(['payment', 'correction', 'correction', 'match', 'match', 'waiver', 'expense'] as const),
    ),
    minutes: fc.nat({ max: days * 24 * 60 }),
    recorded_after_minutes: fc.constantFrom(0, 0, 1, 59, 61, 600, 2_900),
    amount_fils: fc.integer({ min: 2, max: 900_000_000 }),
    second: fc.boolean(),
    tender: fc.constantFrom(...(['cash', 'cash', 'card_machine', 'cash_and_card'] as const), null),
    link_fils: fc.constantFrom(0, 0, 0, 5_000, 7_100),
    transfer_fils: fc.constantFrom(0, 0, 0, 8_000),
    rounding_fils: fc.constantFrom(0, 0, 20),
    owed_fils: fc.constantFrom(0, 0, 0, 4_400, -300),
    difference_fils: fc.constantFrom(0, 0, -500, 700),
    undone: fc.constantFrom(false, false, true),
  });
  return fc.array(one, { minLength: 20, maxLength: 60 });
}

/** `customers_fils`: the cash that came from customers, less what a correction took back. */
export type RecordedTimes = { happened_at: Date; recorded_at: Date; customers_fils: number };

type Taken = {
  tender: RecordedTender | null;
  collected_fils: number;
  cash_fils: number;
  link_fils: number;
  link_reference: string | null;
  transfer_fils: number;
  transfer_reference: string | null;
};

type Delivered = Taken & {
  confirmation_id: string;
  order_id: string;
  driver_id: number | null;
  user_id: string;
  rounding_fils: number;
  corrections: number;
  /** The references that a Manager has decided about. */
  matched: readonly string[];
  /** When it or its latest correction or decision was recorded. */
  recorded_at: Date;
};

/** Returns what a delivery, a payment or a correction took. */
function takenBy(one: RecordedEvent): Taken {
  const { tender, amount_fils, link_fils = 0, transfer_fils = 0 } = one;
  const half_fils = (amount_fils - (amount_fils % 2)) / 2;
  return {
    tender,
    collected_fils: tender === null ? 0 : amount_fils,
    cash_fils: tender === 'cash' ? amount_fils : tender === 'cash_and_card' ? half_fils : 0,
    link_fils,
    link_reference: link_fils > 0 ? `L-${one.second}` : null,
    transfer_fils,
    transfer_reference: transfer_fils > 0 ? 'T' : null,
  };
}

/** Returns the amount that was due when this was taken. */
function dueOf(one: RecordedEvent): number {
  const { collected_fils, link_fils, transfer_fils } = takenBy(one);
  const { rounding_fils = 0, owed_fils = 0 } = one;
  return Math.max(0, collected_fils + link_fils + transfer_fils + rounding_fils + owed_fils);
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

/**
 * Records these events from `since` on, with their movements. Returns their times and recording times; null
 * for an event that changes nothing.
 */
export async function record(
  app: TestApp,
  shop: TestShop,
  since: Date,
  happened: readonly RecordedEvent[],
): Promise<(RecordedTimes | null)[]> {
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
  /** The previous delivery with its present facts. */
  let delivery: Delivered | null = null;
  const attempts = new Map<string, number>();
  const times = happened.map((one) => {
    const happened_at = new Date(since.getTime() + one.minutes * 60_000);
    const recorded_at = new Date(happened_at.getTime() + one.recorded_after_minutes * 60_000);
    const { user_id, driver_id } = one.second ? shop.driver2 : shop.driver;
    const [id, file] = [newId(), newId()];
    const { amount_fils } = one;
    let customers_fils = 0;
    const move = (
      reason: string,
      source_type: string,
      from: string | null,
      to: string | null,
      beyond = 'staff',
      fils = amount_fils,
      leg = 1,
    ) => {
      if (beyond === 'customers') customers_fils += from === null ? fils : -fils;
      add('cash_movements', {
        ...{ id: newId(), reason, source_type, source_id: id, amount_fils: fils, leg },
        ...{ from_user_id: from, from_holder: from === null ? beyond : 'staff' },
        ...{ to_user_id: to, to_holder: to === null ? beyond : 'staff' },
        ...{ occurred_at: happened_at, recorded_at, posted_at: recorded_at },
        ...(beyond === 'expense' ? { account_user_id: from } : {}),
      });
    };
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
    const taken = takenBy(one);
    const { cash_fils } = taken;
    if (one.kind === 'delivery') {
      const order_id = newId();
      delivered_id = order_id;
      const due_fils = dueOf(one);
      const refund_fils = one.second ? 600 : 0;
      delivery = {
        confirmation_id: id,
        order_id,
        driver_id,
        user_id,
        corrections: 0,
        matched: [],
        recorded_at,
        ...taken,
        rounding_fils: one.rounding_fils ?? 0,
      };
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
          ...taken,
          rounding_fils: one.rounding_fils ?? 0,
          due_fils,
          refund_fils,
        },
        ...{ outcome: 'delivered', command_id: id, delivered_at: happened_at, recorded_at },
      });
      if (cash_fils > 0) move('delivery', 'delivery_confirmation', null, user_id, 'customers', cash_fils);
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
    } else if (one.kind === 'expense') {
      const order_id = one.second ? (delivered_id ?? null) : null;
      add('expenses', {
        ...{ id, reference: `EX-${id}`, user_id: admin.user_id, amount_fils, order_id },
        ...{ kind: order_id === null ? 'parking' : 'customer_refund', slip_url: 'x', slip_file_id: file },
        ...{ approval_id: id, command_id: id, occurred_at: happened_at, recorded_at },
      });
      move('expense', 'expense', admin.user_id, null, 'expense');
    } else if (one.kind !== 'adjustment') {
      if (delivery === null) return null;
      const { confirmation_id, order_id } = delivery;
      const of_order = { order_id, command_id: id, recorded_at };
      if (one.kind === 'payment') {
        const { cash_fils, collected_fils, tender: _, ...pending } = taken;
        const by = one.second ? manager.user_id : user_id;
        if (collected_fils + pending.link_fils + pending.transfer_fils === 0) return null;
        add('order_payments', {
          ...{
            id,
            reference: `OP-${id}`,
            confirmation_id,
            driver_id: delivery.driver_id,
            user_id: by,
            customer_name: 'x',
          },
          ...{
            cash_fils,
            card_fils: collected_fils - cash_fils,
            ...pending,
            ...receipt,
            ...of_order,
            occurred_at: happened_at,
          },
        });
        if (cash_fils > 0) move('order_payment', 'order_payment', null, by, 'customers', cash_fils);
      } else if (one.kind === 'correction') {
        if (recorded_at <= delivery.recorded_at) return null;
        if (delivery.cash_fils > 0)
          move('correction', 'delivery_correction', delivery.user_id, null, 'customers', delivery.cash_fils);
        delivery = {
          ...delivery,
          ...taken,
          rounding_fils: one.rounding_fils ?? 0,
          corrections: delivery.corrections + 1,
          recorded_at,
        };
        add('delivery_corrections', {
          ...{
            id,
            confirmation_id,
            driver_id: delivery.driver_id,
            user_id: delivery.user_id,
            number: delivery.corrections,
          },
          ...{
            customer_name: 'x',
            ...taken,
            due_fils: dueOf(one),
            rounding_fils: one.rounding_fils ?? 0,
            refund_fils: one.second ? 900 : 0,
          },
          ...{
            document_url: 'x',
            document_file_id: file,
            recorded_by: manager.user_id,
            ...of_order,
            occurred_at: happened_at,
          },
        });
        if (cash_fils > 0)
          move('correction', 'delivery_correction', null, delivery.user_id, 'customers', cash_fils, 2);
      } else if (one.kind === 'match') {
        const { link_fils, link_reference, matched } = delivery;
        if (
          link_fils === 0 ||
          matched.includes(`${link_reference} ${link_fils}`) ||
          recorded_at <= delivery.recorded_at
        )
          return null;
        delivery = { ...delivery, matched: [...matched, `${link_reference} ${link_fils}`], recorded_at };
        add('payment_matches', {
          ...{
            id,
            source_id: confirmation_id,
            tender: 'payment_link',
            reference: link_reference,
            amount_fils: link_fils,
          },
          ...{ outcome: one.second ? 'received' : 'not_received', decided_by: manager.user_id, ...of_order },
        });
      } else {
        add('order_waivers', { id, amount_fils, reason: 'x', approval_id: id, ...of_order });
      }
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
    return { happened_at, recorded_at, customers_fils };
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
