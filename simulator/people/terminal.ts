import { listApprovals } from '../../server/approvals/list-approvals.ts';
import { requestAdjustment } from '../../server/approvals/request-adjustment.ts';
import { operatorOf } from '../../server/cli/operate.ts';
import { runMandoob } from '../../server/cli/program.ts';
import { runOperatorCommand } from '../../server/operations/operator-commands.ts';
import { inTransaction } from '../../server/platform/database/transactions.ts';
import type { Book, OperatorCommand } from '../book/book.ts';
import type { Connections } from '../database/connections.ts';
import type { Person, Shop } from '../database/fresh-shops.ts';
import { createParkedPool } from '../database/parked-pool.ts';
import type { Line } from '../database/sending.ts';
import type { Statements } from '../database/statements.ts';
import type { Faults } from '../faults.ts';
import { type Random, uuidFrom } from '../random.ts';
import type { Schedule } from '../schedule.ts';
import { insertOrder } from './insert-order.ts';
import { newGoods } from './new-goods.ts';

/** The operator's command line, and the store's systems. */
export type Terminal = {
  sendOut(shop: Shop, orders: number, random: Random): Promise<void>;
  /** Above the limit of floats, the operator requests the approval of it. */
  issueCash(shop: Shop, random: Random): Promise<void>;
  /** Requests an adjustment. */
  adjustCash(shop: Shop, random: Random): Promise<void>;
  /** Requests an adjustment with a time of the day before: the request expires soon. */
  adjustEarlier(shop: Shop, random: Random): Promise<void>;
  /** Approves, refuses or withdraws a request, sometimes the operator's own. */
  decideApproval(shop: Shop, random: Random): Promise<void>;
  /** Changes the order of a driver's stops. */
  arrange(shop: Shop, random: Random): Promise<void>;
  cancel(shop: Shop, random: Random): Promise<void>;
  /** Cancels the orders that the driver may still have. */
  cancelAllOf(driver: Person): Promise<void>;
  reassign(shop: Shop, random: Random): Promise<void>;
  reopen(shop: Shop, random: Random): Promise<void>;
};

const MINUTE = 60_000;
const EARLIER_MS = 24 * 60 * MINUTE;
const REASON = 'Counted again';

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

  function noted({ shop_id }: Shop, id: string, action: OperatorCommand['action']): OperatorCommand {
    const command = { id, shop_id, action, is_done: null, pressed_at: schedule.now() };
    book.operate(command);
    return command;
  }

  /** Runs a command with its id; an exit code above 1 means that the outcome is unknown. */
  async function run(command: OperatorCommand, ...words: string[]): Promise<void> {
    const code = await mandoob(...words, '--id', command.id);
    command.is_done = code === 0 ? true : code === 1 ? false : null;
  }

  const drivers = ({ people }: Shop) => people.filter(({ role }) => role === 'Driver');

  return {
    breakLine,
    close: die,
    async sendOut(shop, orders, random) {
      for (const driver of drivers(shop)) {
        for (let turn = 0; turn < orders; turn++) {
          numbers += 1;
          const [payment_method, price_fils] = random.chance(0.2)
            ? (['online', 9_900] as const)
            : ([random.pick(['cash', 'cash', 'card'] as const), random.between(1, 400) * 50] as const);
          const id = uuidFrom(random);
          const goods = newGoods(
            random.branch(`goods of ${id}`),
            { id, order_number: String(numbers) },
            price_fils,
            payment_method === 'online',
          );
          book.addOrder(goods);
          const order = {
            shop_id: shop.shop_id,
            driver_id: driver.driver_id ?? 0,
            goods,
            payment_method,
            created_at: new Date(schedule.now()),
            status: statusOf(random.number()),
          };
          await inTransaction(owner, (tx) => insertOrder(tx, order, random));
          out.set(shop.shop_id, [...outOf(shop), { id, order_number: goods.order_number, driver }]);
          // The driver sets out with a dispatched order; the operator sends a packed one out with a command.
          if (order.status !== 'packed') continue;
          await mandoob(
            'orders',
            'status',
            goods.order_number,
            'dispatching',
            '--shop',
            String(shop.shop_id),
          );
        }
      }
    },
    async issueCash(shop, random) {
      const { user_id, email } = random.pick(shop.people);
      const amount_fils = random.between(1, 10) * 10_000;
      const command = noted(shop, uuidFrom(random), { kind: 'issue', user_id, amount_fils });
      await run(command, 'cash', 'issue', email, String(amount_fils / 100));
    },
    async adjustCash(shop, random) {
      const { user_id, email } = random.pick(shop.people);
      const [fils, is_up] = [random.between(1, 40) * 50, random.chance(0.5)];
      const action = { kind: 'adjustment request', user_id, amount_fils: is_up ? fils : -fils } as const;
      const words = ['cash', 'adjust', email, String(fils / 100), is_up ? '--up' : '--down'];
      await run(noted(shop, uuidFrom(random), action), ...words, '--reason', REASON);
    },
    async adjustEarlier(shop, random) {
      const { user_id } = random.pick(shop.people);
      const input = { user_id, amount_fils: random.between(1, 40) * 50, reason: REASON };
      const action = { kind: 'adjustment request', user_id, amount_fils: input.amount_fils } as const;
      const command = noted(shop, uuidFrom(random), action);
      const operator = operatorOf(shop.shop_id);
      const now = new Date(schedule.now() - EARLIER_MS + random.between(4, 30) * MINUTE);
      const asked = { command_id: command.id, now, command: 'cash adjust', input };
      await inTransaction(owner, (tx) =>
        runOperatorCommand(tx, operator, asked, (running) => requestAdjustment(tx, operator, input, running)),
      );
      command.is_done = true;
    },
    async decideApproval(shop, random) {
      const now = new Date(schedule.now());
      const list = inTransaction(owner, (tx) => listApprovals(tx, operatorOf(shop.shop_id), now));
      const { pending } = await list;
      if (pending.length === 0) return;
      const { id: approval_id, is_own } = random.pick(pending);
      const fitting = is_own ? 'withdraw' : random.chance(0.8) ? 'approve' : 'refuse';
      const word = random.chance(0.7) ? fitting : 'approve';
      const outcome = ({ approve: 'approved', refuse: 'refused', withdraw: 'withdrawn' } as const)[word];
      const command = noted(shop, uuidFrom(random), { kind: 'decision', approval_id, outcome });
      await run(command, 'approvals', word, approval_id, '--shop', String(shop.shop_id));
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
    async cancelAllOf(driver) {
      const own = (out.get(driver.shop_id) ?? []).filter((one) => one.driver === driver).slice(-8);
      for (const { order_number } of own)
        await mandoob('orders', 'cancel', order_number, '--yes', '--shop', String(driver.shop_id));
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
