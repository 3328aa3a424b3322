import { dayOf } from '../../contract/rules/dates/dates.ts';
import type { DriverHandoverType } from '../../contract/rules/references.ts';
import type { Action } from '../book/book.ts';
import type { Phone, Tab } from '../phone/phone.ts';
import type { Random } from '../random.ts';
import type { Hands } from './hands.ts';
import { photo, signed } from './pictures.ts';

export type CashActions = {
  /** An admin starts or ends the day of a driver, or takes part of the cash during the day. */
  handOver(phone: Phone, way: DriverHandoverType, random: Random): Promise<void>;
  /** Ends the day of this driver, who hands in this much more than the form shows, as short or over. */
  endWithDifference(phone: Phone, driver_user_id: string, more_fils: number, random: Random): Promise<void>;
  collect(phone: Phone, random: Random): Promise<void>;
  deposit(phone: Phone, random: Random): Promise<void>;
  /** An admin or a manager moves cash between the safe and an admin, above the limit with an approval. */
  moveFloat(phone: Phone, random: Random): Promise<void>;
};

/** Most goods come back. */
const GOODS = ['returned', 'returned', 'returned', 'kept', 'kept', 'missing'] as const;
const AMOUNTS_FILS = [0, 5_000, 20_000, 35_000, 50_000];
/** Most users of a new build choose; a form of an older build has no choice. */
const CHOICES = ['kept', 'short_or_over', 'short_or_over', 'short_or_over', null] as const;

