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
import { thisTab } from '../environment/this-tab.ts';
import { Button } from './Button.tsx';
import { classNames } from './class-names.ts';
import { onFormInput } from './form-input.ts';
import { ToastPlace } from './ToastPlace.tsx';
import { dismissToast, shownToasts, subscribeToToasts, type Toast, type ToastKind } from './toast.ts';
import { toastHolder } from './toast-places.ts';
import { useMedia } from './use-media.ts';

const SUCCESS_MS = 6_000;
/** Long enough for a driver who is handing over money. */
const WITH_ACTION_MS = 30_000;

/** Matches phones in portrait and landscape. */
const ONE_AT_A_TIME = '(max-width: 767.98px), (max-height: 30rem)';

const LOOKS: Record<ToastKind, { Icon: typeof CircleCheck; edge: string; icon: string }> = {
  success: { Icon: CircleCheck, edge: 'border-s-done', icon: 'text-done' },
  warning: { Icon: TriangleAlert, edge: 'border-s-warn', icon: 'text-warn' },
  error: { Icon: CircleAlert, edge: 'border-s-danger', icon: 'text-danger' },
};

/**
 * All toasts, oldest first; on phones one at a time with a count, the newest in front. `ToastPlace`
 * determines where they are shown. Hidden toasts remain available to screen readers, which announce each
 * once.
 *
 * The first input in any form dismisses all success toasts, because the user has begun the next task; input
 * outside forms, such as the desk's search, does not. This loses no action: no success toast offers Undo (the
 * desk has a line for it), and the receipt that a handover's toast opens is also in that day's list of
 * handovers.
 */
export function Toaster() {
  const toasts = useSyncExternalStore(subscribeToToasts, shownToasts);
  const one_at_a_time = useMedia(ONE_AT_A_TIME);
  /** The toast that the user selected, and the newest toast at that time: a newer one comes to the front. */
  const [turned, turn] = useState({ to: 0, newest: 0 });
  const before = useRef<EventTarget | null>(null);
  const section = useRef<HTMLElement>(null);
  const newest = toasts.at(-1)?.id ?? 0;
  const turned_to = newest > turned.newest ? -1 : toasts.findIndex(({ id }) => id === turned.to);
  const front = turned_to < 0 ? toasts.length - 1 : turned_to;
  const turnTo = (at: number, until = newest) => turn({ to: toasts.at(at)?.id ?? 0, newest: until });
  // If not all toasts fit, the newest is visible; the others can be scrolled to.
  useLayoutEffect(() => {
    if (newest) section.current?.scrollTo({ top: section.current.scrollHeight });
  }, [newest]);

  const has_success = toasts.some(({ kind }) => kind === 'success');
  useEffect(() => (has_success ? onFormInput(dismissSuccesses) : undefined), [has_success]);

  /** The toast with the keyboard focus stays in front until the focus leaves it. */
  function onFocus({ currentTarget, relatedTarget, target }: FocusEvent): void {
    if (!currentTarget.contains(relatedTarget)) before.current = relatedTarget;
    if (target.matches(':focus-visible')) turnTo(front, Infinity);
  }

  function onBlur({ currentTarget, relatedTarget }: FocusEvent): void {
    if (turned.newest === Infinity && !currentTarget.contains(relatedTarget)) turn({ to: 0, newest: 0 });
  }

  /** By keyboard, the focus moves to the next toast, or to the previously focused element. */
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

  const pages = one_at_a_time && toasts.length > 1;
  const list = (
    <section
      ref={section}
      aria-label={t`Notifications`}
      data-toaster
      className={classNames('toaster', toasts.length > 0 && 'toaster-filled', pages && 'toaster-paged')}
      onFocus={onFocus}
      onBlur={onBlur}
    >
      <ol aria-live="polite" aria-relevant="additions text" className="toast-list">
        {toasts.map((toast, at) => (
          <ToastItem
            key={toast.id}
            toast={toast}
            shown={!one_at_a_time || at === front}
            onDismiss={dismiss}
          />
        ))}
      </ol>
      {pages && (
        <div className="toast-pager">
          <p className="amount text-muted">{t`${toasts.length - front} of ${toasts.length}`}</p>
          <Button
            variant="quiet"
            className="min-h-[44px] gap-0 px-1"
            onClick={() => turnTo(front - 1, turned.newest === Infinity ? Infinity : newest)}
          >
            {t`Next`}
            <ChevronRight size={16} className="rtl:rotate-180" />
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

function dismissSuccesses(): void {
  for (const { id, kind } of shownToasts()) if (kind === 'success') dismissToast(id);
}

type ItemProps = {
  toast: Toast;
  shown: boolean;
  onDismiss: (id: number, event: MouseEvent<HTMLElement>) => void;
};

function ToastItem({ toast, shown, onDismiss }: ItemProps) {
  const { id, kind, title, names, amount, description, action } = toast;
  const { Icon, edge, icon } = LOOKS[kind];
  const [held, setHeld] = useState(false);
  // Warnings and errors stay until dismissed. A success expires after it was shown for some time without
  // pointer or focus.
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
      {shown && <Icon size={20} className={`toast-icon shrink-0 ${icon}`} />}
      <div className="toast-body">
        <div className="min-w-0 flex-[1_1_12rem]">
          <div className="flex flex-wrap gap-x-[8px]">
            <p data-title className="wrap-anywhere font-semibold">
              {title}
            </p>
            {names && (
              <p data-names className="wrap-anywhere font-medium">
                <bdi>{names}</bdi>
                {amount && (
                  <>
                    {' · '}
                    <bdi className="amount">{amount}</bdi>
                  </>
                )}
              </p>
            )}
          </div>
          {description && (
            <p data-description className="wrap-anywhere text-muted">
              {description}
            </p>
          )}
        </div>
        {action && shown && (
          <Button variant="secondary" onClick={action.onPress}>
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
          className="grid size-[48px] shrink-0 place-items-center rounded-card text-muted hover:bg-sunken md:size-[44px]"
          onClick={(event) => onDismiss(id, event)}
        >
          <X size={18} />
        </button>
      )}
    </li>
  );
}
