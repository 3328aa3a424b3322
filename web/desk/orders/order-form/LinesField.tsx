import { t } from '@lingui/core/macro';
import { Plus, Trash2 } from 'lucide-react';
import { useEffect, useId, useRef } from 'react';
import { MAX_LINES } from '../../../../contract/rules/orders/order-amounts.ts';
import { AmountField } from '../../../components/amount/AmountField.tsx';
import { thisTab } from '../../../environment/this-tab.ts';
import { Button } from '../../../ui/Button.tsx';
import { Field } from '../../../ui/Field.tsx';
import { MissingMark } from '../../../ui/MissingMark.tsx';
import type { Mark } from '../../../ui/use-missing.ts';
import { emptyLine, type LineDraft, linePart } from './order-draft.ts';

type Props = {
  lines: readonly LineDraft[];
  onLines: (lines: readonly LineDraft[]) => void;
  mark: (part: string) => Mark;
  disabled: boolean;
};

/** The items, each as a group of fields; there is always at least one. */
export function LinesField({ lines, onLines, mark, disabled }: Props) {
  const id = useId();
  const { missing, ...part } = mark('lines');
  const group = useRef<HTMLFieldSetElement>(null);
  const added = useRef<string | null>(null);
  useEffect(() => {
    if (added.current === null) return;
    group.current?.querySelector<HTMLInputElement>(`[data-line="${added.current}"] input`)?.focus();
    added.current = null;
  });
  const change = (key: string, changes: Partial<LineDraft>) =>
    onLines(lines.map((line) => (line.key === key ? { ...line, ...changes } : line)));

  function add(): void {
    const key = thisTab.random.uuid();
    added.current = key;
    onLines([...lines, emptyLine(key)]);
  }

  function remove(key: string): void {
    onLines(lines.filter((line) => line.key !== key));
    group.current?.focus();
  }

  return (
    <fieldset
      ref={group}
      tabIndex={-1}
      {...part}
      aria-describedby={missing && `${id}-missing`}
      className="flex min-w-0 flex-col gap-3"
    >
      <legend className="mb-1.5 font-medium">{t`Items`}</legend>
      {lines.map((line, at) => (
        <LineFields
          key={line.key}
          line={line}
          at={at + 1}
          mark={mark}
          onChange={(changes) => change(line.key, changes)}
          onRemove={lines.length > 1 ? () => remove(line.key) : null}
        />
      ))}
      <MissingMark id={`${id}-missing`} words={missing} />
      <Button
        variant="secondary"
        className="self-start"
        disabled={disabled || lines.length >= MAX_LINES}
        onClick={add}
      >
        <Plus size={18} />
        {t`Add an item`}
      </Button>
    </fieldset>
  );
}

type LineProps = {
  line: LineDraft;
  /** The position, from 1. */
  at: number;
  mark: (part: string) => Mark;
  onChange: (changes: Partial<LineDraft>) => void;
  /** Null if it is the only item. */
  onRemove: (() => void) | null;
};

function LineFields({ line, at, mark, onChange, onRemove }: LineProps) {
  const { key } = line;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset in a fieldset is read out twice
    <div
      role="group"
      aria-label={t`Item ${at}`}
      data-line={key}
      className="grid grid-cols-2 gap-3 rounded-card border border-line p-3 md:grid-cols-[minmax(0,1fr)_6rem_4.5rem_9.5rem]"
    >
      <div className="max-md:col-span-2">
        <Field
          {...mark(linePart(key, 'name'))}
          label={t`Item`}
          dir="auto"
          maxLength={500}
          autoComplete="off"
          enterKeyHint="next"
          value={line.name}
          onChange={(event) => onChange({ name: event.target.value })}
        />
      </div>
      <Field
        label={t`SKU`}
        dir="auto"
        maxLength={120}
        autoComplete="off"
        enterKeyHint="next"
        value={line.sku}
        onChange={(event) => onChange({ sku: event.target.value })}
      />
      <Field
        {...mark(linePart(key, 'qty'))}
        label={t`Quantity`}
        inputMode="numeric"
        maxLength={4}
        autoComplete="off"
        enterKeyHint="next"
        className="amount text-end"
        value={line.qty}
        onChange={(event) => onChange({ qty: event.target.value })}
      />
      <div className="max-md:col-span-2">
        <AmountField
          {...mark(linePart(key, 'price'))}
          label={t`Price of one`}
          enterKeyHint="next"
          value={line.price}
          onAmount={(price) => onChange({ price })}
        />
      </div>
      {onRemove && (
        <Button variant="quiet" className="col-span-full justify-self-end px-2 text-sm" onClick={onRemove}>
          <Trash2 size={16} />
          {t`Remove item ${at}`}
        </Button>
      )}
    </div>
  );
}
