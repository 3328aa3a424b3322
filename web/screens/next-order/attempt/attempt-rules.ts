import { t } from '@lingui/core/macro';
import type { RecordAttempt } from '../../../../contract/operations/dashboard/deliveries/record-attempt.schema.ts';
import type { DateText } from '../../../../contract/rules/dates/dates.ts';
import type { AttemptReason } from '../../../../contract/rules/orders/attempt-reasons.ts';
import { failure } from '../../../api/problem-messages.ts';
import type { AttemptDraft } from '../../../offline/drafts/attempt-drafts.ts';
import type { Missing } from '../../../ui/use-missing.ts';

export type AttemptPart = 'reason' | 'photo' | 'note' | 'day' | 'to';

/** The inputs that the sheet shows: those that the reason requires, and those that are filled in already. */
export function shownParts(reason: AttemptReason | null, draft: AttemptDraft) {
  return {
    photo: reason !== null && (reason.needs_photo || draft.photo !== null),
    note: reason !== null && (reason.needs_note || draft.note !== ''),
    time: reason !== null && (reason.needs_time || draft.day !== '' || draft.from !== '' || draft.to !== ''),
  };
}

/**
 * Returns the reasons why the attempt cannot be confirmed, in the form's order. `today`: in the shop's time
 * zone.
 */
export function missingOf(
  reason: AttemptReason | null,
  draft: AttemptDraft,
  today: DateText,
): Missing<AttemptPart>[] {
  if (!reason) return [missing('reason', t`Select a reason`)];
  const { time } = shownParts(reason, draft);
  const all: Missing<AttemptPart>[] = [];
  if (reason.needs_photo && !draft.photo) all.push(missing('photo', t`Take a photo`));
  if (reason.needs_note && draft.note.trim() === '') all.push(missing('note', t`Enter a note`));
  if (time && draft.day === '') all.push(missing('day', t`Select the new day`));
  if (time && draft.day !== '' && draft.day < today) all.push(missing('day', t`Select a day from today on`));
  if (time && draft.from !== '' && draft.to !== '' && draft.to < draft.from)
    all.push(missing('to', t`Enter an end after the beginning`));
  return all;
}

function missing(part: AttemptPart, words: string): Missing<AttemptPart> {
  return { part, words, toast: failure(t`Missing Information`, words) };
}

/** Returns the agreed time of the next attempt; null if there is none. */
export function nextOf({ day, from, to }: AttemptDraft): RecordAttempt['next'] {
  return day === '' ? null : { day, from: from || null, to: to || null };
}
