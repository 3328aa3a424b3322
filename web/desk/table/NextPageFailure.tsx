import { t } from '@lingui/core/macro';
import { type RefObject, useLayoutEffect, useRef } from 'react';
import { Button } from '../../ui/Button.tsx';
import type { FailedPage } from '../reads/use-desk-pages.ts';

/** Shows that the next page could not be read. It takes its room from the list and covers no row. */
export function NextPageFailure({ words, failed }: { words: string; failed: FailedPage }) {
  const line = useRef<HTMLDivElement>(null);
  useGivesFocusBack(line);
  return (
    <div ref={line} className="flex min-h-9 shrink-0 flex-wrap items-center gap-x-3 text-sm">
      <p role="status" className="text-muted">
        {words}
      </p>
      <Button
        variant="link"
        className="min-h-9 px-2 py-1 pointer-coarse:min-h-12"
        busy={failed.is_loading}
        onClick={failed.again}
      >
        {t`Try again`}
      </Button>
    </div>
  );
}

/** Moves the focus to the current row if this line disappears while its button has the focus. */
function useGivesFocusBack(line: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const element = line.current;
    return () => {
      if (!element?.contains(document.activeElement)) return;
      const row = element.parentElement?.querySelector<HTMLElement>('[data-row][tabindex="0"]');
      row?.focus({ preventScroll: true });
    };
  }, [line]);
}
