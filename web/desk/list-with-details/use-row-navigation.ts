import { t } from '@lingui/core/macro';
import { useDeskActions } from '../actions/desk-actions.ts';

type Walk = {
  /** The place, as named in the help. */
  title: string;
  /** The keys of the rows, in the order of the list. */
  keys: readonly string[];
  open_key: string | null;
  onOpen: (key: string) => void;
};

/** Opens the next or the previous row of a list by keys. */
export function useRowNavigation({ title, keys, open_key, onOpen }: Walk): void {
  const at = open_key === null ? -1 : keys.indexOf(open_key);
  const step = (by: 1 | -1) => () => {
    const next = at < 0 ? 0 : Math.min(keys.length - 1, Math.max(0, at + by));
    const key = keys[next];
    if (key !== undefined && key !== open_key) onOpen(key);
  };
  useDeskActions(title, [
    { id: 'next', title: t`Open next`, key: 'j', by_key_only: true, moves: true, run: step(1) },
    {
      id: 'previous',
      title: t`Open previous`,
      key: 'k',
      by_key_only: true,
      moves: true,
      run: step(-1),
    },
  ]);
}
