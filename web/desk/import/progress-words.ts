import { plural, t } from '@lingui/core/macro';
import type { ImportState } from './import-store.ts';
import type { Imported } from './run-import.ts';

type Ended = Omit<Extract<ImportState, { at: 'done' }>, 'at'>;
type Importing = Pick<Extract<ImportState, { at: 'importing' }>, 'done' | 'total'>;

/** Of all that is wanted, what of it is written or known not to be; from 0 to 1. */
export function shareOf({ done, total }: Importing): number {
  return total === 0 ? 1 : (done.imported + done.updated + done.same + done.others) / total;
}

export function progressWords({ done, total }: Importing): string {
  const written = done.imported + done.updated;
  return t`${written.toLocaleString('en')} of ${total.toLocaleString('en')} orders are written.`;
}

export function endedWords(file_name: string, { stopped }: Imported): string {
  return stopped ? t`The import of ${file_name} was stopped` : t`${file_name} is imported`;
}

/** Exactly what was written, and what was not. */
export function importedWords({ imported, updated, same, others }: Imported): string[] {
  return [
    t`${plural(imported, { one: '# order was added', other: '# orders were added' })}`,
    ...(updated > 0
      ? [t`${plural(updated, { one: '# open order was changed', other: '# open orders were changed' })}`]
      : []),
    ...(same > 0 ? [t`${plural(same, { one: '# was there already', other: '# were there already' })}`] : []),
    ...(others > 0
      ? [
          t`${plural(others, { one: '# has changed since the preview and was left', other: '# have changed since the preview and were left' })}`,
        ]
      : []),
  ];
}

/** What was sent last, and never answered; null where all was. */
export function unknownWords({ unknown }: Imported): string | null {
  if (unknown === 0) return null;
  return t`Of ${plural(unknown, { one: 'one more order', other: '# more orders' })} nobody knows yet whether they were added. Choose the file again: what is there is not imported twice.`;
}

/** All that came of it, behind how it ended. */
export function detailWords({ done, why }: Pick<Ended, 'done' | 'why'>): string {
  return [`${importedWords(done).join(', ')}.`, why, unknownWords(done)].filter(Boolean).join(' ');
}

/** How an import ended, in one line. */
export function outcomeWords(ended: Ended): string {
  return t`${endedWords(ended.file_name, ended.done)}: ${detailWords(ended)}`;
}
