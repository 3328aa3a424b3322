import type { Stops } from '../../contract/operations/dashboard/deliveries/list-stops.schema.ts';
import { dayOf } from '../../contract/rules/dates/dates.ts';
import { isDeliverable } from '../../contract/rules/orders/order-life.ts';
import type { Order } from '../../contract/schemas/orders.ts';
import type { Action, Book, Press } from '../book/book.ts';
import type { Faults } from '../faults.ts';
import type { Phone, Tab } from '../phone/phone.ts';
import type { TabProgram } from '../phone/tab-program.ts';
import type { Random } from '../random.ts';
import type { Schedule } from '../schedule.ts';
import { createDeskActions, type DeskActions } from './desk-actions.ts';
import { photo, signaturePicture } from './pictures.ts';
import { createStopActions, type StopActions } from './stop-actions.ts';

/** The actions of people with their phones. A failed action is not repeated. */
export type UserActions = StopActions &
  DeskActions & {
    deliver(phone: Phone, random: Random): Promise<void>;
    /** A driver changes the order of his stops. */
    arrange(phone: Phone, random: Random): Promise<void>;
    handOver(phone: Phone, way: 'start' | 'end', random: Random): Promise<void>;
    collect(phone: Phone, random: Random): Promise<void>;
    deposit(phone: Phone, random: Random): Promise<void>;
    /** An admin or a manager moves cash between the safe and an admin. */
    moveFloat(phone: Phone, random: Random): Promise<void>;
    /**
     * Handles the pending commands: retries held ones or, with `gives_up`, discards some, and dismisses
     * refused ones.
     */
    pressAgain(phone: Phone, random: Random, gives_up: boolean): Promise<void>;
  };

/** Most goods come back. */
const GOODS = ['returned', 'returned', 'returned', 'kept', 'kept', 'missing'] as const;
const AMOUNTS_FILS = [0, 5_000, 20_000, 35_000, 50_000];

