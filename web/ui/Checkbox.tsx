import type { ComponentProps, ReactNode } from 'react';
import { classNames } from './class-names.ts';

type Props = Omit<ComponentProps<'input'>, 'type' | 'onChange'> & {
  label: ReactNode;
  onChecked?: (checked: boolean) => void;
};

/** The browser's own checkbox; its whole row is the target. */
export function Checkbox({ label, onChecked, ...input }: Props) {
  return (
    <label className={classNames('flex min-h-11 items-center gap-3 py-2', input.disabled && 'text-muted')}>
      <input
        {...input}
        type="checkbox"
        onChange={(event) => onChecked?.(event.target.checked)}
        className="size-5.5 shrink-0 accent-accent"
      />
      <span className="min-w-0">{label}</span>
    </label>
  );
}
