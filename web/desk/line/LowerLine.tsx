import { plural, t } from '@lingui/core/macro';
import { Undo2 } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { thisTab } from '../../environment/this-tab.ts';
import { publishHeight } from '../../ui/publish-height.ts';
import { useNow } from '../../ui/use-now.ts';
import { ActionButton } from '../actions/ActionButton.tsx';
import { useDeskActions } from '../actions/desk-actions.ts';
import { type DeskLine, shownLine, subscribeToLine } from './desk-line.ts';

/** Toasts are placed above the line. */
const height = publishHeight('--bottom-bar');
const REFRESH_MS = 250;

/** The line at the desk's lower edge. It takes its room from the page and covers nothing. */
export function LowerLine() {
  const line = useSyncExternalStore(subscribeToLine, shownLine);
  return (
    <div className="sticky bottom-0 z-20 print:hidden" ref={height}>
      <p role="status" className="sr-only">
        {line?.text}
      </p>
      <p role="status" className="sr-only">
        {line?.hint && <span key={line.hint.count}>{line.hint.words}</span>}
      </p>
      {line && <Shown key={line.id} line={line} />}
    </div>
  );
}

function Shown({ line }: { line: DeskLine }) {
  return (
    <div className="flex flex-wrap items-center gap-x-6 border-line border-t bg-sunken px-4 pb-[env(safe-area-inset-bottom)] text-sm">
      <div className="flex min-h-12 min-w-0 items-center gap-3">
        <p aria-hidden="true" className="min-w-0 wrap-anywhere">
          {line.text}
        </p>
        {line.undo && <Undo undo={line.undo} ends_at={line.ends_at} />}
      </div>
      {line.hint && (
        <p aria-hidden="true" className="min-w-0 wrap-anywhere py-1.5 font-medium">
          {line.hint.words}
        </p>
      )}
    </div>
  );
}

function Undo({ undo, ends_at }: { undo: () => void; ends_at: number }) {
  useNow(REFRESH_MS);
  const left_s = Math.max(0, Math.ceil((ends_at - thisTab.elapsed()) / 1_000));
  const action = { id: 'undo', title: t`Undo`, key: 'z', run: undo };
  useDeskActions(t`Shop desk`, [action]);
  return (
    <>
      <ActionButton action={action} icon={Undo2} variant="secondary" />
      <span aria-hidden="true" className="amount shrink-0 whitespace-nowrap text-muted">
        {t`${plural(left_s, { one: '# s left', other: '# s left' })}`}
      </span>
    </>
  );
}
