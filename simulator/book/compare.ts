import type { Person } from '../database/fresh-shops.ts';
import type { Book, Deed, Written } from './book.ts';
import { deviceNumbers, type PhoneNumbers } from './device-numbers.ts';
import type {
  ArrangementRow,
  DeliveryRow,
  DepositRow,
  FloatRow,
  HandoverRow,
  MovementRow,
  Records,
} from './records.ts';

/** What phones and disk have, beside the database. */
export type Elsewhere = {
  /** Whether this command is on its phone still, in whatever state but done; null: the phone is lost. */
  isOnPhone(written: Written): boolean | null;
  /** Whether this content is on the disk of the servers, whole. */
  hasContent(shop_id: number, sha256: string): boolean;
  people: readonly Person[];
  phones: readonly PhoneNumbers[];
};

type RecordRow = DeliveryRow | HandoverRow | DepositRow | FloatRow | ArrangementRow;

/** Everything in which the product differs from the book, one line each. At the end of a run nothing may wait any more. */
export function differences(book: Book, records: Records, elsewhere: Elsewhere, is_end: boolean): string[] {
  const rows: RecordRow[] = [
    ...records.deliveries,
    ...records.handovers,
    ...records.deposits,
    ...records.floats,
    ...records.arrangements,
  ];
  const by_command = grouped(rows, ({ command_id }) => command_id);
  return [
    ...book
      .all()
      .flatMap((written) => ofCommand(written, by_command.get(written.command_id) ?? [], records, elsewhere)),
    ...strangers(book, rows),
    ...deliveriesOfOrders(book, records),
    ...movementsOfSources(records, is_end),
    ...balances(records, elsewhere.people),
    ...equations(records),
    ...pinnedFiles(rows, records, elsewhere),
    ...operatorsCash(book, records),
    ...traces(records),
    ...stopsOfDrivers(records),
    ...deviceNumbers(book, records, elsewhere.phones, is_end),
  ];
}

/** Answered: once. Unanswered: once or never, and then still on its phone. Refused or given up: never. */
function ofCommand(written: Written, rows: RecordRow[], records: Records, elsewhere: Elsewhere): string[] {
  const { command_id, deed, heard, person } = written;
  const name = `${deed.kind} ${command_id} of ${person.full_name}`;
  const stored = records.commands.filter((command) => command.command_id === command_id);
  if (rows.length > 1) return [`${name} is recorded ${rows.length} times`];
  const [row] = rows;
  const wrong = row ? asDone(written, row).map((how) => `${name}: ${how}`) : [];
  if (row && stored[0]?.body == null) wrong.push(`${name} is recorded without its answer`);
  if (heard?.how === 'done') {
    if (!row) return [`${name} was answered and is not recorded`];
    if (stored[0]?.body !== heard.body) wrong.push(`${name} is stored with another answer than was given`);
    const left_fils = leftAfter(deed, heard.body);
    if (left_fils < 0) wrong.push(`${name} took more than there was: ${left_fils} fils are left (ruling A7)`);
  }
  if ((heard?.how === 'refused' || heard?.how === 'given up') && row) {
    wrong.push(`${name} was ${heard.how} and is recorded all the same`);
  }
  if (heard === null && !row && written.is_safe && elsewhere.isOnPhone(written) === false) {
    wrong.push(`${name} is neither recorded nor on its phone`);
  }
  if (
    heard?.how === 'refused' &&
    (deed.kind === 'delivery' || deed.kind === 'arrangement') &&
    NEVER_REFUSED_WITH.includes(heard.code)
  ) {
    wrong.push(`${name} really happened and was refused with ${heard.code}`);
  }
  return wrong;
}

/** What those have left of whom no more may be taken than they hold. */
function leftAfter(deed: Deed, body: string): number {
  const answer = JSON.parse(body) as { staff_total_fils?: number; admin_total_fils?: number };
  if (deed.kind === 'collection') return answer.staff_total_fils ?? Number.NaN;
  return deed.kind === 'float' && deed.direction === 'return' ? (answer.admin_total_fils ?? Number.NaN) : 0;
}

/** What a delivery that happened is no reason to be refused with (ruling A9). */
const NEVER_REFUSED_WITH = [
  'not_found',
  'no_access',
  'order_not_assigned',
  'missing_information',
  'payment_confirmation_required',
  'command_reused',
  'invalid_input',
  'malformed',
  'device_time_off',
  'file_missing',
  'unexpected',
  'unavailable',
  'storage_full',
  'storage_unavailable',
];

