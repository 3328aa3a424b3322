import { newId } from '../../contract/rules/ids.ts';
import { bookAdjustment } from '../../server/cash/operator-bookings.ts';
import type { Command } from '../../server/operations/operation.ts';
import { runOperatorCommand } from '../../server/operations/operator-commands.ts';
import type { Operator } from '../../server/platform/actor.ts';
import type { Tx } from '../../server/platform/database/database.ts';
import { inTransaction } from '../../server/platform/database/transactions.ts';
import type { TestApp } from './test-app.ts';
import type { TestShop, TestStaff } from './test-shop.ts';

type Operation<Input, Answer> = (
  tx: Tx,
  operator: Operator,
  input: Input,
  command: Command,
) => Promise<Answer>;

/** Runs an operation as the shop's operator, like the command line with these words. */
export function asOperator<Input extends object, Answer extends object>(
  app: TestApp,
  { shop_id }: Pick<TestShop, 'shop_id'>,
  command: string,
  operation: Operation<Input, Answer>,
  input: NoInfer<Input>,
): Promise<Answer> {
  const operator: Operator = { kind: 'operator', account: 'root', shop_id };
  return inTransaction(app.owner, (tx) =>
    runOperatorCommand(tx, operator, { command_id: newId(), now: new Date(), command, input }, (running) =>
      operation(tx, operator, input, running),
    ),
  );
}

/** Adjusts a person's cash as the command line did before adjustments needed an approval. */
export async function adjustAtOnce(
  app: TestApp,
  shop: Pick<TestShop, 'shop_id'>,
  { user_id, full_name }: TestStaff,
  amount_fils: number,
  reason: string,
): Promise<void> {
  await asOperator(
    app,
    shop,
    'cash adjust',
    async (tx, { shop_id }, _, { command_id, now, changed }) => {
      const id = tx.newId();
      const booking = { id, shop_id, user_id, amount_fils, reason, command_id, occurred_at: now };
      const posted = await bookAdjustment(tx, booking);
      changed({
        what: 'adjust_cash',
        subject_id: id,
        after: { user_id, amount_fils },
        personal_fields: ['reason'],
        touched: [{ topic: 'cash', audience: 'desk' }],
      });
      const new_total_fils = (amount_fils > 0 ? posted?.to_total_fils : posted?.from_total_fils) ?? null;
      return { user_id, full_name, amount_fils, new_total_fils };
    },
    { user_id, amount_fils, reason },
  );
}
