import { t } from '@lingui/core/macro';
import { useState } from 'react';
import type { Profile } from '../../../contract/operations/dashboard/profile/read-profile.schema.ts';
import type { CashRecord } from '../../../contract/operations/desk/cash/read-cash-record.schema.ts';
import type { ProblemBody } from '../../../contract/rules/problems.ts';
import { failure } from '../../api/problem-messages.ts';
import type { Void } from '../../commands/cash/prepare-void.ts';
import { voidRecord } from '../../commands/cash/void-record.ts';
import { useCommand } from '../../commands/use-command.ts';
import { isSigned, pictureOf } from '../../components/signature/signature.ts';
import { useSignatures } from '../../components/signature/use-signatures.ts';
import { type Missing, useMissing } from '../../ui/use-missing.ts';
import { holderText } from '../cash-path/movement-messages.ts';
import { oneLine } from '../form/one-line.ts';
import { recordTypeText } from './record-messages.ts';

const PADS = ['own', 'other'] as const;
type Pad = (typeof PADS)[number];
type Part = 'reason' | 'signer' | Pad;

export type VoidForm = ReturnType<typeof useVoid>;

/** The form that voids a record, or requests the approval to do so. */
export function useVoid(profile: Profile, record: CashRecord, onDone: () => void) {
  /** The signers of the record other than the user: those who can sign the void next to them. */
  const others = record.signatures.filter(({ user_id }) => user_id !== profile.id);
  const is_signer = others.length < record.signatures.length;
  const [typed_reason, setReason] = useState('');
  const [chosen_id, setChosen] = useState('');
  const [is_absent, setAbsent] = useState(false);
  const [blocked, setBlocked] = useState<ProblemBody['blocked'] | null>(null);
  /** True if the user signs alone and requests an approval. */
  const requests = is_signer && (is_absent || others.length === 0);
  // A single candidate is preselected.
  const other = others.length === 1 ? others[0] : others.find(({ user_id }) => user_id === chosen_id);
  const reason = oneLine(typed_reason);
  const signing = useSignatures(PADS, [reason, requests, other?.user_id]);
  const shown = shownOf(record, is_signer);
  const command = useCommand(voidRecord, {
    by: profile,
    subject: record.id,
    onDone,
    onRefused: ({ problem }, mine) => mine && setBlocked(problem?.blocked ?? null),
    amend: (given) => ({ ...given, shown }),
  });
  const { check, mark } = useMissing(missing());

  function missing(): Missing<Part>[] {
    const needed: Missing<Part>[] = [];
    const add = (part: Part, words: string, title = t`Missing Information`) =>
      needed.push({ part, words, toast: failure(title, words) });
    if (reason === '') add('reason', t`Enter a reason.`);
    if (!requests && !other) add('signer', t`Choose the signer who signs next to you`);
    if (!isSigned(signing.signatures.own)) add('own', t`You sign here`, t`Missing Signatures`);
    if (!requests && !isSigned(signing.signatures.other))
      add('other', t`The other signer signs here`, t`Missing Signatures`);
    return needed;
  }

  async function send(): Promise<void> {
    const { own, other: second } = signing.signatures;
    if (!check() || !own) return;
    setBlocked(null);
    const given = (): Void => ({
      record_type: record.kind === 'collection' ? 'handover' : record.kind,
      record_id: record.id,
      reason,
      shown,
      own_signature: pictureOf(own, profile.full_name),
      other:
        requests || !other || !second
          ? null
          : { user_id: other.user_id, signature: pictureOf(second, other.full_name) },
    });
    await command.press(given, [reason, requests, other?.user_id, own, second]);
  }

  return {
    record,
    is_signer,
    others,
    other,
    other_id: other?.user_id ?? '',
    setOther: setChosen,
    is_absent,
    setAbsent,
    requests,
    typed_reason,
    setReason,
    own_name: profile.full_name,
    signing,
    /** Why the record cannot be voided any more, from the server's last refusal. */
    blocked,
    mark,
    record_it: send,
    command,
    dirty: reason !== '' || PADS.some((pad) => signing.signatures[pad] !== null),
  };
}

/** The record as the document shows it. */
function shownOf(record: CashRecord, own_is_signer: boolean): NonNullable<Void['shown']> {
  return {
    reference: record.reference,
    name: recordTypeText(record.type),
    recorded_at: new Date(record.recorded_at),
    from_name: holderText(record.from),
    to_name: holderText(record.to),
    amount_fils: record.amount_fils,
    own_is_signer,
  };
}
