import type { CardMachine } from '../../contract/schemas/handovers.ts';
import type { Staff } from '../platform/actor.ts';
import { Problem } from '../platform/problem.ts';

export type LockedDriver = {
  id: number;
  user_id: string;
  full_name: string;
  status: string;
  /** Neither disabled, nor gone to another shop, nor an Admin by now: the list leaves them out as well. */
  drives_here: boolean;
};

/** Cash changes hands with somebody else who is in the shop (rulings A8, B6). Throws what it refuses. */
export function admitDriver(actor: Staff, driver: LockedDriver | undefined): LockedDriver {
  if (!driver) throw new Problem('driver_unknown');
  if (driver.user_id === actor.user_id) throw new Problem('own_cash');
  if (driver.status !== 'available' || !driver.drives_here) throw new Problem('driver_not_available');
  return driver;
}

/** A machine is named when and only when one changes hands. Throws `invalid_input`. */
export function admitMachineChoice(
  changes_hands: boolean,
  card_machine_id: string | null,
  must_be_named: boolean,
): void {
  if (!changes_hands && card_machine_id !== null) throw badMachine('no card machine changes hands');
  if (changes_hands && card_machine_id === null && must_be_named) throw badMachine('say which card machine');
}

function badMachine(detail: string): Problem {
  return Problem.ofInput('card_machine_id', detail);
}

/** Only a machine that is in the shop, or with this very driver already, can be given. */
export function admitGivenMachine(machine: CardMachine, driver_id: number): void {
  const elsewhere = machine.holder_driver_id !== null && machine.holder_driver_id !== driver_id;
  if (elsewhere) throw new Problem('card_machine_elsewhere', machine.number);
}
