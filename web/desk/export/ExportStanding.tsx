import { t } from '@lingui/core/macro';
import { FileDown, RotateCw, X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { classNames } from '../../ui/class-names.ts';
import { ActionButton } from '../actions/ActionButton.tsx';
import { countWords } from '../figures/count-words.ts';
import { exportRows } from './export-rows.ts';
import { type ExportNow, setExport } from './export-store.ts';

/** How far an export is, what came of it, and how to stop it or try again. It takes its room from the page, and lies over nothing. */
export function ExportStanding({ now }: { now: ExportNow }) {
  // Screen readers tell what changes in a line that is there, not what comes with it.
  const [is_there, setThere] = useState(false);
  useEffect(() => setThere(true), []);
  return (
    <>
      <p role="status" className="sr-only">
        {is_there && spokenWords(now)}
      </p>
      <section
        aria-label={t`Your export`}
        className={classNames(
          'flex min-h-11 flex-wrap items-center gap-x-3 border-line border-b px-4 text-sm',
          now.at === 'failed' ? 'bg-warn-soft text-warn' : 'bg-surface',
        )}
      >
        <p aria-hidden="true" className="flex min-w-0 items-center gap-2 py-1">
          <FileDown size={18} className="shrink-0" />
          <bdi className="wrap-anywhere tabular-nums">{shownWords(now)}</bdi>
        </p>
        <Choices now={now} />
      </section>
    </>
  );
}

function Choices({ now }: { now: ExportNow }) {
  const touch = 'pointer-coarse:min-h-12';
  if (now.at === 'running') {
    const cancel = { id: 'cancel_export', title: t`Cancel export`, run: now.cancel };
    return <ActionButton action={cancel} icon={X} className={touch} />;
  }
  const dismiss = { id: 'dismiss', title: t`Dismiss`, run: () => setExport(null) };
  return (
    <>
      {now.at === 'failed' && (
        <ActionButton
          action={{ id: 'export_again', title: t`Try again`, run: now.again }}
          icon={RotateCw}
          className={touch}
        />
      )}
      <ActionButton action={dismiss} icon={X} className={touch} />
    </>
  );
}

function shownWords(now: ExportNow): string {
  if (now.at !== 'running') return endWords(now);
  const { title, rows, rows_done } = now;
  if (rows_done === null || rows === null) return t`Exporting ${title} …`;
  return t`Exporting ${title}: ${countWords(rows_done)} of ${exportRows(rows)}`;
}

/** To screen readers, who are told each quarter of it. */
function spokenWords(now: ExportNow): string {
  if (now.at !== 'running') return endWords(now);
  const { title, rows, rows_done } = now;
  const percent = rows && rows_done ? Math.floor(Math.min(1, rows_done / rows) * 4) * 25 : 0;
  return percent === 0 ? t`Exporting ${title} …` : t`Exporting ${title}: ${percent} percent`;
}

function endWords(now: Exclude<ExportNow, { at: 'running' }>): string {
  switch (now.at) {
    case 'done':
      return t`${now.file_name} is saved: ${exportRows(now.rows)}`;
    case 'failed':
      return t`${now.title} was not exported. ${now.why}`;
    case 'cancelled':
      return t`The export of ${now.title} was cancelled. Nothing was saved.`;
  }
}
