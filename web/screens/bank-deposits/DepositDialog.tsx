import { t } from '@lingui/core/macro';
import { TriangleAlert } from 'lucide-react';
import { type FormEvent, useId } from 'react';
import { FIRST_DEPOSIT_DATE } from '../../../contract/rules/dates.ts';
import { formatMoney } from '../../../contract/rules/money.ts';
import type { Profile } from '../../../contract/schemas/profile.ts';
import { CommandNotice } from '../../commands/CommandNotice.tsx';
import { dialogOf } from '../../commands/use-command.ts';
import { AmountField } from '../../components/amount/AmountField.tsx';
import { SignaturePad } from '../../components/signature/SignaturePad.tsx';
import { Button } from '../../ui/Button.tsx';
import { Field } from '../../ui/Field.tsx';
import { FormDialog } from '../../ui/FormDialog.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { say } from '../../words/i18n.ts';
import { aboveOwnCash } from './deposit-rules.ts';
import { InvoiceImage } from './InvoiceImage.tsx';
import { SentDeposit } from './SentDeposit.tsx';
import { type DepositForm, useDeposit } from './use-deposit.ts';

type Props = {
  manager: Profile;
  /** What the manager holds, waiting included; null when it could not be read. */
  own_fils: number | null;
  onClose: () => void;
};

/** Records cash taken to the bank. It stays open, with everything in it, until that is done or given up. */
export function DepositDialog({ manager, own_fils, onClose }: Props) {
  const form = useDeposit(manager, onClose);
  const formId = useId();
  const { command } = form;
  const { standing } = command;
  const { sent, busy } = dialogOf(command);

  function close(): void {
    command.giveUp();
    onClose();
  }

  return (
    <FormDialog
      title={t`Record Bank Deposit`}
      locked={busy}
      onClose={close}
      footer={
        <>
          <Button variant="secondary" disabled={busy} onClick={close}>
            {t`Cancel`}
          </Button>
          {!sent && (
            <Button type="submit" form={formId} busy={busy} busyText={t`Recording...`}>
              {t`Record Deposit`}
            </Button>
          )}
        </>
      }
    >
      {sent ? (
        <>
          <CommandNotice entry={sent} standing={standing} />
          {standing === 'busy' && <p role="status">{t`Another deposit is being sent.`}</p>}
          <SentDeposit input={sent.input} />
        </>
      ) : (
        <Fields id={formId} form={form} manager={manager} own_fils={own_fils} busy={busy} />
      )}
    </FormDialog>
  );
}

type FieldsProps = {
  id: string;
  form: DepositForm;
  manager: Profile;
  own_fils: number | null;
  busy: boolean;
};

function Fields({ id, form, manager, own_fils, busy }: FieldsProps) {
  const { fields, change, today, signing } = form;
  const above_fils = aboveOwnCash(fields.typed, own_fils);
  const notesId = useId();

  function onSubmit(event: FormEvent): void {
    event.preventDefault();
    if (!busy) void form.record();
  }

  return (
    <form id={id} noValidate onSubmit={onSubmit}>
      <fieldset disabled={busy} className="flex min-w-0 flex-col gap-5">
        <div className="grid gap-5 md:grid-cols-2">
          <AmountField
            label={t`Deposit Amount (AED) *`}
            value={fields.typed}
            onAmount={(typed) => change({ typed })}
            hint={
              above_fils !== null && (
                <span className="flex gap-1.5 text-warn" aria-live="polite">
                  <TriangleAlert size={16} className="mt-0.5 shrink-0" />
                  <span>{t`This is ${formatMoney(above_fils)} more than your cash on hand.`}</span>
                </span>
              )
            }
            required
            first
          />
          <Field
            label={t`Deposit Date *`}
            type="date"
            required
            min={FIRST_DEPOSIT_DATE}
            max={today}
            value={fields.deposit_date}
            onChange={(event) => change({ deposit_date: event.target.value })}
          />
        </div>
        <div className="flex flex-col gap-1.5">
          <label htmlFor={notesId} className="font-medium">
            {t`Notes (Optional)`}
          </label>
          <textarea
            id={notesId}
            rows={3}
            dir="auto"
            maxLength={2_000}
            value={fields.notes}
            onChange={(event) => change({ notes: event.target.value })}
            className="w-full rounded-card border border-field bg-surface px-3 py-2 text-ink disabled:bg-sunken disabled:text-muted"
          />
        </div>
        <InvoiceImage
          image={fields.image}
          disabled={busy}
          working={form.preparing_image}
          onWorking={form.setPreparingImage}
          onImage={(image) => change({ image })}
        />
        {signing.notice && <Notice tone="warn" icon={TriangleAlert} title={say(signing.notice)} />}
        <SignaturePad
          label={t`Manager Signature *`}
          signer={manager.full_name}
          value={signing.signatures.manager}
          onChange={(value) => signing.setSignature('manager', value)}
          clearLabel={t`Clear Signature`}
          height_px={150}
          disabled={busy}
        />
      </fieldset>
    </form>
  );
}