export function createCashActions({ schedule, signedIn, press, makeKnown }: Hands): CashActions {
  /** Decides about the goods that the form lists; an older build lists none. */
  async function decideGoods({ program }: Tab, phone: Phone, driver_id: number, random: Random) {
    if (random.chance(0.15)) return [];
    const as_user = phone.person.user_id;
    const { goods } = await program.ask('list_driver_goods', { query: { driver_id }, as_user });
    return goods.map(({ order_id, ...shown }) => ({ order_id, outcome: random.pick(GOODS), shown }));
  }

  async function readForm({ program }: Tab, { person }: Phone, way: DriverHandoverType) {
    const as_user = person.user_id;
    const { drivers, card_machines } = await program.ask('list_handover_drivers', { as_user });
    // Drivers who are out can receive cash and hand in a part.
    const ready = way === 'end' ? ['available'] : ['available', 'delivering'];
    return {
      drivers: drivers.filter(({ status, user_id }) => ready.includes(status) && user_id !== as_user),
      card_machines,
    };
  }

  type Form = Awaited<ReturnType<typeof readForm>>;

  /** Selects a card machine of the shop at a start, and one that the driver has at an end. */
  function machineOf({ card_machines }: Form, way: DriverHandoverType, driver_id: number, random: Random) {
    const holder = way === 'start' ? null : driver_id;
    const there = card_machines.filter(({ holder_driver_id }) => holder_driver_id === holder);
    return way !== 'drop' && there.length > 0 && random.chance(0.5) ? random.pick(there).id : null;
  }

  async function balanceOf({ program }: Tab, { person }: Phone, driver_id: number): Promise<number> {
    const read = { query: { driver_id }, as_user: person.user_id };
    const { cash_on_hand_fils, waiting_fils } = await program.ask('read_driver_balance', read);
    return (cash_on_hand_fils ?? 0) + waiting_fils;
  }

  /** Signs a handover with a driver. */
  async function sign(
    phone: Phone,
    tab: Tab,
    way: DriverHandoverType,
    random: Random,
    of: {
      form: Form;
      driver: Form['drivers'][number];
      estimated_fils: number | null;
      amount_fils: number;
      difference_choice: 'kept' | 'short_or_over' | null;
    },
  ): Promise<void> {
    const { driver, estimated_fils, amount_fils, difference_choice } = of;
    const goods = way === 'end' ? await decideGoods(tab, phone, driver.id, random) : [];
    const card_machine_id = machineOf(of.form, way, driver.id, random);
    const decided = goods.map(({ order_id, outcome }) => ({ order_id, outcome }));
    const actionOf = (amount_fils: number): Action => {
      const common = { with_user_id: driver.user_id, amount_fils };
      if (way === 'drop') return { kind: way, ...common };
      const given = { ...common, card_machine_id, goods: decided };
      return way === 'start'
        ? { kind: way, ...given }
        : { kind: way, ...given, estimated_fils, difference_choice };
    };
    await press(phone, tab, random, (program, again) => {
      const handed = {
        way,
        driver_id: driver.id,
        // The other tab contains a different amount.
        amount_fils: again ? amount_fils + 100 : amount_fils,
        card_machine_id,
        estimated_fils,
        difference_choice,
        goods,
        driver_signature: signed(driver.full_name),
        admin_signature: signed(phone.person.full_name),
      };
      return makeKnown(phone, program, actionOf(handed.amount_fils), (command_id) =>
        program.handOver(handed, command_id),
      );
    });
  }

  return {
    async handOver(phone, way, random) {
      const tab = signedIn(phone);
      if (!tab) return;
      const form = await readForm(tab, phone, way);
      if (form.drivers.length === 0) return;
      const driver = random.pick(form.drivers);
      const shows_balance = way === 'end' ? random.chance(0.9) : way === 'drop';
      const balance_fils = shows_balance ? await balanceOf(tab, phone, driver.id) : null;
      if (way === 'drop') {
        const amount_fils = random.between(1, Math.max(1, Math.ceil((balance_fils ?? 0) / 2)));
        const none = { estimated_fils: null, difference_choice: null };
        return sign(phone, tab, way, random, { form, driver, amount_fils, ...none });
      }
      const near = random.chance(0.85) && balance_fils !== null;
      const off_fils = random.chance(0.7) ? random.between(-50, 15) * 100 : 0;
      const amount_fils = near ? Math.max(0, balance_fils + off_fils) : random.pick(AMOUNTS_FILS);
      const difference_choice = way === 'end' ? random.pick(CHOICES) : null;
      const estimated_fils = balance_fils;
      await sign(phone, tab, way, random, { form, driver, amount_fils, estimated_fils, difference_choice });
    },

    async endWithDifference(phone, driver_user_id, more_fils, random) {
      const tab = signedIn(phone);
      if (!tab) return;
      const form = await readForm(tab, phone, 'end');
      const driver = form.drivers.find(({ user_id }) => user_id === driver_user_id);
      if (!driver) return;
      const estimated_fils = await balanceOf(tab, phone, driver.id);
      const amount_fils = Math.max(0, estimated_fils + more_fils);
      const difference_choice = 'short_or_over' as const;
      await sign(phone, tab, 'end', random, { form, driver, amount_fils, estimated_fils, difference_choice });
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
      const { admins, managers, float_limit_fils } = await tab.program.ask('list_floats', {
        as_user: user_id,
      });
      const others = role === 'Admin' ? managers : admins;
      if (others.length === 0) return;
      const other = random.pick(others);
      const [admin_name, manager_name] =
        role === 'Admin' ? [full_name, other.full_name] : [other.full_name, full_name];
      const admin_id = role === 'Admin' ? user_id : other.user_id;
      const held_fils = admins.find((admin) => admin.user_id === admin_id)?.held_fils ?? 0;
      const direction: 'issue' | 'return' = random.chance(0.6) && held_fils > 0 ? 'return' : 'issue';
      const amount_fils =
        direction === 'issue'
          ? random.between(1, 200) * 100
          : random.between(Math.ceil(held_fils / 2), held_fils);
      const moved = {
        direction,
        with_user_id: other.user_id,
        amount_fils,
        admin_signature: signed(admin_name),
        manager_signature: signed(manager_name),
      };
      const is_above = direction === 'issue' && float_limit_fils !== null && amount_fils > float_limit_fils;
      // Sometimes a float is recorded although it needs an approval, or requested although it does not.
      const requests = is_above ? random.chance(0.85) : random.chance(0.03);
      const about = { direction, with_user_id: other.user_id, amount_fils };
      await press(phone, tab, random, (program) =>
        requests
          ? makeKnown(phone, program, { kind: 'float request', ...about }, (command_id) =>
              program.requestFloat(moved, command_id),
            )
          : makeKnown(phone, program, { kind: 'float', ...about }, (command_id) =>
              program.float(moved, command_id),
            ),
      );
    },
  };
}
