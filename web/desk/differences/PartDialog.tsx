import { t } from '@lingui/core/macro';
import { type ReactNode, useState } from 'react';
import type { Difference } from '../../../contract/operations/desk/differences/list-differences.schema.ts';
import { formatMoney } from '../../../contract/rules/amounts/money.ts';
import { failure } from '../../api/problem-messages.ts';
import { AmountField } from '../../components/amount/AmountField.tsx';
import { typedAmountOf } from '../../components/amount/typed-amount.ts';
import { enterMovesFocus } from '../../ui/enter-moves-focus.ts';
import { TextArea } from '../../ui/Field.tsx';
import { FormDialog } from '../../ui/FormDialog.tsx';
import { useMissing } from '../../ui/use-missing.ts';
import { oneLine } from '../form/one-line.ts';
import { SendButtons } from '../form/SendButtons.tsx';
import { usePart } from './use-part.ts';

type Props = {
  title: string;
  description: ReactNode;
  /** The text of the button. */
  confirm: string;
  difference: Pick<Difference, 'full_name' | 'open_fils'>;
  /** The amount that is filled in at first; nothing if it exceeds what is open. */
  first_fils?: number | undefined;
  command: { busy: boolean; unknown: boolean };
  onSend: (amount_fils: number, reason: string) => Promise<void>;
  onClose: () => void;
};

/** Takes a part of an open difference, or all of it, and a reason. */
export function PartDialog(props: Props) {
  const { title, description, confirm, difference, first_fils = 0, onSend, onClose } = props;
  const { busy, unknown } = props.command;
  const { open_fils, full_name } = difference;
  const first = first_fils > 0 && first_fils <= open_fils ? typedAmountOf(first_fils) : '';
  const part = usePart(open_fils, first);
  const [reason, setReason] = useState('');
  const words = t`Enter a reason.`;
  const without_reason = reason.trim()
    ? []
    : [{ part: 'reason' as const, words, toast: failure(t`Missing Information`, words) }];
  const { check, mark } = useMissing([...part.missing, ...without_reason]);

  function send(): void {
    // The command whose outcome is unknown is sent again as it is.
    if (busy || !(unknown || check())) return;
    void onSend(part.amount_fils ?? 0, oneLine(reason));
  }

  return (
    <FormDialog
      title={title}
      description={description}
      dirty={!unknown && (part.typed !== first || reason !== '')}
      locked={busy}
      onClose={onClose}
      footer={(close) => (
        <SendButtons words={confirm} busy={busy} unknown={unknown} onCancel={close} onSend={send} />
      )}
    >
      <form noValidate onSubmit={(event) => event.preventDefault()} onKeyDown={enterMovesFocus}>
        <fieldset disabled={busy || unknown} className="flex min-w-0 flex-col gap-5">
          <AmountField
            {...mark('amount')}
            enterKeyHint="next"
            all_fils={open_fils}
            label={t`Amount (AED)`}
            value={part.typed}
            onAmount={part.setTyped}
            hint={t`${formatMoney(open_fils)} of ${full_name} is open.`}
            required
            first
          />
          <TextArea
            {...mark('reason')}
            label={t`Reason`}
            rows={3}
            maxLength={500}
            value={reason}
            onChange={(event) => setReason(event.target.value)}
          />
        </fieldset>
      </form>
    </FormDialog>
  );
}
