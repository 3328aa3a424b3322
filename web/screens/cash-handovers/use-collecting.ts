import { useState } from 'react';
import type { CashCollected } from '../../../contract/operations/dashboard/cash/collect-cash.schema.ts';
import { collectable, type Holder, nextHolder } from './holders.ts';

type Collecting = {
  /** The person as listed when the dialog opened, in case the list drops them. */
  holder: Holder;
  /** The people of a run already collected from or skipped; null outside a run. */
  dealt_with: ReadonlySet<string> | null;
  /** Set while the run offers the next person to the manager. */
  offered: { collected: CashCollected | null } | null;
};

/** Controls the open dialog of the page: one person's, or a run through all people. */
export function useCollecting(holders: readonly Holder[]) {
  const [now, setNow] = useState<Collecting | null>(null);

  function offerNext(answer: CashCollected | null, dealt_with: ReadonlySet<string>): void {
    const next = nextHolder(holders, dealt_with);
    setNow(next ? { holder: next, dealt_with, offered: { collected: answer } } : null);
  }

  const offered = now?.offered ?? null;
  const dealt_with = now?.dealt_with ?? new Set<string>();
  const left = collectable(holders).filter(({ user_id }) => !dealt_with.has(user_id));
  const listed = now && holders.find(({ user_id }) => user_id === now.holder.user_id);
  // An offered person without cash gives way to the next one; an open dialog keeps its person.
  const newest =
    now && (offered ? (left.find((holder) => holder === listed) ?? left[0]) : (listed ?? now.holder));
  const others = left.filter(({ user_id }) => user_id !== newest?.user_id).length;
  return {
    /** The person whose dialog is open. */
    holder: offered ? null : (newest ?? null),
    /** The next person of the run, offered to the manager. */
    offer: offered && newest ? { ...offered, next: newest, others } : null,
    collectFrom: (holder: Holder) => setNow({ holder, dealt_with: null, offered: null }),
    startRun() {
      const first = nextHolder(holders, new Set());
      if (first) setNow({ holder: first, dealt_with: new Set(), offered: null });
    },
    collected(answer: CashCollected): void {
      if (now?.dealt_with) offerNext(answer, new Set([...now.dealt_with, answer.staff_user_id]));
      else setNow(null);
    },
    goOn: () => setNow(now && newest ? { ...now, holder: newest, offered: null } : null),
    /** Skips the person who is offered or whose dialog is open; null if no other person is left in a run. */
    skip:
      now?.dealt_with && newest && others > 0
        ? () => offerNext(offered?.collected ?? null, new Set([...dealt_with, newest.user_id]))
        : null,
    stop: () => setNow(null),
  };
}
