import type { DeviceRow } from '../../contract/operations/dashboard/devices/list-devices.schema.ts';
import type {
  DeviceReported,
  ReportDevice,
} from '../../contract/operations/dashboard/devices/report-device.schema.ts';
import { chainText, DEVICE_HEADERS, FIRST_PREVIOUS_HASH } from '../../contract/rules/device-chain.ts';
import { newId } from '../../contract/rules/ids.ts';
import type { Sends, TestApp } from './test-app.ts';
import { sha256Of } from './test-delivery.ts';
import type { TestShop, TestStaff } from './test-shop.ts';

/** A command with its number and chain hash on a device. */
export type Numbered = {
  number: number;
  command_id: string;
  hash: string;
  previous: string;
  user_id: string;
};

type Open = ReportDevice['open'][number];
type Closed = ReportDevice['closed'][number];

export const chainHash = (previous: string, number: number, command_id: string) =>
  sha256Of(new TextEncoder().encode(chainText(previous, number, command_id)));

/** A device that numbers commands as the web app does. */
export function testDevice(id: string = newId()) {
  const made: Numbered[] = [];
  return {
    id,
    made,
    /** Makes the next command, by this user. */
    make(by: Pick<TestStaff, 'user_id'>, command_id: string = newId()): Numbered {
      const previous = made.at(-1)?.hash ?? FIRST_PREVIOUS_HASH;
      const number = made.length + 1;
      const { user_id } = by;
      const next = { number, command_id, previous, hash: chainHash(previous, number, command_id), user_id };
      made.push(next);
      return next;
    },
    /** Returns the device's report of its current state. */
    report(
      contents: { open?: Open[]; closed?: Closed[]; unnumbered?: { count: number; fils: number } } = {},
    ): ReportDevice {
      const { open = [], closed = [], unnumbered = { count: 0, fils: 0 } } = contents;
      return {
        device_id: id,
        highest: made.length,
        highest_hash: made.at(-1)?.hash ?? null,
        open,
        closed,
        unsent_count: open.length + unnumbered.count,
        unsent_fils: open.reduce((sum, { amount_fils }) => sum + amount_fils, unnumbered.fils),
      };
    },
  };
}

export type TestDevice = ReturnType<typeof testDevice>;

export function deviceHeaders(device: Pick<TestDevice, 'id'>, { number, hash, previous }: Numbered) {
  return {
    [DEVICE_HEADERS.device_id]: device.id,
    [DEVICE_HEADERS.device_number]: String(number),
    [DEVICE_HEADERS.device_hash]: hash,
    [DEVICE_HEADERS.device_previous]: previous,
  };
}

export function openOf(
  { number, command_id, user_id }: Numbered,
  amount_fils = 14_500,
  made_at = new Date(),
): Open {
  return {
    number,
    command_id,
    user_id,
    endpoint: 'confirm_delivery',
    amount_fils,
    made_at: made_at.toISOString(),
  };
}

export function closedOf(
  { number, command_id, user_id }: Numbered,
  how: Closed['how'] = 'refused',
  replaced_by: number | null = null,
): Closed {
  return { number, command_id, user_id, how, replaced_by };
}

const PHONE = 'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Chrome/126.0 Mobile Safari/537.36';

export async function sendReport(app: Sends, by: TestStaff, body: ReportDevice): Promise<DeviceReported> {
  const headers = { 'user-agent': PHONE };
  const response = await app.send('POST', '/api/devices/report', { as: by.session_id, body, headers });
  if (response.status !== 200)
    throw new Error(`The report returned ${response.status}: ${await response.text()}`);
  return response.json();
}

export async function listedDevices(app: Sends, by: TestStaff): Promise<DeviceRow[]> {
  const response = await app.send('GET', '/api/devices', { as: by.session_id });
  if (response.status !== 200)
    throw new Error(`The list returned ${response.status}: ${await response.text()}`);
  return (await response.json()).devices;
}

/** Records a command under its number, as if its device had sent it. */
export async function arrived(
  { owner }: Pick<TestApp, 'owner'>,
  { shop_id }: Pick<TestShop, 'shop_id'>,
  device: Pick<TestDevice, 'id'>,
  { number, hash, previous, command_id, user_id }: Numbered,
  recorded_at = new Date(),
): Promise<void> {
  const row = {
    shop_id,
    user_id,
    endpoint: 'confirm_delivery',
    command_id,
    fingerprint: 'a'.repeat(64),
    device_id: device.id,
    device_number: number,
    device_hash: Buffer.from(hash, 'hex'),
    device_previous: Buffer.from(previous, 'hex'),
    recorded_at,
  };
  await owner.insertInto('commands').values(row).execute();
}

export function explainNumbers(
  app: Sends,
  by: TestStaff,
  device_id: string,
  numbers: number[],
  reason = 'The phone fell into the sea',
): Promise<Response> {
  return app.send('POST', `/api/devices/${device_id}/explain`, {
    as: by.session_id,
    body: { numbers, reason },
  });
}
