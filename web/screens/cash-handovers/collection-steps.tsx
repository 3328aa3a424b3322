import { t } from '@lingui/core/macro';
import { CircleCheck, Info, TriangleAlert } from 'lucide-react';
import type { Profile } from '../../../contract/operations/dashboard/profile/read-profile.schema.ts';
import { AmountField } from '../../components/amount/AmountField.tsx';
import { SecondLook } from '../../components/amount/SecondLook.tsx';
import { UnsentNotice } from '../../components/devices/UnsentCash.tsx';
import { PendingExpenses } from '../../components/expenses/PendingExpenses.tsx';
import { Money } from '../../components/Money.tsx';
import { RoleBadge } from '../../components/RoleBadge.tsx';
import { SignaturePad } from '../../components/signature/SignaturePad.tsx';
import { translateDescriptor } from '../../messages/i18n.ts';
import { enterMovesFocus } from '../../ui/enter-moves-focus.ts';
import { Fact, Facts } from '../../ui/Facts.tsx';
import { Notice } from '../../ui/Notice.tsx';
import type { Holder } from './holders.ts';
import type { CollectionForm } from './use-collection.ts';

type StepProps = { holder: Holder; manager: Profile; form: CollectionForm };

/** The first step: giver, receiver and amount. */
export function AmountStep({ holder, manager, form }: StepProps) {
  const { look, available_fils } = form;
  return (
    <form
      noValidate
      className="flex flex-col gap-5"
      onSubmit={(event) => event.preventDefault()}
      onKeyDown={enterMovesFocus}
    >
      {form.dropped && (
        <Notice tone="warn" icon={TriangleAlert} title={t`The cash on hand has changed`}>
          {t`Nothing was collected. The signatures were cleared because the content to be signed has changed.`}
        </Notice>
      )}
      <Facts className="md:grid-cols-2">
        <Parties holder={holder} manager={manager} />
        <Fact name={t`Available Cash`} className="md:col-span-2">
          <Money amount_fils={available_fils} lead />
        </Fact>
      </Facts>
      <UnsentNotice unsent={holder.unsent} />
      <PendingExpenses expenses_fils={holder.expenses_fils} />
      <AmountField
        {...form.mark('amount')}
        enterKeyHint="done"
        label={t`Amount to Collect (AED)`}
        value={form.typed}
        onAmount={form.setTyped}
        max_fils={available_fils}
        all_fils={available_fils}
        required
        first
      />
      <SecondLook
        look={look}
        mark={form.mark('look')}
        holder={holder.full_name}
        after_fils={look.amount_fils === null ? null : available_fils - look.amount_fils}
      />
    </form>
  );
}

const PAD = { width_px: 280, height_px: 120 } as const;

/** The second step: the amount to sign for and both pads. */
export function SignaturesStep({ holder, manager, form: { amount_fils, signing, mark } }: StepProps) {
  const { signatures, setSignature, notice } = signing;
  return (
    <>
      {notice && <Notice tone="warn" icon={TriangleAlert} title={translateDescriptor(notice)} />}
      <Facts className="rounded-card bg-sunken p-4">
        <Fact name={t`Amount to Collect`}>
          <Money amount_fils={amount_fils} lead />
        </Fact>
        <Fact name={t`From`}>
          <bdi>{holder.full_name}</bdi>
        </Fact>
      </Facts>
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,15rem),1fr))] gap-5">
        <SignaturePad
          {...mark('manager')}
          label={t`Manager Signature`}
          signer={manager.full_name}
          value={signatures.manager}
          onChange={(value) => setSignature('manager', value)}
          {...PAD}
        />
        <SignaturePad
          {...mark('user')}
          label={t`Staff Member Signature`}
          signer={holder.full_name}
          value={signatures.user}
          onChange={(value) => setSignature('user', value)}
          {...PAD}
        />
      </div>
    </>
  );
}

type ConfirmationProps = {
  holder: Holder;
  manager: Profile;
  amount_fils: number | null;
  /** True once the collection is being sent or its outcome is unknown: there is nothing left to confirm. */
  sent?: boolean;
};

const ICON = { size: 18, className: 'mt-0.5 shrink-0' } as const;

/** The third step: a summary of the collection. */
export function ConfirmationStep({ holder, manager, amount_fils, sent = false }: ConfirmationProps) {
  return (
    <>
      <Facts className="md:grid-cols-2">
        <Fact name={t`Amount`} className="md:col-span-2">
          <Money amount_fils={amount_fils} lead />
        </Fact>
        <Parties holder={holder} manager={manager} />
      </Facts>
      {!sent && (
        <ul className="flex flex-col gap-2 rounded-card bg-sunken p-4">
          <li className="flex gap-2">
            <CircleCheck {...ICON} />
            <span>{t`Both signatures have been captured.`}</span>
          </li>
          <li className="flex gap-2">
            <Info {...ICON} />
            <span>{t`This action will update cash balances immediately.`}</span>
          </li>
        </ul>
      )}
    </>
  );
}

function Parties({ holder, manager }: Pick<StepProps, 'holder' | 'manager'>) {
  return (
    <>
      <Fact name={t`From`}>
        <Person full_name={holder.full_name} staff_role={holder.role} />
      </Fact>
      <Fact name={t`To`}>
        <Person full_name={manager.full_name} staff_role="Manager" />
      </Fact>
    </>
  );
}

export function Person({ full_name, staff_role }: { full_name: string; staff_role: string | null }) {
  return (
    <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
      <bdi className="wrap-anywhere font-medium">{full_name}</bdi>
      <RoleBadge staff_role={staff_role} />
    </span>
  );
}
