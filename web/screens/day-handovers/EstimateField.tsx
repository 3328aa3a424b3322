import { t } from '@lingui/core/macro';
import { CircleCheck, TriangleAlert } from 'lucide-react';
import { formatAmount, formatMoney } from '../../../contract/rules/amounts/money.ts';
import { differenceText } from '../../messages/order-messages.ts';
import { classNames } from '../../ui/class-names.ts';
import { Field } from '../../ui/Field.tsx';
import type { Mark } from '../../ui/use-missing.ts';
import type { Estimate } from './use-handover-reads.ts';

/** The cash that the driver should hand in: read-only; 0.00 if it could not be loaded (ruling F4). */
export function EstimateField({
  mark,
  estimate,
  chosen,
}: {
  mark: Mark;
  estimate: Estimate;
  chosen: boolean;
}) {
  const { estimated_fils, waiting_fils, failed, busy, retry } = estimate;
  return (
    <Field
      {...mark}
      label={t`Estimated Receivables (AED)`}
      readOnly
      placeholder={chosen ? t`Loading...` : t`Select driver to see amount`}
      value={chosen ? shown(estimated_fils, failed) : ''}
      className="amount bg-sunken! text-section not-placeholder-shown:font-semibold"
      hint={
        chosen && failed ? (
          <span className="flex flex-wrap items-center gap-x-3 text-danger">
            {t`Balance could not be loaded`}
            <button
              type="button"
              disabled={busy}
              onClick={() => void retry()}
              className="min-h-11 px-2 font-semibold underline disabled:opacity-60"
            >
              {busy ? t`Loading...` : t`Retry`}
            </button>
          </span>
        ) : chosen && waiting_fils !== 0 ? (
          <span className="text-warn">{t`${formatMoney(waiting_fils)} waiting to be posted`}</span>
        ) : undefined
      }
    />
  );
}

function shown(estimated_fils: number | null, failed: boolean): string {
  if (estimated_fils !== null) return formatAmount(estimated_fils);
  return failed ? '0.00' : '';
}

/** Shows received less estimated cash before the signatures; nothing while either is unknown. */
export function DifferenceLine({ difference_fils }: { difference_fils: number | null }) {
  const even = difference_fils === 0;
  const Icon = even ? CircleCheck : TriangleAlert;
  return (
    <p
      role="status"
      className={classNames(
        'flex items-center gap-2 font-semibold empty:hidden',
        even ? 'text-done' : 'text-warn',
      )}
    >
      {difference_fils !== null && (
        <>
          <Icon size={20} className="shrink-0" />
          <span className="amount whitespace-normal first-letter:uppercase">
            {differenceText(difference_fils)}
          </span>
        </>
      )}
    </p>
  );
}
