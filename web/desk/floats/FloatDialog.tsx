import { t } from '@lingui/core/macro';
import { TriangleAlert, UserCheck } from 'lucide-react';
import type { RecordFloat } from '../../../contract/operations/dashboard/cash/record-float.schema.ts';
import type { Profile } from '../../../contract/operations/dashboard/profile/read-profile.schema.ts';
import { formatMoney } from '../../../contract/rules/amounts/money.ts';
import { CommandDialog } from '../../commands/notices/CommandDialog.tsx';
import { AmountField } from '../../components/amount/AmountField.tsx';
import { SecondLook } from '../../components/amount/SecondLook.tsx';
import { confirmAmountFirst } from '../../components/amount/unconfirmed-amount.ts';
import { Money } from '../../components/Money.tsx';
import { SignaturePad } from '../../components/signature/SignaturePad.tsx';
import { translateDescriptor } from '../../messages/i18n.ts';
import { enterMovesFocus } from '../../ui/enter-moves-focus.ts';
import { Fact, Facts } from '../../ui/Facts.tsx';
import { Select } from '../../ui/Field.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { RadioGroup } from '../../ui/RadioGroup.tsx';
import { directionText, heldCashText } from './float-messages.ts';
import { type FloatForm, type Signers, useFloat } from './use-float.ts';

type Props = { profile: Profile; people: Signers; onClose: () => void };

/** Records a float that an admin and a manager sign. Keeps its input until it is recorded or closed. */
export function FloatDialog({ profile, people, onClose }: Props) {
  const form = useFloat(profile, people, onClose);
  const { sent } = form.command;
  return (
    <CommandDialog
      title={t`Record a Float`}
      record={form.needs_approval ? t`Request approval` : t`Record Float`}
      {...(form.needs_approval && { recording: t`Requesting...` })}
      other={t`Another float is being sent.`}
      form={form}
      shown={sent && <SentFloat input={sent.input} />}
      onClose={onClose}
    >
      <Fields form={form} busy={form.command.busy} />
    </CommandDialog>
  );
}

function Fields({ form, busy }: { form: FloatForm; busy: boolean }) {
  const { by_admin, others, direction, held_fils, look, signing, mark } = form;
  const unseen = look.unseen_fils !== null;
  const directions = (['issue', 'return'] as const).map((value) => ({ value, label: directionText(value) }));
  return (
    <form noValidate onSubmit={(event) => event.preventDefault()} onKeyDown={enterMovesFocus}>
      <fieldset disabled={busy} className="flex min-w-0 flex-col gap-5">
        <RadioGroup
          legend={t`Direction`}
          value={direction}
          options={directions}
          onValue={form.setDirection}
        />
        {others.length === 0 && (
          <Notice
            tone="warn"
            icon={TriangleAlert}
            title={by_admin ? t`There is no manager to sign` : t`There is no admin to sign`}
          />
        )}
        <Select
          {...mark('other')}
          label={by_admin ? t`Manager` : t`Admin`}
          placeholder={by_admin ? t`Choose the manager` : t`Choose the admin`}
          value={form.other_id}
          options={others.map(({ user_id, full_name }) => ({ value: user_id, label: full_name }))}
          onValue={form.setOther}
        />
        <AmountField
          {...mark('amount')}
          enterKeyHint="done"
          all_fils={direction === 'return' ? held_fils : undefined}
          label={t`Amount (AED)`}
          value={form.typed}
          onAmount={form.setTyped}
          hint={<AmountHint form={form} />}
          required
          first
        />
        <SecondLook
          look={look}
          mark={mark('look')}
          holder={by_admin ? null : form.admin_name}
          after_fils={form.after_fils}
        />
        {form.needs_approval && <NeedsApproval form={form} />}
        {signing.notice && (
          <Notice tone="warn" icon={TriangleAlert} title={translateDescriptor(signing.notice)} />
        )}
        {unseen && <p className="text-warn">{confirmAmountFirst()}</p>}
        <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,15rem),1fr))] gap-5">
          <SignaturePad
            {...mark('admin')}
            label={t`Admin Signature`}
            signer={form.admin_name}
            value={signing.signatures.admin}
            onChange={(value) => signing.setSignature('admin', value)}
            height_px={140}
            disabled={busy || unseen}
          />
          <SignaturePad
            {...mark('manager')}
            label={t`Manager Signature`}
            signer={form.manager_name}
            value={signing.signatures.manager}
            onChange={(value) => signing.setSignature('manager', value)}
            height_px={140}
            disabled={busy || unseen}
          />
        </div>
      </fieldset>
    </form>
  );
}

/** Explains why the button requests an approval. */
function NeedsApproval({ form: { float_limit_fils, look } }: { form: FloatForm }) {
  const is_above = float_limit_fils !== null && (look.amount_fils ?? 0) > float_limit_fils;
  return (
    <Notice tone="info" icon={UserCheck} title={t`This float needs an approval`}>
      {is_above
        ? t`It is above the limit of ${formatMoney(float_limit_fils)}. Both sign it now; it is recorded once a Manager or Admin who has not signed it approves it.`
        : t`The limit was changed meanwhile. It is recorded once a Manager or Admin who has not signed it approves it.`}
    </Notice>
  );
}

/** The admin's cash now and after the float. */
function AmountHint({ form: { held_fils, after_fils, look } }: { form: FloatForm }) {
  const words = heldCashText(held_fils);
  if (words === null || held_fils === undefined) return null;
  return (
    <span aria-live="polite" className={held_fils < 0 ? 'text-warn' : undefined}>
      {words}
      {after_fils !== null && after_fils >= 0 && after_fils !== held_fils && !look.unusual && (
        <> · {t`${formatMoney(after_fils)} afterwards`}</>
      )}
    </span>
  );
}

/** A float that has been sent and can no longer be changed. */
function SentFloat({ input }: { input: RecordFloat }) {
  return (
    <Facts className="md:grid-cols-2">
      <Fact name={t`Amount`} className="md:col-span-2">
        <Money amount_fils={input.amount_fils} lead />
      </Fact>
      <Fact name={t`Direction`}>{directionText(input.direction)}</Fact>
      <Fact name={t`Reference`}>{input.reference}</Fact>
      <Fact name={t`Admin`}>
        <bdi>{input.admin_signature.signer}</bdi>
      </Fact>
      <Fact name={t`Manager`}>
        <bdi>{input.manager_signature.signer}</bdi>
      </Fact>
    </Facts>
  );
}
