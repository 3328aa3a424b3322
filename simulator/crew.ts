import type { Role } from '../contract/rules/roles.ts';
import type { Random } from './random.ts';

/** Returns the roles of the people in each of the two shops: 3 to 8 people in all, each with a phone. */
export function crewOf(random: Random): [Role[], Role[]] {
  const phones = random.between(3, 8);
  const second: Role[] = phones > 6 ? ['Admin', 'Manager', 'Driver'] : phones > 5 ? ['Driver'] : [];
  const first = phones - second.length;
  // Two managers may collect from the same person concurrently.
  const managers: Role[] = first > 4 ? ['Manager', 'Manager'] : ['Manager'];
  const drivers = Array.from({ length: first - managers.length - 1 }, (): Role => 'Driver');
  return [['Admin', ...managers, ...drivers], second];
}
