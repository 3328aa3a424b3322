import { t } from '@lingui/core/macro';
import { TriangleAlert } from 'lucide-react';
import type { RecordDeposit } from '../../../contract/operations/dashboard/cash/record-deposit.schema.ts';
import type { Profile } from '../../../contract/operations/dashboard/profile/read-profile.schema.ts';
import { FIRST_DEPOSIT_DATE, formatDate } from '../../../contract/rules/dates/dates.ts';
import { CommandDialog } from '../../commands/notices/CommandDialog.tsx';
import { AmountField } from '../../components/amount/AmountField.tsx';
import { SecondLook } from '../../components/amount/SecondLook.tsx';
import { confirmAmountFirst } from '../../components/amount/unconfirmed-amount.ts';
import { ImageField } from '../../components/image-file/ImageField.tsx';
import { Money } from '../../components/Money.tsx';
import { SignaturePad } from '../../components/signature/SignaturePad.tsx';
import { translateDescriptor } from '../../messages/i18n.ts';
import { enterMovesFocus } from '../../ui/enter-moves-focus.ts';
import { Fact, Facts, NotesFact } from '../../ui/Facts.tsx';
import { Field, TextArea } from '../../ui/Field.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { type DepositForm, useDeposit } from './use-deposit.ts';

type Props = {
  manager: Profile;
  /** The manager's cash in fils, pending amounts included; null if it could not be read. */
  own_fils: number | null;
  /** See `usualAmount`. */
  usual_fils: number | null;
  onClose: () => void;
};

/**
 * Records cash taken to the bank. It stays open with all input until the deposit is recorded or the user
 * closes it.
 */
export function DepositDialog({ manager, own_fils, usual_fils, onClose }: Props) {
  const form = useDeposit(manager, { held_fils: own_fils, usual_fils }, onClose);
  const { sent } = form.command;
  return (
    <CommandDialog
      title={t`Record Bank Deposit`}
      record={t`Record Deposit`}
      other={t`Another deposit is being sent.`}
      form={form}
      shown={sent && <SentDeposit input={sent.input} />}
      onClose={onClose}
    >
      <Fields form={form} manager={manager} own_fils={own_fils} busy={form.command.busy} />
    </CommandDialog>
  );
}

type FieldsProps = {
  form: DepositForm;
  manager: Profile;
  own_fils: number | null;
  busy: boolean;
};

function Fields({ form, manager, own_fils, busy }: FieldsProps) {
  const { fields, change, look, today, signing, mark } = form;
  const { amount_fils } = look;
  const unseen = look.unseen_fils !== null;

  return (
    <form noValidate onSubmit={(event) => event.preventDefault()} onKeyDown={enterMovesFocus}>
      <fieldset disabled={busy} className="flex min-w-0 flex-col gap-5">
        <div className="grid gap-5 md:grid-cols-2">
          <AmountField
            {...mark('amount')}
            enterKeyHint="next"
            all_fils={own_fils}
            label={t`Deposit Amount (AED) *`}
            value={fields.typed}
            onAmount={(typed) => change({ typed })}
            required
            first
          />
          <Field
            {...mark('date')}
            label={t`Deposit Date *`}
            type="date"
            enterKeyHint="next"
            required
            min={FIRST_DEPOSIT_DATE}
            max={today}
            value={fields.deposit_date}
            onChange={(event) => change({ deposit_date: event.target.value })}
          />
        </div>
        <SecondLook
          look={look}
          mark={mark('look')}
          holder={null}
          after_fils={own_fils === null || amount_fils === null ? null : own_fils - amount_fils}
        />
        <TextArea
          label={t`Notes (Optional)`}
          rows={3}
          maxLength={2_000}
          value={fields.notes}
          onChange={(event) => change({ notes: event.target.value })}
        />
        <ImageField
          mark={mark('invoice')}
          label={t`Bank Deposit Invoice/Receipt *`}
          alt={t`The bank's invoice or receipt`}
          image={fields.image?.blob ?? null}
          file_name={fields.image?.file_name}
          disabled={busy}
          working={form.preparing_image}
          onWorking={form.setPreparingImage}
          onImage={(blob, file_name) => change({ image: { blob, file_name } })}
        />
        {signing.notice && (
          <Notice tone="warn" icon={TriangleAlert} title={translateDescriptor(signing.notice)} />
        )}
        {unseen && <p className="text-warn">{confirmAmountFirst()}</p>}
        <SignaturePad
          {...mark('signature')}
          label={t`Manager Signature *`}
          signer={manager.full_name}
          value={signing.signatures.manager}
          onChange={(value) => signing.setSignature('manager', value)}
          clearLabel={t`Clear Signature`}
          height_px={150}
          disabled={busy || unseen}
        />
      </fieldset>
    </form>
  );
}

/** Shows a deposit that was sent and can no longer be changed. */
function SentDeposit({ input }: { input: RecordDeposit }) {
  return (
    <Facts className="md:grid-cols-2">
      <Fact name={t`Deposit Amount`} className="md:col-span-2">
        <Money amount_fils={input.amount_fils} lead />
      </Fact>
      <Fact name={t`Deposit Date`}>{formatDate(`${input.deposit_date}T00:00:00Z`, 'UTC')}</Fact>
      <Fact name={t`Reference`}>{input.reference}</Fact>
      <NotesFact text={input.notes} className="md:col-span-2" />
    </Facts>
  );
}
