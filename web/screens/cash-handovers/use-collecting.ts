import { useState } from 'react';
import type { CashCollected } from '../../../contract/operations/dashboard/cash/collect-cash.schema.ts';
import { collectable, type Holder, nextHolder } from './holders.ts';

type Collecting = {
  /** As it was when the dialog opened, in case the list loses it. */
  holder: Holder;
  /** A run through everybody: who was collected from or skipped; null for one person alone. */
  dealt_with: ReadonlySet<string> | null;
  /** The run waits for the manager to go on to the next person. */
  offered: { collected: CashCollected | null } | null;
};

/** Which dialog of the page is open: one person's, or a run through everybody (ruling A8). */
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
  // Whoever is offered and has nothing any more gives way to the next; an open dialog keeps its person.
  const newest =
    now && (offered ? (left.find((holder) => holder === listed) ?? left[0]) : (listed ?? now.holder));
  const others = left.filter(({ user_id }) => user_id !== newest?.user_id).length;
  return {
    /** Whose dialog is open. */
    holder: offered ? null : (newest ?? null),
    /** The next person of the run, waiting for the manager to go on. */
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
    /** Goes past the person who is offered, or whose dialog is open; null where nobody else is left in a run. */
    skip:
      now?.dealt_with && newest && others > 0
        ? () => offerNext(offered?.collected ?? null, new Set([...dealt_with, newest.user_id]))
        : null,
    stop: () => setNow(null),
  };
}
