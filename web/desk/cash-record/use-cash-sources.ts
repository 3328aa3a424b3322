import { t } from '@lingui/core/macro';
import { useState } from 'react';
import type {
  CashSource,
  CashSources,
} from '../../../contract/operations/desk/cash/read-cash-sources.schema.ts';
import type { CashRecordKind } from '../../../contract/rules/cash-records.ts';
import { plainFailure } from '../../api/problem-messages.ts';
import { callEndpoint } from '../../api/this-page.ts';
import { useBusy } from '../../ui/Button.tsx';
import { showToast } from '../../ui/toast.ts';
import { useDeskRead } from '../reads/use-desk-read.ts';

type More = Pick<CashSources, 'sources' | 'next_fils'> & {
  /** The `next_fils` of the first page when these were read; they are dropped once it changes. */
  behind_fils: number;
};

/** Reads the sources of a record's cash: the first page live, the following ones on request. */
export function useCashSources(kind: CashRecordKind, id: string) {
  const read = useDeskRead('read_cash_sources', { kind, id });
  const [kept, setKept] = useState<More | null>(null);
  const [loading_more, run] = useBusy();
  const { data } = read;
  const more = kept && kept.behind_fils === data?.next_fils ? kept : null;
  const merged = data && {
    ...data,
    sources: together([...data.sources, ...(more?.sources ?? [])]),
    next_fils: more ? more.next_fils : data.next_fils,
  };

  async function loadMore(): Promise<void> {
    if (!data?.next_fils || !merged?.next_fils) return;
    try {
      const page = await callEndpoint('read_cash_sources', {
        query: { kind, id, after_fils: merged.next_fils },
      });
      const sources = [...(more?.sources ?? []), ...page.sources];
      setKept({ behind_fils: data.next_fils, sources, next_fils: page.next_fils });
    } catch {
      showToast(plainFailure(t`More could not be loaded`));
    }
  }

  return { ...read, data: merged, loading_more, loadMore: () => run(loadMore) };
}

export const sourceKey = ({ kind, step }: CashSource) => `${kind} ${step.movement_id}`;

/** Merges a source that was split between two pages. */
function together(sources: readonly CashSource[]): CashSource[] {
  const all = new Map<string, CashSource>();
  for (const source of sources) {
    const before = all.get(sourceKey(source));
    const amount_fils = (before?.amount_fils ?? 0) + source.amount_fils;
    all.set(sourceKey(source), { ...source, amount_fils });
  }
  return [...all.values()];
}
