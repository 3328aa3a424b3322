import { t } from '@lingui/core/macro';
import { Truck } from 'lucide-react';
import { useState } from 'react';
import type { DeliverySettings } from '../../../contract/operations/dashboard/deliveries/read-delivery-settings.schema.ts';
import { useMemoryCommand } from '../../commands/memory/use-memory-command.ts';
import { Button } from '../../ui/Button.tsx';
import { TitledCard } from '../../ui/Card.tsx';
import { Checkbox } from '../../ui/Checkbox.tsx';
import { SendForm } from '../form/SendForm.tsx';

type Rules = Pick<DeliverySettings, 'drivers_set_out' | 'records_position' | 'rounds_cash'>;
type Props = { settings: Rules; is_admin: boolean; onSaved: () => Promise<void> };

/** The rules for setting out, for the position of attempts, and for rounding cash. */
export function SettingOutCard({ settings, is_admin, onSaved }: Props) {
  const [chosen, setChosen] = useState<Partial<Rules>>({});
  const { busy, unknown, send } = useMemoryCommand('change_delivery_settings', { failed: t`Not saved` });
  const rules = { ...settings, ...chosen };
  const locked = !is_admin || busy || unknown;

  async function save(): Promise<void> {
    const changes = {
      ...(rules.drivers_set_out !== settings.drivers_set_out && { drivers_set_out: rules.drivers_set_out }),
      ...(rules.records_position !== settings.records_position && {
        records_position: rules.records_position,
      }),
      ...(chosen.rounds_cash !== undefined &&
        chosen.rounds_cash !== (settings.rounds_cash === true) && { rounds_cash: chosen.rounds_cash }),
    };
    if (busy || (!unknown && Object.keys(changes).length === 0)) return;
    if (!(await send(changes, { kind: 'success', title: t`Saved` }))) return;
    await onSaved();
    setChosen({});
  }

  return (
    <TitledCard icon={Truck} title={t`Drivers`}>
      <SendForm onSend={() => void save()}>
        <div className="flex flex-col gap-2">
          <Rule
            label={t`Drivers set out themselves`}
            hint={t`A driver moves handed-over orders to the road, and the delivery time counts from then. Otherwise the shop sends each order out.`}
            checked={rules.drivers_set_out}
            locked={locked}
            onChecked={(drivers_set_out) => setChosen({ ...chosen, drivers_set_out })}
          />
          <Rule
            label={t`Record the position of an attempt`}
            hint={t`When a delivery fails, the driver's device stores its position with the attempt, if the driver permits it. The position is shown at the desk and erased together with the customer.`}
            checked={rules.records_position}
            locked={locked}
            onChecked={(records_position) => setChosen({ ...chosen, records_position })}
          />
          <Rule
            label={t`Round cash down to AED 0.25`}
            hint={t`No smaller coin is in use. A driver takes AED 145.00 in cash if AED 145.10 is due. The rest is owed by no one; payments without cash are not rounded.`}
            checked={rules.rounds_cash === true}
            locked={locked}
            onChecked={(rounds_cash) => setChosen({ ...chosen, rounds_cash })}
          />
        </div>
        {is_admin && (
          <Button type="submit" className="self-start max-md:w-full" busy={busy}>
            {unknown ? t`Send again` : t`Save`}
          </Button>
        )}
      </SendForm>
    </TitledCard>
  );
}

type RuleProps = {
  label: string;
  hint: string;
  checked: boolean;
  locked: boolean;
  onChecked: (checked: boolean) => void;
};

function Rule({ label, hint, checked, locked, onChecked }: RuleProps) {
  return (
    <Checkbox
      checked={checked}
      disabled={locked}
      onChecked={onChecked}
      label={
        <>
          <span className="block font-medium">{label}</span>
          <span className="block text-muted text-sm">{hint}</span>
        </>
      }
    />
  );
}