/** In what the row differs from the deed. */
function asDone({ deed, person }: Written, row: RecordRow): string[] {
  const is = (what: string, wanted: unknown, found: unknown) =>
    wanted === found ? [] : [`${what} is ${String(found)} instead of ${String(wanted)}`];
  if (row.shop_id !== person.shop_id) return ['it lies in another shop'];
  if (deed.kind === 'delivery' && 'order_id' in row) {
    return [
      ...is('the driver', person.user_id, row.user_id),
      ...is('the order', deed.order_id, row.order_id),
    ];
  }
  if (deed.kind === 'deposit' && 'manager_id' in row) {
    return [
      ...is('the manager', person.user_id, row.manager_id),
      ...is('the amount', deed.amount_fils, row.amount_fils),
    ];
  }
  if (deed.kind === 'arrangement' && 'order_ids' in row) {
    return [
      ...is('the driver', person.user_id, row.user_id),
      ...is('the order of stops', deed.order_ids.join(), row.order_ids.join()),
    ];
  }
  if (deed.kind === 'float' && 'direction' in row) {
    const both = [row.admin_id, row.signing_manager_id].sort().join();
    return [
      ...is('the direction', deed.direction, row.direction),
      ...is('whoever recorded it', person.user_id, row.recorded_by),
      ...is('who signed', [person.user_id, deed.with_user_id].sort().join(), both),
      ...is('the admin', person.role === 'Admin' ? person.user_id : deed.with_user_id, row.admin_id),
      ...is('the amount', deed.amount_fils, row.amount_fils),
    ];
  }
  if ('handover_type' in row && 'with_user_id' in deed) {
    return [
      ...is('the kind', deed.kind, row.handover_type),
      ...is('the other person', deed.with_user_id, row.staff_user_id),
      ...is('whoever recorded it', person.user_id, row.admin_id),
      ...is('the amount', deed.amount_fils, row.amount_fils),
    ];
  }
  return ['it is another kind of record'];
}

/** Records of which nobody in the book knows. */
function strangers(book: Book, rows: RecordRow[]): string[] {
  return rows
    .filter(({ command_id }) => !book.find(command_id))
    .map(({ command_id }) => `command ${command_id} is recorded and nobody made it`);
}

/** What a customer paid one driver for an order, however often he confirmed it: once. And an order is delivered once. */
function deliveriesOfOrders(book: Book, { deliveries, orders }: Records): string[] {
  const found: string[] = [];
  for (const [order_id, rows] of grouped(deliveries, (row) => row.order_id)) {
    const delivered = rows.filter(({ outcome }) => outcome === 'delivered');
    if (delivered.length > 1) found.push(`order ${order_id} is delivered ${delivered.length} times`);
    for (const own of grouped(rows, (row) => row.user_id).values()) {
      const deeds = own.flatMap(({ command_id }) => {
        const deed = book.find(command_id)?.deed;
        return deed?.kind === 'delivery' ? [deed] : [];
      });
      if (deeds.length < own.length) continue;
      const due = Math.max(...deeds.map(({ due_fils }) => due_fils));
      const collected = own.reduce((sum, row) => sum + row.collected_fils, 0);
      if (collected !== due) found.push(`order ${order_id}: ${collected} fils collected instead of ${due}`);
      const [deed] = deeds;
      if (own.length > 1 || !deed) continue;
      const cash = deed.tender === 'cash' ? deed.due_fils : 0;
      if (own[0]?.cash_fils !== cash) {
        found.push(`order ${order_id}: ${own[0]?.cash_fils} fils in cash instead of ${cash}`);
      }
    }
  }
  const completed = new Set(
    deliveries.filter(({ outcome }) => outcome === 'delivered').map(({ order_id }) => order_id),
  );
  for (const { id, status, has_fulfilment } of orders) {
    if ((status === 'completed') !== completed.has(id))
      found.push(`order ${id} is ${status} against its deliveries`);
    if (has_fulfilment !== completed.has(id))
      found.push(`order ${id} has its fulfilment against its deliveries`);
  }
  return found;
}

/** Every deed with cash in it has its one movement between the right hands, and there are no others. */
function movementsOfSources(records: Records, is_end: boolean): string[] {
  const wanted = new Map<string, Omit<MovementRow, 'shop_id' | 'source_type' | 'source_id' | 'is_posted'>>();
  const staff = (user_id: string) => ({ holder: 'staff', user_id });
  const outside = (holder: string) => ({ holder, user_id: null });
  type Hand = { holder: string; user_id: string | null };
  const want = (id: string, from: Hand, to: Hand, amount_fils: number) => {
    if (amount_fils === 0) return;
    wanted.set(id, {
      from_holder: from.holder,
      from_user_id: from.user_id,
      to_holder: to.holder,
      to_user_id: to.user_id,
      amount_fils,
    });
  };
  for (const row of records.deliveries) want(row.id, outside('customers'), staff(row.user_id), row.cash_fils);
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
  const found: string[] = [];
  for (const { shop_id: _, source_type, source_id, is_posted, ...movement } of records.movements) {
    const expected = wanted.get(source_id);
    wanted.delete(source_id);
    if (JSON.stringify(sorted(expected)) !== JSON.stringify(sorted(movement))) {
      found.push(`the movement of ${source_type} ${source_id} is ${JSON.stringify(movement)}`);
    }
    if (is_end && !is_posted) found.push(`the movement of ${source_type} ${source_id} is not posted`);
  }
  for (const id of wanted.keys()) found.push(`record ${id} has no movement`);
  return found;
}

