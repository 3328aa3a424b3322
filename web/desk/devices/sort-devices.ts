import type { DeviceRow } from '../../../contract/operations/dashboard/devices/list-devices.schema.ts';
import { isMissing, isSilent } from '../../components/devices/missing-numbers.ts';

export type ListedDevice = DeviceRow & {
  /** True if not seen for an hour, with orders still to deliver. */
  quiet: boolean;
};

/**
 * Sorts by urgency: missing commands, silent, unsent work, others; within a group the server's order remains.
 */
export function sortByUrgency(devices: readonly DeviceRow[], now_ms: number): ListedDevice[] {
  const care = (phone: ListedDevice) =>
    isMissing(phone) ? 0 : phone.quiet ? 1 : phone.unsent.count > 0 ? 2 : 3;
  return devices
    .map((device) => ({ ...device, quiet: !isMissing(device) && isSilent(device, devices, now_ms) }))
    .toSorted((one, other) => care(one) - care(other));
}
