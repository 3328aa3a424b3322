import { ATTEMPT_REASON_LABELS } from '../../../contract/labels/attempt-labels.ts';
import { ATTEMPT_REASONS, type AttemptReason } from '../../../contract/rules/orders/attempt-reasons.ts';
import { ATTEMPT_REASONS_MAX } from '../../../contract/rules/orders/attempts.ts';
import { label } from '../../messages/label.ts';
import { withMoved } from '../../ui/moved-to.ts';

/** The reasons as an Admin edits them, in their order. */
export type Reasons = readonly AttemptReason[];

const BUILT_IN = new Set(ATTEMPT_REASONS.map(({ key }) => key));

/** Returns the text that drivers see: the shop's own one, or the built-in one. */
export function reasonText({ key, label: own }: AttemptReason): string {
  return own ?? (BUILT_IN.has(key) ? label(ATTEMPT_REASON_LABELS, key, key) : '');
}

/** Changes the text; a built-in reason with its built-in text follows each user's language. */
export function renamed(reason: AttemptReason, text: string): AttemptReason {
  const is_built_in = BUILT_IN.has(reason.key) && text === reasonText({ ...reason, label: null });
  return { ...reason, label: is_built_in ? null : text };
}

/** Moves a reason up (-1) or down (1). */
export function moved(reasons: Reasons, key: string, by: number): Reasons {
  const keys = reasons.map((reason) => reason.key);
  const order = withMoved(keys, key, keys.indexOf(key) + by);
  return order.flatMap((one) => reasons.find((reason) => reason.key === one) ?? []);
}

/**
 * Adds an empty reason, if there is room for it. Its key contains the time, since the key of a removed reason
 * must not be reused: reports group attempts by it.
 *
 * @param now_ms ms since epoch
 */
export function withAdded(reasons: Reasons, now_ms: number): Reasons {
  if (reasons.length >= ATTEMPT_REASONS_MAX) return reasons;
  const keys = new Set(reasons.map(({ key }) => key));
  let number = Math.floor(now_ms / 1000);
  while (keys.has(`own_${number}`)) number += 1;
  const key = `own_${number}`;
  return [...reasons, { key, label: '', needs_photo: false, needs_note: false, needs_time: false }];
}

/** Returns the key of the first reason without a text; null if each has one. */
export function withoutText(reasons: Reasons): string | null {
  return reasons.find((reason) => reasonText(reason).trim() === '')?.key ?? null;
}

/** Removes spaces around the texts, as the server stores them. */
export function trimmed(reasons: Reasons): AttemptReason[] {
  return reasons.map((reason) => renamed(reason, reasonText(reason).trim()));
}
