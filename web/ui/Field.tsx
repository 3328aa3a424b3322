import { type ComponentProps, type ReactNode, useId } from 'react';
import { classNames } from './class-names.ts';

/** 16 px on phones, or else iOS zooms into the field. */
const CONTROL =
  'w-full rounded-card border border-field bg-surface px-3 py-2 disabled:bg-sunken disabled:text-muted';
const ONE_LINE = `min-h-11 focus-visible:outline-offset-0 disabled:cursor-not-allowed ${CONTROL}`;

function Labelled({ id, label, children }: { id: string; label: ReactNode; children: ReactNode }) {
  return (
    <div className="flex flex-col gap-1.5">
      <label htmlFor={id} className="font-medium">
        {label}
      </label>
      {children}
    </div>
  );
}

type FieldProps = Omit<ComponentProps<'input'>, 'id'> & { label: ReactNode; hint?: ReactNode };

/** A labelled text input with an optional line of help that is read out with it. */
export function Field({ label, hint, className, ...input }: FieldProps) {
  const id = useId();
  return (
    <Labelled id={id} label={label}>
      <input
        id={id}
        aria-describedby={hint ? `${id}-hint` : undefined}
        {...input}
        className={classNames(ONE_LINE, 'text-ink placeholder:text-muted', className)}
      />
      {hint && (
        <p id={`${id}-hint`} className="text-muted text-sm">
          {hint}
        </p>
      )}
    </Labelled>
  );
}

type TextAreaProps = Omit<ComponentProps<'textarea'>, 'id' | 'className'> & { label: ReactNode };

/** The same for text of several lines. */
export function TextArea({ label, ...textarea }: TextAreaProps) {
  const id = useId();
  return (
    <Labelled id={id} label={label}>
      <textarea id={id} dir="auto" {...textarea} className={classNames(CONTROL, 'text-ink')} />
    </Labelled>
  );
}

type SelectProps = {
  label: ReactNode;
  /** The empty text: nothing chosen yet. */
  value: string;
  placeholder: string;
  options: readonly { value: string; label: string }[];
  onValue: (value: string) => void;
};

/** The browser's own list, which every phone and keyboard knows. */
export function Select({ label, value, placeholder, options, onValue }: SelectProps) {
  const id = useId();
  return (
    <Labelled id={id} label={label}>
      <select
        id={id}
        value={value}
        onChange={(event) => onValue(event.target.value)}
        className={classNames(ONE_LINE, value === '' ? 'text-muted' : 'text-ink')}
      >
        <option value="">{placeholder}</option>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </Labelled>
  );
}
