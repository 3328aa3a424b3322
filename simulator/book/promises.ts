import type { Book } from './book.ts';
import type { Records } from './records.ts';

/**
 * Checks the promises of orders: each was made by a person or is that of an earlier time, which an undo
 * restored; each follows from the previous one, and the last one is the order's. A recorded postponement has
 * promised all orders that its reply lists as done.
 */
export function promisesOfOrders(book: Book, records: Records): string[] {
  return [...promisesMade(book, records), ...postponedOrders(book, records)];
}

function promisesMade(book: Book, { orders, promises }: Records): string[] {
  return orders.flatMap(({ id, promised_at }) => {
    const made = book.postponements().filter(({ order_ids }) => order_ids.includes(id));
    const found: string[] = [];
    let current: number | null = null;
    for (const { before, after } of promises.filter(({ order_id }) => order_id === id)) {
      if (timeOf(before) !== current)
        found.push(`the promise of order ${id} was ${before} instead of ${current}`);
      current = timeOf(after);
      if (current !== null && !made.some((one) => one.promised_at === current))
        found.push(`order ${id} is promised for ${after}, but no person has promised that`);
    }
    if (timeOf(promised_at) !== current)
      found.push(`order ${id} is promised for ${promised_at} instead of ${current}`);
    return found;
  });
}

function postponedOrders(book: Book, { commands, promises }: Records): string[] {
  const recorded = commands.filter(
    ({ endpoint, status }) => endpoint === 'postpone_orders' && status === 200,
  );
  return recorded.flatMap(({ command_id, body }) => {
    const postponement = book.postponements().find((one) => one.command_id === command_id);
    if (!postponement) return [`postponement ${command_id} is recorded, but no person made it`];
    const { results } = JSON.parse(body ?? '{"results":[]}') as Postponed;
    return results.flatMap(({ outcome, order_id, after }) => {
      if (outcome !== 'done') return [];
      const name = `postponement ${command_id} of order ${order_id}`;
      const found: string[] = [];
      if (!postponement.order_ids.includes(order_id)) found.push(`${name} was made by no person`);
      if (after?.status !== 'packed') found.push(`${name} leaves the order ${after?.status}`);
      const is_promised = promises.some(
        (one) => one.order_id === order_id && timeOf(one.after) === postponement.promised_at,
      );
      if (!is_promised || timeOf(after?.promised_at ?? null) !== postponement.promised_at)
        found.push(`${name} has not promised it`);
      return found;
    });
  });
}

type Postponed = {
  results: {
    outcome: string;
    order_id: string;
    after?: { status: string; promised_at: string | null };
  }[];
};

function timeOf(instant: string | null): number | null {
  return instant === null ? null : Date.parse(instant);
}
