import { z } from '@hono/zod-openapi';
import type { CashDifferenceKind } from '../../server/cash/cash-difference.ts';
import {
  type CommandName,
  OPERATOR_COMMANDS,
  OPERATOR_REPLIES,
  type OperatorCommand,
  replySchema,
} from '../../server/verification/reply-schemas.ts';
import { fieldsOf } from './reply-fields.ts';
import { OTHER_DRIVERS_ARRANGEMENT } from './stored-replies.ts';

/**
 * False values for every field of every stored reply. `seen`: another row or field contradicts the value.
 * `unseen`: nothing does, so that `cash verify` cannot report it. A field without an entry gets a false value
 * of its kind.
 */

export type Command = CommandName | OperatorCommand;

/** The object that has the field. */
// biome-ignore lint/suspicious/noExplicitAny: replies of all commands, changed to what no schema allows
type Holder = any;
export type FalseValue = {
  /** Returns the false value for the true one. May also change the object that contains the field. */
  instead: (was: Holder, holder: Holder) => unknown;
  named: CashDifferenceKind[];
  /** Selects the object whose field is changed; the first match is used. */
  of: (holder: Holder, answer: Holder) => boolean;
};

const ANY = () => true;
const lie = (instead: unknown, named: CashDifferenceKind[], of: FalseValue['of'] = ANY): FalseValue => ({
  instead: typeof instead === 'function' ? (instead as FalseValue['instead']) : () => instead,
  named,
  of,
});
const seen = (instead: unknown, of?: FalseValue['of']) => lie(instead, ['wrong_answer'], of);
const unseen = (instead: unknown, of?: FalseValue['of']) => lie(instead, [], of);
const more = (was: number) => was + 1;
const other = (was: string) => `${was}x`;

const ID = '01a21d7e-0000-7000-8000-000000000001';
const TIME = '2026-01-01T00:00:00.000Z';
const total = [unseen(more), seen(null), seen('12')];
/** Like `total`, but the schema allows null. Deliveries may change the balance until it is locked. */
const maybe_total = [unseen(more), unseen(null), seen('12')];

const is = (facts: object) => (holder: Holder) =>
  Object.entries(facts).every(([key, value]) => holder[key] === value);
const delivered = (_: Holder, answer: Holder) => answer.outcome === 'delivered' && answer.conflict === null;
const met = (conflict: string) => (_: Holder, answer: Holder) => answer.conflict === conflict;

const cash = {
  'cash.success': [seen(false, is({ success: true })), seen(true, is({ success: false })), seen('yes')],
  'cash.error': [
    seen('no room', is({ success: true })),
    // No other row keeps the text of a posting error.
    unseen('no room', is({ success: false })),
  ],
  'cash.new_total_fils': [
    unseen(more, is({ success: true })),
    seen(null, is({ success: true })),
    seen(100, is({ success: false })),
  ],
  /** Replaced as a whole, so that its fields are consistent. */
  cash: [
    seen(
      (was: object) => ({ ...was, success: false, new_total_fils: null }),
      (holder) => holder.cash?.success,
    ),
    seen(
      (was: object) => ({ ...was, success: true, new_total_fils: 1 }),
      (holder) => holder.cash?.success === false,
    ),
    seen(null, (holder) => holder.cash !== null),
  ],
};

const news = {
  'news.kind': [seen('imported')],
  'news.to': [seen((was: string | null) => (was === 'packed' ? 'cancelled' : 'packed'))],
};
const under = (prefix: string, fields: Record<string, FalseValue[]>) =>
  Object.fromEntries(Object.entries(fields).map(([path, lies]) => [`${prefix}.${path}`, lies]));

const done = is({ outcome: 'done' });
const unchanged = is({ outcome: 'unchanged' });
const skipped = is({ outcome: 'skipped' });
const because = (reason: string) => is({ because: reason });
const changedSince = because('order_changed');
const wasChanged = (now: Holder, reply: Holder) =>
  reply.results.some((one: Holder) => one.now === now && changedSince(one));
const another = (was: number | null) => (was ?? 0) + 1;
/** Replaces the reason for skipping a changed order, and removes the news, which only that reason has. */
const reason = (other_reason: string) => (_: string, holder: Holder) => {
  holder.news = null;
  return other_reason;
};
const lowered = (was: number) => was - 1;
/** Another reply has the lower version, or it is the version of an order that never changed. */
const lower_seen = [seen(lowered, done)];