function sorted(value: object | undefined): unknown {
  return value && Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
}

/** What a person holds is what was posted to and from them. */
function balances({ movements, balances: rows }: Records, people: readonly Person[]): string[] {
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

/** Ruling A2: what the staff hold came from outside and has not gone there. */
function equations({ movements, balances: rows }: Records): string[] {
  const shops = new Set(movements.map(({ shop_id }) => shop_id));
  return [...shops].flatMap((shop_id) => {
    const outside = movements
      .filter((row) => row.shop_id === shop_id && row.is_posted)
      .reduce((sum, row) => {
        if (row.from_holder !== 'staff') return sum + row.amount_fils;
        return row.to_holder === 'staff' ? sum : sum - row.amount_fils;
      }, 0);
    const held = rows
      .filter((row) => row.shop_id === shop_id)
      .reduce((sum, row) => sum + row.cash_on_hand_fils, 0);
    return held === outside ? [] : [`shop ${shop_id}: the staff hold ${held} fils, ${outside} came in`];
  });
}

function pinnedFiles(rows: RecordRow[], { files }: Records, elsewhere: Elsewhere): string[] {
  const by_id = new Map(files.map((file) => [file.id, file]));
  return rows.flatMap(({ id, file_ids }) =>
    file_ids.flatMap((file_id) => {
      const file = by_id.get(file_id);
      if (!file?.is_pinned) return [`a file of record ${id} is not pinned`];
      return elsewhere.hasContent(file.shop_id, file.sha256)
        ? []
        : [`a file of record ${id} has lost its content`];
    }),
  );
}

/** The order that stands is that of an arrangement which stands, and whose maker knew what the desk had arranged (ruling G2). */
function stopsOfDrivers({ stops }: Records): string[] {
  return stops.flatMap(({ driver_id, order_ids, arranged_ids, stands, known_desk, desk_arrangements }) => {
    const found: string[] = [];
    const name = `the stops of driver ${driver_id}`;
    if (!stands) found.push(`${name} stand as an arrangement says that does not`);
    if (known_desk !== desk_arrangements) found.push(`${name} stand against the desk's arrangement`);
    const kept = arranged_ids.filter((id) => order_ids.includes(id));
    if (kept.join() !== order_ids.slice(0, kept.length).join())
      found.push(`${name} are not as they were arranged`);
    if (new Set(order_ids).size !== order_ids.length) found.push(`${name} name an order twice`);
    return found;
  });
}

/** What was recorded has left one row in the audit, and a hint for those who look. */
function traces({ audits, hints, ...records }: Records): string[] {
  const { deliveries, handovers, deposits, floats, arrangements, issues } = records;
  const audited = grouped(audits, ({ command_id }) => command_id);
  const hinted = new Set(hints.map(({ command_id }) => command_id));
  const recorded = [...deliveries, ...handovers, ...deposits, ...floats, ...arrangements, ...issues];
  return recorded.flatMap(({ command_id }) => {
    if (command_id === null) return [];
    const found: string[] = [];
    const rows = audited.get(command_id)?.length ?? 0;
    if (rows !== 1) found.push(`command ${command_id} is audited ${rows} times`);
    if (!hinted.has(command_id)) found.push(`nobody was told of command ${command_id}`);
    return found;
  });
}

/** Whoever reads the feed hears of every hint, and of each once. */
export function unheard({ hints }: Records, heard: readonly string[], lost: number): string[] {
  const times = grouped(heard, (id) => id);
  const found = hints
    .filter(({ id }) => times.get(id)?.length !== 1)
    .map(({ id }) => `hint ${id} was heard ${times.get(id)?.length ?? 0} times`);
  return lost > 0 ? [...found, `a reader of the feed lost his place ${lost} times`] : found;
}

function operatorsCash(book: Book, { issues }: Records): string[] {
  return book.issues().flatMap(({ id, booked, amount_fils }) => {
    const rows = issues.filter((row) => row.command_id === id);
    const wrong = rows.some((row) => row.amount_fils !== amount_fils);
    if (wrong) return [`issue ${id} has another amount`];
    if (booked === true && rows.length !== 1)
      return [`issue ${id} was booked and is there ${rows.length} times`];
    return booked === false && rows.length > 0 ? [`issue ${id} was refused and is there`] : [];
  });
}

function grouped<Row>(rows: readonly Row[], keyOf: (row: Row) => string): Map<string, Row[]> {
  const groups = new Map<string, Row[]>();
  for (const row of rows) groups.set(keyOf(row), [...(groups.get(keyOf(row)) ?? []), row]);
  return groups;
}