export function createUserActions({
  book,
  faults,
  schedule,
  tell,
}: {
  book: Book;
  faults: Faults;
  schedule: Schedule;
  tell(what: string): void;
}): UserActions {
  /** The stops that each driver's phone showed last, and still shows without signal. */
  const shown = new Map<string, Stops>();

  function signedIn(phone: Phone): Tab | null {
    const tab = phone.front() ?? phone.tabs()[0];
    return tab && tab.program.user_id() === phone.person.user_id && tab.program.profile() ? tab : null;
  }

  /** Presses once; sometimes a second time, in this tab or in another one. */
  async function press(
    phone: Phone,
    tab: Tab,
    random: Random,
    make: (program: TabProgram, again: boolean) => Promise<void>,
  ): Promise<void> {
    const [twice, elsewhere] = [random.chance(0.12), random.chance(0.08)];
    const other = phone.tabs().find((one) => one !== tab && one.program.user_id() === phone.person.user_id);
    const presses = [make(tab.program, false)];
    if (twice) {
      faults.count('tapped twice');
      presses.push(make(tab.program, true));
    }
    if (elsewhere && other) {
      faults.count('tapped in two tabs');
      presses.push(make(other.program, true));
    }
    await Promise.all(presses);
  }

  /** Returns the stops that the driver's phone shows; without signal, the last known ones. */
  async function stopsOf(phone: Phone, { program }: Tab) {
    const as_user = phone.person.user_id;
    const response = await program.ask('list_stops', { as_user }).catch(() => null);
    if (response) shown.set(phone.name, response);
    const known = shown.get(phone.name);
    return known ? program.stops(known) : { stops: [], arranged_from: null };
  }

  const signed = (name: string) => ({ png: signaturePicture(name), typed: false, signer: name });

  async function makeKnown(
    phone: Phone,
    program: TabProgram,
    action: Action,
    make: (command_id: string) => Promise<{ command_id: string }>,
  ): Promise<void> {
    const command_id = program.newId();
    const press: Press = { phone: phone.name, person: phone.person, action };
    book.press(press, command_id);
    const entry = await make(command_id);
    // The id differs if an earlier command about the same subject is still pending: then no new one was made.
    if (entry.command_id === command_id) {
      book.noteStored(press, command_id);
      tell(`${phone.name} has ${action.kind} ${command_id}`);
    }
  }

  /** Decides about the goods that the form lists; an older build lists none. */
  async function decideGoods({ program }: Tab, phone: Phone, driver_id: number, random: Random) {
    if (random.chance(0.15)) return [];
    const as_user = phone.person.user_id;
    const { goods } = await program.ask('list_driver_goods', { query: { driver_id }, as_user });
    return goods.map(({ order_id, ...shown }) => ({ order_id, outcome: random.pick(GOODS), shown }));
  }

  return {
    ...createStopActions({ schedule, signedIn, stopsOf, press, makeKnown }),
    ...createDeskActions({ book, schedule, signedIn, tell }),

    async deliver(phone, random) {
      const tab = signedIn(phone);
      if (!tab) return;
      const { stops } = await stopsOf(phone, tab);
      const older_page = random.chance(0.15);
      const out = stops
        // A page of an older build offers an order also after an attempt.
        .filter(
          ({ order, confirmed }) =>
            !confirmed && (isDeliverable(order.status) || (older_page && order.attempt)),
        )
        .map(({ order }) => order);
      const order = random.chance(0.8) ? out[0] : out.at(-1);
      if (!order) return;
      const tender = order.payment_status === 'paid' ? null : tenderOf(order);
      const action = {
        kind: 'delivery',
        order_id: order.id,
        due_fils: order.due_amount_fils,
        tender,
      } as const;
      const draft = {
        photo: photo(`of order ${order.order_number}`),
        customer_name: 'Layla Haddad',
        receipt_confirmed: true,
        payment_received: true,
        tender,
      };
      await press(phone, tab, random, (program) =>
        makeKnown(phone, program, action, (command_id) => program.deliver(order, draft, command_id)),
      );
    },

    async arrange(phone, random) {
      const tab = signedIn(phone);
      if (!tab) return;
      // Often makes several changes in a row.
      for (let turn = random.between(1, 3); turn > 0; turn--) {
        const { stops, arranged_from } = await stopsOf(phone, tab);
        if (stops.length < 2) return;
        const ids = stops.map(({ order }) => order.id);
        const moved = random.pick(ids);
        const order_ids = ids.filter((id) => id !== moved);
        order_ids.splice(random.between(0, order_ids.length), 0, moved);
        const arranged = { from_arrangement: arranged_from, order_ids };
        await makeKnown(phone, tab.program, { kind: 'arrangement', order_ids }, (command_id) =>
          tab.program.arrange(arranged, command_id),
        );
      }
    },

    async handOver(phone, way, random) {
      const tab = signedIn(phone);
      if (!tab) return;
      const as_user = phone.person.user_id;
      const { drivers } = await tab.program.ask('list_handover_drivers', { as_user });
      const available = drivers.filter(
        ({ status, user_id }) => status === 'available' && user_id !== as_user,
      );
      if (available.length === 0) return;
      const driver = random.pick(available);
      const balance =
        way === 'end' && random.chance(0.9)
          ? await tab.program.ask('read_driver_balance', { query: { driver_id: driver.id }, as_user })
          : null;
      const estimated_fils = balance && balance.cash_on_hand_fils + balance.waiting_fils;
      const all = random.chance(0.7) && estimated_fils !== null && estimated_fils > 0;
      const amount_fils = all ? estimated_fils : random.pick(AMOUNTS_FILS);
      const goods = way === 'end' ? await decideGoods(tab, phone, driver.id, random) : [];
      const decided = goods.map(({ order_id, outcome }) => ({ order_id, outcome }));
      const action = { kind: way, with_user_id: driver.user_id, amount_fils, goods: decided };
      await press(phone, tab, random, (program, again) => {
        const handed = {
          way,
          driver_id: driver.id,
          // The other tab contains a different amount.
          amount_fils: again ? amount_fils + 100 : amount_fils,
          estimated_fils,
          goods,
          driver_signature: signed(driver.full_name),
          admin_signature: signed(phone.person.full_name),
        };
        return makeKnown(phone, program, { ...action, amount_fils: handed.amount_fils }, (command_id) =>
          program.handOver(handed, command_id),
        );
      });
    },

    async collect(phone, random) {
      const tab = signedIn(phone);
      if (!tab) return;
      const as_user = phone.person.user_id;
      const { rows } = await tab.program.ask('list_outstanding_cash', { as_user });
      const holding = rows
        .map((row) => ({ ...row, held_fils: row.cash_on_hand_fils + row.waiting_fils }))
        .filter(({ user_id, held_fils }) => user_id !== as_user && held_fils > 0);
      if (holding.length === 0) return;
      const most = holding.reduce((one, other) => (other.held_fils > one.held_fils ? other : one));
      const { user_id, full_name, held_fils } = random.chance(0.8) ? most : random.pick(holding);
      const amount_fils = random.chance(0.4) ? held_fils : random.between(1, held_fils);
      await press(phone, tab, random, (program) =>
        makeKnown(phone, program, { kind: 'collection', with_user_id: user_id, amount_fils }, (command_id) =>
          program.collect(
            {
              staff: { user_id, full_name },
              amount_fils,
              manager_signature: signed(phone.person.full_name),
              user_signature: signed(full_name),
            },
            command_id,
          ),
        ),
      );
    },

    async deposit(phone, random) {
      const tab = signedIn(phone);
      if (!tab) return;
      const amount_fils = random.between(1, 300) * 100;
      const deposit_date = dayOf(new Date(schedule.now()), 'Asia/Dubai');
      await press(phone, tab, random, (program) =>
        makeKnown(phone, program, { kind: 'deposit', amount_fils }, (command_id) =>
          program.deposit(
            {
              amount_fils,
              deposit_date,
              invoice_image: photo('of the slip'),
              signature: signed(phone.person.full_name),
            },
            command_id,
          ),
        ),
      );
    },

    async moveFloat(phone, random) {
      const tab = signedIn(phone);
      if (!tab) return;
      const { user_id, full_name, role } = phone.person;
      const { admins, managers } = await tab.program.ask('list_floats', { as_user: user_id });
      const others = role === 'Admin' ? managers : admins;
      if (others.length === 0) return;
      const other = random.pick(others);
      const [admin_name, manager_name] =
        role === 'Admin' ? [full_name, other.full_name] : [other.full_name, full_name];
      const admin_id = role === 'Admin' ? user_id : other.user_id;
      const held_fils = admins.find((admin) => admin.user_id === admin_id)?.held_fils ?? 0;
      const direction = random.chance(0.6) && held_fils > 0 ? 'return' : 'issue';
      const amount_fils =
        direction === 'issue'
          ? random.between(1, 200) * 100
          : random.between(Math.ceil(held_fils / 2), held_fils);
      const action = { kind: 'float', direction, with_user_id: other.user_id, amount_fils } as const;
      await press(phone, tab, random, (program) =>
        makeKnown(phone, program, action, (command_id) =>
          program.float(
            {
              direction,
              with_user_id: other.user_id,
              amount_fils,
              admin_signature: signed(admin_name),
              manager_signature: signed(manager_name),
            },
            command_id,
          ),
        ),
      );
    },

    async pressAgain(phone, random, gives_up) {
      const tab = signedIn(phone);
      if (!tab) return;
      const own = tab.program.entries().filter(({ user_id }) => user_id === phone.person.user_id);
      for (const { command_id, state, problem } of own) {
        if (state === 'held' && gives_up && random.chance(0.3)) {
          await tab.program.discard(command_id);
          if (!isKept(phone, command_id)) book.noteOutcome(command_id, { how: 'given up' });
        } else if (state === 'held') {
          await tab.program.sendAgain(command_id);
        } else if (state === 'refused') {
          book.noteOutcome(command_id, { how: 'refused', code: problem?.code ?? 'unknown' });
          await tab.program.discard(command_id);
        }
      }
    },
  };
}

/** Depends on the order's id only, so that a repeated press selects the same tender. */
function tenderOf({ id }: Order): 'cash' | 'card_machine' {
  return Number.parseInt(id.slice(0, 2), 16) < 190 ? 'cash' : 'card_machine';
}

/**
 * Returns true if the phone still stores the command. A tab may show an older state than its phone's disk.
 */
function isKept(phone: Phone, command_id: string): boolean {
  const kept = phone.disk.entries() as { command_id: string }[];
  return kept.some((entry) => entry.command_id === command_id);
}
