import { type Command, InvalidArgumentError } from 'commander';
import { formatMoney } from '../../../contract/rules/amounts/money.ts';
import { formatDateTime } from '../../../contract/rules/dates/dates.ts';
import { MAX_DEVICE_NUMBER } from '../../../contract/rules/device-chain.ts';
import { UUID } from '../../../contract/rules/ids.ts';
import { formatNumbers } from '../../../contract/rules/number-ranges.ts';
import { explainDeviceNumbers } from '../../devices/explain-numbers.ts';
import { devicesOf, type ListedDevice } from '../../devices/list-devices.ts';
import { runOnce } from '../../operations/run-as.ts';
import { machineNow } from '../../platform/machine.ts';
import { readReason } from '../../platform/read-reason.ts';
import type { Cli } from '../cli.ts';
import { chosenShop, onShop, operate, type ShopOption, shopOption } from '../operate.ts';
import { TerminalError } from '../terminal/ending.ts';
import { type AsJson, printRows } from '../terminal/print.ts';

/** The same maximum as in the API. */
const EXPLAINED_MAX = 1_000;

export function addDeviceCommands(program: Command, cli: Cli): void {
  const devices = program
    .command('devices')
    .description('phones and other browsers of staff: pending commands, and commands that never arrived');
  listCommand(devices, cli);
  explainCommand(devices, cli);
}

function listCommand(devices: Command, cli: Cli): void {
  devices
    .command('list', { isDefault: true })
    .addOption(shopOption())
    .option('--json', 'as JSON, amounts in fils')
    .description('devices, last seen first, with numbers that are missing for over 15 minutes')
    .action(async ({ shop, json }: ShopOption & AsJson) => {
      const { rows, time_zone } = await operate(cli, async (tx) => {
        const { shop_id, time_zone } = await chosenShop(tx, shop);
        return { rows: await devicesOf(tx, shop_id, machineNow()), time_zone };
      });
      const readable = rows.map((row) => readableRow(row, time_zone));
      if (json) cli.print(JSON.stringify(rows, null, 2));
      else printRows(cli, {}, readable, 'There is no device yet');
    });
}

function readableRow(device: ListedDevice, time_zone: string) {
  const { unsent, not_arrived, chain_broken_at, open_orders } = device;
  return {
    id: device.id,
    device: device.name,
    people: device.users.map(({ full_name }) => full_name).join(', '),
    last_seen: `${formatDateTime(device.last_seen_at, time_zone)}, ${device.last_user.full_name}`,
    unsent: unsent.count === 0 ? null : `${unsent.count}, ${formatMoney(unsent.amount_fils)}`,
    not_arrived: formatNumbers(not_arrived.map(({ number }) => number)) || null,
    chain: chain_broken_at === null ? 'intact' : `broken at #${chain_broken_at}`,
    open_orders:
      open_orders.count === 0 ? null : `${open_orders.count}, ${formatMoney(open_orders.due_fils)} due`,
  };
}

type Explaining = ShopOption & { reason: string; chain?: number };

function explainCommand(devices: Command, cli: Cli): void {
  devices
    .command('explain')
    .argument('<device>', 'its id; see devices list', readDeviceId)
    .argument('[numbers...]', "missing numbers, as '#418-#420' or 418")
    .requiredOption('--reason <text>', 'the reason; stored with the numbers')
    .option('--chain <number>', 'the number at which its chain is broken; see devices list', readNumber)
    .addOption(shopOption())
    .description(
      'explain why numbers of a device will never arrive, or why its chain is broken; a number that arrives later counts as arrived',
    )
    .action(async (device_id: string, given: string[], { shop, reason, chain }: Explaining) => {
      const numbers = readNumbers(given);
      if (numbers.length === 0 && chain === undefined)
        throw new TerminalError('Name the numbers to explain, as 418 or #418-#420');
      const input = { device_id, numbers, chain_broken_at: chain, reason: readReason(reason) };
      const { explained, chain_explained } = await onShop(cli, { shop }, (tx, operator) =>
        runOnce(tx, operator, explainDeviceNumbers, input),
      );
      if (explained.length > 0) cli.print(`Explained ${formatNumbers(explained)}`);
      if (chain_explained) cli.print(`Explained the chain, broken at #${chain}`);
      if (explained.length === 0 && !chain_explained)
        cli.print('Nothing to explain: these numbers have arrived, are closed, or are unknown');
    });
}

function readNumber(text: string): number {
  const number = Number(/^#?([1-9]\d{0,9})$/.exec(text)?.[1]);
  if (!(number <= MAX_DEVICE_NUMBER)) throw new InvalidArgumentError('Enter a number, as 418 or #418.');
  return number;
}

function readDeviceId(text: string): string {
  const device_id = text.toLowerCase();
  if (!UUID.test(device_id))
    throw new InvalidArgumentError("Enter the device's id; see mandoob devices list.");
  return device_id;
}

/** Reads numbers and ranges in any order, with or without '#'. Throws TerminalError. */
function readNumbers(given: readonly string[]): number[] {
  const numbers = new Set<number>();
  for (const part of given.flatMap((text) => text.split(',')).map((text) => text.trim())) {
    if (part === '') continue;
    const [, from, to = from] = /^#?([1-9]\d{0,9})(?:-#?([1-9]\d{0,9}))?$/.exec(part) ?? [];
    const [first, last] = [Number(from), Number(to)];
    if (!(first <= last && last <= MAX_DEVICE_NUMBER))
      throw new TerminalError(`${part} is not a number of a device: write 418 or #418-#420`);
    if (last - first + numbers.size >= EXPLAINED_MAX)
      throw new TerminalError(`More than ${EXPLAINED_MAX} numbers: explain them in several commands`);
    for (let number = first; number <= last; number += 1) numbers.add(number);
  }
  return [...numbers].sort((a, b) => a - b);
}