/** The facts that older replies lack. A changed promise has an event with both times. */
const later_facts = {
  'results.before.open_attempt_id': [seen(ID)],
  'results.after.open_attempt_id': [seen(ID)],
  'results.before.promised_at': [seen(TIME)],
  'results.after.promised_at': [seen(TIME)],
};

type Expected = {
  /** False values for the start of a delivery before the command. */
  start: FalseValue[];
  version: FalseValue[];
  /** False values for the reason for skipping an order, in addition to those of every command. */
  because: FalseValue[];
};
/** The false values for the reply of a bulk action on orders. */
function ordersDone(expected: Expected): Record<string, FalseValue[]> {
  return {
    results: [seen([])],
    'results.outcome': [seen('unchanged', done), seen('skipped', done)],
    'results.order_id': [seen(ID, done), seen(ID, changedSince)],
    'results.order_number': [
      seen(other, done),
      seen(null, done),
      seen(other, changedSince),
      seen(null, changedSince),
    ],
    'results.version': [seen(1_000, done), seen(-5, done), ...expected.version],
    'results.before.status': [seen('picking')],
    'results.before.driver_id': [seen(another)],
    'results.before.dispatching_started_at': expected.start,
    'results.after.status': [seen('picking')],
    'results.after.driver_id': [seen(another)],
    ...later_facts,
    // No row keeps the previous position of an order among its driver's stops.
    'results.place': [unseen(3), seen(-1)],
    'results.deliveries': [seen(7), seen('1')],
    'results.because': [
      seen('not_found', changedSince),
      seen('order_closed', changedSince),
      seen('no reason', skipped),
      ...expected.because,
    ],
    // No other row keeps the state of the order at that time.
    'results.now': [seen(null, changedSince)],
    'results.now.status': [unseen('picking', wasChanged), seen('nowhere')],
    'results.now.driver_id': [unseen(another, wasChanged)],
    'results.now.dispatching_started_at': [unseen(TIME, wasChanged), seen('now')],
    'results.now.open_attempt_id': [seen(ID, wasChanged)],
    'results.now.promised_at': [unseen(TIME, wasChanged), seen('now')],
    'results.news': [seen(null, changedSince)],
    ...under('results', news),
  };
}
const start_kept = [seen(TIME)];
/** No row keeps the earlier start. */
const start_lost = [unseen(TIME)];

const hourLater = (was: string) => new Date(Date.parse(was) + 3_600_000).toISOString();
/** Moves the time of the command and the start of every delivery in its reply. */
function startAnHourLater(was: string, reply: Holder): string {
  for (const one of reply.results)
    if (one.outcome === 'done') one.after.dispatching_started_at = hourLater(was);
  return hourLater(was);
}

const kept = ordersDone({
  start: start_kept,
  version: lower_seen,
  because: [
    seen(reason('order_closed'), changedSince),
    seen(reason('too_late'), changedSince),
    seen('order_changed', because('order_closed')),
  ],
});

/** Replies without changes: a change is added to the list. */
const no_changes = {
  changes: [seen([{ account: 'cash', user_id: ID, full_name: 'Somebody', before_fils: 0, after_fils: 1 }])],
  'changes.account': [],
  'changes.user_id': [],
  'changes.full_name': [],
  'changes.before_fils': [],
  'changes.after_fils': [],
};

