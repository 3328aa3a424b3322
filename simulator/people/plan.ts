import type { Random } from '../random.ts';

/** A step of the plan: an action of a person or a fault, with its time in ms after the run began. */
export type PlannedStep = { at: number } & (
  | { kind: 'deliver' | 'arrange'; phone: number }
  | { kind: 'attempt' | 'set out' | 'customer came' | 'check load' | 'decide'; phone: number }
  | { kind: 'hand over'; phone: number; way: 'start' | 'end' | 'drop' }
  | { kind: 'collect' | 'deposit' | 'move float' | 'void' | 'settle'; phone: number }
  | { kind: 'spend' | 'collect owed' | 'match' | 'waive' | 'ask consent' | 'correct'; phone: number }
  | { kind: 'request' | 'decide approval' | 'decide difference' | 'change ceiling'; phone: number }
  /** An admin ends the day of a driver without signal, who has delivered. */
  | { kind: 'end too early'; phone: number; driver: number; for_ms: number }
  | { kind: 'press again'; phone: number }
  | { kind: 'send out'; shop: number; orders: number }
  | { kind: 'issue cash' | 'arrange stops'; shop: number }
  | { kind: 'adjust cash' | 'adjust earlier' | 'operator decides'; shop: number }
  | { kind: 'cancel' | 'reassign' | 'reopen'; shop: number }
  | { kind: 'reload' | 'open tab' | 'close tab' | 'look elsewhere'; phone: number }
  | { kind: 'no signal'; phone: number; for_ms: number }
  | { kind: 'wake worker'; phone: number; tabs_die: boolean; for_ms: number }
  | { kind: 'empty battery'; phone: number; for_ms: number }
  | { kind: 'lose phone'; phone: number }
  | { kind: 'sign out'; phone: number; for_ms: number }
  | { kind: 'set clock'; phone: number }
  | { kind: 'kill server'; server: number; for_ms: number }
  | { kind: 'full disk'; for_ms: number }
  | { kind: 'balances stuck'; shop: number; for_ms: number }
  | {
      kind: 'job';
      job: 'post-waiting-movements' | 'sweep-files' | 'sweep-contents';
      times: 1 | 2;
      late: boolean;
    }
  | { kind: 'check' }
);

export type Crew = {
  /** The shop and the role of each phone's user. */
  phones: readonly { shop: number; role: 'Admin' | 'Manager' | 'Driver' }[];
  shops: number;
  servers: number;
};

const MINUTE = 60_000;
/** One round of a day: cash out, orders out, deliveries, cash in. */
const ROUND_MS = 24 * MINUTE;
/** Many actions coincide: most times are rounded to multiples of this. */
const MEETING_MS = 120_000;
const ROUNDS = 3;

/** The time at which the plan ends, in ms after the run began. */
export const PLAN_MS = ROUNDS * ROUND_MS;

