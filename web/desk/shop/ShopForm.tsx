import { t } from '@lingui/core/macro';
import { useState } from 'react';
import { formatDateTime, isTimeZone } from '../../../contract/rules/dates/dates.ts';
import { ERASE_DAYS_MAX, ERASE_DAYS_MIN, PROMISE_HOURS_MAX } from '../../../contract/rules/shop-limits.ts';
import type { DeskShop } from '../../../contract/schemas/shop.ts';
import { failure } from '../../api/problem-messages.ts';
import { clockOffsetMs } from '../../api/this-page.ts';
import { useMemoryCommand } from '../../commands/memory/use-memory-command.ts';
import { thisTab } from '../../environment/this-tab.ts';
import { Button } from '../../ui/Button.tsx';
import { Field } from '../../ui/Field.tsx';
import { type Missing, useMissing } from '../../ui/use-missing.ts';
import { SendForm } from '../form/SendForm.tsx';
import { ConfirmErase } from './ConfirmErase.tsx';

type Part = 'name' | 'time_zone' | 'hours' | 'days';
type Typed = { [P in Part]?: string };

/** Sends only the changed fields, so that another Admin's concurrent changes remain. */
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

  /** True if customers would be erased earlier than now. This cannot be undone, so it needs confirmation. */
  const erasesMore = () => {
    const wanted = daysOf(days);
    return typeof wanted === 'number' && (after === null || wanted < after);
  };

  async function save(confirmed = false): Promise<void> {
    if (busy || !check()) return;
    if (!confirmed && !unknown && erasesMore()) {
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
        hint={t`Shown on receipts from now on`}
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
              ? t`It is now ${nowIn(time_zone)} there. From now on "Today" begins and ends by that clock: today's collections, deliveries and handovers are counted again, and dates are shown in that time zone. Signed receipts do not change.`
              : t`Determines when "Today" begins and ends. It is now ${nowIn(shop.time_zone)} there.`}
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
        hint={t`Hours after its receipt from which an order without its own promised time is late. Leave empty for no promised time.`}
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
        hint={t`Days after an order's last activity until its customer's name, phone, address and notes, the photo and the delivery note are erased. Leave empty to never erase.`}
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
        <ConfirmErase
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
  const add = (part: Part, text: string) =>
    missing.push({ part, words: text, toast: failure(t`Missing Information`, text) });
  if (name.trim() === '') add('name', t`Enter the name of the shop`);
  if (!isTimeZone(time_zone)) add('time_zone', chooseTimeZone());
  if (hoursOf(hours) === undefined)
    add('hours', t`Enter a whole number from 1 to ${PROMISE_HOURS_MAX}, or leave it empty`);
  if (daysOf(days) === undefined)
    add('days', t`Enter a whole number from ${ERASE_DAYS_MIN} to ${ERASE_DAYS_MAX}, or leave it empty`);
  return missing;
}

function chooseTimeZone(): string {
  return t`Choose a time zone, for example Asia/Dubai`;
}

/** Returns null for an empty text, undefined for an invalid one. */
function daysOf(text: string): number | null | undefined {
  if (text.trim() === '') return null;
  const days = /^\d{1,4}$/.test(text.trim()) ? Number(text.trim()) : 0;
  return days >= ERASE_DAYS_MIN && days <= ERASE_DAYS_MAX ? days : undefined;
}

/** Like `daysOf`. */
function hoursOf(text: string): number | null | undefined {
  if (text.trim() === '') return null;
  const hours = /^\d{1,3}$/.test(text.trim()) ? Number(text.trim()) : 0;
  return hours >= 1 && hours <= PROMISE_HOURS_MAX ? hours : undefined;
}

function nowIn(time_zone: string): string {
  return formatDateTime(new Date(thisTab.now() + clockOffsetMs()), time_zone);
}
