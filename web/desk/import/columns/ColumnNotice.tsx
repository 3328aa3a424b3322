import { t } from '@lingui/core/macro';
import { TriangleAlert } from 'lucide-react';
import { LIST_FIELDS, type ListLayout } from '../../../../contract/rules/import/import-fields.ts';
import { Notice } from '../../../ui/Notice.tsx';
import { fieldText } from '../preview/import-messages.ts';
import type { OpenedFacts } from '../reader/reader-worker.ts';
import { needsConfirmation } from './columns-to-confirm.ts';
import { type ChangedColumns, cellsOf } from './layout-for.ts';
import { repeatedNames } from './repeated-names.ts';

type Props = { opened: OpenedFacts; changed: ChangedColumns | null; layout: ListLayout };

/** Lists the columns that need a decision, each with its current field. Shows nothing if there are none. */
export function ColumnNotice({ opened, changed, layout }: Props) {
  const { header, samples, hidden } = opened;
  const asked_hidden = hidden.columns.filter((name) =>
    needsConfirmation(name, cellsOf(header, samples, name)),
  );
  const lines: [text: string, columns: readonly string[]][] = [
    [t`New in this file:`, changed?.added ?? []],
    [t`Can be used now:`, changed?.usable ?? []],
    [t`Hidden in this file:`, asked_hidden],
    [t`Repeated column name:`, repeatedNames(header)],
  ];
  const missing = changed?.missing ?? [];
  if (missing.length === 0 && lines.every(([, columns]) => columns.length === 0)) return null;
  return (
    <Notice tone="warn" icon={TriangleAlert} title={titleOf(changed)}>
      <p>{t`Check what they mean. Your answer is remembered for the shop.`}</p>
      <ul className="mt-2 flex flex-col gap-1">
        {lines.flatMap(([text, columns]) =>
          columns.map((column) => (
            <li key={`${text} ${column}`} className="wrap-anywhere">
              {text} <bdi className="font-semibold">{column}</bdi> {usedAs(column, layout)}
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
    ? t`This file has different columns than the previous list`
    : t`This file has a column that can be used now`;
}

function usedAs(column: string, layout: ListLayout): string {
  const field = LIST_FIELDS.find((one) => layout.columns[one]?.includes(column));
  return field === undefined ? t`(not used)` : `(${fieldText(field)})`;
}
