import { useState } from 'react';
import type { CashCollected } from '../../../contract/operations/dashboard/cash/collect-cash.schema.ts';
import type { Profile } from '../../../contract/operations/dashboard/profile/read-profile.schema.ts';
import { CASH_COMMANDS } from '../../commands/cash/cash-commands.ts';
import { useCommand } from '../../commands/use-command.ts';
import { unconfirmedAmount } from '../../components/amount/unconfirmed-amount.ts';
import { useSecondLook } from '../../components/amount/use-second-look.ts';
import { isSigned, pictureOf } from '../../components/signature/signature.ts';
import { useSignatures } from '../../components/signature/use-signatures.ts';
import { showToast } from '../../ui/toast.ts';
import { type Missing, useMissing } from '../../ui/use-missing.ts';
import { checkAmount, missingSignatures, signHere } from './collection-rules.ts';
import type { Holder } from './holders.ts';

export type Step = 'amount' | 'signatures' | 'confirmation';
const SIGNERS = ['manager', 'user'] as const;
type Signer = (typeof SIGNERS)[number];
type Part = 'amount' | 'look' | Signer;

export type CollectionForm = ReturnType<typeof useCollection>;

type Options = {
  holder: Holder;
  manager: Profile;
  /** See `usualAmount`. */
  usual_fils: number | null;
  /**
   * The time of the list, in ms since the epoch: a newer list overrules the balance of a rejected collection.
   */
  as_of: number;
  onCollected: (answer: CashCollected) => void;
};

/** Manages one collection from its first step to the server's reply. */
export function useCollection({ holder, manager, usual_fils, as_of, onCollected }: Options) {
  const [step, setStep] = useState<Step>('amount');
  const [typed, setTyped] = useState('');
  /** The amount being signed; null before the first step is done. */
  const [amount_fils, setAmount] = useState<number | null>(null);
  const [rejected, setRejected] = useState<{ current_fils: number; at: number } | null>(null);
  /** True if the cash on hand dropped during signing, until the first step is done again. */
  const [dropped, setDropped] = useState(false);
  const signing = useSignatures(SIGNERS, amount_fils);
  const command = useCommand(CASH_COMMANDS.collect_cash, {
    by: manager,
    subject: holder.user_id,
    onDone({ answer }, mine) {
      if (mine && answer) onCollected(answer);
    },
    onRefused({ problem, decided_at }) {
      if (problem?.code !== 'amount_too_high') return;
      setRejected({ current_fils: problem.current_fils ?? 0, at: decided_at ?? 0 });
      signing.clearSignatures();
      setDropped(true);
      setStep('amount');
    },
  });
  // The server's latest balance overrules the list's.
  const available_fils = rejected && rejected.at >= as_of ? rejected.current_fils : holder.total_fils;

  const checked = checkAmount(typed, available_fils);
  // An amount above the giver's cash is rejected anyway, so only the usual amount matters.
  const text = checked.ok ? typed : '';
  const look = useSecondLook({ text, giver: holder.user_id, held_fils: null, usual_fils });
  const { check, mark } = useMissing<Part>(missing());

  /** Returns the missing parts of the current step. */
  function missing(): Missing<Part>[] {
    if (step === 'amount') {
      if (!checked.ok) return [{ part: 'amount', ...checked }];
      return look.unseen_fils === null ? [] : [unconfirmedAmount('look', look.unseen_fils)];
    }
    if (step === 'confirmation') return [];
    const unsigned = SIGNERS.filter((signer) => !isSigned(signing.signatures[signer]));
    return unsigned.map((part) => ({ part, toast: missingSignatures(), words: signHere(part) }));
  }

  function toSignatures(): void {
    if (!check() || !checked.ok) return;
    setAmount(checked.amount_fils);
    setDropped(false);
    setStep('signatures');
  }

  function toConfirmation(): void {
    if (check()) setStep('confirmation');
  }

  async function confirm(): Promise<void> {
    const { manager: managers, user: users } = signing.signatures;
    if (!managers || !users || amount_fils === null) {
      showToast(missingSignatures());
      return;
    }
    const given = () => ({
      staff: holder,
      amount_fils,
      manager_signature: pictureOf(managers, manager.full_name),
      user_signature: pictureOf(users, holder.full_name),
    });
    await command.press(given, [amount_fils, managers, users]);
  }

  return {
    step,
    /** True if closing the dialog would lose input. */
    dirty: typed !== '' || step !== 'amount',
    back: () => setStep(step === 'confirmation' ? 'signatures' : 'amount'),
    typed,
    setTyped,
    look,
    available_fils,
    dropped,
    amount_fils,
    signing,
    mark,
    toSignatures,
    toConfirmation,
    confirm,
    command,
  };
}
