import { t } from '@lingui/core/macro';
import { FileUp, X } from 'lucide-react';
import { Link } from 'wouter';
import { ActionButton } from '../actions/ActionButton.tsx';
import { ProgressLine } from '../progress/ProgressLine.tsx';
import { IMPORT_PATH } from '../shell/desk-places.ts';
import { forgetImport, type ImportNow } from './import-store.ts';
import { outcomeText, progressText, shareOf } from './progress-messages.ts';
import { useImportNow } from './use-import-now.ts';

type Status = {
  message: string;
  /** The message for screen readers; it changes only at each quarter. */
  spoken: string;
  is_warning: boolean;
  is_over: boolean;
};

/** The progress or the outcome of an import, shown on other pages of the desk with a link to the import. */
export function ImportStatus({ elsewhere }: { elsewhere: boolean }) {
  const status = statusOf(useImportNow());
  const shown = elsewhere ? status : null;
  const dismiss = { id: 'dismiss', title: t`Dismiss`, run: () => forgetImport() };
  return (
    <ProgressLine
      label={t`Your import`}
      icon={FileUp}
      message={shown?.message ?? null}
      spoken={shown?.spoken ?? null}
      is_warning={shown?.is_warning ?? false}
    >
      <Link
        to={IMPORT_PATH}
        className="inline-flex min-h-11 shrink-0 items-center font-semibold underline underline-offset-4 pointer-coarse:min-h-12"
      >
        {t`Show`}
      </Link>
      {shown?.is_over && <ActionButton action={dismiss} icon={X} className="pointer-coarse:min-h-12" />}
    </ProgressLine>
  );
}

function statusOf({ state, paused }: ImportNow): Status | null {
  if (state.at === 'importing') {
    const { file_name } = state;
    const percent = Math.floor(Math.min(1, shareOf(state)) * 4) * 25;
    const message = t`Importing ${file_name}: ${progressText(state)}`;
    const pause = t`No connection. It continues automatically.`;
    return {
      message: paused ? `${message} ${pause}` : message,
      spoken: paused ? pause : t`Importing ${file_name}: ${percent} percent`,
      is_warning: false,
      is_over: false,
    };
  }
  if (state.at === 'done') {
    const message = outcomeText(state);
    return { message, spoken: message, is_warning: state.done.stopped, is_over: true };
  }
  if (state.at !== 'choose' || state.interrupted === null) return null;
  const message = t`The import of ${state.interrupted} was interrupted`;
  return { message, spoken: message, is_warning: true, is_over: true };
}
