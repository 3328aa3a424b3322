import { type ComponentProps, type MouseEvent, type ReactNode, useState } from 'react';
import { classNames } from './class-names.ts';
import { Spinner } from './Spinner.tsx';

const VARIANTS = {
  primary: 'bg-accent text-on-accent hover:bg-accent-strong',
  secondary: 'border border-field bg-surface text-ink hover:bg-sunken',
  quiet: 'text-ink hover:bg-sunken',
  /** Quiet, in a list where it would read as a word of the text. */
  link: 'text-accent hover:bg-sunken',
  danger: 'bg-danger text-on-danger hover:bg-danger-strong',
  /** Looks disabled; whether it is, is another matter. */
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
  /** With a spinner and these words instead of the children; the width stays. It keeps the focus, and neither it nor its form does anything meanwhile. */
  busy?: boolean;
  busyText?: ReactNode;
};

const BUSY = {
  'aria-disabled': true,
  'aria-busy': true,
  onClick: (event: MouseEvent) => event.preventDefault(),
} as const;

/** With `aria-disabled` it looks disabled but keeps focus and clicks, so that a press can say what is missing. */
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
          <Words shown={!busy}>{children}</Words>
          <Words shown={busy}>
            <Spinner />
            {busyText}
          </Words>
        </span>
      )}
    </button>
  );
}

/** Both texts lie in one grid cell, so the button is as wide as the wider of them and does not jump. */
function Words({ shown, children }: { shown: boolean; children: ReactNode }) {
  return (
    <span
      aria-hidden={!shown}
      className="col-start-1 row-start-1 inline-flex items-center gap-2 aria-hidden:invisible"
    >
      {children}
    </span>
  );
}

/** Whether what was pressed is under way, and what runs it. A press meanwhile runs nothing. */
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
