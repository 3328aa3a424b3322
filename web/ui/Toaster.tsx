import { t } from '@lingui/core/macro';
import { CircleAlert, CircleCheck, TriangleAlert, X } from 'lucide-react';
import { type FocusEvent, type MouseEvent, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { thisTab } from '../world/this-tab.ts';
import { Button } from './Button.tsx';
import { dismissToast, shownToasts, subscribeToToasts, type Toast, type ToastKind } from './toast.ts';

const SUCCESS_MS = 6_000;
/** Long enough to be pressed by somebody who is handing over money. */
const WITH_ACTION_MS = 30_000;

const LOOKS: Record<ToastKind, { Icon: typeof CircleCheck; edge: string; icon: string }> = {
  success: { Icon: CircleCheck, edge: 'border-s-done', icon: 'text-done' },
  warning: { Icon: TriangleAlert, edge: 'border-s-warn', icon: 'text-warn' },
  error: { Icon: CircleAlert, edge: 'border-s-danger', icon: 'text-danger' },
};

/**
 * All toasts one below the other, read in the order in which they were said. At the top, below the header: the primary
 * button lies at the bottom on phones, and the menu stays reachable (ruling F2).
 */
export function Toaster() {
  const toasts = useSyncExternalStore(subscribeToToasts, shownToasts);
  const before = useRef<EventTarget | null>(null);

  function onFocus({ currentTarget, relatedTarget }: FocusEvent): void {
    if (!currentTarget.contains(relatedTarget)) before.current = relatedTarget;
  }

  /** By keyboard one goes on from there: to the next toast, or to where one was before. */
  function dismiss(id: number, { currentTarget: button }: MouseEvent<HTMLElement>): void {
    const item = button.closest('li');
    const next = item?.nextElementSibling ?? item?.previousElementSibling;
    const target = next?.querySelector<HTMLElement>('[data-dismiss]') ?? before.current;
    if (button.matches(':focus-visible') && target instanceof HTMLElement) target.focus();
    dismissToast(id);
  }

  return (
    <section aria-label={t`Notifications`} data-toaster className="toaster" onFocus={onFocus}>
      <ol aria-live="polite" aria-relevant="additions text" className="flex flex-col gap-2">
        {toasts.map((toast) => (
          <ToastItem key={toast.id} toast={toast} onDismiss={dismiss} />
        ))}
      </ol>
    </section>
  );
}

type ItemProps = { toast: Toast; onDismiss: (id: number, event: MouseEvent<HTMLElement>) => void };

function ToastItem({ toast, onDismiss }: ItemProps) {
  const { id, kind, title, description, action } = toast;
  const { Icon, edge, icon } = LOOKS[kind];
  const [held, setHeld] = useState(false);
  // Warnings and errors stay until dismissed; a success stays while somebody is reading it.
  useEffect(() => {
    if (kind !== 'success' || held) return;
    return thisTab.timer.after(action ? WITH_ACTION_MS : SUCCESS_MS, () => dismissToast(id));
  }, [id, kind, action, held]);
  const item = useRef<HTMLLIElement>(null);
  useEffect(() => {
    item.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  return (
    <li
      ref={item}
      data-toast={kind}
      className={`toast flex items-start gap-2.5 rounded-card border border-line border-s-4 bg-surface ps-3 shadow-float ${edge}`}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <Icon size={20} className={`mt-3 shrink-0 ${icon}`} />
      <div className="flex min-w-0 flex-1 flex-col gap-0.5 py-2.5">
        <p data-title className="wrap-anywhere font-semibold">
          {title}
        </p>
        {description && (
          <p data-description className="wrap-anywhere text-muted">
            {description}
          </p>
        )}
        {action && (
          <Button variant="secondary" className="mt-1.5 self-start" onClick={action.onPress}>
            {action.label}
          </Button>
        )}
      </div>
      <button
        type="button"
        aria-label={t`Dismiss: ${title}`}
        title={t`Dismiss`}
        data-dismiss
        className="grid size-11 shrink-0 place-items-center rounded-card text-muted hover:bg-sunken"
        onClick={(event) => onDismiss(id, event)}
      >
        <X size={18} />
      </button>
    </li>
  );
}
