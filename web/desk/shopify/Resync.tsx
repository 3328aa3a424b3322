import { plural, t } from '@lingui/core/macro';
import { useState } from 'react';
import type { Store } from '../../../contract/operations/desk/store/read-store.schema.ts';
import { dayOf, formatDate, formatDateTime } from '../../../contract/rules/dates/dates.ts';
import { instantOfWallTime } from '../../../contract/rules/dates/wall-clock.ts';
import { failure, messageOf } from '../../api/problem-messages.ts';
import { callEndpoint } from '../../api/this-page.ts';
import { useTimeZone } from '../../components/open-screen.ts';
import { thisTab } from '../../environment/this-tab.ts';
import { useBusy } from '../../ui/Button.tsx';
import { Field } from '../../ui/Field.tsx';
import { FormDialog } from '../../ui/FormDialog.tsx';
import { showToast } from '../../ui/toast.ts';
import { useMissing } from '../../ui/use-missing.ts';
import { SendButtons } from '../form/SendButtons.tsx';
import { SendForm } from '../form/SendForm.tsx';

/** No store has older orders. */
const FIRST_DAY = '2000-01-01';
const WEEK_MS = 7 * 24 * 3_600_000;

/** The progress or outcome of the last resync. */
export function ResyncStatus({ connection }: { connection: NonNullable<Store['connection']> }) {
  const time_zone = useTimeZone();
  const { resync } = connection;
  if (!resync) return null;
  const day = formatDate(resync.since, time_zone);
  const { ended_at, read } = resync;
  return (
    <p role="status" className="text-muted text-sm">
      {ended_at === null
        ? t`Changes since ${day} are being read again. This continues automatically.`
        : read === null
          ? t`Changes since ${day} were read again at ${formatDateTime(ended_at, time_zone)}, with errors.`
          : t`Changes since ${day} were read again at ${formatDateTime(ended_at, time_zone)}: ${plural(read, { one: '# order', other: '# orders' })}.`}
    </p>
  );
}

type Props = { onAsked: () => void; onClose: () => void };

/** Asks for the day from which the store is read again. */
export function ResyncDialog({ onAsked, onClose }: Props) {
  const time_zone = useTimeZone();
  const now = thisTab.now();
  const today = dayOf(new Date(now), time_zone);
  const [day, setDay] = useState(() => dayOf(new Date(now - WEEK_MS), time_zone));
  const [busy, run] = useBusy();
  const is_day = /^\d{4}-\d{2}-\d{2}$/.test(day) && day >= FIRST_DAY && day <= today;
  const since = is_day ? instantOfWallTime(`${day}T00:00`, time_zone) : null;
  const text = t`Choose a day that is not after today`;
  const { check, mark } = useMissing(
    since === null
      ? [{ part: 'day' as const, words: text, toast: failure(t`Missing Information`, text) }]
      : [],
  );

  async function send(): Promise<void> {
    if (!check() || since === null) return;
    try {
      await callEndpoint('resync_store', { body: { since } });
      showToast({ kind: 'success', title: t`The store is being read again` });
      onClose();
    } catch (error) {
      showToast(failure(t`Not read again`, messageOf(error)));
    }
    onAsked();
  }

  return (
    <FormDialog
      title={t`Read the store again`}
      description={t`Reads all changes in the store since that day again: adds orders missed by webhooks and retries orders that were not imported. No order is added twice.`}
      locked={busy}
      onClose={onClose}
      footer={(close) => (
        <SendButtons words={t`Read again`} busy={busy} onCancel={close} onSend={() => void run(send)} />
      )}
    >
      <SendForm onSend={() => void run(send)} button_outside>
        <Field
          {...mark('day')}
          data-first-field
          label={t`Since`}
          hint={t`Shopify shows an app the last 60 days, unless the app may read all orders.`}
          type="date"
          min={FIRST_DAY}
          max={today}
          disabled={busy}
          value={day}
          onChange={({ target }) => setDay(target.value)}
        />
      </SendForm>
    </FormDialog>
  );
}
