import { t } from '@lingui/core/macro';
import type { OwnChange } from '../../../contract/operations/screens/read-own-history.schema.ts';
import { formatMoney } from '../../../contract/rules/amounts/money.ts';
import { formatTime } from '../../../contract/rules/dates/dates.ts';
import { Money } from '../../components/Money.tsx';
import { useTimeZone } from '../../components/open-screen.ts';
import { changeText } from './history-messages.ts';

/** A later payment, a correction or an expense, with the change of the driver's cash. */
export function ChangeRow({ change }: { change: OwnChange }) {
  const { at, cash_fils, other_fils } = change;
  const other = formatMoney(other_fils);
  return (
    <li className="flex min-h-12 flex-wrap items-center justify-between gap-x-3 py-2 leading-snug">
      <span className="min-w-0 flex-[1_1_10rem] wrap-anywhere">
        <time dateTime={at} className="amount text-muted">
          {formatTime(at, useTimeZone())}
        </time>{' '}
        {changeText(change)}
      </span>
      <span className="flex flex-col items-end">
        <Money amount_fils={cash_fils} />
        {other_fils !== 0 && <span className="text-muted text-sm">{t`${other} by other ways`}</span>}
      </span>
    </li>
  );
}
