import { useEffect } from 'react';
import type { ImportNow } from './import-store.ts';
import {
  changeColumns,
  chooseAgain,
  defineNames,
  open,
  openPlace,
  preview,
  stop,
  takeColumns,
  write,
} from './import-work.ts';
import { useImportNow } from './use-import-now.ts';

const WORK = {
  open,
  preview,
  changeColumns,
  takeColumns,
  defineNames,
  write,
  stop,
  chooseAgain: () => chooseAgain(),
};

export type Import = ImportNow & typeof WORK;

/** The page's import, for its place. */
export function useImport(): Import {
  const now = useImportNow();
  useEffect(openPlace, []);
  return { ...now, ...WORK };
}
