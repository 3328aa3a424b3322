import { t } from '@lingui/core/macro';
import { useState } from 'react';
import type { Float, Floats } from '../../../contract/operations/desk/cash/list-floats.schema.ts';
import { plainFailure } from '../../api/problem-messages.ts';
import { callEndpoint } from '../../api/this-page.ts';
import { useBusy } from '../../ui/Button.tsx';
import { showToast } from '../../ui/toast.ts';
import { useDeskRead } from '../reads/use-desk-read.ts';

type Older = Pick<Floats, 'floats' | 'next_before'>;
const NEWEST = {};

/** Reads the newest floats live and older ones on request. */
export function useFloats() {
  const read = useDeskRead('list_floats', NEWEST);
  const [older, setOlder] = useState<Older | null>(null);
  const [loading_older, run] = useBusy();
  const data = read.data && joined(read.data, older);

  async function loadOlder(): Promise<void> {
    if (!data?.next_before) return;
    try {
      const page = await callEndpoint('list_floats', { query: { before: data.next_before } });
      setOlder({ floats: [...data.floats, ...page.floats], next_before: page.next_before });
    } catch {
      showToast(plainFailure(t`The floats could not be loaded`));
    }
  }

  return { ...read, data, loading_older, loadOlder: () => run(loadOlder) };
}

function joined(newest: Floats, older: Older | null): Floats {
  if (!older) return newest;
  const live = new Set(newest.floats.map(({ id }) => id));
  const others: Float[] = older.floats.filter(({ id }) => !live.has(id));
  return { ...newest, floats: [...newest.floats, ...others], next_before: older.next_before };
}
