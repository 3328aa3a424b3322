import { t } from '@lingui/core/macro';
import { FileDown, RotateCw, X } from 'lucide-react';
import { ActionButton } from '../actions/ActionButton.tsx';
import { formatCount } from '../figures/format-count.ts';
import { ProgressLine } from '../progress/ProgressLine.tsx';
import { exportRows } from './export-rows.ts';
import { type ExportNow, setExport } from './export-store.ts';

/** The progress or outcome of an export, with the buttons that cancel it or try it again. */
export function ExportStatus({ now }: { now: ExportNow }) {
  return (
    <ProgressLine
      label={t`Your export`}
      icon={FileDown}
      message={shownText(now)}
      spoken={spokenText(now)}
      is_warning={now.at === 'failed'}
    >
      <Choices now={now} />
    </ProgressLine>
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

function shownText(now: ExportNow): string {
  if (now.at !== 'running') return endText(now);
  const { title, rows, rows_done } = now;
  if (rows_done === null || rows === null) return t`Exporting ${title} …`;
  return t`Exporting ${title}: ${formatCount(rows_done)} of ${exportRows(rows)}`;
}

/** Returns the message for screen readers, which changes only every quarter. */
function spokenText(now: ExportNow): string {
  if (now.at !== 'running') return endText(now);
  const { title, rows, rows_done } = now;
  const percent = rows && rows_done ? Math.floor(Math.min(1, rows_done / rows) * 4) * 25 : 0;
  return percent === 0 ? t`Exporting ${title} …` : t`Exporting ${title}: ${percent} percent`;
}

function endText(now: Exclude<ExportNow, { at: 'running' }>): string {
  switch (now.at) {
    case 'done':
      return t`${now.file_name} is saved: ${exportRows(now.rows)}`;
    case 'failed':
      return t`${now.title} was not exported. ${now.why}`;
    case 'cancelled':
      return t`The export of ${now.title} was cancelled. Nothing was saved.`;
  }
}
