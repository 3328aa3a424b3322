import { plural, t } from '@lingui/core/macro';
import type { ImportState } from './import-store.ts';
import type { Imported } from './run-import.ts';

type Ended = Omit<Extract<ImportState, { at: 'done' }>, 'at'>;
type Importing = Pick<Extract<ImportState, { at: 'importing' }>, 'done' | 'total'>;

/** Returns the processed share of the selected orders, from 0 to 1. */
export function shareOf({ done, total }: Importing): number {
  return total === 0 ? 1 : (done.imported + done.updated + done.same + done.others) / total;
}

export function progressText({ done, total }: Importing): string {
  const written = done.imported + done.updated;
  return t`${written.toLocaleString('en')} of ${total.toLocaleString('en')} orders are saved.`;
}

export function endedText(file_name: string, { stopped }: Imported): string {
  return stopped ? t`The import of ${file_name} was stopped` : t`${file_name} is imported`;
}

/** Returns one line for each outcome: added, changed, already up to date, skipped. */
export function importedLines({ imported, updated, same, others }: Imported): string[] {
  return [
    t`${plural(imported, { one: '# order was added', other: '# orders were added' })}`,
    ...(updated > 0
      ? [t`${plural(updated, { one: '# open order was changed', other: '# open orders were changed' })}`]
      : []),
    ...(same > 0
      ? [t`${plural(same, { one: '# was already up to date', other: '# were already up to date' })}`]
      : []),
    ...(others > 0
      ? [
          t`${plural(others, { one: '# changed since the preview and was skipped', other: '# changed since the preview and were skipped' })}`,
        ]
      : []),
  ];
}

/** Returns a warning about orders that were sent without a response, null for none. */
export function unconfirmedText({ unknown }: Imported): string | null {
  if (unknown === 0) return null;
  return t`${plural(unknown, { one: '# more order was', other: '# more orders were' })} sent, but not confirmed. Choose the file again. Orders that were added are not imported twice.`;
}

/** Returns the full outcome, to be shown below the title. */
export function detailText({ done, why }: Pick<Ended, 'done' | 'why'>): string {
  return [`${importedLines(done).join(', ')}.`, why, unconfirmedText(done)].filter(Boolean).join(' ');
}

/** Returns the outcome of an import in one line. */
export function outcomeText(ended: Ended): string {
  return t`${endedText(ended.file_name, ended.done)}: ${detailText(ended)}`;
}
