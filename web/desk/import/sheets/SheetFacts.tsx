import { plural, t } from '@lingui/core/macro';
import type { OpenedFacts } from '../reader/reader-worker.ts';

type Props = {
  opened: OpenedFacts;
  /** The columns that are imported. */
  columns: readonly string[];
};

/** The sheet that is read, and the hidden parts of the workbook. Shows nothing for a text file. */
export function SheetFacts({ opened: { sheet, hidden }, columns }: Props) {
  if (sheet === null) return null;
  const skipped = skippedText(hidden);
  const read = hidden.columns.filter((column) => columns.includes(column));
  const names = read.join(', ');
  return (
    <div className="wrap-anywhere text-sm">
      <p className="text-muted">
        {t`Sheet:`} <bdi>{sheet}</bdi>
      </p>
      {skipped !== '' && <p className="text-warn">{skipped}</p>}
      {read.length > 0 && (
        <p className="text-warn">
          {t`${plural(read.length, { one: 'A hidden column is', other: 'Hidden columns are' })} imported too:`}{' '}
          <bdi>{names}</bdi>
        </p>
      )}
    </div>
  );
}

function skippedText({ rows, sheets }: OpenedFacts['hidden']): string {
  const skipped = [
    rows > 0 &&
      t`${plural(rows, { one: '# hidden row was skipped.', other: '# hidden rows were skipped.' })}`,
    sheets > 0 &&
      t`${plural(sheets, { one: '# hidden sheet was skipped.', other: '# hidden sheets were skipped.' })}`,
  ];
  return skipped.filter(Boolean).join(' ');
}
