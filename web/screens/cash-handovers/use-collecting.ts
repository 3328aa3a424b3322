import { useState } from 'react';
import type { CashCollected } from '../../../contract/schemas/collections.ts';
import { collectable, type Holder, nextHolder } from './holders.ts';

type Collecting = {
  /** As it was when the dialog opened, in case the list loses it. */
  holder: Holder;
  /** A run through everybody: who was collected from or skipped; null for one person alone. */
  dealt_with: ReadonlySet<string> | null;
  /** The run waits for the manager to go on to the next person. */
  offered: { collected: CashCollected } | null;
};

export type CollectingHandle = {
  /** Whose dialog is open. */
  holder: Holder | null;
  /** The next person of the run, waiting for the manager to go on. */
  offer: { collected: CashCollected; next: Holder; others: number } | null;
  collectFrom: (holder: Holder) => void;
  startRun: () => void;
  collected: (answer: CashCollected) => void;
  goOn: () => void;
  skip: () => void;
  stop: () => void;
};

/** Which dialog of the page is open: one person's, or a run through everybody (ruling A8). */
export function useCollecting(holders: readonly Holder[]): CollectingHandle {
  const [now, setNow] = useState<Collecting | null>(null);

  function offerNext(answer: CashCollected, dealt_with: ReadonlySet<string>): void {
    const next = nextHolder(holders, dealt_with);
    setNow(next ? { holder: next, dealt_with, offered: { collected: answer } } : null);
  }

  const newest = now && (holders.find(({ user_id }) => user_id === now.holder.user_id) ?? now.holder);
  const offered = now?.offered ?? null;
  const dealt_with = now?.dealt_with ?? new Set<string>();
  const left = collectable(holders).filter(({ user_id }) => !dealt_with.has(user_id));
  return {
    holder: offered ? null : newest,
    offer:
      offered && newest
        ? {
            ...offered,
            next: newest,
            others: left.filter(({ user_id }) => user_id !== newest.user_id).length,
          }
        : null,
    collectFrom: (holder) => setNow({ holder, dealt_with: null, offered: null }),
    startRun() {
      const first = nextHolder(holders, new Set());
      if (first) setNow({ holder: first, dealt_with: new Set(), offered: null });
    },
    collected(answer) {
      if (!now?.dealt_with) return setNow(null);
      offerNext(answer, new Set([...now.dealt_with, answer.staff_user_id]));
    },
    goOn: () => setNow(now && { ...now, offered: null }),
    skip() {
      if (offered && now) offerNext(offered.collected, new Set([...dealt_with, now.holder.user_id]));
    },
    stop: () => setNow(null),
  };
}
