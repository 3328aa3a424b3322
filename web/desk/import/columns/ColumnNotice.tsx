import { t } from '@lingui/core/macro';
import { TriangleAlert } from 'lucide-react';
import { LIST_FIELDS, type ListLayout } from '../../../../contract/rules/import/import-fields.ts';
import { Notice } from '../../../ui/Notice.tsx';
import { fieldWords } from '../preview/import-words.ts';
import type { OpenedFacts } from '../reader/reader-worker.ts';
import { isAskedAbout } from './asked-columns.ts';
import { type ChangedColumns, cellsOf } from './layout-for.ts';
import { repeatedNames } from './repeated-names.ts';

type Props = { opened: OpenedFacts; changed: ChangedColumns | null; layout: ListLayout };

/** The columns that need a decision, each with what it is read as. Nothing for a file without any. */
export function ColumnNotice({ opened, changed, layout }: Props) {
  const { header, samples, hidden } = opened;
  const asked_hidden = hidden.columns.filter((name) => isAskedAbout(name, cellsOf(header, samples, name)));
  const lines: [words: string, columns: readonly string[]][] = [
    [t`New in this file:`, changed?.added ?? []],
    [t`Can be used now:`, changed?.usable ?? []],
    [t`Hidden in this file:`, asked_hidden],
    [t`Name of several columns:`, repeatedNames(header)],
  ];
  const missing = changed?.missing ?? [];
  if (missing.length === 0 && lines.every(([, columns]) => columns.length === 0)) return null;
  return (
    <Notice tone="warn" icon={TriangleAlert} title={titleOf(changed)}>
      <p>{t`Check what they mean. Your answer is remembered for the shop.`}</p>
      <ul className="mt-2 flex flex-col gap-1">
        {lines.flatMap(([words, columns]) =>
          columns.map((column) => (
            <li key={`${words} ${column}`} className="wrap-anywhere">
              {words} <bdi className="font-semibold">{column}</bdi> {usedAs(column, layout)}
            </li>
          )),
        )}
        {missing.map((column) => (
          <li key={column} className="wrap-anywhere">
            {t`Not in this file:`} <bdi className="font-semibold">{column}</bdi>
          </li>
        ))}
      </ul>
    </Notice>
  );
}

function titleOf(changed: ChangedColumns | null): string {
  if (changed === null) return t`Some columns need your decision`;
  return changed.added.length + changed.missing.length > 0
    ? t`This file has other columns than the list before`
    : t`This file has a column that can be used now`;
}

function usedAs(column: string, layout: ListLayout): string {
  const field = LIST_FIELDS.find((one) => layout.columns[one]?.includes(column));
  return field === undefined ? t`(not used)` : `(${fieldWords(field)})`;
}
