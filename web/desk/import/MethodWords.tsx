import { plural, t } from '@lingui/core/macro';
import { useMemo, useState } from 'react';
import { methodWord } from '../../../contract/rules/import-fields.ts';
import { PAYMENT_METHODS, type PaymentMethod } from '../../../contract/rules/tender.ts';
import { Button, useBusy } from '../../ui/Button.tsx';
import { Select } from '../../ui/Field.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { paymentMethodWords } from '../../words/order-words.ts';
import type { PreviewRow } from './run-import.ts';

type Props = {
  rows: readonly PreviewRow[];
  onMethods: (methods: { word: string; method: PaymentMethod }[]) => Promise<void>;
};

/** As many words are asked about at a time. */
const WORDS_MAX = 50;

/** Words for methods that nobody has explained yet: said once, and remembered for the shop. Nothing for a file without any. */
export function MethodWords({ rows, onMethods }: Props) {
  const [busy, run] = useBusy();
  const [said, setSaid] = useState<Record<string, PaymentMethod>>({});
  const words = useMemo(() => unknownWords(rows), [rows]);
  if (words.length === 0) return null;
  const methods = words.flatMap(({ word }) => (said[word] ? [{ word, method: said[word] }] : []));
  return (
    <Notice tone="warn" title={t`What do these words for payment mean?`}>
      <div className="mt-2 grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
        {words.map(({ word, shown, count }) => (
          <Select
            key={word}
            label={
              <>
                <bdi>{shown === '' ? t`(empty)` : shown}</bdi>
                <span className="font-normal text-muted">
                  {' '}
                  {t`in ${plural(count, { one: '# order', other: '# orders' })}`}
                </span>
              </>
            }
            value={said[word] ?? ''}
            placeholder={t`Choose a method`}
            options={PAYMENT_METHODS.map((method) => ({ value: method, label: meaningOf(method) }))}
            onValue={(method) =>
              setSaid(({ [word]: _, ...others }) =>
                method === '' ? others : { ...others, [word]: method as PaymentMethod },
              )
            }
          />
        ))}
      </div>
      <Button
        className="mt-3"
        busy={busy}
        aria-disabled={methods.length === 0 || undefined}
        onClick={() => methods.length > 0 && void run(() => onMethods(methods))}
      >
        {t`Remember and look again`}
      </Button>
    </Notice>
  );
}

function meaningOf(method: PaymentMethod): string {
  const word = paymentMethodWords(method);
  return {
    cash: t`${word}: the driver collects cash`,
    card: t`${word}: by card machine at the door`,
    online: t`${word}: paid already`,
  }[method];
}

function unknownWords(rows: readonly PreviewRow[]): { word: string; shown: string; count: number }[] {
  const words = new Map<string, { shown: string; count: number }>();
  for (const { faults } of rows) {
    for (const { unknown_method } of faults) {
      if (unknown_method === null) continue;
      const word = methodWord(unknown_method);
      const known = words.get(word);
      if (known) known.count += 1;
      else words.set(word, { shown: unknown_method, count: 1 });
    }
  }
  return [...words]
    .map(([word, told]) => ({ word, ...told }))
    .sort((one, other) => other.count - one.count)
    .slice(0, WORDS_MAX);
}
