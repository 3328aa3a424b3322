import type { Book } from './book.ts';
import type { CommandRow, DeviceRow, Records } from './records.ts';

/** The numbers of a phone for its person's shop, from its disk, its tabs and the shop's managers. */
export type PhoneNumbers = {
  name: string;
  user_id: string;
  shop_id: number;
  /** Null until the phone needs one. */
  device_id: string | null;
  is_lost: boolean;
  highest: number;
  /** The highest number that the server has acknowledged; 0 if none. */
  acknowledged: number;
  /** Numbers of undecided commands on the phone. */
  open: readonly number[];
  /** Numbers refused, replaced or given up on the phone, and not yet reported as far as it knows. */
  closing: readonly number[];
  /** Numbers that a manager has explained. */
  explained: ReadonlySet<number>;
  /** The commands seen under each number. */
  given: ReadonlyMap<number, ReadonlySet<string>>;
};

/**
 * Checks that no number is missing: each is assigned once, and has arrived, is closed, is explained, or is
 * open on its phone. The server counts as missing the open numbers that it knows of, and no others. A lost
 * phone leaves its unsent numbers open.
 */
export function deviceNumbers(
  book: Book,
  records: Records,
  phones: readonly PhoneNumbers[],
  is_end: boolean,
): string[] {
  return [
    ...records.commands
      .filter(isUnnumbered)
      .map(({ command_id }) => `command ${command_id} arrived without a number`),
    ...records.devices
      .filter(({ chain_broken_at }) => chain_broken_at !== null)
      .map(({ id, chain_broken_at }) => `the chain of device ${id} is broken at ${chain_broken_at}`),
    ...phones.flatMap((phone) => [
      ...givenOnce(phone),
      ...countedAsMissing(phone, records),
      ...(is_end && !phone.is_lost ? allSettled(book, phone, records) : []),
    ]),
  ];
}

/** Returns the numbers that may count as missing, lowest first: not arrived and not explained. */
export function unsettledOn(phone: PhoneNumbers, records: Records): number[] {
  const arrived = arrivedOf(phone, records);
  // For a closing number, the server may or may not have recorded the end yet.
  return [...phone.open, ...phone.closing]
    .filter((number) => !arrived.has(number) && !phone.explained.has(number))
    .sort((one, other) => one - other);
}

/** Returns the unsettled numbers that the server certainly knows of and must therefore count as missing. */
export function missingOn(phone: PhoneNumbers, records: Records): number[] {
  if (!deviceOf(phone, records)) return [];
  const known = Math.max(phone.acknowledged, ...arrivedOf(phone, records));
  return unsettledOn(phone, records).filter((number) => number <= known && phone.open.includes(number));
}

/** The commands of the desk, which are not kept on a device. */
const UNNUMBERED = [
  'dispatch_orders',
  'postpone_orders',
  'return_orders',
  'cancel_orders',
  'assign_orders',
  'undo_orders',
  'request_adjustment',
  'request_write_off',
  'decide_approval',
  'decide_difference',
  'propose_salary',
  'change_cash_settings',
  'match_payment',
  'request_waiver',
  'request_unpaid_delivery',
];

function isUnnumbered({ device_id, status, endpoint }: CommandRow): boolean {
  return device_id === null && status !== null && !UNNUMBERED.includes(endpoint);
}

/** Checks that numbers are assigned from 1 on, without gaps or duplicates. */
function givenOnce({ name, is_lost, highest, given }: PhoneNumbers): string[] {
  const found = [...given]
    .filter(([, commands]) => commands.size > 1)
    .map(([number, commands]) => `${name} gave number ${number} to ${[...commands].join(' and ')}`);
  // The last commands of a lost phone may never have been seen.
  const unseen = is_lost ? [] : numbersTo(highest).filter((number) => !given.has(number));
  const beyond = [...given.keys()].filter((number) => number > highest);
  return [
    ...found,
    ...unseen.map((number) => `${name} skipped number ${number}`),
    ...beyond.map((number) => `${name} no longer knows that it gave number ${number}`),
  ];
}

/** Compares the numbers that the server counts as missing now, including those too recent to be shown. */
function countedAsMissing(phone: PhoneNumbers, records: Records): string[] {
  const { name, device_id } = phone;
  const left = unsettledOn(phone, records);
  const missed = records.unsettled.filter((row) => row.device_id === device_id).map(({ number }) => number);
  return [
    ...missed
      .filter((number) => !left.includes(number))
      .map((number) => `number ${number} of ${name} counts as missing, but is settled`),
    ...missingOn(phone, records)
      .filter((number) => !missed.includes(number))
      .map((number) => `number ${number} exists only on ${name}, but counts as settled`),
  ];
}

/**
 * Checks that at the end each number of a phone that is not lost has arrived or is closed, and the server
 * knows all.
 */
function allSettled(book: Book, phone: PhoneNumbers, records: Records): string[] {
  const { name, device_id, highest, closing, given } = phone;
  const device = deviceOf(phone, records);
  if (!device) return [`${name} is unknown to the server`];
  if (device.highest !== highest) return [`${name} gave ${highest} numbers, but reported ${device.highest}`];
  const arrived = arrivedOf(phone, records);
  const missed = records.unsettled.filter((row) => row.device_id === device_id);
  const hasEnded = (number: number) => {
    // A number that ended before the first report need not be reported.
    const [command_id = ''] = given.get(number) ?? [];
    const { how } = book.find(command_id)?.outcome ?? {};
    return device.over.includes(number) || how === 'refused' || how === 'given up';
  };
  return [
    ...closing.map((number) => `${name} has not reported how number ${number} ended`),
    ...missed.map(({ number, state }) => `number ${number} of ${name} remains ${state}`),
    ...numbersTo(highest)
      .filter((number) => !arrived.has(number) && !hasEnded(number))
      .map((number) => `number ${number} of ${name} has neither arrived nor ended`),
  ];
}

/** Returns the device as its shop sees it: several shops may use one phone. */
function deviceOf({ device_id, shop_id }: PhoneNumbers, { devices }: Records): DeviceRow | undefined {
  return devices.find((device) => device.id === device_id && device.shop_id === shop_id);
}

/** Returns the numbers whose commands are recorded, even if under another number. */
function arrivedOf({ given, device_id }: PhoneNumbers, { commands }: Records): Set<number> {
  const recorded = new Set(commands.map(({ command_id }) => command_id));
  const own = commands.filter((command) => command.device_id === device_id);
  return new Set([
    ...own.flatMap(({ device_number }) => device_number ?? []),
    ...[...given].flatMap(([number, ids]) => ([...ids].some((id) => recorded.has(id)) ? number : [])),
  ]);
}

function numbersTo(highest: number): number[] {
  return Array.from({ length: highest }, (_, at) => at + 1);
}
