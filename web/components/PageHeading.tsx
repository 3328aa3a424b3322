import { type ReactNode, use, useEffect, useRef } from 'react';
import { cameByHistory, hasMovedFocus, hasNavigated } from '../environment/page-apis.ts';
import { PRODUCT_NAME } from '../product-name.ts';
import { onceEntryRemoved } from '../ui/back-closes.ts';
import { ScreenTitle } from './open-screen.ts';

type Props = {
  /** Replaces the screen's own title. */
  title?: string;
  subtitle?: string;
  action?: ReactNode;
  /** The age of the page's figures; shown at the end of the heading's line. */
  mark?: ReactNode;
  /** The id of the entity shown. A change of it is treated as a navigation. */
  subject?: string | undefined;
};

/**
 * Shows a page's heading and sets the tab's title. After a navigation it takes the focus, so that screen
 * readers read the new page from its top. The first page of a visit leaves the browser's focus unchanged, and
 * a user who moved the focus with Tab while the page was loading keeps it.
 */
export function PageHeading({ title: own_title, subtitle, action, mark, subject }: Props) {
  const screen_title = use(ScreenTitle);
  const title = own_title ?? screen_title;
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = `${title} · ${PRODUCT_NAME}`;
  }, [title]);
  useEffect(() => {
    if (!hasNavigated()) return;
    if (!cameByHistory()) window.scrollTo({ top: 0 });
    if (!hasMovedFocus()) heading.current?.focus({ preventScroll: true });
  }, []);
  const previousSubject = useRef(subject);
  useEffect(() => {
    const changed = previousSubject.current !== undefined && previousSubject.current !== subject;
    previousSubject.current = subject;
    if (!changed) return;
    window.scrollTo({ top: 0 });
    // The change may come from a dialog, whose closing restores the scroll position.
    onceEntryRemoved(() => window.scrollTo({ top: 0 }));
    heading.current?.focus({ preventScroll: true });
  }, [subject]);
  return (
    <div className="flex flex-wrap items-end justify-between gap-3">
      <div className="min-w-0 flex-[1_1_16rem] low:flex low:flex-wrap low:items-baseline low:gap-x-3">
        <div className="flex flex-wrap items-baseline justify-between gap-x-3">
          <h2 ref={heading} tabIndex={-1} className="font-semibold text-title">
            {title}
          </h2>
          {mark}
        </div>
        {subtitle && <p className="text-muted">{subtitle}</p>}
      </div>
      {action}
    </div>
  );
}
