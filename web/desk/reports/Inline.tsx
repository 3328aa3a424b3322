import { type ComponentProps, type ReactNode, useId } from 'react';
import { classNames } from '../../ui/class-names.ts';

/** 16 px on touch screens: iOS zooms into fields with a smaller font. */
const CONTROL =
  'min-h-9 min-w-0 rounded-card border border-field bg-surface px-2 py-1 text-ink pointer-coarse:min-h-12 pointer-coarse:text-base aria-invalid:border-danger aria-invalid:outline aria-invalid:outline-danger';

type LabelledProps = { id: string; label: string; above?: boolean; children: ReactNode };

/** `above`: on a narrow screen the label is above its field, so that two fields fit in one row. */
function Labelled({ id, label, above = false, children }: LabelledProps) {
  return (
    <span
      className={classNames(
        'inline-flex min-w-0 gap-1.5 text-sm sm:items-center',
        above ? 'max-sm:flex-col max-sm:gap-0' : 'items-center',
      )}
    >
      <label htmlFor={id} className="shrink-0 text-muted">
        {label}
      </label>
      {children}
    </span>
  );
}

type SelectProps = {
  label: string;
  value: string;
  options: readonly (readonly [value: string, words: string])[];
  onValue: (value: string) => void;
};

/** A select with its label on the same line. */
export function InlineSelect({ label, value, options, onValue }: SelectProps) {
  const id = useId();
  return (
    <Labelled id={id} label={label}>
      <select
        id={id}
        value={value}
        onChange={(event) => onValue(event.target.value)}
        className={classNames(CONTROL, 'max-w-48')}
      >
        {options.map(([one, words]) => (
          <option key={one} value={one}>
            {words}
          </option>
        ))}
      </select>
    </Labelled>
  );
}

/** A date field with its label on the same line. */
export function InlineDate({ label, ...input }: { label: string } & Omit<ComponentProps<'input'>, 'id'>) {
  const id = useId();
  return (
    <Labelled id={id} label={label} above>
      {/* Browsers accept years of six digits; the server does not. */}
      <input {...input} id={id} type="date" max="9999-12-31" required className={CONTROL} />
    </Labelled>
  );
}

/** A checkbox with its label after it. */
export function InlineCheck({
  label,
  checked,
  onChecked,
}: {
  label: string;
  checked: boolean;
  onChecked: (checked: boolean) => void;
}) {
  return (
    <label className="inline-flex min-h-9 items-center gap-1.5 text-sm pointer-coarse:min-h-12">
      <input
        type="checkbox"
        checked={checked}
        onChange={(event) => onChecked(event.target.checked)}
        className="size-4 accent-accent pointer-coarse:size-5.5"
      />
      {label}
    </label>
  );
}
