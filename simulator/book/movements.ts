import type { Person } from '../database/fresh-shops.ts';
import type { MovementRow, Records } from './records.ts';

type Holder = { holder: string; user_id: string | null; account_user_id: string | null };
type Wanted = Pick<
  MovementRow,
  'from_holder' | 'from_user_id' | 'to_holder' | 'to_user_id' | 'account_user_id' | 'amount_fils' | 'reverses'
>;

const staff = (user_id: string): Holder => ({ holder: 'staff', user_id, account_user_id: null });
const outside = (holder: string): Holder => ({ holder, user_id: null, account_user_id: null });
const account = (holder: string, of: string): Holder => ({ holder, user_id: null, account_user_id: of });

/**
 * Checks that every record with cash has exactly one movement, between the right holders, that a void
 * reverses each movement of its record once, and that there are no others.
 */
export function movementsOfSources(records: Records, is_end: boolean): string[] {
  const wanted = new Map([
    ...wantedOfRecords(records),
    ...wantedOfVoids(records),
    ...wantedOfCorrections(records),
  ]);
  const found: string[] = [];
  for (const movement of records.movements) {
    const { source_type, source_id, reverses } = movement;
    const key = keyOf(movement);
    const expected = wanted.get(key);
    wanted.delete(key);
    const name = `the movement of ${source_type} ${source_id}${reverses ? ` about ${reverses}` : ''}`;
    const { shop_id: _, id: __, is_posted, ...shown } = movement;
    if (!expected || !isSame(expected, movement)) found.push(`${name} is ${JSON.stringify(shown)}`);
    if (is_end && !is_posted) found.push(`${name} is not posted`);
  }
  for (const key of wanted.keys()) found.push(`record ${key} has no movement`);
  return found;
}

/** A void and a correction have a movement for each one that they reverse, any other record one. */
function keyOf({ source_id, reverses }: Pick<MovementRow, 'source_id' | 'reverses'>): string {
  return reverses === null ? source_id : `${source_id} about ${reverses}`;
}

function isSame(expected: Wanted, movement: MovementRow): boolean {
  return Object.entries(expected).every(([name, value]) => movement[name as keyof Wanted] === value);
}

function wantedOfRecords(records: Records): Map<string, Wanted> {
  const wanted = new Map<string, Wanted>();
  const want = (id: string, from: Holder, to: Holder, amount_fils: number) => {
    if (amount_fils !== 0) wanted.set(id, between(from, to, amount_fils));
  };
  for (const row of records.deliveries) want(row.id, outside('customers'), staff(row.user_id), row.cash_fils);
  for (const row of records.order_payments)
    want(row.id, outside('customers'), staff(row.taken_by), row.cash_fils);
  for (const row of records.expenses)
    want(row.id, staff(row.user_id), account('expense', row.user_id), row.amount_fils);
  for (const row of records.handovers) {
    const [one, other] = [staff(row.admin_id), staff(row.staff_user_id)];
    if (row.handover_type === 'start') want(row.id, one, other, row.amount_fils);
    else want(row.id, other, one, row.amount_fils);
  }
  for (const row of records.deposits) want(row.id, staff(row.manager_id), outside('bank'), row.amount_fils);
  for (const row of records.floats) {
    const [safe, admin] = [outside('safe'), staff(row.admin_id)];
    if (row.direction === 'issue') want(row.id, safe, admin, row.amount_fils);
    else want(row.id, admin, safe, row.amount_fils);
  }
  for (const row of records.issues) want(row.id, outside('safe'), staff(row.user_id), row.amount_fils);
  for (const row of records.adjustments) {
    const [person, other] = [staff(row.user_id), outside('adjustment')];
    if (row.amount_fils > 0) want(row.id, other, person, row.amount_fils);
    else want(row.id, person, other, -row.amount_fils);
  }
  for (const row of records.differences) {
    const [person, own] = [staff(row.user_id), account(row.kind, row.user_id)];
    if (row.kind === 'shortage') want(row.id, person, own, row.amount_fils);
    if (row.kind === 'over') want(row.id, own, person, row.amount_fils);
  }
  for (const row of records.settlements) {
    const kind = records.differences.find(({ id }) => id === row.difference_id)?.kind ?? 'none';
    const own = account(kind, row.user_id);
    const other = {
      payment: staff(row.staff_user_id ?? ''),
      salary: outside('adjustment'),
      loss: outside('adjustment'),
      late_delivery: staff(row.user_id),
    }[row.kind];
    if (kind === 'shortage') want(row.id, own, other, row.amount_fils);
    else want(row.id, other, own, row.amount_fils);
  }
  return wanted;
}

