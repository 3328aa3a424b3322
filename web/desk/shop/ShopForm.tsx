import { t } from '@lingui/core/macro';
import { useState } from 'react';
import { formatDateTime, isTimeZone } from '../../../contract/rules/dates/dates.ts';
import { ERASE_DAYS_MAX, ERASE_DAYS_MIN, PROMISE_HOURS_MAX } from '../../../contract/rules/shop-limits.ts';
import type { DeskShop } from '../../../contract/schemas/shop.ts';
import { failure } from '../../api/problem-words.ts';
import { clockOffsetMs } from '../../api/this-page.ts';
import { useMemoryCommand } from '../../commands/memory/use-memory-command.ts';
import { Button } from '../../ui/Button.tsx';
import { Field } from '../../ui/Field.tsx';
import { type Missing, useMissing } from '../../ui/use-missing.ts';
import { thisTab } from '../../world/this-tab.ts';
import { SendForm } from '../form/SendForm.tsx';
import { EraseFirst } from './EraseFirst.tsx';

type Part = 'name' | 'time_zone' | 'hours' | 'days';
type Typed = { [P in Part]?: string };

/** Only what was typed is sent: what somebody else changes meanwhile stays. */
export function ShopForm({ shop }: { shop: DeskShop }) {
  const [typed, setTyped] = useState<Typed>({});
  const [asking, setAsking] = useState(false);
  const command = useMemoryCommand('change_desk_shop', {
    failed: t`Not saved`,
    refused: ({ errors }) =>
      errors?.some(({ pointer }) => pointer === '/time_zone') ? chooseTimeZone() : null,
  });
  const { busy, unknown, send } = command;
  const name = typed.name ?? shop.name;
  const time_zone = (typed.time_zone ?? shop.time_zone).trim();
  const hours = typed.hours ?? (shop.promise_hours === null ? '' : String(shop.promise_hours));
  const after = shop.erase_customers_after_days;
  const days = typed.days ?? (after === null ? '' : String(after));
  const { check, mark } = useMissing(missingOf({ name, time_zone, hours, days }));
  const set = (part: Part) => (event: { target: { value: string } }) =>
    setTyped((before) => ({ ...before, [part]: event.target.value }));
  const zone_changes = time_zone !== shop.time_zone && isTimeZone(time_zone);

  /** Sooner than now, which nothing takes back: that is asked first. */
  const erasesMore = () => {
    const wanted = daysOf(days);
    return typeof wanted === 'number' && (after === null || wanted < after);
  };

  async function save(sure = false): Promise<void> {
    if (busy || !check()) return;
    if (!sure && !unknown && erasesMore()) {
      setAsking(true);
      return;
    }
    const change = {
      ...(name.trim() !== shop.name && { name: name.trim() }),
      ...(time_zone !== shop.time_zone && { time_zone }),
      ...(hoursOf(hours) !== shop.promise_hours && { promise_hours: hoursOf(hours) }),
      ...(daysOf(days) !== after && { erase_customers_after_days: daysOf(days) }),
    };
    if (!unknown && Object.keys(change).length === 0) return;
    const done = { kind: 'success', title: t`Saved`, description: name.trim() } as const;
    if (!(await send(change, done))) return;
    setTyped({});
    setAsking(false);
  }

  return (
    <SendForm onSend={() => void save()}>
      <Field
        {...mark('name')}
        label={t`Name`}
        hint={t`As it stands on receipts from now on`}
        dir="auto"
        autoComplete="off"
        maxLength={200}
        disabled={busy || unknown}
        value={name}
        onChange={set('name')}
      />
      <Field
        {...mark('time_zone')}
        label={t`Time zone`}
        list="time-zones"
        autoComplete="off"
        spellCheck={false}
        maxLength={100}
        disabled={busy || unknown}
        value={typed.time_zone ?? shop.time_zone}
        onChange={set('time_zone')}
        hint={
          <span aria-live="polite" className={zone_changes ? 'text-warn' : undefined}>
            {zone_changes
              ? t`There it is ${nowIn(time_zone)} now. "Today" begins and ends by that clock from now on: what was collected, delivered and handed over today is counted anew, and dates are shown by it. Receipts that were signed stay as they are.`
              : t`Decides when "today" begins and ends; there it is ${nowIn(shop.time_zone)} now.`}
          </span>
        }
      />
      <datalist id="time-zones">
        {Intl.supportedValuesOf('timeZone').map((zone) => (
          <option key={zone} value={zone} />
        ))}
      </datalist>
      <Field
        {...mark('hours')}
        label={t`Promised after (hours)`}
        hint={t`An order without a promise of its own counts as late so many hours after it came in. Empty: nothing is promised.`}
        inputMode="numeric"
        autoComplete="off"
        maxLength={3}
        disabled={busy || unknown}
        value={hours}
        onChange={set('hours')}
      />
      <Field
        {...mark('days')}
        label={t`Erase customers after (days)`}
        hint={t`So many days after the last that happened to an order its customer's name, phone, address, notes, photo and note are erased for good. Empty: never.`}
        inputMode="numeric"
        autoComplete="off"
        maxLength={4}
        disabled={busy || unknown}
        value={days}
        onChange={set('days')}
      />
      <Button type="submit" className="self-start max-md:w-full" busy={busy}>
        {unknown ? t`Send again` : t`Save`}
      </Button>
      {asking && (
        <EraseFirst
          days={daysOf(days) ?? ERASE_DAYS_MIN}
          command={command}
          onConfirm={() => save(true)}
          onClose={() => setAsking(false)}
        />
      )}
    </SendForm>
  );
}

function missingOf({ name, time_zone, hours, days }: Record<Part, string>): Missing<Part>[] {
  const missing: Missing<Part>[] = [];
  const say = (part: Part, words: string) =>
    missing.push({ part, words, toast: failure(t`Missing Information`, words) });
  if (name.trim() === '') say('name', t`Write the name of the shop`);
  if (!isTimeZone(time_zone)) say('time_zone', chooseTimeZone());
  if (hoursOf(hours) === undefined)
    say('hours', t`Write a whole number from 1 to ${PROMISE_HOURS_MAX}, or nothing`);
  if (daysOf(days) === undefined)
    say('days', t`Write a whole number from ${ERASE_DAYS_MIN} to ${ERASE_DAYS_MAX}, or nothing`);
  return missing;
}

function chooseTimeZone(): string {
  return t`Choose a time zone, for example Asia/Dubai`;
}

/** Null for nothing, undefined for what cannot be taken. */
function daysOf(text: string): number | null | undefined {
  if (text.trim() === '') return null;
  const days = /^\d{1,4}$/.test(text.trim()) ? Number(text.trim()) : 0;
  return days >= ERASE_DAYS_MIN && days <= ERASE_DAYS_MAX ? days : undefined;
}

/** As `daysOf`. */
function hoursOf(text: string): number | null | undefined {
  if (text.trim() === '') return null;
  const hours = /^\d{1,3}$/.test(text.trim()) ? Number(text.trim()) : 0;
  return hours >= 1 && hours <= PROMISE_HOURS_MAX ? hours : undefined;
}

function nowIn(time_zone: string): string {
  return formatDateTime(new Date(thisTab.now() + clockOffsetMs()), time_zone);
}
