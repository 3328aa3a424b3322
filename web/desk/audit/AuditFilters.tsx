import { t } from '@lingui/core/macro';
import { Search } from 'lucide-react';
import { type RefObject, useEffect, useId, useRef, useState } from 'react';
import type { AuditEvents } from '../../../contract/operations/desk/audit/list-audit-events.schema.ts';
import { AUDIT_KINDS, AUDIT_SYSTEMS, type AuditKind } from '../../../contract/rules/audit/audit-kinds.ts';
import {
  PERIOD_PRESETS,
  type Period,
  type PeriodPreset,
  periodFault,
} from '../../../contract/rules/reports/report-period.ts';
import { MissingMark } from '../../ui/MissingMark.tsx';
import { useDeskActions } from '../actions/desk-actions.ts';
import { FilterDisclosure } from '../reports/FilterDisclosure.tsx';
import { InlineDate, InlineSelect } from '../reports/Inline.tsx';
import { periodFaultText, presetText } from '../reports/period-messages.ts';
import { AUDIT_PATH } from '../shell/desk-places.ts';
import type { AuditAddress } from './audit-address.ts';
import { auditKindText } from './audit-messages.ts';
import { useAfterRelease } from './use-after-release.ts';

type Props = {
  address: AuditAddress;
  /** All current and former members of the shop's staff; null until loaded. */
  people: AuditEvents['people'];
  /** The current business day. */
  today: string;
  covered: boolean;
  /** `again`: the user is still editing the same dates, so the history entry is replaced. */
  onChange: (change: Partial<AuditAddress>, again?: boolean) => void;
};

const [ANY, OTHER] = ['', 'other'] as const;

/** The filters of the list: subject, days, person and kind of event. */
export function AuditFilters({ address, people, today, covered, onChange }: Props) {
  const { period, by, kind } = address;
  // Invalid dates open the filters, so that they can be corrected.
  const is_wrong = period !== null && !('preset' in period) && periodFault(period) !== null;
  return (
    <div className="flex min-w-0 shrink-0 flex-wrap items-center gap-x-3 gap-y-1">
      <AboutField about={address.about} covered={covered} onAbout={(about) => onChange({ about })} />
      <FilterDisclosure count={[period, by, kind].filter((one) => one !== null).length} opened={is_wrong}>
        <Choices address={address} people={people} today={today} onChange={onChange} />
      </FilterDisclosure>
    </div>
  );
}

function Choices({ address, people, today, onChange }: Omit<Props, 'covered'>) {
  const { period, by, kind } = address;
  const chosen = period === null ? ANY : 'preset' in period ? period.preset : OTHER;
  const choose = (value: string) => {
    if (value === ANY) return onChange({ period: null });
    onChange({ period: value === OTHER ? { from: today, to: today } : { preset: value as PeriodPreset } });
  };
  return (
    <>
      <InlineSelect
        label={t`Days`}
        value={chosen}
        options={[
          [ANY, t`All days`],
          ...PERIOD_PRESETS.map((preset) => [preset, presetText(preset)] as const),
          [OTHER, t`Other days`],
        ]}
        onValue={choose}
      />
      {period && !('preset' in period) && (
        <Dates period={period} onPeriod={(next) => onChange({ period: next }, true)} />
      )}
      <InlineSelect
        label={t`Who`}
        value={by ?? ANY}
        options={[[ANY, t`Everyone`], ...whoOptions(people, by)]}
        onValue={(value) => onChange({ by: value === ANY ? null : value })}
      />
      <InlineSelect
        label={t`Kind`}
        value={kind ?? ANY}
        options={[[ANY, t`Everything`], ...AUDIT_KINDS.map((one) => [one, auditKindText(one)] as const)]}
        onValue={(value) => onChange({ kind: value === ANY ? null : (value as AuditKind) })}
      />
    </>
  );
}

/** Adds the person of the address while their name is unknown. */
function whoOptions(people: AuditEvents['people'], by: string | null): (readonly [string, string])[] {
  const systems = { store: t`The store`, server: t`The server`, command_line: t`The command line` };
  const known = [
    ...(people ?? []).map(({ user_id, full_name }) => [user_id, full_name] as const),
    ...AUDIT_SYSTEMS.map((one) => [one, systems[one]] as const),
  ];
  const is_known = by === null || known.some(([value]) => value === by);
  return is_known ? known : [...known, [by, people ? t`Unknown user` : '…']];
}

/** The two date fields. The list is filtered as soon as they form a valid period. */
function Dates({ period, onPeriod }: { period: Period; onPeriod: (period: Period) => void }) {
  const id = useId();
  const of = `${period.from} ${period.to}`;
  const [draft, setDraft] = useState<{ of: string; typed: Period } | null>(null);
  const typed = draft?.of === of ? draft.typed : period;
  const fault = periodFault(typed);
  const type = (next: Period) => {
    const is_period = periodFault(next) === null;
    setDraft(is_period ? null : { of, typed: next });
    if (is_period) onPeriod(next);
  };
  const marked = fault ? { 'aria-invalid': true, 'aria-describedby': id } : {};
  return (
    <>
      <InlineDate
        label={t`From`}
        value={typed.from}
        {...marked}
        onChange={({ target }) => type({ ...typed, from: target.value })}
      />
      <InlineDate
        label={t`To`}
        value={typed.to}
        {...marked}
        onChange={({ target }) => type({ ...typed, to: target.value })}
      />
      <span aria-live="polite">
        <MissingMark id={id} words={fault ? periodFaultText(fault) : undefined} />
      </span>
    </>
  );
}

type AboutProps = { about: string; covered: boolean; onAbout: (about: string) => void };

/** Searches for the typed text when Enter is pressed or the field loses focus. */
function AboutField({ about, covered, onAbout }: AboutProps) {
  const input: RefObject<HTMLInputElement | null> = useRef(null);
  const [typed, setTyped] = useState(about);
  useEffect(() => setTyped(about), [about]);
  const submit = () => typed.trim() !== about && onAbout(typed.trim());
  // The submit handler of the latest render: the press may have opened an event in the meantime.
  const newest = useRef(submit);
  useEffect(() => {
    newest.current = submit;
  });
  const onceReleased = useAfterRelease();
  const action = {
    id: 'audit_about',
    title: t`Search by subject`,
    key: '/',
    run: () => input.current?.focus(),
  };
  useDeskActions(t`Audit`, covered ? [] : [action]);
  return (
    <search className="relative min-w-0 max-sm:flex-1 sm:w-72">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <Search
          size={16}
          aria-hidden="true"
          className="pointer-events-none absolute inset-y-0 start-2.5 my-auto text-muted"
        />
        <input
          ref={input}
          type="search"
          aria-label={t`Search by subject`}
          placeholder={t`Order, reference, card machine, name`}
          autoComplete="off"
          spellCheck={false}
          dir="auto"
          maxLength={200}
          value={typed}
          onChange={({ target }) => {
            setTyped(target.value);
            // The browser's own clear button was pressed.
            if (target.value === '' && about !== '') onAbout('');
          }}
          onBlur={() =>
            // The press that moved the focus may have opened another page.
            onceReleased(() => window.location.pathname.startsWith(AUDIT_PATH) && newest.current())
          }
          className="min-h-9 w-full rounded-card border border-field bg-surface py-1 ps-8 pe-2 text-base focus-visible:outline-offset-0 lg:text-sm pointer-coarse:min-h-12"
        />
      </form>
    </search>
  );
}
