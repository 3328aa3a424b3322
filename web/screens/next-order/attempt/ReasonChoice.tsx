import { t } from '@lingui/core/macro';
import { useId } from 'react';
import { ATTEMPT_REASON_LABELS } from '../../../../contract/labels/attempt-labels.ts';
import type { AttemptReason } from '../../../../contract/rules/orders/attempt-reasons.ts';
import { label } from '../../../messages/label.ts';
import { MissingMark } from '../../../ui/MissingMark.tsx';
import type { Mark } from '../../../ui/use-missing.ts';

type Props = Mark & {
  reasons: readonly AttemptReason[];
  value: string | null;
  disabled: boolean;
  onReason: (key: string) => void;
};

/** The shop's reasons: native radio buttons, each as large as a button. */
export function ReasonChoice({ reasons, value, disabled, onReason, missing, ...part }: Props) {
  const name = useId();
  return (
    <fieldset
      {...part}
      disabled={disabled}
      aria-describedby={missing && `${name}-missing`}
      className="flex min-w-0 flex-col gap-2"
    >
      <legend className="mb-2 font-medium">{t`Reason`}</legend>
      <div className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,8rem),1fr))] gap-2">
        {reasons.map((reason) => (
          <label
            key={reason.key}
            className="flex min-h-12 min-w-0 items-center gap-1.5 rounded-card border border-field px-2 py-1.5 leading-snug has-checked:border-accent has-checked:bg-accent-soft has-focus-visible:outline-2 has-focus-visible:outline-accent has-focus-visible:outline-offset-2"
          >
            <input
              type="radio"
              name={name}
              checked={reason.key === value}
              onChange={() => onReason(reason.key)}
              className="size-5 shrink-0 accent-accent outline-none"
            />
            <span className="wrap-anywhere min-w-0">{reasonLabel(reason)}</span>
          </label>
        ))}
      </div>
      <MissingMark id={`${name}-missing`} words={missing} />
    </fieldset>
  );
}

function reasonLabel({ key, label: own }: AttemptReason): string {
  return own ?? label(ATTEMPT_REASON_LABELS, key);
}
