import { type ComponentProps, type ReactNode, useId } from 'react';
import { classNames } from './class-names.ts';
import { MissingMark } from './MissingMark.tsx';

/** The font has 16 px on phones; iOS zooms into fields with smaller text. */
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

/** `missing`: the error text, marked until the field is filled in. */
type Markable = { missing?: string | undefined };

/** Returns the ARIA attributes that link a control to its hint and its error mark. */
function describing(id: string, { hint, missing }: Markable & { hint?: ReactNode }) {
  const ids = classNames(Boolean(hint) && `${id}-hint`, missing && `${id}-missing`);
  return { 'aria-describedby': ids || undefined, 'aria-invalid': missing ? true : undefined };
}

type FieldProps = Omit<ComponentProps<'input'>, 'id'> &
  Markable & {
    label: ReactNode;
    hint?: ReactNode;
    /** Shown inside the field, before the value. */
    unit?: string | undefined;
    /** Shown next to the field. */
    action?: ReactNode;
    /** Shown below the field and announced when it changes; null for an empty region. */
    live?: ReactNode;
  };

/** A labelled text input with an optional hint that screen readers announce with it. */
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

/** A labelled text area. */
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
  /** The selected value; an empty string if nothing is selected yet. */
  value: string;
  placeholder: string;
  options: readonly Option[];
  /** Further options, listed below their own label. */
  group?: { label: string; options: readonly Option[] } | undefined;
  onValue: (value: string) => void;
};

type Option = { value: string; label: string };

function optionOf({ value, label }: Option) {
  return (
    <option key={value} value={value}>
      {label}
    </option>
  );
}

/** The browser's native select, which works with every phone and keyboard. */
export function Select(props: SelectProps) {
  const { label, hint, missing, value, placeholder, options, group, onValue, ...rest } = props;
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
        {options.map(optionOf)}
        {group && group.options.length > 0 && (
          <optgroup label={group.label}>{group.options.map(optionOf)}</optgroup>
        )}
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