function between(from: Holder, to: Holder, amount_fils: number): Wanted {
  return {
    from_holder: from.holder,
    from_user_id: from.user_id,
    to_holder: to.holder,
    to_user_id: to.user_id,
    account_user_id: from.account_user_id ?? to.account_user_id,
    amount_fils,
    reverses: null,
  };
}

function wantedOfVoids({ differences, movements, voids }: Records): Map<string, Wanted> {
  const wanted = new Map<string, Wanted>();
  for (const { id, record_id } of voids) {
    const with_record = differences.filter(({ handover_id }) => handover_id === record_id);
    const sources = [record_id, ...with_record.map((difference) => difference.id)];
    for (const movement of movements.filter(({ source_id }) => sources.includes(source_id))) {
      wanted.set(keyOf({ source_id: id, reverses: movement.id }), {
        from_holder: movement.to_holder,
        from_user_id: movement.to_user_id,
        to_holder: movement.from_holder,
        to_user_id: movement.from_user_id,
        account_user_id: movement.account_user_id,
        amount_fils: movement.amount_fils,
        reverses: movement.id,
      });
    }
  }
  return wanted;
}

/**
 * A correction reverses the movement of what was booked before, and books the cash as it is after it. A
 * correction that changes no cash has no movement.
 */
function wantedOfCorrections({ corrections, deliveries, movements }: Records): Map<string, Wanted> {
  const wanted = new Map<string, Wanted>();
  const in_order = corrections.toSorted((one, other) => one.number - other.number);
  for (const { id, user_id, cash_fils } of deliveries) {
    let booked = { id, cash_fils };
    for (const correction of in_order.filter(({ confirmation_id }) => confirmation_id === id)) {
      if (correction.cash_fils === booked.cash_fils) continue;
      const own = between(outside('customers'), staff(user_id), correction.cash_fils);
      if (booked.cash_fils > 0) {
        const reverses =
          movements.find((row) => row.source_id === booked.id && row.reverses === null)?.id ?? 'no movement';
        const back = between(staff(user_id), outside('customers'), booked.cash_fils);
        wanted.set(keyOf({ source_id: correction.id, reverses }), { ...back, reverses });
      }
      if (correction.cash_fils > 0) wanted.set(correction.id, own);
      booked = correction;
    }
  }
  return wanted;
}

/** Checks that a person's balance is the sum of the posted movements to and from them. */
export function balances({ movements, balances: rows }: Records, people: readonly Person[]): string[] {
  return people.flatMap(({ user_id, full_name }) => {
    const posted = movements
      .filter(({ is_posted }) => is_posted)
      .reduce((sum, row) => {
        if (row.to_user_id === user_id) return sum + row.amount_fils;
        return row.from_user_id === user_id ? sum - row.amount_fils : sum;
      }, 0);
    const held = rows.find((row) => row.user_id === user_id)?.cash_on_hand_fils ?? 0;
    return held === posted ? [] : [`${full_name} holds ${held} fils instead of ${posted}`];
  });
}

/**
 * Checks that the staff's cash equals the cash that came from other holders less the cash that went to them
 * (ruling A2).
 */
export function equations({ movements, balances: rows }: Records): string[] {
  const shops = new Set(movements.map(({ shop_id }) => shop_id));
  return [...shops].flatMap((shop_id) => {
    const outside_fils = movements
      .filter((row) => row.shop_id === shop_id && row.is_posted)
      .reduce((sum, row) => {
        const [given, taken] = [row.from_holder === 'staff', row.to_holder === 'staff'];
        if (given === taken) return sum;
        return taken ? sum + row.amount_fils : sum - row.amount_fils;
      }, 0);
    const held = rows
      .filter((row) => row.shop_id === shop_id)
      .reduce((sum, row) => sum + row.cash_on_hand_fils, 0);
    return held === outside_fils
      ? []
      : [`shop ${shop_id}: the staff hold ${held} fils, ${outside_fils} came in`];
  });
}
