import type { Role } from '../contract/rules/roles.ts';
import type { Random } from './random.ts';

/** Who works in the two shops of a run: 3 to 8 people, each with a phone. */
export function crewOf(random: Random): [Role[], Role[]] {
  const phones = random.between(3, 8);
  const second: Role[] = phones > 6 ? ['Admin', 'Manager', 'Driver'] : phones > 5 ? ['Driver'] : [];
  const first = phones - second.length;
  // Two of them may collect from the same person at once.
  const managers: Role[] = first > 4 ? ['Manager', 'Manager'] : ['Manager'];
  const drivers = Array.from({ length: first - managers.length - 1 }, (): Role => 'Driver');
  return [['Admin', ...managers, ...drivers], second];
}
