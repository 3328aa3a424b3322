import { describe, expect, test } from 'vitest';
import type { Profile } from '../../contract/operations/dashboard/profile/read-profile.schema.ts';
import device from '../../tests/upgrades/kept/device-d3609fa.json';
import type { CommandName, OutboxEntry } from '../offline/outbox-entry.ts';
import { CASH_COMMANDS } from './cash/cash-commands.ts';
import type { Command, Press } from './command.ts';
import { messagesOf } from './commands.ts';
import { standingOf } from './notices/standing.ts';

/** Outbox entries written by the build of d3609fa, read by this build's commands (decision 27). */
const { commands, stores } = device;
const entries = stores.entries.records.map(({ value }) => value as unknown as OutboxEntry);

function keptEntry<N extends CommandName>(command_id: string): OutboxEntry<N> {
  const entry = entries.find((one) => one.command_id === command_id);
  if (!entry) throw new Error('The entry is not in the kept store');
  return entry as OutboxEntry<N>;
}

test.each([
  [commands.waiting, 'busy', undefined],
  [commands.unknown, 'unknown', "We don't know yet whether this was recorded"],
  [commands.refused, 'refused', 'This delivery was not recorded'],
  [commands.done, 'done', undefined],
  [commands.held, 'held', 'This handover is not recorded yet'],
  [commands.end, 'unknown', "We don't know yet whether this was recorded"],
  [commands.deposit, 'refused', 'This deposit was not recorded'],
  [commands.collection, 'busy', undefined],
])('an entry of an older build has its standing and notice: %s', (command_id, standing, title) => {
  const entry = keptEntry(command_id);
  expect(standingOf(entry, true)).toBe(standing);
  const notices: Record<string, { title: string } | undefined> =
    messagesOf(entry.endpoint)?.notices(entry) ?? {};
  expect(notices[standing]?.title).toBe(title);
});

describe('a signed command of an older build', () => {
  /** The stored bytes of a file of this entry. */
  function bytesOf(command_id: string, path: string): Uint8Array<ArrayBuffer> {
    const file = stores.entry_files.records.find(
      ({ value }) => value.command_id === command_id && value.path === path,
    );
    if (!file) throw new Error('The file is not in the kept store');
    return Uint8Array.from(Buffer.from(file.value.bytes.base64, 'base64'));
  }

  const by: Profile = {
    id: device.manager,
    full_name: 'Mona Saleh',
    role: 'Admin',
    shop_id: 1,
    shop: { id: 1, name: 'Al Noor', time_zone: 'Asia/Dubai' },
    driver: null,
    must_change_password: false,
  };

  /** Restores its input from the device and prepares it again as if pressed at the same time. */
  async function again<N extends CommandName, Given>(command: Command<N, Given>, entry: OutboxEntry<N>) {
    const { command_id, occurred_at, clock_offset_ms } = entry;
    const receipt = entry.files.find(({ type }) => type === 'application/pdf');
    const paper = async () => new Blob([bytesOf(command_id, receipt?.path ?? '')]);
    const documents = {
      deliveryNote: paper,
      handoverReceipt: paper,
      depositReceipt: paper,
      floatReceipt: paper,
      settlementReceipt: paper,
      orderPaymentReceipt: paper,
      voidDocument: paper,
      correctionDocument: paper,
    };
    const press: Press = { command_id, by, pressed_at: new Date(occurred_at), clock_offset_ms, documents };
    const given = await command.recall?.(entry, async (path) => new Blob([bytesOf(command_id, path)]));
    return await command.prepare(given as Given, press);
  }

  async function expectTheSame<N extends CommandName, Given>(command: Command<N, Given>, command_id: string) {
    const entry = keptEntry<N>(command_id);
    const { body, files } = await again(command, entry);
    expect(body).toEqual(entry.input);
    expect(files.map(({ bytes: _, ...file }) => file)).toEqual(
      entry.files.map(({ sent: _, ...file }) => file),
    );
  }

  test.each([
    ['a start of day', () => expectTheSame(CASH_COMMANDS.start_handover, commands.held)],
    ['an end of day', () => expectTheSame(CASH_COMMANDS.end_handover, commands.end)],
    ['a collection', () => expectTheSame(CASH_COMMANDS.collect_cash, commands.collection)],
    ['a deposit', () => expectTheSame(CASH_COMMANDS.record_deposit, commands.deposit)],
  ])('is restored and prepared with the same body and files: %s', (_, same) => same());
});
