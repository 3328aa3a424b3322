import type { Book } from './book.ts';
import type { CommandRow, DeviceRow, Records } from './records.ts';

/** What a phone has numbered for its person's shop, as its own disk, its tabs and its person's colleagues have it. */
export type PhoneNumbers = {
  name: string;
  user_id: string;
  shop_id: number;
  /** Null before it was needed. */
  device_id: string | null;
  is_lost: boolean;
  highest: number;
  /** The highest number that the server has told it to have heard of; 0 when none. */
  told: number;
  /** Of what is not decided there. */
  open: readonly number[];
  /** What was refused, replaced or given up there, and is not told yet as far as the phone knows. */
  closing: readonly number[];
  /** What a manager has explained. */
  explained: ReadonlySet<number>;
  /** The commands that were seen under each number. */
  given: ReadonlyMap<number, ReadonlySet<string>>;
};

/**
 * Nothing is missing (ruling G4): each number is given once and arrives, is over, is explained, or is open on its phone; and the
 * server misses those that are open and that it has heard of, no others. A lost phone leaves behind what it had not sent.
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
      .map(({ command_id }) => `command ${command_id} came without a number`),
    ...records.devices
      .filter(({ chain_broken_at }) => chain_broken_at !== null)
      .map(({ id, chain_broken_at }) => `the chain of device ${id} is broken at ${chain_broken_at}`),
    ...phones.flatMap((phone) => [
      ...givenOnce(phone),
      ...missedRightly(phone, records),
      ...(is_end && !phone.is_lost ? allSettled(book, phone, records) : []),
    ]),
  ];
}

/** What no server has, and nobody has explained: the numbers that may count as missing, lowest first. */
export function leftOn(phone: PhoneNumbers, records: Records): number[] {
  const arrived = arrivedOf(phone, records);
  // The server may have taken note of an end without the phone having heard so, and may not have yet.
  return [...phone.open, ...phone.closing]
    .filter((number) => !arrived.has(number) && !phone.explained.has(number))
    .sort((one, other) => one - other);
}

/** Those of them that the server has heard of for certain, so that they count. */
export function missingOn(phone: PhoneNumbers, records: Records): number[] {
  if (!deviceOf(phone, records)) return [];
  const known = Math.max(phone.told, ...arrivedOf(phone, records));
  return leftOn(phone, records).filter((number) => number <= known && phone.open.includes(number));
}

function isUnnumbered({ device_id, status }: CommandRow): boolean {
  return device_id === null && status !== null;
}

/** From 1 on without a gap, none twice. */
function givenOnce({ name, is_lost, highest, given }: PhoneNumbers): string[] {
  const found = [...given]
    .filter(([, commands]) => commands.size > 1)
    .map(([number, commands]) => `${name} gave number ${number} to ${[...commands].join(' and ')}`);
  // What a lost phone had just written, nobody has seen.
  const unseen = is_lost ? [] : numbersTo(highest).filter((number) => !given.has(number));
  const beyond = [...given.keys()].filter((number) => number > highest);
  return [
    ...found,
    ...unseen.map((number) => `${name} skipped number ${number}`),
    ...beyond.map((number) => `${name} has forgotten that it gave number ${number}`),
  ];
}

/** What the server misses now, whether or not it is old enough to be shown. */
function missedRightly(phone: PhoneNumbers, records: Records): string[] {
  const { name, device_id } = phone;
  const left = leftOn(phone, records);
  const missed = records.unsettled.filter((row) => row.device_id === device_id).map(({ number }) => number);
  return [
    ...missed
      .filter((number) => !left.includes(number))
      .map((number) => `number ${number} of ${name} counts as missing and is settled`),
    ...missingOn(phone, records)
      .filter((number) => !missed.includes(number))
      .map((number) => `number ${number} of ${name} is only there, and counts as settled`),
  ];
}

/** At the end nothing waits on a phone that is there: each number has arrived or is over, and the server knows of all. */
function allSettled(book: Book, phone: PhoneNumbers, records: Records): string[] {
  const { name, device_id, highest, closing, given } = phone;
  const device = deviceOf(phone, records);
  if (!device) return [`${name} has told nobody of itself`];
  if (device.highest !== highest)
    return [`${name} gave ${highest} numbers, and has told of ${device.highest}`];
  const arrived = arrivedOf(phone, records);
  const missed = records.unsettled.filter((row) => row.device_id === device_id);
  const hasEnded = (number: number) => {
    // What ended before the first report nobody had to be told of.
    const [command_id = ''] = given.get(number) ?? [];
    const { how } = book.find(command_id)?.heard ?? {};
    return device.over.includes(number) || how === 'refused' || how === 'given up';
  };
  return [
    ...closing.map((number) => `${name} has not told how number ${number} ended`),
    ...missed.map(({ number, state }) => `number ${number} of ${name} is ${state} for ever`),
    ...numbersTo(highest)
      .filter((number) => !arrived.has(number) && !hasEnded(number))
      .map((number) => `number ${number} of ${name} is neither here nor over`),
  ];
}

/** Of a phone that people pass on each shop sees its own part. */
function deviceOf({ device_id, shop_id }: PhoneNumbers, { devices }: Records): DeviceRow | undefined {
  return devices.find((device) => device.id === device_id && device.shop_id === shop_id);
}

/** By the command that was seen under a number, whatever number the server has it under. */
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