const OWN_LIES: Partial<Record<Command, Record<string, FalseValue[]>>> = {
  confirm_delivery: {
    outcome: [seen('recorded_with_conflict', delivered)],
    conflict: [seen('cancelled', delivered), seen('reassigned', met('cancelled'))],
    'order.status': [
      seen('delivering', delivered),
      seen('packed', met('cancelled')),
      seen('cancelled', met('already_delivered')),
    ],
    'order.payment_status': [
      seen('pending', delivered),
      seen('paid', met('cancelled')),
      seen('pending', met('already_delivered')),
    ],
    'order.actual_delivery_time': [
      seen(TIME, delivered),
      seen(TIME, met('cancelled')),
      seen(TIME, met('already_delivered')),
    ],
    'order.delivery_duration_seconds': [
      seen(1, delivered),
      seen(1, met('cancelled')),
      seen(1, met('already_delivered')),
    ],
    ...cash,
  },
  deliver_as_taken: cash,
  collect_owed: cash,
  start_handover: {
    difference_fils: [seen(0)],
    driver_total_fils: maybe_total,
    admin_total_fils: maybe_total,
  },
  record_drop: {
    difference_fils: [seen(0)],
    driver_total_fils: maybe_total,
    admin_total_fils: maybe_total,
  },
  end_handover: {
    driver_total_fils: maybe_total,
    admin_total_fils: maybe_total,
  },
  collect_cash: {
    full_name: [lie((was: string) => `X${was}`, ['wrong_record'])],
    staff_total_fils: total,
    manager_total_fils: total,
  },
  record_deposit: cash,
  record_float: {
    direction: [seen('return', is({ direction: 'issue' }))],
    admin_total_fils: total,
  },
  record_settlement: { own_total_fils: total },
  'approvals refuse': no_changes,
  'approvals withdraw': no_changes,
  'cash issue': { new_total_fils: total },
  'cash adjust': { new_total_fils: total },

  assign_orders: {
    ...kept,
    'results.outcome': [seen('unchanged', done), seen('skipped', done), seen('done', unchanged)],
    'results.order_id': [seen(ID, done), seen(ID, unchanged), seen(ID, changedSince)],
    'results.order_number': [
      seen(other, done),
      seen(other, unchanged),
      seen(other, changedSince),
      seen('1', because('not_found')),
      seen(null, changedSince),
    ],
    'results.version': [seen(1_000, done), seen(1_000, unchanged), seen(0, unchanged), ...lower_seen],
  },
  unassign_orders: ordersDone({
    start: start_kept,
    version: lower_seen,
    because: [seen(reason('order_on_the_road'), changedSince)],
  }),
  dispatch_orders: {
    ...ordersDone({
      start: start_lost,
      version: lower_seen,
      because: [seen(reason('order_without_driver'), changedSince), seen(reason('order_step'), changedSince)],
    }),
    done_at: [seen(TIME), seen(startAnHourLater)],
  },
  return_orders: ordersDone({
    start: start_lost,
    version: lower_seen,
    because: [seen(reason('order_step'), changedSince)],
  }),
  postpone_orders: ordersDone({
    start: start_lost,
    version: lower_seen,
    because: [seen(reason('order_step'), changedSince)],
  }),
  cancel_orders: ordersDone({
    start: start_kept,
    version: lower_seen,
    because: [seen(reason('order_step'), changedSince)],
  }),
  reopen_orders: ordersDone({
    start: start_lost,
    // Reopening changes an assigned order twice; no reply has the version between.
    version: [unseen(lowered, done)],
    because: [
      seen(reason('order_not_cancelled'), (one) => changedSince(one) && one.now.status === 'cancelled'),
      seen(reason('delivery_recorded'), changedSince),
    ],
  }),
  review_conflicts: ordersDone({
    start: start_kept,
    // A review changes no order.
    version: [unseen(lowered, done), seen(0, done)],
    because: [seen(reason('order_closed'), changedSince)],
  }),
  undo_orders: ordersDone({
    start: start_lost,
    version: lower_seen,
    because: [
      seen(reason('cancelled_in_store'), (one) => changedSince(one) && one.now.status !== 'cancelled'),
      seen(reason('delivery_recorded'), changedSince),
      unseen(reason('too_late'), changedSince),
      seen('order_changed', because('too_late')),
      unseen('too_late', because('delivery_recorded')),
    ],
  }),
  arrange_stops: {
    outcome: [
      seen('desk_stands', is({ outcome: 'arranged' })),
      seen('arranged', is({ outcome: 'desk_stands' })),
    ],
    arrangement_id: [seen(ID), seen(OTHER_DRIVERS_ARRANGEMENT, is({ outcome: 'desk_stands' }))],
  },
  arrange_driver_stops: {
    outcome: [
      seen('order_changed', is({ outcome: 'arranged' })),
      seen('desk_stands', is({ outcome: 'arranged' })),
      seen('arranged', is({ outcome: 'desk_stands' })),
      seen('arranged', is({ outcome: 'order_changed' })),
    ],
    arrangement_id: [
      seen(ID, is({ outcome: 'arranged' })),
      seen(ID, is({ outcome: 'desk_stands' })),
      seen(OTHER_DRIVERS_ARRANGEMENT, is({ outcome: 'desk_stands' })),
    ],
    by: [
      seen('Somebody', is({ outcome: 'arranged' })),
      seen('Somebody', (one) => one.outcome === 'order_changed' && 'news' in one),
      // An older reply names neither the order nor its change.
      unseen('Somebody', (one) => one.outcome === 'order_changed' && !('news' in one)),
      seen('Somebody', is({ outcome: 'desk_stands' })),
      seen('Amal Admin', is({ outcome: 'desk_stands' })),
      seen(null, is({ outcome: 'desk_stands' })),
    ],
    ...news,
  },
  set_out: {
    skipped: [unseen([], (reply) => reply.skipped.length > 0)],
    'skipped.order_id': [seen(ID, because('not_dispatched')), unseen(ID, because('not_found'))],
    'skipped.because': [
      seen('not_found', because('not_dispatched')),
      seen('attempted', because('not_dispatched')),
      seen('not_dispatched', because('not_found')),
      // No row keeps the state of the order at that time.
      unseen('order_waits', because('not_dispatched')),
      seen('no reason'),
    ],
  },
  correct_order: {
    version: [seen(1_000), seen(-5), unseen(lowered)],
    changed: [seen(['phone']), seen([], (one) => one.changed.length > 0)],
  },
  import_orders: {
    // No row keeps the other lines of the file.
    same: [unseen(more), seen('1')],
    others: [unseen([], (one) => one.others.length > 0)],
    'others.line': [unseen(more), seen(0)],
    'others.order_number': [
      seen(other, (one) => one.fate === 'differs' && !one.columns.includes('Name')),
      // The file names the order by its id and gives it another number.
      unseen(other, (one) => one.fate === 'differs' && one.columns.includes('Name')),
      unseen(other, is({ fate: 'bad' })),
    ],
    'others.fate': [unseen('left_out'), seen('new')],
    'others.columns': [seen([]), unseen(['Notes'], is({ fate: 'bad' }))],
  },
  correct_imported_order: {
    outcome: [
      seen('same', is({ outcome: 'updated' })),
      seen('updated', is({ outcome: 'same' })),
      unseen('left', is({ outcome: 'same' })),
    ],
    columns: [
      seen([], is({ outcome: 'updated' })),
      seen(['Notes'], is({ outcome: 'updated' })),
      seen(['Total'], is({ outcome: 'same' })),
      seen(null),
      // The audit names kinds of changes, not columns.
      unseen(['Outstanding Balance'], is({ outcome: 'updated' })),
    ],
  },
  change_desk_shop: {
    time_zone: [seen('UTC')],
    erase_customers_after_days: [seen(90)],
    country: [seen('QA')],
  },
};

