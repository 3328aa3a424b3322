import { t } from '@lingui/core/macro';
import { useEffect, useId, useRef, useState } from 'react';
import {
  isCalendarDay,
  PERIOD_PRESETS,
  type Period,
  type PeriodPreset,
  periodFault,
} from '../../../contract/rules/reports/report-period.ts';
import { classNames } from '../../ui/class-names.ts';
import { MissingMark } from '../../ui/MissingMark.tsx';
import { InlineDate, InlineSelect } from './Inline.tsx';
import { periodFaultText, presetText } from './period-messages.ts';
import type { AddressPeriod } from './report-address.ts';

type Props = {
  period: AddressPeriod;
  /** The days that the period means today, or those of the address. */
  days: Period;
  /** `again`: the user is still editing the same dates, so the history entry is replaced. */
  onPeriod: (period: AddressPeriod, again: boolean) => void;
};

const OTHER = 'other';

/** Chooses the days of a report, by a preset or two dates. Invalid dates stay as typed, with an error. */
export function PeriodPicker({ period, days, onPeriod }: Props) {
  const id = useId();
  const first = useRef<HTMLInputElement>(null);
  const is_preset = 'preset' in period;
  const wanted = useRef(false);
  // Only once the fields are rendered: a narrow screen shows them for "Other days" only.
  useEffect(() => {
    if (is_preset || !wanted.current) return;
    wanted.current = false;
    first.current?.focus();
  }, [is_preset]);
  const dates = useDates(days, onPeriod);
  const { typed, fault } = dates;
  const fault_id = fault ? `${id}-fault` : undefined;
  const marked = (is_wrong: boolean) =>
    is_wrong ? { 'aria-invalid': true, 'aria-describedby': fault_id } : {};
  const is_no_date = fault === 'not_a_date';
  const wrong_from = is_no_date && !isCalendarDay(typed.from);
  const wrong_to = is_no_date ? !isCalendarDay(typed.to) : fault !== null;

  function choose(value: string): void {
    const is_other = value === OTHER;
    wanted.current = is_other;
    onPeriod(is_other ? days : { preset: value as PeriodPreset }, false);
  }

  return (
    <fieldset className="contents" onKeyDown={({ key }) => key === 'Enter' && dates.showFault()}>
      <legend className="sr-only">{t`Period`}</legend>
      <InlineSelect
        label={t`Days`}
        value={is_preset ? period.preset : OTHER}
        options={[
          ...PERIOD_PRESETS.map((preset) => [preset, presetText(preset)] as const),
          [OTHER, t`Other days`],
        ]}
        onValue={choose}
      />
      <span
        className={classNames(
          'flex-wrap gap-x-3 max-sm:order-1 max-sm:w-full sm:contents',
          is_preset ? 'hidden' : 'flex',
        )}
      >
        <InlineDate
          ref={first}
          label={t`From`}
          value={typed.from}
          {...marked(wrong_from)}
          onChange={(event) => dates.type({ ...typed, from: event.target.value })}
          onBlur={dates.leave}
        />
        <InlineDate
          label={t`To`}
          value={typed.to}
          {...marked(wrong_to)}
          onChange={(event) => dates.type({ ...typed, to: event.target.value })}
          onBlur={dates.leave}
        />
      </span>
      <span aria-live="polite" className="empty:-ms-3 max-sm:order-1">
        <MissingMark id={fault_id ?? ''} words={fault ? periodFaultText(fault) : undefined} />
      </span>
    </fieldset>
  );
}

/**
 * The two dates as they are typed. They apply to the report as soon as they form a valid period; an error is
 * shown once the fields lose focus.
 */
function useDates(days: Period, onPeriod: Props['onPeriod']) {
  const of = `${days.from} ${days.to}`;
  const [draft, setDraft] = useState<{ of: string; typed: Period; shows_fault: boolean } | null>(null);
  const typing = useRef(false);
  const own = draft?.of === of ? draft : null;
  const typed = own?.typed ?? days;
  const found = periodFault(typed);
  const showFault = () => own && setDraft({ ...own, shows_fault: true });
  return {
    typed,
    // Invalid dates in the address are marked immediately.
    fault: own === null || own.shows_fault ? found : null,
    showFault,
    type(next: Period): void {
      const is_period = periodFault(next) === null;
      setDraft(is_period ? null : { of, typed: next, shows_fault: own?.shows_fault ?? false });
      if (!is_period) return;
      onPeriod(next, typing.current);
      typing.current = true;
    },
    leave(): void {
      typing.current = false;
      showFault();
    },
  };
}
