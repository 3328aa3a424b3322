import { plural, t } from '@lingui/core/macro';
import type {
  CardMachine,
  HandoverDriver,
  HandoverDrivers,
} from '../../../contract/operations/dashboard/cash/list-handover-drivers.schema.ts';
import type { HandoverType } from '../../../contract/rules/references.ts';

/** `machine` is the id, UNLISTED, or the empty text while none is chosen. */
export type MachineChoice = { changes_hands: boolean; machine: string };

export const NO_MACHINE: MachineChoice = { changes_hands: false, machine: '' };
/** The choice for a received machine that is not registered. */
export const UNLISTED = 'unlisted';

type Machines = readonly CardMachine[];

/** Returns the machines that can be given to this driver: those in the shop or already with the driver. */
export function machinesToGive(machines: Machines, driver_id: number | null): CardMachine[] {
  return machines.filter(
    ({ holder_driver_id }) => holder_driver_id === null || holder_driver_id === driver_id,
  );
}

export function machinesOutWith(machines: Machines, driver_id: number | null): CardMachine[] {
  return machines.filter(
    ({ holder_driver_id }) => holder_driver_id !== null && holder_driver_id === driver_id,
  );
}

/** Returns the choice after ticking the box; a single candidate is chosen automatically. */
export function choiceWhenTicked(
  handover_type: HandoverType,
  machines: Machines,
  driver_id: number | null,
): MachineChoice {
  const likely =
    handover_type === 'start' ? machinesToGive(machines, driver_id) : machinesOutWith(machines, driver_id);
  const meant = likely.length === 0 && handover_type === 'end' ? machines : likely;
  return { changes_hands: true, machine: meant.length === 1 ? (meant[0]?.id ?? '') : '' };
}

/**
 * Returns the choice after another driver is chosen; the tick is kept. At the start of day, the machine is
 * kept if this driver can be given it and has none yet. Otherwise, and at the end of day, it is chosen as
 * after ticking.
 */
export function choiceForDriver(
  handover_type: HandoverType,
  machines: Machines,
  driver_id: number | null,
  choice: MachineChoice,
): MachineChoice {
  if (!choice.changes_hands) return NO_MACHINE;
  const can_be_given = machinesToGive(machines, driver_id).some(({ id }) => id === choice.machine);
  const stays =
    handover_type === 'start' && can_be_given && machinesOutWith(machines, driver_id).length === 0;
  return stays ? choice : choiceWhenTicked(handover_type, machines, driver_id);
}

/** Returns true if a registered machine must be chosen and none is. */
export function isUnnamed({ changes_hands, machine }: MachineChoice, machines: Machines): boolean {
  return changes_hands && machines.length > 0 && machine === '';
}

export function machineOf({ changes_hands, machine }: MachineChoice, machines: Machines): CardMachine | null {
  return changes_hands ? (machines.find(({ id }) => id === machine) ?? null) : null;
}

/** Returns a driver's name, or "another driver" for one who is no longer listed. */
export function driverName(drivers: readonly HandoverDriver[], driver_id: number): string {
  return drivers.find(({ id }) => id === driver_id)?.full_name ?? t`another driver`;
}

export type Question = { title: string; text: string };

/**
 * Returns the confirmation needed if the received machine was not given to this driver, or if a machine stays
 * out with the driver; otherwise null.
 */
export function questionBeforeReceiving(
  choice: MachineChoice,
  { card_machines: machines, drivers }: Pick<HandoverDrivers, 'card_machines' | 'drivers'>,
  driver: { id: number; full_name: string },
): Question | null {
  if (machines.length === 0) return null;
  const out = machinesOutWith(machines, driver.id);
  const received = machineOf(choice, machines);
  const staying = out.filter(({ id }) => id !== received?.id).map(({ number }) => number);
  const numbers = staying.join(', ');
  const { full_name } = driver;
  const stay = t`${plural(staying.length, {
    one: `${numbers} stays out with ${full_name}`,
    other: `${numbers} stay out with ${full_name}`,
  })}`;
  if (choice.changes_hands && received?.holder_driver_id !== driver.id) {
    const question = unexpectedMachine(received, full_name, drivers);
    return staying.length === 0 ? question : { ...question, text: t`${stay}. ${question.text}` };
  }
  if (staying.length === 0) return null;
  return {
    title: stay,
    text: t`${plural(staying.length, {
      one: 'This card machine is not being received now. Complete the handover anyway?',
      other: 'These card machines are not being received now. Complete the handover anyway?',
    })}`,
  };
}

function unexpectedMachine(
  machine: CardMachine | null,
  full_name: string,
  drivers: readonly HandoverDriver[],
): Question {
  if (!machine) {
    return {
      title: t`No such card machine was given to ${full_name}`,
      text: t`It is not one of the registered card machines. Record it as received anyway?`,
    };
  }
  const where =
    machine.holder_driver_id === null
      ? t`It is recorded as being in the shop.`
      : t`It is recorded as being with ${driverName(drivers, machine.holder_driver_id)}.`;
  return {
    title: t`${machine.number} was not given to ${full_name}`,
    text: `${where} ${t`Record it as received anyway?`}`,
  };
}
