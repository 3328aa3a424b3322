import { useState } from 'react';
import type { Profile } from '../../../contract/operations/dashboard/profile/read-profile.schema.ts';
import { parseAmount } from '../../../contract/rules/amounts/parse-amount.ts';
import { CUSTOMER_REFUND, EXPENSE_KINDS } from '../../../contract/rules/expenses.ts';
import { useDeliverySettings } from '../../api/delivery-settings.ts';
import { typedAmountOf } from '../../components/amount/typed-amount.ts';
import { thisTab } from '../../environment/this-tab.ts';
import { useBusy } from '../../ui/Button.tsx';
import { showToast } from '../../ui/toast.ts';
import { useMissing } from '../../ui/use-missing.ts';
import { CASH_COMMANDS } from '../cash/cash-commands.ts';
import { makeCommand } from '../make-command.ts';
import { thisDevice } from '../this-device.ts';
import { type ExpenseFields, missingOf } from './expense-rules.ts';

export type RefundOf = {
  order_id: string;
  order_number: string;
  /** Owed to the customer, in fils. */
  refund_fils: number;
};

export type ExpenseForm = ReturnType<typeof useExpense>;

/** Manages one expense from the empty form until the device has stored it. */
export function useExpense(profile: Profile, refund: RefundOf | undefined, onStored: () => void) {
  const [expense_id] = useState(() => thisTab.random.uuid());
  const kinds = useKinds(profile.role);
  const [initial] = useState<ExpenseFields>({
    kind: refund ? CUSTOMER_REFUND : '',
    typed: refund ? typedAmountOf(refund.refund_fils) : '',
    note: '',
    slip: null,
  });
  const [fields, setFields] = useState(initial);
  const [preparing, setPreparing] = useState(false);
  const max_fils = refund?.refund_fils ?? null;
  const { check, mark } = useMissing(missingOf({ fields, max_fils, preparing }));
  const [busy, run] = useBusy();

  async function store(): Promise<void> {
    const { kind, typed, note, slip } = fields;
    const read = parseAmount(typed);
    if (!check() || !read.ok || !slip) return;
    const given = {
      ...{ expense_id, kind, amount_fils: read.amount_fils, note: note.trim() || null, slip },
      ...(refund && { refund_of: { order_id: refund.order_id, order_number: refund.order_number } }),
    };
    const command = CASH_COMMANDS.request_expense;
    try {
      await makeCommand(command, given, { by: profile, command_id: expense_id, device: thisDevice });
      onStored();
    } catch (error) {
      showToast(command.messages.notMade(error));
    }
  }

  return {
    fields,
    change: (changes: Partial<ExpenseFields>) => setFields((before) => ({ ...before, ...changes })),
    kinds,
    preparing,
    setPreparing,
    mark,
    busy,
    record: () => run(store),
    /** True if closing the form would lose input. */
    dirty:
      fields.note.trim() !== '' ||
      fields.slip !== null ||
      fields.kind !== initial.kind ||
      fields.typed !== initial.typed,
  };
}

/** Returns the kinds that the shop allows drivers; its other staff may choose all built-in ones too. */
function useKinds(role: string | null): readonly string[] {
  const allowed = useDeliverySettings().data?.expense_kinds ?? EXPENSE_KINDS;
  return role === 'Driver' ? allowed : [...new Set([...EXPENSE_KINDS, ...allowed])];
}
