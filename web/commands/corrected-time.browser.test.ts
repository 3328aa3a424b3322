import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { monthOf } from '../../contract/rules/dates/dates.ts';
import { newId } from '../../contract/rules/ids.ts';
import { instantOfCollection, instantOfDeposit, instantOfHandover } from '../../contract/rules/references.ts';
import { deliveryOrder, driverProfile } from '../../tests/support/delivery-order.ts';
import { openTab, signedIn, type Tab } from '../../tests/support/device-tabs.ts';
import { inkPng } from '../../tests/support/sample-pictures.ts';
import { clockOffsetMs, serverClock } from '../api/this-page.ts';
import { EMPTY_DRAFT } from '../offline/drafts/drafts.ts';
import type { CommandName, OutboxEntry } from '../offline/outbox-entry.ts';
import { collect } from './cash/collect.ts';
import { deposit } from './cash/deposit.ts';
import { startHandover } from './cash/start-handover.ts';
import type { Command } from './command.ts';
import { deliver } from './delivery/deliver.ts';
import { DOCUMENTS } from './documents.ts';
import { makeCommand } from './make-command.ts';

/** The device's clock is 40 days behind the server's, and this offset was measured. */
const OFFSET_MS = 40 * 86_400_000;
const profile = driverProfile();
const { time_zone } = profile.shop;
const signature = { png: await inkPng(), typed: false, signer: 'Omar' };
let tab: Tab;

beforeAll(() => {
  const now = Date.now();
  serverClock.note(String(now + OFFSET_MS), now, now);
});
afterAll(() => localStorage.removeItem('mandoob.clock_offset_ms'));
beforeEach(() => {
  tab = openTab(`made-at-${newId()}`, signedIn(profile.id).identity);
});
afterEach(() => tab.close());

function make<N extends CommandName, Given>(command: Command<N, Given>, given: Given, role = 'Manager') {
  const persistence = { request: async () => {} };
  const device = {
    environment: tab.environment,
    persistence,
    outbox: tab.outbox,
    documents: DOCUMENTS,
    clockOffsetMs,
  };
  return makeCommand(command, given, { by: { ...profile, role }, command_id: newId(), device });
}

/** Returns the server's time for the command, and checks the measured offset. */
function correctedMs({ occurred_at, clock_offset_ms }: OutboxEntry): number {
  // The device's two clocks do not tick at the same instant.
  expect(Math.abs(clock_offset_ms - OFFSET_MS)).toBeLessThanOrEqual(1);
  return Date.parse(occurred_at) + clock_offset_ms;
}

test('the reference and the folder of a handover use the corrected time', async () => {
  const card_machine = { changes_hands: false, id: null, number: null };
  const signatures = { driver_signature: signature, admin_signature: signature };
  const given = { driver_id: 7, amount_fils: 100, card_machine, ...signatures, estimated_fils: null };
  const entry = await make(startHandover, given, 'Admin');
  const plan = { handover_type: 'start', driver_id: 7, time_zone } as const;
  const named_at = instantOfHandover(entry.input.handover_reference, plan);
  expect(named_at?.getTime()).toBe(correctedMs(entry));
  const day = new Date(correctedMs(entry)).toLocaleDateString('sv-SE', { timeZone: time_zone });
  expect(entry.input.receipt.path).toBe(`SOD/AlNoor/${day}/7.pdf`);
});

test('the reference of a collection uses the corrected time', async () => {
  const staff = { user_id: newId(), full_name: 'Dina' };
  const signatures = { manager_signature: signature, user_signature: signature };
  const entry = await make(collect, { staff, amount_fils: 100, ...signatures });
  const named_at = instantOfCollection(entry.input.handover_reference, staff.user_id, profile.id);
  expect(named_at?.getTime()).toBe(correctedMs(entry));
});

test('the reference and the folder of a deposit use the corrected time', async () => {
  const invoice_image = new Blob([new Uint8Array([0xff, 0xd8, 0xff])], { type: 'image/jpeg' });
  const given = { amount_fils: 100, deposit_date: '2026-11-20', notes: null, invoice_image, signature };
  const entry = await make(deposit, given);
  expect(instantOfDeposit(entry.input.reference)?.getTime()).toBe(correctedMs(entry));
  const month = monthOf(new Date(correctedMs(entry)), time_zone);
  expect(entry.files.every(({ path }) => path.startsWith(`${month}/1/`))).toBe(true);
});

test("a delivery's files are in the folder of the corrected time's month", async () => {
  const photo = new Blob([new Uint8Array([0xff, 0xd8, 0xff])], { type: 'image/jpeg' });
  const draft = { ...EMPTY_DRAFT, photo, customer_name: 'Layla', receipt_confirmed: true };
  const entry = await make(deliver, { order: deliveryOrder(), draft }, 'Driver');
  const month = monthOf(new Date(correctedMs(entry)), time_zone);
  expect(entry.files.every(({ path }) => path.startsWith(`1/7/${month}/1001/`))).toBe(true);
});
