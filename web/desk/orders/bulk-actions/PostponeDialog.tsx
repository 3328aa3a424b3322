import { plural, t } from '@lingui/core/macro';
import { type FormEvent, useState } from 'react';
import { dayOf } from '../../../../contract/rules/dates/dates.ts';
import { instantOfWallTime } from '../../../../contract/rules/dates/wall-clock.ts';
import { daysLater, isCalendarDay } from '../../../../contract/rules/reports/report-period.ts';
import type { NextPromise, NextTime } from '../../../../contract/schemas/attempts.ts';
import { useTimeZone } from '../../../components/open-screen.ts';
import { thisTab } from '../../../environment/this-tab.ts';
import { Button } from '../../../ui/Button.tsx';
import { Field } from '../../../ui/Field.tsx';
import { FormDialog } from '../../../ui/FormDialog.tsx';
import { useMissing } from '../../../ui/use-missing.ts';
import { nextTimeText } from '../attempt-messages.ts';
import type { ActionableOrder } from './applicable-orders.ts';

type Props = {
  orders: readonly ActionableOrder[];
  busy: boolean;
  onConfirm: (next: NextPromise) => void;
  onClose: () => void;
};

/** Asks for the day, and optionally the time, for which orders are promised instead. */
export function PostponeDialog({ orders, busy, onConfirm, onClose }: Props) {
  const time_zone = useTimeZone();
  const [today] = useState(() => dayOf(new Date(thisTab.now()), time_zone));
  const [wish] = useState(() => commonWish(orders, time_zone));
  const [initial] = useState(() => draftOf(wish.proposed ?? { day: daysLater(today, 1), to: null }));
  const [draft, setDraft] = useState(initial);
  const { check, mark } = useMissing(faultsOf(draft, time_zone));
  const count = orders.length;
  const field = (name: keyof Draft) => ({
    ...mark(name),
    value: draft[name],
    disabled: busy,
    onChange: (event: React.ChangeEvent<HTMLInputElement>) =>
      setDraft({ ...draft, [name]: event.target.value }),
  });

  function send(event?: FormEvent): void {
    event?.preventDefault();
    if (!busy && check()) onConfirm({ day: draft.day, to: draft.to || null });
  }

  return (
    <FormDialog
      title={t`${plural(count, { one: 'Postpone # order', other: 'Postpone # orders' })}`}
      description={t`${plural(count, { one: 'The order becomes packed and is promised for the new time.', other: 'The orders become packed and are promised for the new time.' })}`}
      dirty={JSON.stringify(draft) !== JSON.stringify(initial)}
      locked={busy}
      onClose={onClose}
      footer={(close) => (
        <>
          <Button variant="secondary" disabled={busy} onClick={close}>{t`Go back`}</Button>
          <Button busy={busy} onClick={() => send()}>{t`Postpone`}</Button>
        </>
      )}
    >
      {wish.text !== null && <p>{wish.text}</p>}
      <form noValidate onSubmit={send} className="grid gap-5 sm:grid-cols-2">
        <Field {...field('day')} data-first-field label={t`Day`} type="date" min={today} max="9999-12-31" />
        <Field {...field('to')} label={t`Until (optional)`} type="time" />
        {/* Enter in a field sends the form only if it has a submit button. */}
        <button type="submit" hidden />
      </form>
    </FormDialog>
  );
}

type Draft = { day: string; to: string };

function draftOf({ day, to }: NextPromise): Draft {
  return { day, to: to ?? '' };
}

/** The promise for the time that all customers asked for, unless it has passed, and a text about it. */
function commonWish(orders: readonly ActionableOrder[], time_zone: string) {
  const wishes = orders.map(({ attempt }) => attempt?.next ?? null);
  const [first = null] = wishes;
  const different = new Set(wishes.map((wish) => JSON.stringify(wish))).size > 1;
  if (different) return { proposed: null, text: t`The customers asked for different times.` };
  if (first === null) return { proposed: null, text: null };
  const proposed = promisesFor(first).find((promise) => !hasPassed(draftOf(promise), time_zone));
  if (!proposed) return { proposed: null, text: t`The time that the customer asked for has passed.` };
  const time = nextTimeText(first);
  return { proposed, text: t`The customer asked for ${time}.` };
}

/** The end of the window; without one its beginning, or that day if the beginning has passed. */
function promisesFor({ day, from, to }: NextTime): NextPromise[] {
  return [
    { day, to: to ?? from },
    { day, to },
  ];
}

/** True if the time, or the day without one, is over. */
function hasPassed({ day, to }: Draft, time_zone: string): boolean {
  const end = instantOfWallTime(`${day}T${to || '23:59'}`, time_zone);
  return end !== null && Date.parse(end) <= thisTab.now();
}

function faultsOf(draft: Draft, time_zone: string) {
  const fault = (part: keyof Draft, words: string) => ({
    part,
    words,
    toast: { kind: 'error' as const, title: t`Missing Information`, description: words },
  });
  if (!isCalendarDay(draft.day)) return [fault('day', t`Enter the day.`)];
  if (hasPassed(draft, time_zone)) return [fault('day', t`Enter a time that has not passed.`)];
  return [];
}
