import { type ComponentProps, type ReactNode, useId } from 'react';
import { classNames } from './class-names.ts';
import { MissingMark } from './MissingMark.tsx';

type Props = Omit<ComponentProps<'input'>, 'type' | 'onChange'> & {
  label: ReactNode;
  /** The error text, marked until the box is ticked. */
  missing?: string | undefined;
  onChecked?: (checked: boolean) => void;
};

/** The browser's own checkbox; its whole row is the target. */
export function Checkbox({ label, missing, onChecked, ...input }: Props) {
  const id = useId();
  return (
    <div>
      <label className={classNames('flex min-h-11 items-center gap-3 py-1', input.disabled && 'text-muted')}>
        <input
          {...(missing ? { 'aria-invalid': true, 'aria-describedby': id } : {})}
          {...input}
          type="checkbox"
          onChange={(event) => onChecked?.(event.target.checked)}
          className="size-5.5 shrink-0 accent-accent aria-invalid:outline-2 aria-invalid:outline-danger aria-invalid:outline-offset-2"
        />
        <span className="min-w-0">{label}</span>
      </label>
      <MissingMark id={id} words={missing} />
    </div>
  );
}
