import { t } from '@lingui/core/macro';
import { ArrowLeft, X } from 'lucide-react';
import { type ReactNode, use, useEffect, useId, useRef } from 'react';
import { ScreenTitle } from '../../components/open-screen.ts';
import { PRODUCT_NAME } from '../../product-name.ts';
import { classNames } from '../../ui/class-names.ts';
import { useMedia } from '../../ui/use-media.ts';
import { ActionButton } from '../actions/ActionButton.tsx';
import { useDeskActions } from '../actions/desk-actions.ts';
import { useFallbackFocus } from './use-fallback-focus.ts';

type Props = {
  /** The list; it keeps its state while details are open next to it. */
  children: ReactNode;
  /** Null: nothing is open. */
  details: Details | null;
};

export type Details = {
  /** When it changes, the details scroll to their top. */
  id: string;
  title: string;
  /** Navigates to the list's own address. */
  onClose: () => void;
  content: ReactNode;
};

const BESIDE = '(min-width: 64rem)';
/** The current row of the list. */
const CURRENT_ROW = '[data-row][tabindex="0"]';

/**
 * True if the details cover the list. A covered list ignores navigation keys and actions on its selection.
 */
export function useListCovered(details: Details | null): boolean {
  const beside = useMedia(BESIDE);
  return details !== null && !beside;
}

/**
 * A list that fills the page, and the details of its open row: next to it if there is room, instead of it
 * below 1,024 px. The place that mounts it defines the addresses of both.
 */
export function ListWithDetails({ children, details }: Props) {
  const list = useRef<HTMLDivElement>(null);
  useFallbackFocus(
    list,
    () => list.current?.querySelector(CURRENT_ROW) ?? document.getElementById('content'),
  );
  return (
    <div className="desk-fill flex min-w-0 gap-4">
      <div ref={list} className={classNames('flex min-w-0 flex-1 flex-col', details && 'max-lg:hidden')}>
        {children}
      </div>
      {details && <DetailsPanel key={details.id} {...details} />}
    </div>
  );
}

function DetailsPanel({ title, onClose, content }: Details) {
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  const panel = useRef<HTMLElement>(null);
  const place = use(ScreenTitle);
  useFallbackFocus(panel, () => heading.current);
  const close = { id: 'close_details', title: t`Close details`, key: 'Escape', run: onClose };
  useDeskActions(title, [close]);
  useEffect(() => {
    const previous = document.title;
    document.title = `${title} · ${PRODUCT_NAME}`;
    return () => {
      document.title = previous;
    };
  }, [title]);
  // Details that replace the list are announced; next to the list, the focus remains in the list.
  useEffect(() => {
    if (!window.matchMedia(BESIDE).matches) heading.current?.focus({ preventScroll: true });
  }, []);
  return (
    <aside
      ref={panel}
      aria-labelledby={id}
      className="flex min-h-0 min-w-0 flex-col rounded-card border border-line bg-surface max-lg:flex-1 lg:w-[clamp(22rem,34vw,38rem)] lg:shrink-0"
    >
      {/* If the list and its heading are hidden, the panel still needs the heading of the place. */}
      <h2 className="sr-only lg:hidden">{place}</h2>
      <header className="flex min-h-12 items-center justify-between gap-2 border-line border-b ps-2 pe-2 lg:ps-4">
        <ActionButton
          action={{ ...close, title: t`Back to the list`, key: undefined }}
          icon={ArrowLeft}
          className="shrink-0 lg:hidden rtl:[&>svg]:-scale-x-100"
        />
        <h3
          ref={heading}
          id={id}
          title={title}
          tabIndex={-1}
          className="min-w-0 flex-1 truncate font-semibold text-section"
        >
          {title}
        </h3>
        <ActionButton action={close} icon={X} className="shrink-0 max-lg:hidden" />
      </header>
      <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain p-4">{content}</div>
    </aside>
  );
}