/** Objects and lists that are also replaced as a whole. */
const WHOLES = ['cash', 'changes', 'results', 'others', 'results.now', 'results.news', 'skipped'];

/** Returns every field of a command's replies with its false values. Throws for an unknown field. */
export function falseValuesOf(command: Command): [path: string, lies: readonly FalseValue[]][] {
  const fields = replySchemasOf(command).flatMap((schema) => fieldsOf(schema));
  const own = OWN_LIES[command] ?? {};
  const known = [...WHOLES, ...fields.map(({ path }) => path)];
  const unknown = Object.keys(own).filter((path) => !known.includes(path));
  if (unknown.length > 0) throw new Error(`The reply of ${command} has no field ${unknown.join(', ')}`);
  const others = fields.filter(({ path }) => !(path in own));
  return [
    ...Object.entries(own),
    ...others.map(({ path, schema }): [string, FalseValue[]] => [path, [falseOfKind(schema)]]),
  ];
}

/** True for a command of the command line, whose replies are in a separate table. */
export function isOperatorCommand(command: Command): command is OperatorCommand {
  return OPERATOR_COMMANDS.some((one) => one === command);
}

/** Returns the schemas of the replies that a command stores, of which each reply matches one. */
export function replySchemasOf(command: Command): readonly z.ZodObject[] {
  return isOperatorCommand(command) ? OPERATOR_REPLIES[command] : [replySchema(command)];
}

/** Replaces a value by another one that its schema accepts, so that only another row can contradict it. */
function falseOfKind(schema: z.ZodType): FalseValue {
  return seen((was: unknown) => {
    const differs = (value: unknown) => JSON.stringify(value) !== JSON.stringify(was);
    const value = valuesOfKind(schema, was).find((one) => differs(one) && schema.safeParse(one).success);
    if (value === undefined) throw new Error(`No false value of type ${schema.def.type} is known`);
    return value;
  });
}

function valuesOfKind(schema: z.ZodType, was: unknown): readonly unknown[] {
  if (schema instanceof z.ZodEnum) return schema.options;
  if (schema instanceof z.ZodArray) return [[]];
  return [typeof was === 'number' ? more(was) : 1, !was, other(String(was)), ID, TIME];
}