/** Returns all steps of a run, ordered by time. */
export function planOf(random: Random, crew: Crew): PlannedStep[] {
  const steps: PlannedStep[] = [];
  const add = (step: PlannedStep) => steps.push(step);
  const within = (from: number, to: number) => {
    const at = random.between(from * MINUTE, to * MINUTE);
    return random.chance(0.75) ? at - (at % MEETING_MS) + random.between(0, 600) : at;
  };
  const withRole = (role: string, shop?: number) =>
    crew.phones.flatMap((one, phone) =>
      one.role === role && (shop === undefined || one.shop === shop) ? [phone] : [],
    );
  const drivers = withRole('Driver');
  const each_delivers = Math.max(2, Math.round(12 / drivers.length));

  for (let round = 0; round < ROUNDS; round++) {
    const start = round * ROUND_MS;
    for (let shop = 0; shop < crew.shops; shop++) {
      add({ at: start + within(0, 1), kind: 'issue cash', shop });
      add({ at: start + within(4, 5), kind: 'send out', shop, orders: each_delivers });
    }
    for (const phone of withRole('Admin')) {
      for (let turn = 0; turn < 2; turn++) {
        add({ at: start + within(1, 4), kind: 'hand over', phone, way: 'start' });
        add({ at: start + within(18, 24), kind: 'hand over', phone, way: 'end' });
      }
    }
    for (const phone of drivers) {
      for (let turn = 0; turn <= each_delivers; turn++) {
        add({ at: start + within(5, 17), kind: 'deliver', phone });
      }
    }
    for (const phone of withRole('Manager')) {
      for (let turn = 0; turn < 2; turn++)
        add({ at: start + within(turn === 0 ? 9 : 18, 23), kind: 'collect', phone });
      add({ at: start + within(12, 24), kind: 'deposit', phone });
    }
    // All managers collect at the same time, mostly from the person with the most cash.
    const meeting = start + within(18, 23);
    for (const phone of withRole('Manager'))
      add({ at: meeting + random.between(0, 200), kind: 'collect', phone });
    addTroubles(start);
    addArrangements(start);
    addAttempts(start);
    addFloats(start);
    addSecondPersons(start, round);
    addPayments(start);
    if (round < ROUNDS - 1) add({ at: start + within(14, 24), kind: 'check' });
  }
  for (const phone of crew.phones.keys()) {
    for (let turn = 0; turn < 2 * ROUNDS; turn++) {
      add({ at: random.between(10 * MINUTE, PLAN_MS), kind: 'press again', phone });
    }
  }
  return steps
    .map((step, order) => ({ step, order }))
    .sort(byTime)
    .map(({ step }) => step);

  /** Uses its own random branch, so that the other steps of a seed stay the same. */
  function addArrangements(start: number): void {
    const own = random.branch(`arrangements from ${start}`);
    const at = () => start + own.between(5 * MINUTE, 17 * MINUTE);
    for (const phone of drivers) if (own.chance(0.7)) add({ at: at(), kind: 'arrange', phone });
    for (let shop = 0; shop < crew.shops; shop++) {
      if (own.chance(0.4)) add({ at: at(), kind: 'arrange stops', shop });
    }
  }

  /** Drivers check the load, set out and come to closed doors; the desk decides in between. */
  function addAttempts(start: number): void {
    const own = random.branch(`attempts from ${start}`);
    const at = (from: number, to: number) => start + own.between(from * MINUTE, to * MINUTE);
    for (const phone of drivers) {
      if (own.chance(0.7)) add({ at: at(4, 7), kind: 'check load', phone });
      for (let turn = own.between(1, 2); turn > 0; turn--) add({ at: at(5, 12), kind: 'set out', phone });
      for (let turn = own.between(1, 3); turn > 0; turn--) add({ at: at(6, 17), kind: 'attempt', phone });
      if (own.chance(0.6)) add({ at: at(8, 18), kind: 'customer came', phone });
    }
    for (const phone of [...withRole('Admin'), ...withRole('Manager')]) {
      for (let turn = own.between(0, 2); turn > 0; turn--) add({ at: at(8, 20), kind: 'decide', phone });
    }
  }

  /** An admin and a manager may move floats concurrently, each with a different person. */
  function addFloats(start: number): void {
    const own = random.branch(`floats from ${start}`);
    const meeting = start + own.between(0, 22 * MINUTE);
    for (const phone of [...withRole('Admin'), ...withRole('Manager')]) {
      if (own.chance(0.7)) add({ at: meeting + own.between(0, 600), kind: 'move float', phone });
    }
  }

  /** People request, approve, void and settle; several decide about the same requests concurrently. */
  function addSecondPersons(start: number, round: number): void {
    const own = random.branch(`second persons from ${start}`);
    const at = (from: number, to: number) => start + own.between(from * MINUTE, to * MINUTE);
    const meeting = start + own.between(8 * MINUTE, 23 * MINUTE);
    for (const phone of [...withRole('Admin'), ...withRole('Manager')]) {
      if (own.chance(0.5)) add({ at: at(2, 22), kind: 'request', phone });
      if (own.chance(0.6)) add({ at: at(3, 24), kind: 'decide approval', phone });
      if (own.chance(0.6)) add({ at: meeting + own.between(0, 400), kind: 'decide approval', phone });
      if (own.chance(0.7)) add({ at: at(3, 24), kind: 'void', phone });
      if (own.chance(0.4)) add({ at: meeting + own.between(0, 400), kind: 'void', phone });
      if (own.chance(0.5)) add({ at: at(4, 24), kind: 'settle', phone });
      if (own.chance(0.4)) add({ at: meeting + own.between(0, 400), kind: 'settle', phone });
      if (own.chance(0.5)) add({ at: at(4, 24), kind: 'decide difference', phone });
    }
    for (const phone of withRole('Admin')) {
      if (own.chance(0.6)) add({ at: at(5, 18), kind: 'hand over', phone, way: 'drop' });
      if (own.chance(0.2)) add({ at: at(0, 20), kind: 'change ceiling', phone });
    }
    for (let shop = 0; shop < crew.shops; shop++) {
      if (round < 2 && own.chance(0.7)) add({ at: at(0, 4), kind: 'adjust earlier', shop });
      if (own.chance(0.3)) add({ at: at(2, 20), kind: 'adjust cash', shop });
      if (own.chance(0.3)) add({ at: at(5, 24), kind: 'operator decides', shop });
      const [phone] = withRole('Admin', shop);
      for (const driver of withRole('Driver', shop)) {
        if (phone === undefined || own.chance(0.65)) continue;
        add({ at: at(7, 14), kind: 'end too early', phone, driver, for_ms: own.between(70_000, 150_000) });
      }
    }
  }

  /** People collect, match, waive, correct and spend. */
  function addPayments(start: number): void {
    const own = random.branch(`payments from ${start}`);
    const at = (from: number, to: number) => start + own.between(from * MINUTE, to * MINUTE);
    for (const [phone, { role }] of crew.phones.entries()) {
      if (own.chance(role === 'Driver' ? 0.4 : 0.25)) add({ at: at(5, 20), kind: 'spend', phone });
      if (role !== 'Admin' && own.chance(0.6)) add({ at: at(8, 24), kind: 'collect owed', phone });
      if (role !== 'Admin' && own.chance(0.8)) add({ at: at(6, 24), kind: 'correct', phone });
      if (role === 'Manager') {
        for (let turn = own.between(0, 2); turn > 0; turn--) add({ at: at(8, 24), kind: 'match', phone });
      }
      if (role === 'Driver' && own.chance(0.5)) add({ at: at(4, 12), kind: 'ask consent', phone });
      if (role !== 'Driver' && own.chance(0.5)) add({ at: at(9, 24), kind: 'waive', phone });
    }
  }

  function addTroubles(start: number): void {
    const any = () => random.between(0, crew.phones.length - 1);
    const at = () => start + within(2, 22);
    const some = (most: number, make: () => PlannedStep) => {
      for (let turn = random.between(0, most); turn > 0; turn--) add(make());
    };
    const shop = () => random.between(0, crew.shops - 1);
    const pause = () => random.between(20_000, 5 * MINUTE);
    some(8, () => ({
      at: at(),
      kind: 'wake worker',
      phone: any(),
      tabs_die: random.chance(0.5),
      for_ms: pause(),
    }));
    some(4, () => ({ at: at(), kind: 'no signal', phone: any(), for_ms: pause() }));
    some(6, () => ({ at: at(), kind: 'reload', phone: any() }));
    some(3, () => ({ at: at(), kind: 'open tab', phone: any() }));
    some(3, () => ({ at: at(), kind: 'close tab', phone: any() }));
    some(4, () => ({ at: at(), kind: 'look elsewhere', phone: any() }));
    some(3, () => ({ at: at(), kind: 'empty battery', phone: any(), for_ms: pause() }));
    some(3, () => ({ at: at(), kind: 'sign out', phone: any(), for_ms: pause() }));
    some(3, () => ({ at: at(), kind: 'set clock', phone: any() }));
    some(2, () => ({ at: at(), kind: 'lose phone', phone: any() }));
    some(6, () => ({
      at: at(),
      kind: 'kill server',
      server: random.between(0, crew.servers - 1),
      for_ms: random.between(500, 90_000),
    }));
    some(2, () => ({ at: at(), kind: 'full disk', for_ms: random.between(2_000, 60_000) }));
    some(2, () => ({ at: start + within(6, 20), kind: 'balances stuck', shop: shop(), for_ms: pause() }));
    some(4, () => ({ at: start + within(5, 14), kind: 'cancel', shop: shop() }));
    some(6, () => ({ at: start + within(5, 14), kind: 'reassign', shop: 0 }));
    some(2, () => ({ at: start + within(10, 23), kind: 'reopen', shop: shop() }));
    for (const job of ['post-waiting-movements', 'sweep-files', 'sweep-contents'] as const) {
      some(2, () => ({
        at: at(),
        kind: 'job',
        job,
        times: random.chance(0.5) ? 2 : 1,
        late: random.chance(0.4),
      }));
    }
  }
}

type Ordered = { step: PlannedStep; order: number };

function byTime(one: Ordered, other: Ordered): number {
  return one.step.at - other.step.at || one.order - other.order;
}
