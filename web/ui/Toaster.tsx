import { t } from '@lingui/core/macro';
import { ChevronRight, CircleAlert, CircleCheck, TriangleAlert, X } from 'lucide-react';
import {
  type FocusEvent,
  type MouseEvent,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { createPortal, flushSync } from 'react-dom';
import { thisTab } from '../world/this-tab.ts';
import { Button } from './Button.tsx';
import { classNames } from './class-names.ts';
import { usePhone } from './surroundings.ts';
import { ToastPlace } from './ToastPlace.tsx';
import { dismissToast, shownToasts, subscribeToToasts, type Toast, type ToastKind } from './toast.ts';
import { toastHolder } from './toast-places.ts';

const SUCCESS_MS = 6_000;
/** Long enough to be pressed by somebody who is handing over money. */
const WITH_ACTION_MS = 30_000;

const LOOKS: Record<ToastKind, { Icon: typeof CircleCheck; edge: string; icon: string }> = {
  success: { Icon: CircleCheck, edge: 'border-s-done', icon: 'text-done' },
  warning: { Icon: TriangleAlert, edge: 'border-s-warn', icon: 'text-warn' },
  error: { Icon: CircleAlert, edge: 'border-s-danger', icon: 'text-danger' },
};

/**
 * All toasts, in the order in which they were said: one below the other, on phones one at a time with a count, the newest in front (rulings F2, G6). Where they stand is
 * for `ToastPlace` to say. Those not shown are there for screen readers, which read each once.
 */
export function Toaster() {
  const toasts = useSyncExternalStore(subscribeToToasts, shownToasts);
  const phone = usePhone();
  /** What was turned to, and the newest that there was then: a newer one comes to the front. */
  const [turned, turn] = useState({ to: 0, newest: 0 });
  const before = useRef<EventTarget | null>(null);
  const section = useRef<HTMLElement>(null);
  const newest = toasts.at(-1)?.id ?? 0;
  const turned_to = newest > turned.newest ? -1 : toasts.findIndex(({ id }) => id === turned.to);
  const front = turned_to < 0 ? toasts.length - 1 : turned_to;
  const turnTo = (at: number, until = newest) => turn({ to: toasts.at(at)?.id ?? 0, newest: until });
  // Where not all have room the newest is in sight; the others can be scrolled to.
  useLayoutEffect(() => {
    if (newest) section.current?.scrollTo({ top: section.current.scrollHeight });
  }, [newest]);

  /** What the keyboard is on stays in front until it leaves. */
  function onFocus({ currentTarget, relatedTarget, target }: FocusEvent): void {
    if (!currentTarget.contains(relatedTarget)) before.current = relatedTarget;
    if (target.matches(':focus-visible')) turnTo(front, Infinity);
  }

  function onBlur({ currentTarget, relatedTarget }: FocusEvent): void {
    if (turned.newest === Infinity && !currentTarget.contains(relatedTarget)) turn({ to: 0, newest: 0 });
  }

  /** By keyboard one goes on from there: to the next toast, or to where one was before. */
  function dismiss(id: number, { currentTarget: button }: MouseEvent<HTMLElement>): void {
    const item = button.closest('li');
    const neighbour = item?.nextElementSibling ?? item?.previousElementSibling;
    const by_keyboard = button.matches(':focus-visible');
    const back = before.current;
    flushSync(() => dismissToast(id));
    if (!by_keyboard) return;
    const next =
      neighbour?.querySelector('[data-dismiss]') ?? section.current?.querySelector('[data-dismiss]');
    const target = next ?? back;
    if (target instanceof HTMLElement) target.focus();
    before.current = back;
  }

  const list = (
    <section
      ref={section}
      aria-label={t`Notifications`}
      data-toaster
      className={classNames('toaster', toasts.length > 0 && 'toaster-filled')}
      onFocus={onFocus}
      onBlur={onBlur}
    >
      <ol aria-live="polite" aria-relevant="additions text" className="flex flex-col gap-2">
        {toasts.map((toast, at) => (
          <ToastItem key={toast.id} toast={toast} shown={!phone || at === front} onDismiss={dismiss} />
        ))}
      </ol>
      {phone && toasts.length > 1 && (
        <div className="flex items-center justify-between gap-[8px] ps-[12px]">
          <p className="amount text-muted">{t`${toasts.length - front} of ${toasts.length}`}</p>
          <Button
            variant="quiet"
            className="min-h-[48px] px-3"
            onClick={() => turnTo(front - 1, turned.newest === Infinity ? Infinity : newest)}
          >
            {t`Next`}
            <ChevronRight size={18} className="rtl:rotate-180" />
          </Button>
        </div>
      )}
    </section>
  );
  return (
    <>
      <ToastPlace level="page" />
      {createPortal(list, toastHolder())}
    </>
  );
}

type ItemProps = {
  toast: Toast;
  shown: boolean;
  onDismiss: (id: number, event: MouseEvent<HTMLElement>) => void;
};

function ToastItem({ toast, shown, onDismiss }: ItemProps) {
  const { id, kind, title, description, action } = toast;
  const { Icon, edge, icon } = LOOKS[kind];
  const [held, setHeld] = useState(false);
  // Warnings and errors stay until dismissed; a success stays until it had its turn, and while somebody is reading it.
  useEffect(() => {
    if (kind !== 'success' || held || !shown) return;
    return thisTab.timer.after(action ? WITH_ACTION_MS : SUCCESS_MS, () => dismissToast(id));
  }, [id, kind, action, held, shown]);
  return (
    <li
      data-toast={kind}
      className={
        shown
          ? `toast flex items-start gap-[10px] rounded-card border border-line border-s-4 bg-surface ps-[12px] ${edge}`
          : 'sr-only'
      }
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      {shown && <Icon size={20} className={`mt-[12px] shrink-0 ${icon}`} />}
      <div className="flex min-w-0 flex-1 flex-col gap-[2px] py-[10px]">
        <p data-title className="wrap-anywhere font-semibold">
          {title}
        </p>
        {description && (
          <p data-description className="wrap-anywhere text-muted">
            {description}
          </p>
        )}
        {action && shown && (
          <Button variant="secondary" className="mt-1.5 self-start" onClick={action.onPress}>
            {action.label}
          </Button>
        )}
      </div>
      {shown && (
        <button
          type="button"
          aria-label={t`Dismiss: ${title}`}
          title={t`Dismiss`}
          data-dismiss
          className="grid size-[48px] shrink-0 place-items-center rounded-card text-muted hover:bg-sunken"
          onClick={(event) => onDismiss(id, event)}
        >
          <X size={18} />
        </button>
      )}
    </li>
  );
}
