import { useState } from 'react';
import type { Profile } from '../../../contract/operations/dashboard/profile/read-profile.schema.ts';
import { parseAmount } from '../../../contract/rules/amounts/parse-amount.ts';
import type { AmountContext } from '../../../contract/rules/amounts/unusual-amount.ts';
import { dayOf } from '../../../contract/rules/dates/dates.ts';
import { clockOffsetMs } from '../../api/this-page.ts';
import { CASH_COMMANDS } from '../../commands/cash/cash-commands.ts';
import { useCommand } from '../../commands/use-command.ts';
import { signedAmount } from '../../components/amount/typed-amount.ts';
import { useSecondLook } from '../../components/amount/use-second-look.ts';
import { pictureOf } from '../../components/signature/signature.ts';
import { useSignatures } from '../../components/signature/use-signatures.ts';
import { thisTab } from '../../environment/this-tab.ts';
import { useMissing } from '../../ui/use-missing.ts';
import { type DepositFields, missingOf } from './deposit-rules.ts';

const SIGNERS = ['manager'] as const;

export type DepositForm = ReturnType<typeof useDeposit>;

/** Manages one deposit from the empty form to the server's reply. */
export function useDeposit(manager: Profile, context: AmountContext, onRecorded: () => void) {
  const { time_zone } = manager.shop;
  /** The date on which the form was opened. */
  const [today] = useState(() => shopDay(time_zone));
  const [fields, setFields] = useState<DepositFields>({
    typed: '',
    deposit_date: today,
    notes: '',
    image: null,
  });
  /**
   * True while a chosen slip is being shrunk. Nothing is sent meanwhile, in particular not the previous slip.
   */
  const [preparing_image, setPreparingImage] = useState(false);
  const [images, setImages] = useState(0);
  const notes = fields.notes.trim();
  const look = useSecondLook({ text: fields.typed, giver: manager.id, ...context });
  const signing = useSignatures(SIGNERS, [
    signedAmount(fields.typed),
    look.unseen_fils,
    fields.deposit_date,
    notes,
    images,
  ]);
  const command = useCommand(CASH_COMMANDS.record_deposit, {
    by: manager,
    subject: manager.id,
    onDone: (_, mine) => mine && onRecorded(),
  });

  function change(changes: Partial<DepositFields>): void {
    if (changes.image) setImages((count) => count + 1);
    setFields((before) => ({ ...before, ...changes }));
  }

  const { check, mark } = useMissing(
    missingOf({
      fields,
      unseen_fils: look.unseen_fils,
      preparing_image,
      signed: signing.all_signed,
      today: shopDay(time_zone),
    }),
  );

  async function record(): Promise<void> {
    const read = parseAmount(fields.typed);
    const { image } = fields;
    if (!check() || !read.ok || !image) return;
    const { amount_fils } = read;
    const invoice_image = image.blob;
    const { manager: signature } = signing.signatures;
    const { deposit_date } = fields;
    const given = () => {
      if (!signature) throw new RangeError('A deposit needs a signature');
      return {
        amount_fils,
        deposit_date,
        notes: notes === '' ? null : notes,
        invoice_image,
        signature: pictureOf(signature, manager.full_name),
      };
    };
    await command.press(given, [amount_fils, deposit_date, notes, invoice_image, signature]);
  }

  /** True if closing the form would lose input. */
  const dirty =
    fields.typed !== '' ||
    notes !== '' ||
    fields.image !== null ||
    fields.deposit_date !== today ||
    signing.signatures.manager !== null;
  return {
    fields,
    change,
    look,
    today,
    dirty,
    preparing_image,
    setPreparingImage,
    signing,
    mark,
    record,
    command,
  };
}

/** Returns today's date in the shop's time zone by the server's clock. */
function shopDay(time_zone: string): string {
  return dayOf(new Date(thisTab.now() + clockOffsetMs()), time_zone);
}
