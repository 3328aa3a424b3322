import { t } from '@lingui/core/macro';
import { useState } from 'react';
import type { DeviceRow } from '../../../contract/operations/dashboard/devices/list-devices.schema.ts';
import { ProblemError } from '../../api/errors.ts';
import { failure, messageOf, plainFailure, type ToastText } from '../../api/problem-messages.ts';
import { callEndpoint } from '../../api/this-page.ts';
import { DeviceHeadline, DeviceProblems } from '../../components/devices/DeviceProblems.tsx';
import { numbersOf } from '../../components/devices/missing-numbers.ts';
import { Button, useBusy } from '../../ui/Button.tsx';
import { TextArea } from '../../ui/Field.tsx';
import { FormDialog } from '../../ui/FormDialog.tsx';
import { showToast } from '../../ui/toast.ts';
import { type Missing, useMissing } from '../../ui/use-missing.ts';

type Props = {
  /**
   * The device as shown when the dialog opened, so that numbers missing since then are not explained unseen.
   */
  device: DeviceRow;
  onExplained: () => Promise<void>;
  onClose: () => void;
  focusAfter: () => HTMLElement | null;
};

const REASON_MAX = 500;

/**
 * Lets a manager who never used the device explain missing numbers or a broken chain. The request is
 * idempotent.
 */
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
      title={misses ? t`Explain Missing Numbers` : t`Explain What Happened`}
      description={<DeviceHeadline device={device} />}
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
      <DeviceProblems device={device} />
      {misses && (
        <p>
          {t`After you explain them, these numbers are no longer shown as missing. If they still arrive, they are recorded.`}
        </p>
      )}
      {chain_broken_at !== null && (
        <p>{t`After you explain this, the check of this device's numbers restarts with the next one.`}</p>
      )}
      <TextArea
        {...mark('reason')}
        data-first-field
        label={misses ? t`What happened to them?` : t`What happened to this device?`}
        rows={3}
        maxLength={REASON_MAX}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
      />
    </FormDialog>
  );
}

function reasonMissing(misses: boolean): Missing<'reason'> {
  const text = misses ? t`Enter what happened to them` : t`Enter what happened to this device`;
  return { part: 'reason', words: text, toast: failure(t`Missing Information`, text) };
}

function notExplained(error: unknown): ToastText {
  if (error instanceof ProblemError && error.problem.code === 'own_device') {
    return failure(t`Not Explained`, t`You cannot explain gaps on a device you used. Ask another manager.`);
  }
  return plainFailure(t`The explanation could not be saved: ${messageOf(error)}`);
}
