import { runMandoob } from '../../server/cli/program.ts';
import { inTransaction } from '../../server/platform/database/transactions.ts';
import type { Book } from '../book/book.ts';
import type { Connections } from '../database/connections.ts';
import type { Person, Shop } from '../database/fresh-shops.ts';
import { createParkedPool } from '../database/parked-pool.ts';
import type { Line } from '../database/sending.ts';
import type { Statements } from '../database/statements.ts';
import type { Faults } from '../faults.ts';
import { type Random, uuidFrom } from '../random.ts';
import type { Schedule } from '../schedule.ts';
import { insertOrder } from './insert-order.ts';

/** The operator's command line, and the store's systems. */
export type Terminal = {
  sendOut(shop: Shop, orders: number, random: Random): Promise<void>;
  issueCash(shop: Shop, random: Random): Promise<void>;
  /** Changes the order of a driver's stops. */
  arrange(shop: Shop, random: Random): Promise<void>;
  cancel(shop: Shop, random: Random): Promise<void>;
  reassign(shop: Shop, random: Random): Promise<void>;
  reopen(shop: Shop, random: Random): Promise<void>;
};

type Out = { id: string; order_number: string; driver: Person };

export function createTerminal(of: {
  schedule: Schedule;
  random: Random;
  connections: Connections;
  statements: Statements;
  book: Book;
  faults: Faults;
  tell(what: string): void;
}): Terminal & { breakLine(line: Line): Promise<void>; close(): Promise<void> } {
  const { schedule, book, statements, tell } = of;
  const {
    database: owner,
    breakLine,
    die,
  } = createParkedPool({
    name: 'terminal.o',
    login: 'owner',
    connections_max: 4,
    connections: of.connections,
    statements,
    schedule,
    random: of.random.branch('terminal'),
    errand: statements.errand,
  });
  const open = async () => ({ owner, close: async () => undefined });
  const out = new Map<number, Out[]>();
  const outOf = ({ shop_id }: Shop) => out.get(shop_id) ?? [];
  let numbers = 1_000;

  /** Runs a command and returns its exit code. */
  async function mandoob(...words: string[]): Promise<number> {
    const printed: string[] = [];
    const print = (text: string) => void printed.push(text);
    const patience = { every_ms: 1_000, at_most_ms: 20_000 };
    const code = await runMandoob(words, open, { write_out: print, write_err: print }, { patience });
    tell(`mandoob ${words.join(' ')}: ${code} ${printed.join(' ').trim().split('\n').at(-1)}`);
    return code;
  }

  const drivers = ({ people }: Shop) => people.filter(({ role }) => role === 'Driver');

  return {
    breakLine,
    close: die,
    async sendOut(shop, orders, random) {
      for (const driver of drivers(shop)) {
        for (let turn = 0; turn < orders; turn++) {
          numbers += 1;
          const [payment_method, due_amount_fils] = random.chance(0.2)
            ? (['online', 0] as const)
            : ([random.pick(['cash', 'cash', 'card'] as const), random.between(1, 400) * 50] as const);
          const order = {
            shop_id: shop.shop_id,
            driver_id: driver.driver_id ?? 0,
            id: uuidFrom(random),
            order_number: String(numbers),
            due_amount_fils,
            payment_method,
            created_at: new Date(schedule.now()),
            status: statusOf(random.number()),
          };
          await inTransaction(owner, (tx) => insertOrder(tx, order, random));
          out.set(shop.shop_id, [...outOf(shop), { id: order.id, order_number: order.order_number, driver }]);
          // The driver sets out with a dispatched order; the operator sends a packed one out with a command.
          if (order.status !== 'packed') continue;
          await mandoob(
            'orders',
            'status',
            order.order_number,
            'dispatching',
            '--shop',
            String(shop.shop_id),
          );
        }
      }
    },
    async issueCash(shop, random) {
      const person = random.pick(shop.people);
      const id = uuidFrom(random);
      const amount_fils = random.between(1, 10) * 10_000;
      const issue = {
        id,
        shop_id: shop.shop_id,
        user_id: person.user_id,
        amount_fils,
        booked: null as boolean | null,
      };
      book.issue(issue);
      const code = await mandoob('cash', 'issue', person.email, String(amount_fils / 100), '--id', id);
      issue.booked = code === 0 ? true : code === 1 ? false : null;
    },
    async arrange(shop, random) {
      const orders = outOf(shop).slice(-8);
      if (orders.length === 0) return;
      const { driver } = random.pick(orders);
      const numbers = orders.filter((one) => one.driver === driver).map(({ order_number }) => order_number);
      const named = [random.pick(numbers), random.pick(numbers)];
      const of_shop = ['--shop', String(shop.shop_id)];
      await mandoob('orders', 'arrange', '--driver', driver.email, ...named, ...of_shop);
    },
    async cancel(shop, random) {
      const orders = outOf(shop);
      if (orders.length === 0) return;
      of.faults.count('cancelled on the road');
      const { order_number } = random.pick(orders.slice(-8));
      await mandoob('orders', 'cancel', order_number, '--yes', '--shop', String(shop.shop_id));
    },
    async reassign(shop, random) {
      const orders = outOf(shop);
      const others = drivers(shop);
      if (orders.length === 0 || others.length < 2) return;
      of.faults.count('reassigned on the road');
      const order = random.pick(orders.slice(-8));
      const to = random.pick(others);
      await mandoob('orders', 'assign', order.order_number, to.email, '--shop', String(shop.shop_id));
    },
    async reopen(shop, random) {
      const orders = outOf(shop);
      if (orders.length === 0) return;
      const { order_number } = random.pick(orders.slice(-8));
      await mandoob(
        'orders',
        'reopen',
        order_number,
        '--reason',
        'The customer wants it after all',
        '--shop',
        String(shop.shop_id),
      );
    },
  };
}

function statusOf(share: number): 'dispatching' | 'dispatched' | 'packed' {
  if (share < 0.6) return 'dispatching';
  return share < 0.85 ? 'dispatched' : 'packed';
}
