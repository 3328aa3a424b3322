import { t } from '@lingui/core/macro';
import { type ReactNode, useEffect, useRef } from 'react';
import { PageHeading } from '../../components/PageHeading.tsx';
import { Loading } from '../../ui/Skeleton.tsx';
import { ChooseFile } from './ChooseFile.tsx';
import { MapColumns } from './columns/MapColumns.tsx';
import { ImportDone } from './ImportDone.tsx';
import { ImportProgress } from './ImportProgress.tsx';
import type { ImportState } from './import-store.ts';
import { ImportPreview } from './preview/ImportPreview.tsx';
import { progressText, shareOf } from './progress-messages.ts';
import { ChooseSheet } from './sheets/ChooseSheet.tsx';
import { type Import, useImport } from './use-import.ts';

/** The page of an import: choose a file, map its columns, preview its orders, import them. */
export function ImportPlace() {
  const use = useImport();
  return (
    <>
      <PageHeading subtitle={t`Orders from a file: a Shopify or WooCommerce export, or any list`} />
      <StepPlace at={use.state.at}>
        <Step use={use} />
      </StepPlace>
    </>
  );
}

/**
 * Takes the focus if the focused element was removed with the previous step: Tab and shortcuts keep working.
 */
function StepPlace({ at, children }: { at: ImportState['at']; children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null);
  const was = useRef(at);
  useEffect(() => {
    if (was.current === at) return;
    was.current = at;
    if (document.activeElement === document.body) place.current?.focus({ preventScroll: true });
  }, [at]);
  return (
    <div ref={place} tabIndex={-1} className="flex min-h-0 min-w-0 flex-1 flex-col gap-4">
      {children}
    </div>
  );
}

function Step({ use }: { use: Import }) {
  const { state, paused } = use;
  switch (state.at) {
    case 'choose':
      return (
        <ChooseFile why={state.why} interrupted={state.interrupted} onFile={(file) => void use.open(file)} />
      );
    case 'opening':
      return <Loading text={t`Opening the file...`} shapes={['h-10', 'h-40']} />;
    case 'sheet': {
      const { file, choices } = state;
      return (
        <ChooseSheet
          file={file}
          choices={choices}
          onSheet={(sheet) => void use.open(file, sheet)}
          onOther={use.chooseAgain}
        />
      );
    }
    case 'columns':
      return (
        <MapColumns
          key={`${state.file.name} ${state.opened.sheet} ${state.opened.encoding?.name}`}
          opening={state}
          onEncoding={(encoding, layout) => void use.changeEncoding({ ...state, layout }, encoding)}
          onSheet={(sheet) => void use.open(state.file, sheet)}
          onColumns={(layout) => void use.takeColumns({ ...state, layout })}
          onOther={use.chooseAgain}
        />
      );
    case 'previewing':
      return (
        <ImportProgress
          title={t`Checking ${state.file.name}`}
          share={state.progress}
          detail={t`${state.count.toLocaleString('en')} orders so far. Nothing is saved yet.`}
          paused={paused}
          onStop={use.stop}
        />
      );
    case 'preview':
      return <ImportPreview use={use} state={state} />;
    case 'importing': {
      const { file_name } = state;
      return (
        <ImportProgress
          title={t`Importing ${file_name}`}
          share={shareOf(state)}
          detail={progressText(state)}
          paused={paused}
          stopping={state.stopping}
          onStop={use.stop}
        />
      );
    }
    case 'done':
      return (
        <ImportDone
          file_name={state.file_name}
          done={state.done}
          why={state.why}
          onAnother={use.chooseAgain}
        />
      );
  }
}
