import { type ComponentProps, type ReactNode, useId } from 'react';
import { classNames } from './class-names.ts';

type FieldProps = Omit<ComponentProps<'input'>, 'id'> & { label: ReactNode; hint?: ReactNode };

/** A labelled text input with an optional line of help that is read out with it. */
export function Field({ label, hint, className, ...input }: FieldProps) {
  const id = useId();
  return (
    <div className="flex flex-col gap-1.5">
      <label htmlFor={id} className="font-medium">
        {label}
      </label>
      {/* 16 px on phones, or else iOS zooms into the field. */}
      <input
        id={id}
        aria-describedby={hint ? `${id}-hint` : undefined}
        {...input}
        className={classNames(
          'min-h-11 w-full rounded-card border border-field bg-surface px-3 py-2 text-ink placeholder:text-muted',
          'focus-visible:outline-offset-0 disabled:cursor-not-allowed disabled:bg-sunken disabled:text-muted',
          className,
        )}
      />
      {hint && (
        <p id={`${id}-hint`} className="text-muted text-sm">
          {hint}
        </p>
      )}
    </div>
  );
}
