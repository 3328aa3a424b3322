import type { Devices } from '../../contract/operations/dashboard/devices/list-devices.schema.ts';
import { leftOn, missingOn } from '../book/device-numbers.ts';
import type { Records } from '../book/records.ts';
import type { TabProgram } from '../phone/tab-program.ts';
import type { SeedWorld } from '../seed-world.ts';

type Manager = { user_id: string; shop_id: number; program: TabProgram };
/** The phones of a shop, as one of its managers was shown them. */
export type ShownPhones = { shop_id: number; devices: Devices['devices'] };

/**
 * What went with each lost phone a manager explains who never had it in his hands; its own person may not (ruling G4). Where nobody
 * may, it stays missing. Then they look at the list of phones: the answer. `records` are those of now.
 */
export async function explainLost(world: SeedWorld, records: Records): Promise<ShownPhones[]> {
  const { book, crowd, failures, tell } = world;
  for (const phone of crowd.numbered().filter(({ is_lost }) => is_lost)) {
    const { name, device_id } = phone;
    const [numbers, missing] = [leftOn(phone, records), missingOn(phone, records)];
    if (missing.length === 0 || device_id === null) continue;
    for (const { user_id, program } of managersOf(world, phone.shop_id)) {
      const body = { numbers, reason: 'The phone is lost' };
      const asked = { params: { device_id }, body, as_user: user_id };
      const answer = await program.ask('explain_device_numbers', asked).catch(codeOf);
      if (user_id === phone.user_id) {
        if (answer !== 'own_device') failures.push(`${name} was explained by its own person`);
      } else if (typeof answer === 'string') {
        failures.push(`what went with ${name} could not be explained: ${answer}`);
      } else {
        const { explained } = answer;
        book.explain(device_id, explained);
        tell(`a manager explains ${explained.join()} of ${name}`);
        // Of the others the server may have heard, or not.
        if (missing.some((number) => !explained.includes(number)))
          failures.push(`of ${name} ${explained.join()} were explained instead of ${missing.join()}`);
      }
    }
  }
  const shown: ShownPhones[] = [];
  for (const { user_id, shop_id, program } of managersOf(world))
    shown.push({ shop_id, ...(await program.ask('list_devices', { as_user: user_id })) });
  return shown;
}

/** Everybody is back by then, with a tab open. */
function managersOf({ crowd }: SeedWorld, of_shop?: number): Manager[] {
  return crowd.phones().flatMap(({ person: { user_id, shop_id, role }, tabs }) => {
    const [tab] = tabs();
    const is_wanted = role === 'Manager' && (of_shop ?? shop_id) === shop_id;
    return is_wanted && tab ? [{ user_id, shop_id, program: tab.program }] : [];
  });
}

/** In what a list of phones differs from the book. */
export function shownWrongly(
  { crowd }: SeedWorld,
  records: Records,
  { shop_id, devices }: ShownPhones,
): string[] {
  return crowd
    .numbered()
    .filter((phone) => phone.shop_id === shop_id)
    .flatMap((phone) => {
      const listed = devices.find(({ id }) => id === phone.device_id);
      if (!listed) return phone.is_lost ? [] : [`${phone.name} is not in the list of phones`];
      const left = leftOn(phone, records);
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
