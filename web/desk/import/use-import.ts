import { useEffect } from 'react';
import { answerDates } from './dates/answer-dates.ts';
import type { ImportNow } from './import-store.ts';
import {
  changeColumns,
  changeEncoding,
  chooseAgain,
  open,
  openPlace,
  preview,
  previewAgain,
  stop,
  takeColumns,
  write,
} from './import-work.ts';
import { useImportNow } from './use-import-now.ts';

const WORK = {
  open,
  preview,
  changeColumns,
  changeEncoding,
  takeColumns,
  previewAgain,
  answerDates,
  write,
  stop,
  chooseAgain: () => chooseAgain(),
};

export type Import = ImportNow & typeof WORK;

/** Returns the import and its actions, for the import page. */
export function useImport(): Import {
  const now = useImportNow();
  useEffect(openPlace, []);
  return { ...now, ...WORK };
}
