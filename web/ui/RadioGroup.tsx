import { type ReactNode, useId } from 'react';
import { MissingMark } from './MissingMark.tsx';

type Props<Value extends string> = {
  legend: ReactNode;
  /** Null if nothing is selected yet. */
  value: Value | null;
  options: readonly { value: Value; label: ReactNode }[];
  onValue: (value: Value) => void;
  'data-part'?: string;
  /** The error text, marked until an option is selected. */
  missing?: string | undefined;
};

/** A choice between a few options side by side: native radio buttons, each with its own touch target. */
export function RadioGroup<Value extends string>({
  legend,
  value,
  options,
  onValue,
  missing,
  ...part
}: Props<Value>) {
  const name = useId();
  return (
    <fieldset
      {...part}
      aria-describedby={missing && `${name}-missing`}
      className="flex min-w-0 flex-wrap items-center gap-2"
    >
      {/* A floated legend is laid out like other elements: beside the options, or above them. */}
      <legend className="float-start font-medium has-[.sr-only]:sr-only">{legend}</legend>
      <div className="flex flex-auto flex-wrap gap-2">
        {options.map((option) => (
          <label
            key={option.value}
            className="flex min-h-11 min-w-0 flex-auto items-center gap-2 rounded-card border border-field px-2.5 py-2 has-checked:border-accent has-checked:bg-accent-soft has-focus-visible:outline-2 has-focus-visible:outline-accent has-focus-visible:outline-offset-2"
          >
            <input
              type="radio"
              name={name}
              value={option.value}
              checked={option.value === value}
              onChange={() => onValue(option.value)}
              className="size-5 shrink-0 accent-accent outline-none"
            />
            <span className="min-w-0">{option.label}</span>
          </label>
        ))}
      </div>
      <MissingMark id={`${name}-missing`} words={missing} />
    </fieldset>
  );
}
