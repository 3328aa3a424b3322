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
import { faultWords, presetWords } from './period-words.ts';
import type { AddressPeriod } from './report-address.ts';

type Props = {
  period: AddressPeriod;
  /** What it means today, or as the address has it. */
  days: Period;
  /** `again`: the person is still at the same dates. */
  onPeriod: (period: AddressPeriod, again: boolean) => void;
};

const OTHER = 'other';

/** Which days a report covers: by a word, or from one date to another. Dates that are no period stay as they were typed, and say why. */
export function PeriodPicker({ period, days, onPeriod }: Props) {
  const id = useId();
  const first = useRef<HTMLInputElement>(null);
  const is_preset = 'preset' in period;
  const wanted = useRef(false);
  // Once they are there: a phone shows the dates of other days only.
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
    <fieldset className="contents" onKeyDown={({ key }) => key === 'Enter' && dates.tell()}>
      <legend className="sr-only">{t`Period`}</legend>
      <InlineSelect
        label={t`Days`}
        value={is_preset ? period.preset : OTHER}
        options={[
          ...PERIOD_PRESETS.map((preset) => [preset, presetWords(preset)] as const),
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
        <MissingMark id={fault_id ?? ''} words={fault ? faultWords(fault) : undefined} />
      </span>
    </fieldset>
  );
}

/** The two dates as they are typed. They become the report's as soon as they are a period; that they are none is told once they are left. */
function useDates(days: Period, onPeriod: Props['onPeriod']) {
  const of = `${days.from} ${days.to}`;
  const [draft, setDraft] = useState<{ of: string; typed: Period; told: boolean } | null>(null);
  const typing = useRef(false);
  const own = draft?.of === of ? draft : null;
  const typed = own?.typed ?? days;
  const found = periodFault(typed);
  const tell = () => own && setDraft({ ...own, told: true });
  return {
    typed,
    // What came with the address is told at once.
    fault: own === null || own.told ? found : null,
    tell,
    type(next: Period): void {
      const is_period = periodFault(next) === null;
      setDraft(is_period ? null : { of, typed: next, told: own?.told ?? false });
      if (!is_period) return;
      onPeriod(next, typing.current);
      typing.current = true;
    },
    leave(): void {
      typing.current = false;
      tell();
    },
  };
}
