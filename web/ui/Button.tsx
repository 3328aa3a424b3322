import { type ComponentProps, type MouseEvent, type ReactNode, useState } from 'react';
import { classNames } from './class-names.ts';
import { Spinner } from './Spinner.tsx';

const VARIANTS = {
  primary: 'bg-accent text-on-accent hover:bg-accent-strong',
  secondary: 'border border-field bg-surface text-ink hover:bg-sunken',
  quiet: 'text-ink hover:bg-sunken',
  /** Quiet, for a list where plain text would not look like a button. */
  link: 'text-accent hover:bg-sunken',
  danger: 'bg-danger text-on-danger hover:bg-danger-strong',
  /** Looks disabled; the button may still accept presses. */
  unavailable: 'border border-line bg-sunken text-muted',
} as const;

export type ButtonVariant = keyof typeof VARIANTS;

/** The classes of a button, for a link that looks like one. */
export function buttonClasses(variant: ButtonVariant = 'primary', className?: string): string {
  return classNames(
    'inline-flex min-h-11 items-center justify-center gap-2 rounded-card px-4 py-2 font-semibold',
    'transition-colors disabled:cursor-not-allowed',
    VARIANTS[variant],
    className,
  );
}

type Props = ComponentProps<'button'> & {
  variant?: ButtonVariant;
  /**
   * Shows a spinner and `busyText` instead of the children, without changing the width. The button keeps
   * the focus; meanwhile neither it nor its form does anything.
   */
  busy?: boolean;
  busyText?: ReactNode;
};

const BUSY = {
  'aria-disabled': true,
  'aria-busy': true,
  onClick: (event: MouseEvent) => event.preventDefault(),
} as const;

/**
 * With `aria-disabled` it looks disabled but keeps focus and clicks, so that a press can explain what is
 * missing.
 */
export function Button({ variant = 'primary', busy = false, busyText, className, children, ...rest }: Props) {
  const unavailable = !busy && (rest.disabled || rest['aria-disabled']);
  return (
    <button
      type="button"
      {...rest}
      {...(busy && BUSY)}
      className={buttonClasses(unavailable ? 'unavailable' : variant, className)}
    >
      {busyText === undefined ? (
        <>
          {busy && <Spinner />}
          {children}
        </>
      ) : (
        <span className="grid place-items-center">
          <Label shown={!busy}>{children}</Label>
          <Label shown={busy}>
            <Spinner />
            {busyText}
          </Label>
        </span>
      )}
    </button>
  );
}

/** Both texts share one grid cell: the button is as wide as the wider one and does not jump. */
function Label({ shown, children }: { shown: boolean; children: ReactNode }) {
  return (
    <span
      aria-hidden={!shown}
      className="col-start-1 row-start-1 inline-flex items-center gap-2 aria-hidden:invisible"
    >
      {children}
    </span>
  );
}

/** Returns the busy state and a function that runs work; a second call while it is busy does nothing. */
export function useBusy(): [busy: boolean, run: (work: () => Promise<void>) => Promise<void>] {
  const [busy, setBusy] = useState(false);
  async function run(work: () => Promise<void>): Promise<void> {
    if (busy) return;
    setBusy(true);
    try {
      await work();
    } finally {
      setBusy(false);
    }
  }
  return [busy, run];
}
