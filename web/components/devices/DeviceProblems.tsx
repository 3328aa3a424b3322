import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { DeviceRow } from '../../../contract/operations/dashboard/devices/list-devices.schema.ts';
import { formatMoney } from '../../../contract/rules/amounts/money.ts';
import { useTimeZone } from '../open-screen.ts';
import { shortTime } from '../short-time.ts';
import { hasUnknownDetails, type MissingOfPerson, missingByPerson, numbersOf } from './missing-numbers.ts';

type Props = {
  device: DeviceRow;
  /** True if no number is known to be missing and the device is only silent. */
  quiet?: boolean;
};

/** Shows, for example, `Device of Bilal Ahmed: 3 not arrived, #418-#420, last seen 14:02`. */
export function DeviceHeadline({ device }: Props) {
  const time_zone = useTimeZone();
  const { full_name } = device.last_user;
  const time = shortTime(device.last_seen_at, time_zone);
  const count = device.not_arrived.length;
  if (count === 0) {
    return (
      <Trans>
        Device of <bdi>{full_name}</bdi>: last seen {time}
      </Trans>
    );
  }
  const missing = t`${plural(count, { one: '# not arrived', other: '# not arrived' })}`;
  return (
    <Trans>
      Device of <bdi>{full_name}</bdi>: {missing}, {numbersOf(device)}, last seen {time}
    </Trans>
  );
}

/**
 * Lists the missing commands of a device by person and, if their content is unknown, the driver's open
 * orders.
 */
export function DeviceProblems({ device, quiet = false }: Props) {
  const { chain_broken_at, last_user, open_orders } = device;
  return (
    <div className="flex flex-col gap-2">
      {device.not_arrived.length > 0 && (
        <ul className="flex flex-col gap-1">
          {missingByPerson(device).map((held) => (
            <li key={held.full_name ?? ''}>
              <HeldLine held={held} />
            </li>
          ))}
        </ul>
      )}
      {chain_broken_at !== null && (
        <p className="text-warn">
          {t`From #${chain_broken_at} on, the numbers do not continue the earlier ones: the storage may be an older copy.`}
        </p>
      )}
      {(quiet || hasUnknownDetails(device)) && open_orders.count > 0 && (
        <details>
          <summary className="flex min-h-12 cursor-pointer items-center font-medium">
            <span>
              <Trans>
                <bdi>{last_user.full_name}</bdi> still has to deliver:{' '}
                {t`${plural(open_orders.count, { one: '# order', other: '# orders' })}`},{' '}
                {formatMoney(open_orders.due_fils)}
              </Trans>
            </span>
          </summary>
          <ul className="flex max-w-sm flex-col gap-1 pb-2">
            {open_orders.orders.map(({ order_number, due_amount_fils }) => (
              <li key={order_number} className="flex justify-between gap-4">
                <span>#{order_number}</span>
                <span className="amount">{formatMoney(due_amount_fils)}</span>
              </li>
            ))}
          </ul>
        </details>
      )}
    </div>
  );
}

function HeldLine({ held: { full_name, count, amount_fils } }: { held: MissingOfPerson }) {
  if (full_name === null) {
    return t`${plural(count, { one: '# with unknown details', other: '# with unknown details' })}`;
  }
  return (
    <Trans>
      <bdi>{full_name}</bdi>: {count}, {formatMoney(amount_fils)}
    </Trans>
  );
}
