import { plural, t } from '@lingui/core/macro';
import { CheckCircle2, TriangleAlert } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { Link } from 'wouter';
import { Button, buttonClasses } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { DESK_PATH } from '../desk-places.ts';
import type { Imported } from './run-import.ts';

type Props = { file: File; done: Imported; why: string | null; onAnother: () => void };

/** Exactly what was written, whether it came to its end or not. */
export function ImportDone({ file, done, why, onAnother }: Props) {
  const { imported, updated, same, others, stopped, unknown } = done;
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => place.current?.focus(), []);
  const lines = [
    t`${plural(imported, { one: '# order was added', other: '# orders were added' })}`,
    ...(updated > 0
      ? [t`${plural(updated, { one: '# open order was changed', other: '# open orders were changed' })}`]
      : []),
    ...(same > 0 ? [t`${plural(same, { one: '# was there already', other: '# were there already' })}`] : []),
    ...(others.length > 0
      ? [
          t`${plural(others.length, { one: '# has changed since the preview and was left', other: '# have changed since the preview and were left' })}`,
        ]
      : []),
  ];
  return (
    <div ref={place} tabIndex={-1} className="flex max-w-2xl flex-col gap-4">
      <Notice
        tone={stopped ? 'warn' : 'done'}
        icon={stopped ? TriangleAlert : CheckCircle2}
        title={stopped ? t`The import of ${file.name} was stopped` : t`${file.name} is imported`}
      >
        <ul className="list-inside list-disc">
          {lines.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
        {others.length > 0 && <p className="wrap-anywhere mt-2">{leftWords(others)}</p>}
        {why !== null && <p className="mt-2">{why}</p>}
        {unknown > 0 && (
          <p className="mt-2">
            {t`Of ${plural(unknown, { one: 'one more order', other: '# more orders' })} nobody knows yet whether they were added. Choose the file again: what is there is not imported twice.`}
          </p>
        )}
        {stopped && unknown === 0 && (
          <p className="mt-2">{t`Choose the file again to go on: what is there is not imported twice.`}</p>
        )}
      </Notice>
      <div className="flex flex-wrap gap-3">
        <Link to={DESK_PATH} className={buttonClasses('primary')}>
          {t`To the orders`}
        </Link>
        <Button variant="secondary" onClick={onAnother}>
          {t`Import a file`}
        </Button>
      </div>
    </div>
  );
}

/** So many are named; of more the preview tells once the file is chosen again. */
const NAMED_MAX = 30;

function leftWords(others: Imported['others']): string {
  const named = others.slice(0, NAMED_MAX).map(({ line, order_number }) => order_number || t`row ${line}`);
  const list = named.join(', ');
  const more = others.length - named.length;
  if (more === 0) return t`Left as they are: ${list}`;
  return t`Left as they are: ${list} and ${plural(more, { one: '# more', other: '# more' })}`;
}
