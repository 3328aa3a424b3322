import { type ReactNode, useId } from 'react';
import { classNames } from './class-names.ts';

type Props = {
  label: ReactNode;
  /** The empty text: nothing chosen yet. */
  value: string;
  placeholder: string;
  options: readonly { value: string; label: string }[];
  onValue: (value: string) => void;
};

/** The browser's own list, which every phone and keyboard knows. */
export function Select({ label, value, placeholder, options, onValue }: Props) {
  const id = useId();
  return (
    <div className="flex flex-col gap-1.5">
      <label htmlFor={id} className="font-medium">
        {label}
      </label>
      <select
        id={id}
        value={value}
        onChange={(event) => onValue(event.target.value)}
        className={classNames(
          'min-h-11 w-full rounded-card border border-field bg-surface px-3 py-2 focus-visible:outline-offset-0',
          'disabled:cursor-not-allowed disabled:bg-sunken disabled:text-muted',
          value === '' ? 'text-muted' : 'text-ink',
        )}
      >
        <option value="">{placeholder}</option>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </div>
  );
}
