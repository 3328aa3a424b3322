import type { Context } from 'hono';
import { DEVICE_HEADERS, MAX_DEVICE_NUMBER } from '../../contract/rules/device-chain.ts';
import { SHA256, UUID } from '../../contract/rules/ids.ts';
import type { Log } from '../platform/logging/log.ts';

/** The device and number of a command, and its place in the device's hash chain. */
export type DeviceNumber = { device_id: string; number: number; hash: string; previous: string };

/**
 * Reads a command's device headers; null if there are none, as from older builds, or if they are invalid.
 * Invalid headers are logged and do not prevent cash from being recorded. The hashes are checked when the
 * device is viewed.
 */
export function deviceNumberOf(c: Context, log: Pick<Log, 'warn'>): DeviceNumber | null {
  const header = (name: keyof typeof DEVICE_HEADERS) => c.req.header(DEVICE_HEADERS[name]) ?? '';
  const device_id = header('device_id').toLowerCase();
  const [digits, hash, previous] = [
    header('device_number'),
    header('device_hash').toLowerCase(),
    header('device_previous').toLowerCase(),
  ];
  if (`${device_id}${digits}${hash}${previous}` === '') return null;
  const number = /^[1-9]\d{0,9}$/.test(digits) ? Number(digits) : Number.NaN;
  const are_good =
    UUID.test(device_id) && number <= MAX_DEVICE_NUMBER && SHA256.test(hash) && SHA256.test(previous);
  if (are_good) return { device_id, number, hash, previous };
  log.warn({ route: c.req.routePath }, 'a command had invalid device headers');
  return null;
}
