import { t } from '@lingui/core/macro';
import { useEffect, useRef, useState } from 'react';
import type { Encoding } from '../../../../contract/rules/encodings/encodings.ts';
import {
  JOINED_FIELDS,
  LIST_FIELDS,
  type ListField,
  type ListLayout,
  missingFields,
} from '../../../../contract/rules/import/import-fields.ts';
import { PAYMENT_METHODS, type PaymentMethod } from '../../../../contract/rules/orders/tender.ts';
import { paymentMethodText } from '../../../messages/order-messages.ts';
import { Badge } from '../../../ui/Badge.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Select } from '../../../ui/Field.tsx';
import { ActionButton } from '../../actions/ActionButton.tsx';
import { useDeskActions } from '../../actions/desk-actions.ts';
import { FileEncoding } from '../encoding/FileEncoding.tsx';
import { kindOf } from '../import-source.ts';
import type { OpenImport } from '../import-store.ts';
import { fieldText } from '../preview/import-messages.ts';
import type { OpenedFacts } from '../reader/reader-worker.ts';
import { SheetFacts } from '../sheets/SheetFacts.tsx';
import { ColumnNotice } from './ColumnNotice.tsx';
import type { ChangedColumns } from './layout-for.ts';

type Props = {
  opening: OpenImport & { layout: ListLayout; changed: ChangedColumns | null };
  onEncoding: (encoding: Encoding, layout: ListLayout) => void;
  onSheet: (sheet: string) => void;
  onColumns: (layout: ListLayout) => void;
  onOther: () => void;
};

/** The fields that are always shown: those that every list needs, and the most common optional ones. */
const MAIN: readonly ListField[] = [
  'order_number',
  'name',
  'phone',
  'address',
  'area',
  'amount',
  'method',
  'promised',
];
const MORE = LIST_FIELDS.filter((field) => !MAIN.includes(field));

/**
 * Maps columns to fields: once for each set of headers, and again if the columns of a file differ from those
 * that were mapped.
 */
export function MapColumns({ opening, onEncoding, onSheet, onColumns, onOther }: Props) {
  const { file, opened, changed } = opening;
  const [layout, setLayout] = useState(opening.layout);
  const [pressed, setPressed] = useState(false);
  const missing = missingFields(layout);
  const uses_more = MORE.some((field) => layout.columns[field] !== undefined);

  const fieldProps = (field: ListField) => ({
    field,
    opened,
    columns: layout.columns[field] ?? [],
    added: changed?.added ?? [],
    missing: pressed && missing.includes(field) ? t`Choose a column` : undefined,
    onColumns: (columns: string[]) =>
      setLayout((before) => ({ ...before, columns: withField(before.columns, field, columns) })),
  });

  function go(): void {
    setPressed(true);
    if (missing.length === 0) onColumns(layout);
  }

  const show = { id: 'show', title: t`Preview the orders`, key: 'mod+Enter', run: go };
  useDeskActions(t`Import`, [show]);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);

  return (
    <section className="flex max-w-5xl flex-col gap-4">
      <div>
        <h3 ref={heading} tabIndex={-1} className="break-words font-semibold text-section">
          <bdi>{file.name}</bdi>
        </h3>
        <p className="text-muted">
          {kindOf(opened.header) === 'woocommerce'
            ? t`This is a WooCommerce export. Check its columns. They are remembered for the shop.`
            : t`Map each field to a column. The mapping is remembered for the shop.`}
        </p>
      </div>
      <ColumnNotice opened={opened} changed={changed} layout={layout} />
      <SheetFacts opened={opened} columns={[]} />
      {opened.encoding && (
        <FileEncoding encoding={opened.encoding} onEncoding={(encoding) => onEncoding(encoding, layout)} />
      )}
      {opened.sheets.length > 1 && (
        <div className="max-w-sm">
          <Select
            label={t`Sheet`}
            value={opened.sheet ?? ''}
            placeholder={t`Choose a sheet`}
            options={opened.sheets.map((sheet) => ({ value: sheet, label: sheet }))}
            onValue={(sheet) => sheet !== '' && onSheet(sheet)}
          />
        </div>
      )}
      <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
        {MAIN.map((field) => (
          <FieldColumns key={field} {...fieldProps(field)} />
        ))}
        {layout.columns.method === undefined && (
          <Select
            label={t`Method of all orders`}
            value={layout.method ?? ''}
            placeholder={t`Choose a method`}
            missing={pressed && missing.includes('method') ? t`Choose a column or a method` : undefined}
            options={PAYMENT_METHODS.map((method) => ({ value: method, label: paymentMethodText(method) }))}
            onValue={(method) =>
              setLayout((before) => ({ ...before, method: (method || null) as PaymentMethod | null }))
            }
          />
        )}
      </div>
      <details open={uses_more} className="rounded-card border border-line p-3">
        <summary className="min-h-9 cursor-pointer font-medium">{t`More fields`}</summary>
        <div className="mt-3 grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
          {MORE.map((field) => (
            <FieldColumns key={field} {...fieldProps(field)} />
          ))}
        </div>
      </details>
      <div className="flex flex-wrap gap-3">
        <ActionButton action={show} variant="primary" className="min-h-11 px-4" />
        <Button variant="secondary" onClick={onOther}>
          {t`Choose another file`}
        </Button>
      </div>
    </section>
  );
}

function withField(
  columns: ListLayout['columns'],
  field: ListField,
  chosen: string[],
): ListLayout['columns'] {
  const { [field]: _, ...others } = columns;
  const [first, ...more] = chosen;
  return first === undefined ? others : { ...others, [field]: [first, ...more] };
}

type FieldProps = {
  field: ListField;
  opened: OpenedFacts;
  columns: readonly string[];
  /** The columns that the remembered layout does not contain. */
  added: readonly string[];
  missing: string | undefined;
  onColumns: (columns: string[]) => void;
};

/** The columns of one field, with an example; a name or an address may be joined from several columns. */
function FieldColumns({ field, opened, columns, added, missing, onColumns }: FieldProps) {
  const { header, samples, hidden } = opened;
  const label = fieldText(field);
  const options = header.map((name) => ({
    value: name,
    label: hidden.columns.includes(name) ? t`${name} (hidden)` : name,
  }));
  const example = samples
    .map((cells) =>
      columns
        .map((column) => cells[header.indexOf(column)] ?? '')
        .join(' ')
        .trim(),
    )
    .find((text) => text !== '');
  const places = JOINED_FIELDS.includes(field) && columns.length > 0 ? [...columns, ''] : [columns[0] ?? ''];
  return (
    <div className="flex min-w-0 flex-col gap-1.5">
      {places.map((column, at) => (
        <Select
          // biome-ignore lint/suspicious/noArrayIndexKey: the position identifies the list
          key={at}
          label={at === 0 ? label : t`${label}, next column`}
          value={column}
          placeholder={at === 0 ? t`No column` : t`No further column`}
          missing={at === 0 ? missing : undefined}
          options={options}
          onValue={(value) => onColumns(columns.toSpliced(at, 1, ...(value === '' ? [] : [value])))}
        />
      ))}
      {columns.some((column) => added.includes(column)) && (
        <p>
          <Badge tone="warn">{t`New in this file`}</Badge>
        </p>
      )}
      {columns.some((column) => hidden.columns.includes(column)) && (
        <p>
          <Badge tone="warn">{t`Hidden in this file`}</Badge>
        </p>
      )}
      {example !== undefined && (
        <p className="truncate text-muted text-sm" title={example}>
          {t`For example:`} <bdi>{example}</bdi>
        </p>
      )}
    </div>
  );
}
