import { t } from '@lingui/core/macro';
import { type DateText, formatDate } from '../../../../contract/rules/dates/dates.ts';
import { daysLater } from '../../../../contract/rules/reports/report-period.ts';
import type { AttemptDraft } from '../../../offline/drafts/attempt-drafts.ts';
import { Field } from '../../../ui/Field.tsx';
import { RadioGroup } from '../../../ui/RadioGroup.tsx';
import type { Mark } from '../../../ui/use-missing.ts';

type Props = {
  draft: Pick<AttemptDraft, 'day' | 'from' | 'to'>;
  /** In the shop's time zone. */
  today: DateText;
  day: Mark;
  to: Mark;
  onChange: (changes: Partial<AttemptDraft>) => void;
};

/** The day of the next attempt, by one tap for the nearest days, and an optional window. */
export function NextTimeFields({ draft, today, day, to, onChange }: Props) {
  const days = [
    { value: today, label: t`Today` },
    { value: daysLater(today, 1), label: t`Tomorrow` },
    { value: daysLater(today, 2), label: dayText(daysLater(today, 2)) },
  ];
  return (
    <>
      <RadioGroup
        {...day}
        legend={t`New day`}
        value={draft.day === '' ? null : draft.day}
        options={days}
        onValue={(value) => onChange({ day: value })}
      />
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,8rem),1fr))] gap-2 max-md:[&>:first-child]:col-span-full">
        <Field
          label={t`Another day`}
          type="date"
          min={today}
          value={draft.day}
          onChange={({ target }) => onChange({ day: target.value })}
        />
        <Field
          label={t`From (optional)`}
          type="time"
          value={draft.from}
          onChange={({ target }) => onChange({ from: target.value })}
        />
        <Field
          {...to}
          label={t`To (optional)`}
          type="time"
          value={draft.to}
          onChange={({ target }) => onChange({ to: target.value })}
        />
      </div>
    </>
  );
}

/** Formats the day as `22 Nov`; noon in UTC is the same day in UTC. */
function dayText(day: DateText): string {
  return formatDate(`${day}T12:00:00Z`, 'UTC').slice(0, 6);
}
