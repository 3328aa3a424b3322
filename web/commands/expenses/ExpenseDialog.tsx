import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import { EXPENSE_KIND_LABELS } from '../../../contract/labels/expense-labels.ts';
import type { Profile } from '../../../contract/operations/dashboard/profile/read-profile.schema.ts';
import { formatMoney } from '../../../contract/rules/amounts/money.ts';
import { EXPENSE_NOTE_MAX, needsNote } from '../../../contract/rules/expenses.ts';
import { AmountField } from '../../components/amount/AmountField.tsx';
import { ImageField } from '../../components/image-file/ImageField.tsx';
import { label } from '../../messages/label.ts';
import { Button } from '../../ui/Button.tsx';
import { enterMovesFocus } from '../../ui/enter-moves-focus.ts';
import { Select, TextArea } from '../../ui/Field.tsx';
import { FormDialog } from '../../ui/FormDialog.tsx';
import { type ExpenseForm, type RefundOf, useExpense } from './use-expense.ts';

type Props = {
  profile: Profile;
  /** The order whose customer is paid back; undefined for other expenses. */
  refund?: RefundOf;
  onClose: () => void;
};

/** Records what a person paid from their cash, also offline. It counts once another user approves it. */
export function ExpenseDialog({ profile, refund, onClose }: Props) {
  const form = useExpense(profile, refund, onClose);
  const { busy } = form;
  return (
    <FormDialog
      title={refund ? t`Pay back` : t`Record an expense`}
      description={refund ? <RefundDescription refund={refund} /> : descriptionOf(profile)}
      dirty={form.dirty}
      locked={busy}
      onClose={onClose}
      footer={(close) => (
        <>
          <Button variant="secondary" disabled={busy} onClick={close}>
            {t`Cancel`}
          </Button>
          <Button busy={busy} busyText={t`Saving...`} onClick={() => void form.record()}>
            {refund ? t`Record the refund` : t`Record expense`}
          </Button>
        </>
      )}
    >
      <form noValidate onSubmit={(event) => event.preventDefault()} onKeyDown={enterMovesFocus}>
        <fieldset disabled={busy} className="flex min-w-0 flex-col gap-5">
          <Fields form={form} refund={refund} />
        </fieldset>
      </form>
    </FormDialog>
  );
}

function descriptionOf({ role }: Profile): string {
  return role === 'Driver'
    ? t`Your cash on hand falls once a Manager or Admin approves it.`
    : t`Your cash on hand falls once another Manager or Admin approves it.`;
}

function RefundDescription({ refund: { order_number, refund_fils } }: { refund: RefundOf }): ReactNode {
  return t`Order #${order_number}: ${formatMoney(refund_fils)} is owed to the customer. It is paid from your cash, and counts once another Manager or Admin approves it.`;
}

function Fields({ form, refund }: { form: ExpenseForm; refund: RefundOf | undefined }) {
  const { fields, change, mark, kinds, busy } = form;
  return (
    <>
      {!refund && (
        <Select
          {...mark('kind')}
          label={t`Kind`}
          placeholder={t`Choose the kind of expense`}
          value={fields.kind}
          options={kinds.map((kind) => ({ value: kind, label: label(EXPENSE_KIND_LABELS, kind) }))}
          onValue={(kind) => change({ kind })}
        />
      )}
      <AmountField
        {...mark('amount')}
        enterKeyHint="next"
        label={t`Amount (AED)`}
        value={fields.typed}
        onAmount={(typed) => change({ typed })}
        {...(refund && { max_fils: refund.refund_fils, all_fils: refund.refund_fils })}
        required
      />
      <TextArea
        {...mark('note')}
        label={needsNote(fields.kind) ? t`Note` : t`Note (Optional)`}
        rows={2}
        maxLength={EXPENSE_NOTE_MAX}
        value={fields.note}
        onChange={(event) => change({ note: event.target.value })}
      />
      <ImageField
        mark={mark('slip')}
        label={refund ? t`Slip signed by the customer` : t`Slip`}
        alt={t`The slip`}
        image={fields.slip}
        disabled={busy}
        working={form.preparing}
        onWorking={form.setPreparing}
        onImage={(slip) => change({ slip })}
      />
    </>
  );
}
