import type { Devices } from '../../contract/operations/dashboard/devices/list-devices.schema.ts';
import { missingOn, unsettledOn } from '../book/device-numbers.ts';
import type { Records } from '../book/records.ts';
import type { TabProgram } from '../phone/tab-program.ts';
import type { SeedEnvironment } from '../seed-environment.ts';

type Manager = { user_id: string; shop_id: number; program: TabProgram };
/** The devices of a shop as listed for one of its managers. */
export type ListedDevices = { shop_id: number; devices: Devices['devices'] };

/**
 * Lets managers explain the missing numbers of each lost phone that they never used; its own user is not
 * permitted to (ruling G4), so some numbers stay missing. Returns the device lists that the managers see
 * afterwards. `records` are the current ones.
 */
export async function explainLostPhones(
  environment: SeedEnvironment,
  records: Records,
): Promise<ListedDevices[]> {
  const { book, crowd, failures, tell } = environment;
  for (const phone of crowd.numbered().filter(({ is_lost }) => is_lost)) {
    const { name, device_id } = phone;
    const [numbers, missing] = [unsettledOn(phone, records), missingOn(phone, records)];
    if (missing.length === 0 || device_id === null) continue;
    for (const { user_id, program } of managersOf(environment, phone.shop_id)) {
      const body = { numbers, reason: 'The phone is lost' };
      const request = { params: { device_id }, body, as_user: user_id };
      const response = await program.ask('explain_device_numbers', request).catch(codeOf);
      if (user_id === phone.user_id) {
        if (response !== 'own_device') failures.push(`${name} was explained by its own user`);
      } else if (typeof response === 'string') {
        failures.push(`the missing numbers of ${name} could not be explained: ${response}`);
      } else {
        const { explained } = response;
        book.explain(device_id, explained);
        tell(`a manager explains ${explained.join()} of ${name}`);
        // The other numbers may or may not be known to the server.
        if (missing.some((number) => !explained.includes(number)))
          failures.push(`of ${name} ${explained.join()} were explained instead of ${missing.join()}`);
      }
    }
  }
  const shown: ListedDevices[] = [];
  for (const { user_id, shop_id, program } of managersOf(environment))
    shown.push({ shop_id, ...(await program.ask('list_devices', { as_user: user_id })) });
  return shown;
}

/** Returns the managers, of one shop or of all. All are signed in by then, with a tab open. */
export function managersOf({ crowd }: SeedEnvironment, of_shop?: number): Manager[] {
  return crowd.phones().flatMap(({ person: { user_id, shop_id, role }, tabs }) => {
    const [tab] = tabs();
    const is_wanted = role === 'Manager' && (of_shop ?? shop_id) === shop_id;
    return is_wanted && tab ? [{ user_id, shop_id, program: tab.program }] : [];
  });
}

/** Returns the differences between a list of devices and the book. */
export function deviceListDifferences(
  { crowd }: SeedEnvironment,
  records: Records,
  { shop_id, devices }: ListedDevices,
): string[] {
  return crowd
    .numbered()
    .filter((phone) => phone.shop_id === shop_id)
    .flatMap((phone) => {
      const listed = devices.find(({ id }) => id === phone.device_id);
      if (!listed) return phone.is_lost ? [] : [`${phone.name} is not in the list of phones`];
      const left = unsettledOn(phone, records);
      const wrongly = listed.not_arrived
        .map(({ number }) => number)
        .filter((number) => !left.includes(number));
      return [
        ...wrongly.map((number) => `the list shows that number ${number} of ${phone.name} has not arrived`),
        ...(listed.unsent.count > left.length
          ? [`the list shows ${listed.unsent.count} unsent on ${phone.name} instead of ${left.length}`]
          : []),
      ];
    });
}

function codeOf(error: unknown): string {
  const { problem } = error as { problem?: { code: string } };
  return problem?.code ?? String(error);
}
