import { type ComponentProps, type ReactNode, useId } from 'react';
import { classNames } from './class-names.ts';

type FieldProps = ComponentProps<'input'> & { label: ReactNode; hint?: ReactNode };

/** A labelled text input with an optional line of help that is read out with it. */
export function Field({ label, hint, className, id, ...input }: FieldProps) {
  const made = useId();
  const fieldId = id ?? made;
  return (
    <div className="flex flex-col gap-1.5">
      <label htmlFor={fieldId} className="font-medium">
        {label}
      </label>
      <Input
        id={fieldId}
        aria-describedby={hint ? `${fieldId}-hint` : undefined}
        className={className}
        {...input}
      />
      {hint && (
        <p id={`${fieldId}-hint`} className="text-muted text-sm">
          {hint}
        </p>
      )}
    </div>
  );
}

/** 16 px on phones, or else iOS zooms into the field. */
export function Input({ className, ...input }: ComponentProps<'input'>) {
  return (
    <input
      {...input}
      className={classNames(
        'min-h-11 w-full rounded-card border border-field bg-surface px-3 py-2 text-ink placeholder:text-muted',
        'focus-visible:outline-offset-0 disabled:cursor-not-allowed disabled:bg-sunken disabled:text-muted',
        className,
      )}
    />
  );
}
