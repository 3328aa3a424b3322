import type { Person } from '../database/fresh-shops.ts';
import type { Book } from './book.ts';
import type { AttemptRow, OrderEventRow, Records } from './records.ts';

/** The state to which the events of an order lead; a field that they do not determine is undefined. */
type Expected = {
  open_attempt_id: string | null;
  status?: string;
  started_at?: string | null;
  /** The attempt that the desk's last decision settled: undoing the decision opens it again. */
  settled_attempt_id?: string | null;
};

/**
 * Checks the attempts of each order: their numbers have no gap, each attempt and each undo is one event, and
 * the order's open attempt, status and start time follow from the events.
 */
export function attemptsOfOrders(book: Book, records: Records, people: readonly Person[]): string[] {
  const attempts = new Map(records.attempts.map((attempt) => [attempt.id, attempt]));
  const drivers = new Set(people.flatMap(({ user_id, role }) => (role === 'Driver' ? user_id : [])));
  const returned = new Set(
    book.all().flatMap(({ action, person }) => {
      if (action.kind !== 'set out' || !action.after_attempt) return [];
      return action.order_ids.map((order_id) => `${person.user_id} ${order_id}`);
    }),
  );
  const found = [...numbers(records), ...eventsOfEach(records)];
  for (const order of records.orders) {
    const events = records.order_events.filter(({ order_id }) => order_id === order.id);
    let expected: Expected = { open_attempt_id: null };
    for (const event of events) {
      const by = event.actor_user_id ?? '';
      const set_out = event.kind === 'status' && event.detail.to === 'dispatching' && drivers.has(by);
      if (set_out && expected.open_attempt_id !== null && !returned.has(`${by} ${order.id}`))
        found.push(`order ${order.id} was set out although its attempt ${expected.open_attempt_id} was open`);
      expected = after(expected, event, attempts);
    }
    const { open_attempt_id, status = order.status } = expected;
    const { started_at = order.dispatching_started_at } = expected;
    if (order.open_attempt_id !== open_attempt_id)
      found.push(
        `order ${order.id} has the open attempt ${order.open_attempt_id} instead of ${open_attempt_id}`,
      );
    if (order.status !== status) found.push(`order ${order.id} is ${order.status} instead of ${status}`);
    if (order.dispatching_started_at !== started_at)
      found.push(`order ${order.id} started at ${order.dispatching_started_at} instead of ${started_at}`);
  }
  return found;
}

function after(
  before: Expected,
  { kind, detail }: OrderEventRow,
  attempts: ReadonlyMap<string, AttemptRow>,
): Expected {
  const attempt = attempts.get(detail.attempt_id ?? '');
  switch (kind) {
    case 'attempted':
      if (detail.conflict) return before;
      return { open_attempt_id: detail.attempt_id ?? null, status: 'dispatched', started_at: null };
    case 'attempt_undone':
      // The driver has undone an attempt that the desk had settled: it stays closed.
      if (detail.conflict) return { ...before, settled_attempt_id: null };
      if (!attempt) return before;
      return { open_attempt_id: null, status: attempt.from_status, started_at: attempt.from_started_at };
    case 'delivered':
      return { ...before, open_attempt_id: null, status: 'completed' };
    case 'status':
      return {
        open_attempt_id: (detail.undone && before.settled_attempt_id) || null,
        settled_attempt_id: before.open_attempt_id,
        ...(detail.to !== undefined && { status: detail.to }),
      };
    case 'goods':
      return before;
    default:
      // A driver who hands an order over keeps neither its attempt nor its start time.
      return { open_attempt_id: null };
  }
}

/** Checks that the attempts of each order are numbered from 1 without gaps or duplicates. */
function numbers({ attempts, orders }: Records): string[] {
  return orders.flatMap(({ id }) => {
    const given = attempts.filter(({ order_id }) => order_id === id).map(({ number }) => number);
    const are_good = given.sort((one, other) => one - other).every((number, at) => number === at + 1);
    return are_good ? [] : [`the attempts of order ${id} have the numbers ${given.join()}`];
  });
}

function eventsOfEach({ attempts, undos, order_events }: Records): string[] {
  const count = (kind: OrderEventRow['kind'], attempt_id: string) =>
    order_events.filter((event) => event.kind === kind && event.detail.attempt_id === attempt_id).length;
  return [
    ...attempts
      .filter(({ id }) => count('attempted', id) !== 1)
      .map(({ id }) => `attempt ${id} is in the history ${count('attempted', id)} times`),
    ...undos
      .filter(({ attempt_id }) => count('attempt_undone', attempt_id) !== 1)
      .map(({ attempt_id }) => `the undo of attempt ${attempt_id} is not in the history once`),
  ];
}
