import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type {
  CardMachine,
  HandoverDriver,
} from '../../../contract/operations/dashboard/cash/list-handover-drivers.schema.ts';
import type { HandoverType } from '../../../contract/rules/references.ts';
import { translateDescriptor } from '../../messages/i18n.ts';
import { Checkbox } from '../../ui/Checkbox.tsx';
import { Select } from '../../ui/Field.tsx';
import type { Mark } from '../../ui/use-missing.ts';
import {
  choiceWhenTicked,
  driverName,
  type MachineChoice,
  machinesOutWith,
  machinesToGive,
  NO_MACHINE,
  UNLISTED,
} from './card-machine-choice.ts';
import { HANDOVER_TEXTS } from './handover-messages.ts';

type Props = {
  mark: Mark;
  handover_type: HandoverType;
  machines: readonly CardMachine[];
  drivers: readonly HandoverDriver[];
  driver_id: number | null;
  choice: MachineChoice;
  onChoice: (choice: MachineChoice) => void;
};

/** Lets the user record a card machine with the handover and, if machines are registered, choose it. */
export function CardMachineField({
  mark,
  handover_type,
  machines,
  drivers,
  driver_id,
  choice,
  onChoice,
}: Props) {
  const out = machinesOutWith(machines, driver_id);
  const offered = handover_type === 'start' ? machinesToGive(machines, driver_id) : machines;
  const all_away = handover_type === 'start' && machines.length > 0 && offered.length === 0;
  const label = (machine: CardMachine) => {
    if (handover_type === 'start' || machine.holder_driver_id === driver_id) return machine.number;
    const where =
      machine.holder_driver_id === null
        ? t`in the shop`
        : t`with ${driverName(drivers, machine.holder_driver_id)}`;
    return `${machine.number} (${where})`;
  };
  const numbers = out.map(({ number }) => number).join(', ');
  const options = offered.map((machine) => ({ value: machine.id, label: label(machine) }));
  if (handover_type === 'end') options.push({ value: UNLISTED, label: t`Another one, not registered` });
  const only = handover_type === 'start' && offered.length === 1 ? offered[0] : undefined;
  return (
    <div className="flex flex-col gap-1">
      <Checkbox
        label={translateDescriptor(HANDOVER_TEXTS[handover_type].machine)}
        checked={choice.changes_hands}
        disabled={all_away && !choice.changes_hands}
        onChecked={(checked) =>
          onChoice(checked ? choiceWhenTicked(handover_type, machines, driver_id) : NO_MACHINE)
        }
      />
      {all_away && <p className="text-muted text-sm">{t`All card machines are out.`}</p>}
      {handover_type === 'end' && out.length > 0 && (
        <p className="text-muted text-sm">
          <Trans>
            Out with this driver: <span className="font-medium text-ink">{numbers}</span>
          </Trans>
        </p>
      )}
      {choice.changes_hands &&
        machines.length > 0 &&
        (only && choice.machine === only.id ? (
          <p className="text-muted text-sm">
            <Trans>
              Card machine: <span className="font-medium text-ink">{only.number}</span>
            </Trans>
          </p>
        ) : (
          <Select
            {...mark}
            label={t`Card machine`}
            placeholder={t`Choose a card machine...`}
            value={choice.machine}
            options={options}
            onValue={(machine) => onChoice({ changes_hands: true, machine })}
          />
        ))}
    </div>
  );
}
