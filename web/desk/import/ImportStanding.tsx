import { t } from '@lingui/core/macro';
import { FileUp, X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Link } from 'wouter';
import { classNames } from '../../ui/class-names.ts';
import { ActionButton } from '../actions/ActionButton.tsx';
import { IMPORT_PATH } from '../desk-places.ts';
import { forgetImport, type ImportNow } from './import-store.ts';
import { outcomeWords, progressWords, shareOf } from './progress-words.ts';
import { useImportNow } from './use-import-now.ts';

type Told = {
  words: string;
  /** To screen readers, who are not told of each batch. */
  spoken: string;
  /** Something is left to do. */
  wrong: boolean;
  /** It is over, and may be put away. */
  is_over: boolean;
};

/** Elsewhere at the desk: the progress of an import, its outcome, and the link back to it. It takes its room from the page, and covers nothing. */
export function ImportStanding({ elsewhere }: { elsewhere: boolean }) {
  // Screen readers announce what changes in an existing line, not what is added with it.
  const [is_there, setThere] = useState(false);
  useEffect(() => setThere(true), []);
  const told = toldOf(useImportNow());
  const shown = elsewhere ? told : null;
  const dismiss = { id: 'dismiss', title: t`Dismiss`, run: () => forgetImport() };
  return (
    <>
      <p role="status" className="sr-only">
        {is_there && shown?.spoken}
      </p>
      {shown && (
        <section
          aria-label={t`Your import`}
          className={classNames(
            'flex min-h-11 flex-wrap items-center gap-x-3 border-line border-b px-4 text-sm',
            shown.wrong ? 'bg-warn-soft text-warn' : 'bg-surface',
          )}
        >
          <p aria-hidden="true" className="flex min-w-0 items-center gap-2 py-1">
            <FileUp size={18} className="shrink-0" />
            <bdi className="wrap-anywhere tabular-nums">{shown.words}</bdi>
          </p>
          <Link
            to={IMPORT_PATH}
            className="inline-flex min-h-11 shrink-0 items-center font-semibold underline underline-offset-4 pointer-coarse:min-h-12"
          >
            {t`Show`}
          </Link>
          {shown.is_over && <ActionButton action={dismiss} icon={X} className="pointer-coarse:min-h-12" />}
        </section>
      )}
    </>
  );
}

function toldOf({ state, paused }: ImportNow): Told | null {
  if (state.at === 'importing') {
    const { file_name } = state;
    const percent = Math.floor(Math.min(1, shareOf(state)) * 4) * 25;
    const words = t`Importing ${file_name}: ${progressWords(state)}`;
    const waiting = t`No connection. It goes on by itself.`;
    return {
      words: paused ? `${words} ${waiting}` : words,
      spoken: paused ? waiting : t`Importing ${file_name}: ${percent} percent`,
      wrong: false,
      is_over: false,
    };
  }
  if (state.at === 'done') {
    const words = outcomeWords(state);
    return { words, spoken: words, wrong: state.done.stopped, is_over: true };
  }
  if (state.at !== 'choose' || state.interrupted === null) return null;
  const words = t`The import of ${state.interrupted} was cut off`;
  return { words, spoken: words, wrong: true, is_over: true };
}
