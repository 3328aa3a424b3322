import { t } from '@lingui/core/macro';
import { useState } from 'react';
import type { Profile } from '../../../contract/operations/dashboard/profile/read-profile.schema.ts';
import type { Difference } from '../../../contract/operations/desk/differences/list-differences.schema.ts';
import { failure } from '../../api/problem-messages.ts';
import { CASH_COMMANDS } from '../../commands/cash/cash-commands.ts';
import { useCommand } from '../../commands/use-command.ts';
import { isSigned, pictureOf } from '../../components/signature/signature.ts';
import { useSignatures } from '../../components/signature/use-signatures.ts';
import { type Missing, useMissing } from '../../ui/use-missing.ts';
import { usePart } from './use-part.ts';

const SIGNERS = ['person', 'staff'] as const;
type Part = 'amount' | (typeof SIGNERS)[number];
export type SettlementForm = ReturnType<typeof useSettlement>;

/** The form of one payment of a shortage, or of an over that is paid back. */
export function useSettlement(profile: Profile, difference: Difference, onRecorded: () => void) {
  const { id: difference_id, full_name, account, handover_reference } = difference;
  const [reported_fils, setReported] = useState<number | null>(null);
  const open_fils = Math.min(difference.open_fils, reported_fils ?? difference.open_fils);
  const shown = { account, open_fils, handover_reference };
  const part = usePart(open_fils);
  // The receipt shows what is left, so the pads clear when that changes too.
  const signing = useSignatures(SIGNERS, [difference_id, part.amount_fils ?? part.typed, open_fils]);
  const command = useCommand(CASH_COMMANDS.record_settlement, {
    by: profile,
    subject: difference_id,
    names: full_name,
    onDone: (_, mine) => mine && onRecorded(),
    onRefused({ problem }) {
      if (problem?.code !== 'more_than_open') return;
      setReported(problem.current_fils ?? null);
      signing.clearSignatures();
    },
    amend: (given) => ({ ...given, shown }),
  });
  const { check, mark } = useMissing<Part>([...part.missing, ...unsigned()]);

  function unsigned(): Missing<Part>[] {
    const toast = failure(t`Missing Signatures`, t`Both people sign`);
    return SIGNERS.filter((signer) => !isSigned(signing.signatures[signer])).map((signer) => ({
      part: signer,
      words: signer === 'person' ? t`${full_name} signs here` : t`You sign here`,
      toast,
    }));
  }

  async function record(): Promise<void> {
    const { person, staff } = signing.signatures;
    const { amount_fils } = part;
    if (!check() || amount_fils === null || !person || !staff) return;
    const given = () => ({
      difference_id,
      amount_fils,
      shown,
      person_signature: pictureOf(person, full_name),
      staff_signature: pictureOf(staff, profile.full_name),
    });
    await command.press(given, [amount_fils, open_fils, person, staff]);
  }

  return {
    ...part,
    open_fils,
    signing,
    mark,
    record,
    command,
    dirty: part.typed !== '' || SIGNERS.some((one) => signing.signatures[one] !== null),
  };
}
