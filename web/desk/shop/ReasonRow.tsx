import { t } from '@lingui/core/macro';
import { ArrowDown, ArrowUp, Trash2 } from 'lucide-react';
import type { AttemptReason } from '../../../contract/rules/orders/attempt-reasons.ts';
import { REASON_LABEL_MAX } from '../../../contract/rules/orders/attempts.ts';
import { Button } from '../../ui/Button.tsx';
import { Checkbox } from '../../ui/Checkbox.tsx';
import { Field } from '../../ui/Field.tsx';
import type { Mark } from '../../ui/use-missing.ts';
import { reasonText, renamed } from './reason-drafts.ts';

type Props = {
  reason: AttemptReason;
  mark: Mark;
  locked: boolean;
  first: boolean;
  last: boolean;
  onChange: (reason: AttemptReason) => void;
  onMove: (by: -1 | 1, button: 'up' | 'down') => void;
  /** Null for the only reason. */
  onRemove: (() => void) | null;
};

const NEEDS = ['needs_photo', 'needs_note', 'needs_time'] as const;

/** One reason: its text, the inputs that it requires, and its place in the list. */
export function ReasonRow({ reason, mark, locked, first, last, onChange, onMove, onRemove }: Props) {
  const name = reasonText(reason) || t`New reason`;
  const needs_text = { needs_photo: t`Photo`, needs_note: t`Note`, needs_time: t`New time` };
  const button = {
    variant: 'quiet',
    className: 'size-11 p-0 aria-disabled:border-transparent aria-disabled:bg-transparent',
    disabled: locked,
  } as const;
  return (
    <li className="flex flex-col gap-1 py-3">
      <Field
        {...mark}
        label={<span className="sr-only">{t`Text of the reason`}</span>}
        dir="auto"
        autoComplete="off"
        maxLength={REASON_LABEL_MAX}
        disabled={locked}
        data-focus={`${reason.key}:text`}
        value={reasonText(reason)}
        onChange={({ target }) => onChange(renamed(reason, target.value))}
      />
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <fieldset className="flex flex-wrap gap-x-4">
          <legend className="sr-only">{t`Required for ${name}`}</legend>
          {NEEDS.map((need) => (
            <Checkbox
              key={need}
              label={needs_text[need]}
              checked={reason[need]}
              disabled={locked}
              onChecked={(checked) => onChange({ ...reason, [need]: checked })}
            />
          ))}
        </fieldset>
        <div className="flex">
          <Button
            {...button}
            aria-label={t`Move up: ${name}`}
            aria-disabled={first || undefined}
            data-focus={`${reason.key}:up`}
            onClick={() => !first && onMove(-1, 'up')}
          >
            <ArrowUp size={18} />
          </Button>
          <Button
            {...button}
            aria-label={t`Move down: ${name}`}
            aria-disabled={last || undefined}
            data-focus={`${reason.key}:down`}
            onClick={() => !last && onMove(1, 'down')}
          >
            <ArrowDown size={18} />
          </Button>
          <Button
            {...button}
            aria-label={t`Remove: ${name}`}
            aria-disabled={!onRemove || undefined}
            data-focus={`${reason.key}:remove`}
            onClick={() => onRemove?.()}
          >
            <Trash2 size={18} />
          </Button>
        </div>
      </div>
    </li>
  );
}
