import { t } from '@lingui/core/macro';
import { useState } from 'react';
import type { DeviceRow } from '../../../contract/operations/dashboard/devices/list-devices.schema.ts';
import { ProblemError } from '../../api/errors.ts';
import { failure, messageOf, plainFailure, type ToastWords } from '../../api/problem-words.ts';
import { callEndpoint } from '../../api/this-page.ts';
import { PhoneHeadline, PhoneTold } from '../../components/devices/PhoneTold.tsx';
import { numbersOf } from '../../components/devices/phones.ts';
import { Button, useBusy } from '../../ui/Button.tsx';
import { TextArea } from '../../ui/Field.tsx';
import { FormDialog } from '../../ui/FormDialog.tsx';
import { showToast } from '../../ui/toast.ts';
import { type Missing, useMissing } from '../../ui/use-missing.ts';

type Props = {
  /** As it was when the dialog opened: what went missing since is not explained unseen. */
  device: DeviceRow;
  onExplained: () => Promise<void>;
  onClose: () => void;
  focusAfter: () => HTMLElement | null;
};

const REASON_MAX = 500;

/** A manager who never used the phone says why numbers of it will never arrive, or do not follow. To say it twice does no harm. */
export function ExplainDialog({ device, onExplained, onClose, focusAfter }: Props) {
  const [reason, setReason] = useState('');
  const [busy, run] = useBusy();
  const { chain_broken_at } = device;
  const misses = device.not_arrived.length > 0;
  const empty = reason.trim() === '';
  const { check, mark } = useMissing(empty ? [reasonMissing(misses)] : []);

  async function explain(): Promise<void> {
    if (!check()) return;
    const numbers = device.not_arrived.map(({ number }) => number);
    try {
      const body = { numbers, reason: reason.trim(), ...(chain_broken_at !== null && { chain_broken_at }) };
      await callEndpoint('explain_device_numbers', { params: { device_id: device.id }, body });
    } catch (error) {
      return showToast(notExplained(error));
    }
    const description =
      misses || chain_broken_at === null ? numbersOf(device) : t`From #${chain_broken_at} on`;
    showToast({ kind: 'success', title: t`Explained`, description });
    await onExplained().catch(() => {});
    onClose();
  }

  return (
    <FormDialog
      title={misses ? t`Explain What Is Missing` : t`Explain What Happened`}
      description={<PhoneHeadline device={device} />}
      locked={busy}
      dirty={!empty}
      onClose={onClose}
      focusAfter={focusAfter}
      footer={(cancel) => (
        <>
          <Button variant="secondary" disabled={busy} onClick={cancel}>
            {t`Cancel`}
          </Button>
          <Button busy={busy} busyText={t`Saving...`} onClick={() => void run(explain)}>
            {t`Explain`}
          </Button>
        </>
      )}
    >
      <PhoneTold device={device} />
      {misses && (
        <p>
          {t`Once they are explained, these numbers are no longer shown as missing. What arrives all the same is recorded.`}
        </p>
      )}
      {chain_broken_at !== null && (
        <p>{t`Once this is explained, the numbers of this phone are compared anew from the next one on.`}</p>
      )}
      <TextArea
        {...mark('reason')}
        data-first-field
        label={misses ? t`What happened to them` : t`What happened to this phone`}
        rows={3}
        maxLength={REASON_MAX}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
      />
    </FormDialog>
  );
}

function reasonMissing(misses: boolean): Missing<'reason'> {
  const words = misses ? t`Please say what happened to them` : t`Please say what happened to this phone`;
  return { part: 'reason', words, toast: failure(t`Missing Information`, words) };
}

function notExplained(error: unknown): ToastWords {
  if (error instanceof ProblemError && error.problem.code === 'own_device') {
    return failure(t`Not Explained`, t`You have used this phone yourself. Ask a manager who has not.`);
  }
  return plainFailure(t`It could not be saved: ${messageOf(error)}`);
}
