import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { HandoverDriver } from '../../../contract/operations/dashboard/cash/list-handover-drivers.schema.ts';
import { Select } from '../../ui/Field.tsx';
import type { Mark } from '../../ui/use-missing.ts';

type Props = {
  mark: Mark;
  drivers: readonly HandoverDriver[];
  driver_id: number | null;
  /** True if the chosen driver was out when chosen. */
  is_drop: boolean;
  /** The driver of a handover that was sent; may no longer be available. */
  sent_to: { id: number; full_name: string } | null;
  onDriver: (driver_id: number | null, is_out: boolean) => void;
};

/**
 * Lets the user choose a driver: the available ones first, then those who are out (ruling H9). Lists the
 * drivers off duty, who cannot be chosen.
 */
export function DriverField({ mark, drivers, driver_id, is_drop, sent_to, onDriver }: Props) {
  // The chosen driver stays in the group in which they were chosen.
  const available = drivers.filter(({ id, status }) =>
    id === driver_id ? !is_drop : status === 'available',
  );
  const out = drivers.filter(({ id, status }) => (id === driver_id ? is_drop : status === 'delivering'));
  const off_duty = drivers.filter(({ id, status }) => status === 'off_duty' && id !== driver_id);
  const listed = sent_to === null || [...available, ...out].some(({ id }) => id === sent_to.id);
  const options = (listed ? available : [...available, sent_to]).map(({ id, full_name }) => ({
    value: String(id),
    label: full_name,
  }));
  return (
    <div className="flex flex-col gap-2">
      <Select
        {...mark}
        label={t`Driver`}
        placeholder={t`Choose a driver...`}
        value={driver_id === null ? '' : String(driver_id)}
        options={options}
        group={{ label: t`Out`, options: out.map(optionOf) }}
        onValue={(value) => {
          const id = value === '' ? null : Number(value);
          onDriver(
            id,
            out.some((one) => one.id === id),
          );
        }}
      />
      {off_duty.length > 0 && (
        <ul aria-label={t`Not available`} className="flex flex-col gap-0.5 text-muted text-sm">
          {off_duty.map(({ id, full_name }) => (
            <li key={id}>
              <Trans>
                <bdi className="font-medium text-ink">{full_name}</bdi> is off duty
              </Trans>
            </li>
          ))}
        </ul>
      )}
      {available.length === 0 && (
        <p className="text-sm text-warn">
          {drivers.length === 0 ? t`This shop has no drivers yet.` : t`No driver is available at the moment.`}
        </p>
      )}
    </div>
  );
}

function optionOf({ id, full_name, orders_out }: HandoverDriver) {
  const orders = plural(orders_out, { one: '# order out', other: '# orders out' });
  return { value: String(id), label: `${full_name} · ${orders}` };
}
