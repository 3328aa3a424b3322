import { t } from '@lingui/core/macro';
import { TriangleAlert } from 'lucide-react';
import type { RecordSettlement } from '../../../contract/operations/dashboard/cash/record-settlement.schema.ts';
import type { Profile } from '../../../contract/operations/dashboard/profile/read-profile.schema.ts';
import type { Difference } from '../../../contract/operations/desk/differences/list-differences.schema.ts';
import { formatMoney } from '../../../contract/rules/amounts/money.ts';
import { CommandDialog } from '../../commands/notices/CommandDialog.tsx';
import { AmountField } from '../../components/amount/AmountField.tsx';
import { Money } from '../../components/Money.tsx';
import { SignaturePad } from '../../components/signature/SignaturePad.tsx';
import { translateDescriptor } from '../../messages/i18n.ts';
import { enterMovesFocus } from '../../ui/enter-moves-focus.ts';
import { Fact, Facts } from '../../ui/Facts.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { type SettlementForm, useSettlement } from './use-settlement.ts';

type Props = { profile: Profile; difference: Difference; onClose: () => void };

/** Records the payment of a shortage, or of an over that is paid back, signed by both people. */
export function SettlementDialog({ profile, difference, onClose }: Props) {
  const form = useSettlement(profile, difference, onClose);
  const { sent } = form.command;
  const is_short = difference.account === 'shortage';
  return (
    <CommandDialog
      title={is_short ? t`Record a payment` : t`Pay back an over`}
      record={is_short ? t`Record payment` : t`Record`}
      other={t`Another payment is being sent.`}
      form={form}
      shown={sent && <SentSettlement input={sent.input} />}
      onClose={onClose}
    >
      <Fields form={form} difference={difference} own_name={profile.full_name} />
    </CommandDialog>
  );
}

type FieldsProps = { form: SettlementForm; difference: Difference; own_name: string };

function Fields({ form, difference: { full_name, account }, own_name }: FieldsProps) {
  const { signing, mark, open_fils, amount_fils } = form;
  const { busy } = form.command;
  const is_short = account === 'shortage';
  return (
    <form noValidate onSubmit={(event) => event.preventDefault()} onKeyDown={enterMovesFocus}>
      <fieldset disabled={busy} className="flex min-w-0 flex-col gap-5">
        <p>
          {is_short
            ? t`You receive this from ${full_name}. It is added to your cash on hand.`
            : t`You give this back to ${full_name}. It leaves your cash on hand.`}
        </p>
        <AmountField
          {...mark('amount')}
          enterKeyHint="done"
          all_fils={open_fils}
          label={t`Amount (AED)`}
          value={form.typed}
          onAmount={form.setTyped}
          hint={
            <span aria-live="polite">
              {amount_fils === null
                ? t`${formatMoney(open_fils)} is open.`
                : t`${formatMoney(open_fils)} is open, ${formatMoney(open_fils - amount_fils)} afterwards.`}
            </span>
          }
          required
          first
        />
        {signing.notice && (
          <Notice tone="warn" icon={TriangleAlert} title={translateDescriptor(signing.notice)} />
        )}
        <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,15rem),1fr))] gap-5">
          <SignaturePad
            {...mark('person')}
            label={is_short ? t`Payer's signature` : t`Recipient's signature`}
            signer={full_name}
            value={signing.signatures.person}
            onChange={(value) => signing.setSignature('person', value)}
            height_px={140}
            disabled={busy}
          />
          <SignaturePad
            {...mark('staff')}
            label={t`Your signature`}
            signer={own_name}
            value={signing.signatures.staff}
            onChange={(value) => signing.setSignature('staff', value)}
            height_px={140}
            disabled={busy}
          />
        </div>
      </fieldset>
    </form>
  );
}

/** A payment that has been sent and can no longer be changed. */
function SentSettlement({ input }: { input: RecordSettlement }) {
  return (
    <Facts className="md:grid-cols-2">
      <Fact name={t`Amount`} className="md:col-span-2">
        <Money amount_fils={input.amount_fils} lead />
      </Fact>
      <Fact name={t`Person`}>
        <bdi>{input.person_signature.signer}</bdi>
      </Fact>
      <Fact name={t`Reference`}>{input.reference}</Fact>
    </Facts>
  );
}
