import { EXPENSE_KINDS } from '../../contract/rules/expenses.ts';
import type { Phone } from '../phone/phone.ts';
import type { Random } from '../random.ts';
import type { Hands } from './hands.ts';
import { photo } from './pictures.ts';

/** The actions of people about payments after deliveries, and about expenses. */
export type PaymentActions = {
  /** A person spends cash; admins and managers also pay customers back. */
  spend(phone: Phone, random: Random): Promise<void>;
};

export function createPaymentActions({ signedIn, press, makeKnown }: Hands): PaymentActions {
  return {
    async spend(phone, random) {
      const tab = signedIn(phone);
      if (!tab) return;
      const kind = random.pick(EXPENSE_KINDS);
      const amount_fils = random.between(1, 40) * 25;
      const action = { kind: 'expense request', spent_for: kind, amount_fils, order_id: null } as const;
      const slip = photo(`of a slip of ${amount_fils}`);
      await press(phone, tab, random, (program) =>
        makeKnown(phone, program, action, (command_id) =>
          program.spend({ kind, amount_fils, slip }, command_id),
        ),
      );
    },
  };
}
