import { type ComponentProps, type ReactNode, useId } from 'react';
import { classNames } from './class-names.ts';
import { MissingMark } from './MissingMark.tsx';

/** 16 px on phones, or else iOS zooms into the field. */
const CONTROL =
  'w-full rounded-card border border-field bg-surface px-3 py-2 disabled:bg-sunken disabled:text-muted aria-invalid:border-danger aria-invalid:outline aria-invalid:outline-danger';
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

/** `missing`: what is not there yet, marked until it is (ruling G6). */
type Markable = { missing?: string | undefined };

/** What describes a control: the help that is there, and the mark. */
function describing(id: string, { hint, missing }: Markable & { hint?: ReactNode }) {
  const ids = classNames(Boolean(hint) && `${id}-hint`, missing && `${id}-missing`);
  return { 'aria-describedby': ids || undefined, 'aria-invalid': missing ? true : undefined };
}

type FieldProps = Omit<ComponentProps<'input'>, 'id'> &
  Markable & {
    label: ReactNode;
    hint?: ReactNode;
    /** Stands in the field before what is typed. */
    unit?: string | undefined;
    /** Next to the field. */
    action?: ReactNode;
    /** Below the field, announced when it changes; null while there is nothing to show. */
    live?: ReactNode;
  };

/** A labelled text input with an optional line of help that is read out with it. */
export function Field({ label, hint, missing, unit, action, live, className, ...input }: FieldProps) {
  const id = useId();
  return (
    <Labelled id={id} label={label}>
      <div className="flex items-stretch gap-2">
        <div className="relative min-w-0 flex-1">
          {unit && (
            <span
              aria-hidden="true"
              className="pointer-events-none absolute inset-y-0 start-3 flex items-center text-muted"
            >
              {unit}
            </span>
          )}
          <input
            id={id}
            {...describing(id, { hint, missing })}
            {...input}
            className={classNames(
              ONE_LINE,
              'text-ink placeholder:text-muted',
              Boolean(unit) && 'ps-13',
              className,
            )}
          />
        </div>
        {action}
      </div>
      {live !== undefined && <p aria-live="polite">{live}</p>}
      <MissingMark id={`${id}-missing`} words={missing} />
      {hint && (
        <p id={`${id}-hint`} className="text-muted text-sm">
          {hint}
        </p>
      )}
    </Labelled>
  );
}

type TextAreaProps = Omit<ComponentProps<'textarea'>, 'id' | 'className'> & Markable & { label: ReactNode };

/** The same for text of several lines. */
export function TextArea({ label, missing, ...textarea }: TextAreaProps) {
  const id = useId();
  return (
    <Labelled id={id} label={label}>
      <textarea
        id={id}
        dir="auto"
        {...describing(id, { missing })}
        {...textarea}
        className={classNames(CONTROL, 'text-ink')}
      />
      <MissingMark id={`${id}-missing`} words={missing} />
    </Labelled>
  );
}

type SelectProps = Markable & {
  'data-part'?: string;
  label: ReactNode;
  hint?: ReactNode;
  /** The empty text: nothing chosen yet. */
  value: string;
  placeholder: string;
  options: readonly { value: string; label: string }[];
  onValue: (value: string) => void;
};

/** The browser's own list, which every phone and keyboard knows. */
export function Select({ label, hint, missing, value, placeholder, options, onValue, ...rest }: SelectProps) {
  const id = useId();
  return (
    <Labelled id={id} label={label}>
      <select
        id={id}
        {...rest}
        {...describing(id, { hint, missing })}
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
      <MissingMark id={`${id}-missing`} words={missing} />
      {hint && (
        <p id={`${id}-hint`} className="text-muted text-sm">
          {hint}
        </p>
      )}
    </Labelled>
  );
}
