import { t } from '@lingui/core/macro';
import { FileUp } from 'lucide-react';
import { type DragEvent, useRef, useState } from 'react';
import { classNames } from '../../ui/class-names.ts';
import { Notice } from '../../ui/Notice.tsx';
import { ActionButton } from '../actions/ActionButton.tsx';
import { useDeskActions } from '../actions/desk-actions.ts';

type Props = {
  /** The reason why the previous file could not be read. */
  why: string | null;
  /** The name of a file whose import was interrupted. */
  interrupted: string | null;
  onFile: (file: File) => void;
};

const KINDS =
  '.csv,.tsv,.txt,.xlsx,text/csv,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** Lets the user choose or drop a file. */
export function ChooseFile({ why, interrupted, onFile }: Props) {
  const input = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  const choose = { id: 'choose', title: t`Choose a file`, key: 'c', run: () => input.current?.click() };
  useDeskActions(t`Import`, [choose]);

  function drop(event: DragEvent): void {
    event.preventDefault();
    setOver(false);
    const [file] = event.dataTransfer.files;
    if (file) onFile(file);
  }

  return (
    <>
      {why !== null && (
        <Notice tone="danger" title={t`This file was not imported`}>
          {why}
        </Notice>
      )}
      {interrupted !== null && (
        <Notice tone="warn" title={t`The import of ${interrupted} was interrupted`}>
          {t`Choose the same file again. Orders that were already imported are not imported twice.`}
        </Notice>
      )}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the button does the same without dropping */}
      <div
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
        className={classNames(
          'flex flex-col items-center gap-3 rounded-card border-2 border-dashed px-6 py-14 text-center',
          over ? 'border-accent bg-accent-soft' : 'border-field bg-surface',
        )}
      >
        <FileUp size={32} className="text-accent" aria-hidden="true" />
        <p className="font-semibold text-section">{t`Drop a file here`}</p>
        <p className="max-w-prose text-muted">
          {t`An order export from Shopify or WooCommerce, or any list as CSV or Excel (.xlsx). You can check every order before anything is saved.`}
        </p>
        <ActionButton action={choose} variant="primary" className="min-h-12 px-5" />
        <input
          ref={input}
          type="file"
          accept={KINDS}
          aria-label={t`Order file`}
          tabIndex={-1}
          className="sr-only"
          onChange={({ target }) => {
            const [file] = target.files ?? [];
            target.value = '';
            if (file) onFile(file);
          }}
        />
      </div>
    </>
  );
}
