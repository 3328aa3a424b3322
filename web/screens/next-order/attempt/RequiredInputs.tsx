import { t } from '@lingui/core/macro';
import { useEffect, useRef } from 'react';
import type { DateText } from '../../../../contract/rules/dates/dates.ts';
import type { AttemptReason } from '../../../../contract/rules/orders/attempt-reasons.ts';
import { ATTEMPT_NOTE_MAX } from '../../../../contract/rules/orders/attempts.ts';
import { PhotoPicker } from '../../../components/photo/PhotoPicker.tsx';
import type { AttemptDraft } from '../../../offline/drafts/attempt-drafts.ts';
import { TextArea } from '../../../ui/Field.tsx';
import type { Mark } from '../../../ui/use-missing.ts';
import { type AttemptPart, shownParts } from './attempt-rules.ts';
import { NextTimeFields } from './NextTimeFields.tsx';

type Props = {
  reason: AttemptReason | null;
  draft: AttemptDraft;
  today: DateText;
  busy: boolean;
  mark: (part: AttemptPart) => Mark;
  onChange: (changes: Partial<AttemptDraft>) => void;
};

/** The inputs that the selected reason requires, scrolled into view when it is selected. */
export function RequiredInputs({ reason, draft, today, busy, mark, onChange }: Props) {
  const parts = shownParts(reason, draft);
  const inputs = useRef<HTMLFieldSetElement>(null);
  const key = reason?.key;
  useEffect(() => {
    if (key !== undefined) inputs.current?.scrollIntoView({ block: 'nearest' });
  }, [key]);
  return (
    <fieldset ref={inputs} disabled={busy} className="flex min-w-0 flex-col gap-4 empty:hidden">
      {parts.photo && (
        <PhotoPicker
          {...mark('photo')}
          name={t`Photo`}
          shows={t`Place of the attempt`}
          photo={draft.photo}
          busy={busy}
          onPhoto={(photo) => onChange({ photo })}
          onRemove={() => onChange({ photo: null })}
        />
      )}
      {parts.note && (
        <TextArea
          {...mark('note')}
          label={t`Note`}
          rows={2}
          maxLength={ATTEMPT_NOTE_MAX}
          value={draft.note}
          onChange={({ target }) => onChange({ note: target.value })}
        />
      )}
      {parts.time && (
        <NextTimeFields draft={draft} today={today} day={mark('day')} to={mark('to')} onChange={onChange} />
      )}
    </fieldset>
  );
}
