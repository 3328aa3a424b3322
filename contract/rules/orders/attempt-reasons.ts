/** The reasons of attempts, apart from the rules that the first screen of a driver loads. */

/** A reason that a shop offers, and the inputs that it requires. */
export type AttemptReason = {
  key: string;
  /** Null: the built-in label of the key. */
  label: string | null;
  needs_photo: boolean;
  needs_note: boolean;
  /** A new day, and optionally a window. */
  needs_time: boolean;
};

function reason(key: string, needs: Partial<AttemptReason> = {}): AttemptReason {
  return { key, label: null, needs_photo: false, needs_note: false, needs_time: false, ...needs };
}

/** The reasons of a shop that has not changed them, in their order. */
export const ATTEMPT_REASONS: readonly AttemptReason[] = [
  reason('nobody_home', { needs_photo: true }),
  reason('customer_refused', { needs_note: true }),
  reason('no_money'),
  reason('wrong_address', { needs_note: true }),
  reason('unreachable'),
  reason('asked_for_another_time', { needs_time: true }),
  reason('damaged', { needs_photo: true }),
  reason('other', { needs_note: true }),
];
