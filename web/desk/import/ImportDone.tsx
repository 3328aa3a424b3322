import { plural, t } from '@lingui/core/macro';
import { CheckCircle2, TriangleAlert } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { Link } from 'wouter';
import { Button, buttonClasses } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { DESK_PATH } from '../shell/desk-places.ts';
import { endedText, importedLines, unconfirmedText } from './progress-messages.ts';
import type { Imported } from './run-import.ts';

type Props = { file_name: string; done: Imported; why: string | null; onAnother: () => void };

/** The outcome of a complete or stopped import: the orders that were saved and those that were skipped. */
export function ImportDone({ file_name, done, why, onAnother }: Props) {
  const { stopped } = done;
  const unknown = unconfirmedText(done);
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => place.current?.focus(), []);
  return (
    <div ref={place} tabIndex={-1} className="flex max-w-2xl flex-col gap-4">
      <Notice
        tone={stopped ? 'warn' : 'done'}
        icon={stopped ? TriangleAlert : CheckCircle2}
        title={endedText(file_name, done)}
      >
        <ul className="list-inside list-disc">
          {importedLines(done).map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
        {done.others > 0 && <p className="wrap-anywhere mt-2">{skippedText(done)}</p>}
        {why !== null && <p className="mt-2">{why}</p>}
        {unknown !== null && <p className="mt-2">{unknown}</p>}
        {stopped && unknown === null && (
          <p className="mt-2">{t`Choose the file again to continue. Orders that were added are not imported twice.`}</p>
        )}
      </Notice>
      <div className="flex flex-wrap gap-3">
        <Link to={DESK_PATH} className={buttonClasses('primary')}>
          {t`View orders`}
        </Link>
        <Button variant="secondary" onClick={onAnother}>
          {t`Import a file`}
        </Button>
      </div>
    </div>
  );
}

function skippedText({ others, left }: Imported): string {
  const list = left.map(({ line, order_number }) => order_number || t`row ${line}`).join(', ');
  const more = others - left.length;
  if (more === 0) return t`Skipped: ${list}`;
  return t`Skipped: ${list} and ${plural(more, { one: '# more', other: '# more' })}`;
}
