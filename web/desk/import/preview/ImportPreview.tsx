import { plural, t } from '@lingui/core/macro';
import { Download, TriangleAlert } from 'lucide-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import { IMPORT_OUTCOMES, type ImportOutcome } from '../../../../contract/rules/import/import-fields.ts';
import { Button } from '../../../ui/Button.tsx';
import { Checkbox } from '../../../ui/Checkbox.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { RadioGroup } from '../../../ui/RadioGroup.tsx';
import { showToast } from '../../../ui/toast.ts';
import { ActionButton } from '../../actions/ActionButton.tsx';
import { useDeskActions } from '../../actions/desk-actions.ts';
import { saveFile } from '../../export/save-file.ts';
import { DateQuestion } from '../dates/DateQuestion.tsx';
import { needsDateOrder } from '../dates/date-order.ts';
import { FileEncoding } from '../encoding/FileEncoding.tsx';
import { readingOf } from '../import-source.ts';
import type { ImportState } from '../import-store.ts';
import type { PreviewRow } from '../run-import.ts';
import { SheetFacts } from '../sheets/SheetFacts.tsx';
import { unreadableText } from '../unreadable-messages.ts';
import type { Import } from '../use-import.ts';
import { faultList } from './fault-list.ts';
import { previewOutcomeText, rowReason } from './import-messages.ts';
import { PreviewList } from './PreviewList.tsx';
import { UnknownNames } from './UnknownNames.tsx';

type Props = { use: Import; state: Extract<ImportState, { at: 'preview' }> };

/** The outcome of each order, before anything is saved. */
export function ImportPreview({ use, state }: Props) {
  const { file, opened, layout, preview, dates_answered = false } = state;
  const { rows, damage, dates } = preview;
  const [shown, setShown] = useState<ImportOutcome | 'all'>('all');
  const [update, setUpdate] = useState(false);
  const counts = useMemo(() => countsOf(rows), [rows]);
  const listed = useMemo(
    () => (shown === 'all' ? rows : rows.filter(({ fate }) => fate === shown)),
    [rows, shown],
  );
  const correctable = useMemo(() => rows.filter(isCorrectable), [rows]);
  const add = useMemo(() => rows.filter(({ fate }) => fate === 'new').map(({ line }) => line), [rows]);
  const correct = update ? correctable : [];
  const total = add.length + correct.length;
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);

  const write = {
    id: 'import',
    title:
      correct.length > 0
        ? t`${plural(total, { one: 'Import or change # order', other: 'Import or change # orders' })}`
        : t`${plural(total, { one: 'Import # order', other: 'Import # orders' })}`,
    key: 'mod+Enter',
    unavailable: whyUnavailable(total, !dates_answered && needsDateOrder(dates)),
    run: () => void use.write(state, { add, correct }),
  };
  useDeskActions(t`Import`, [write]);

  const options = (['all', ...IMPORT_OUTCOMES] as const)
    .filter((fate) => fate === 'all' || counts[fate] > 0)
    .map((fate) => {
      const count = (fate === 'all' ? rows.length : counts[fate]).toLocaleString('en');
      return { value: fate, label: `${fate === 'all' ? t`All` : previewOutcomeText(fate)} ${count}` };
    });

  function download(): void {
    const titles = [t`Row`, t`Order`, t`Column`, t`Value`, t`Problem`];
    const bad = rows.filter(({ fate }) => fate === 'bad' || fate === 'left_out');
    saveFile(
      `${file.name.replace(/\.\w+$/, '')}-errors.csv`,
      faultList(bad, titles, rowReason),
      'text/csv',
    ).catch(() => showToast({ kind: 'error', title: t`The list could not be saved` }));
  }

  return (
    <section className="flex min-h-0 min-w-0 flex-1 flex-col gap-3">
      <h3 ref={heading} tabIndex={-1} className="break-words font-semibold text-section">
        <bdi>{file.name}</bdi>
      </h3>
      <SheetFacts opened={opened} columns={readingOf(opened, layout).read_as.columns} />
      {damage && (
        <Notice
          tone="danger"
          icon={TriangleAlert}
          title={unreadableText(damage)}
        >{t`The rows before it can be imported.`}</Notice>
      )}
      {opened.encoding && (
        <FileEncoding
          encoding={opened.encoding}
          onEncoding={(encoding) => void use.changeEncoding(state, encoding)}
        />
      )}
      {layout && (
        <DateQuestion
          dates={dates}
          order={layout.date_order}
          answered={dates_answered}
          onAnswer={(order) => void use.answerDates(state, order)}
        />
      )}
      <UnknownNames rows={rows} onDefined={() => void use.previewAgain(state)} />
      <RadioGroup
        legend={<span className="sr-only">{t`Show`}</span>}
        value={shown}
        options={options}
        onValue={setShown}
      />
      <PreviewList rows={listed} shown={shown} />
      {correctable.length > 0 && (
        <Checkbox
          checked={update}
          onChecked={setUpdate}
          label={t`Also change ${plural(correctable.length, { one: 'the one open order that differs', other: 'the # open orders that differ' })} to match the file. The previous amount due stays on record, and a driver on the road is notified.`}
        />
      )}
      <div className="flex flex-wrap items-center gap-3">
        <ActionButton action={write} variant="primary" className="min-h-11 px-4" />
        {counts.bad + counts.left_out > 0 && (
          <Button variant="secondary" onClick={download}>
            <Download size={18} />
            {t`Save the list of errors`}
          </Button>
        )}
        {layout && (
          <Button variant="quiet" onClick={() => use.changeColumns({ ...state, layout })}>
            {t`Change the columns`}
          </Button>
        )}
        <Button variant="quiet" onClick={use.chooseAgain}>
          {t`Choose another file`}
        </Button>
      </div>
    </section>
  );
}

function whyUnavailable(total: number, is_order_asked: boolean): string | undefined {
  if (is_order_asked) return t`Select the order of day and month first`;
  return total === 0 ? t`There is nothing new in this file` : undefined;
}

function countsOf(rows: readonly PreviewRow[]): Record<ImportOutcome, number> {
  const counts: Record<ImportOutcome, number> = { new: 0, same: 0, differs: 0, bad: 0, left_out: 0 };
  for (const { fate } of rows) counts[fate] += 1;
  return counts;
}

function isCorrectable({ fate, left_because }: PreviewRow): boolean {
  return fate === 'differs' && left_because === null;
}
