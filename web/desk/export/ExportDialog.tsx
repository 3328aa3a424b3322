import { t } from '@lingui/core/macro';
import { type FormEvent, useState } from 'react';
import { type ExportFormat, XLSX_ROWS_MAX } from '../../../contract/rules/reports/exports.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { RadioGroup } from '../../ui/RadioGroup.tsx';
import { formatCount } from '../figures/format-count.ts';
import { exportRows } from './export-rows.ts';
import type { Exportable } from './export-store.ts';
import { beginExport } from './run-export.ts';

type Props = { what: Exportable; onClose: () => void };

/** Lets the user choose the format, and shows the number of rows. */
export function ExportDialog({ what, onClose }: Props) {
  const { title, rows } = what;
  const too_many = rows !== null && rows > XLSX_ROWS_MAX;
  const [chosen, setChosen] = useState<ExportFormat>('csv');
  const format = too_many ? 'csv' : chosen;
  const options = [
    { value: 'csv' as const, label: t`CSV, for any spreadsheet` },
    ...(too_many ? [] : [{ value: 'xlsx' as const, label: t`Excel` }]),
  ];
  function submit(event: FormEvent): void {
    event.preventDefault();
    onClose();
    void beginExport(what, format);
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t`Export ${title}`}
      description={
        rows === null
          ? t`All rows of this view, in the current order.`
          : t`${exportRows(rows)}, with the totals.`
      }
    >
      <form className="flex flex-col gap-4" onSubmit={submit}>
        <RadioGroup legend={t`Format`} value={format} options={options} onValue={setChosen} />
        {too_many && (
          <p className="text-muted text-sm">
            {t`An Excel file can have at most ${formatCount(XLSX_ROWS_MAX)} rows. A CSV file has no limit.`}
          </p>
        )}
        <div className="flex flex-col-reverse gap-2 sm:flex-row sm:justify-end">
          <Button type="button" variant="secondary" onClick={onClose}>
            {t`Cancel`}
          </Button>
          <Button type="submit">{t`Export`}</Button>
        </div>
      </form>
    </Dialog>
  );
}
