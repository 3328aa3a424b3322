import { t } from '@lingui/core/macro';
import { Plural, Trans } from '@lingui/react/macro';
import type { HandoverDriver } from '../../../contract/operations/dashboard/cash/list-handover-drivers.schema.ts';
import { Select } from '../../ui/Field.tsx';
import type { Mark } from '../../ui/use-missing.ts';

type Props = {
  mark: Mark;
  drivers: readonly HandoverDriver[];
  driver_id: number | null;
  /** The driver of a handover that was sent; may no longer be available. */
  sent_to: { id: number; full_name: string } | null;
  onDriver: (driver_id: number | null) => void;
};

/** Lets the user choose an available driver; lists the unavailable ones with the reason. */
export function DriverField({ mark, drivers, driver_id, sent_to, onDriver }: Props) {
  const available = drivers.filter(({ id, status }) => status === 'available' || id === driver_id);
  const chosen =
    sent_to && !available.some(({ id }) => id === sent_to.id) ? [...available, sent_to] : available;
  const out = drivers.filter(({ status, id }) => status !== 'available' && id !== driver_id);
  return (
    <div className="flex flex-col gap-2">
      <Select
        {...mark}
        label={t`Driver`}
        placeholder={t`Choose a driver...`}
        value={driver_id === null ? '' : String(driver_id)}
        options={chosen.map(({ id, full_name }) => ({ value: String(id), label: full_name }))}
        onValue={(value) => onDriver(value === '' ? null : Number(value))}
      />
      {out.length > 0 && (
        <ul aria-label={t`Not available`} className="flex flex-col gap-0.5 text-muted text-sm">
          {out.map((driver) => (
            <li key={driver.id}>
              <DriverStatus {...driver} />
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

function DriverStatus({ full_name, status, orders_out }: HandoverDriver) {
  return status === 'off_duty' ? (
    <Trans>
      <bdi className="font-medium text-ink">{full_name}</bdi> is off duty
    </Trans>
  ) : (
    <Trans>
      <bdi className="font-medium text-ink">{full_name}</bdi> is out with{' '}
      <Plural value={orders_out} one="# order" other="# orders" />
    </Trans>
  );
}
