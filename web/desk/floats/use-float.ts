import { t } from '@lingui/core/macro';
import { useState } from 'react';
import type { FloatDirection } from '../../../contract/operations/dashboard/cash/record-float.schema.ts';
import type { Profile } from '../../../contract/operations/dashboard/profile/read-profile.schema.ts';
import type { Floats } from '../../../contract/operations/desk/cash/list-floats.schema.ts';
import { formatMoney, MAX_AMOUNT_FILS } from '../../../contract/rules/amounts/money.ts';
import { parseAmount } from '../../../contract/rules/amounts/parse-amount.ts';
import { failure } from '../../api/problem-messages.ts';
import { CASH_COMMANDS } from '../../commands/cash/cash-commands.ts';
import { useCommand } from '../../commands/use-command.ts';
import { amountErrorText, enterAboveZero, enterAtMost } from '../../components/amount/amount-messages.ts';
import { signedAmount } from '../../components/amount/typed-amount.ts';
import { unconfirmedAmount } from '../../components/amount/unconfirmed-amount.ts';
import { useSecondLook } from '../../components/amount/use-second-look.ts';
import { isSigned, pictureOf } from '../../components/signature/signature.ts';
import { useSignatures } from '../../components/signature/use-signatures.ts';
import { type Missing, useMissing } from '../../ui/use-missing.ts';

const SIGNERS = ['admin', 'manager'] as const;
type Part = 'other' | 'amount' | 'look' | (typeof SIGNERS)[number];

export type FloatForm = ReturnType<typeof useFloat>;
export type Signers = Pick<Floats, 'admins' | 'managers' | 'float_limit_fils' | 'usual_fils'>;

/**
 * The form of one float, from empty fields to the recorded command. Above the shop's limit, the command
 * requests an approval.
 */
export function useFloat(profile: Profile, people: Signers, onRecorded: () => void) {
  const by_admin = profile.role === 'Admin';
  const others: readonly { user_id: string; full_name: string }[] = by_admin
    ? people.managers
    : people.admins;
  const [direction, setDirection] = useState<FloatDirection>('issue');
  const [chosen_id, setChosen] = useState('');
  // A single candidate is preselected.
  const other_id = chosen_id || (others.length === 1 ? (others[0]?.user_id ?? '') : '');
  const [typed, setTyped] = useState('');
  const [reported_fils, setReported] = useState<number | null>(null);
  const other = others.find(({ user_id }) => user_id === other_id);
  const admin_id = by_admin ? profile.id : other_id;
  const listed_fils = people.admins.find(({ user_id }) => user_id === admin_id)?.held_fils;
  const held_fils = reported_fils ?? listed_fils;
  const read = parseAmount(typed);
  const limit_fils =
    direction === 'return' ? Math.max(0, Math.min(held_fils ?? 0, MAX_AMOUNT_FILS)) : MAX_AMOUNT_FILS;
  const look = useSecondLook({
    text: read.ok && read.amount_fils <= limit_fils ? typed : '',
    giver: `${direction} ${admin_id}`,
    // The safe has no balance, and more than the admin's cash is refused.
    held_fils: null,
    usual_fils: people.usual_fils ?? null,
  });
  const signing = useSignatures(SIGNERS, [direction, other_id, signedAmount(typed), look.unseen_fils]);
  const approval = useApprovalNeed(people.float_limit_fils, {
    direction,
    typed,
    amount_fils: look.amount_fils,
  });
  const recording = useCommand(CASH_COMMANDS.record_float, {
    by: profile,
    subject: profile.id,
    onDone: (_, mine) => mine && onRecorded(),
    onRefused({ problem }) {
      if (problem?.code === 'approval_needed') approval.learn(true);
      if (problem?.code !== 'amount_too_high') return;
      setReported(problem.current_fils ?? 0);
      signing.clearSignatures();
    },
  });
  const requesting = useCommand(CASH_COMMANDS.request_float, {
    by: profile,
    subject: profile.id,
    onDone: (_, mine) => mine && onRecorded(),
    onRefused: ({ problem }) => problem?.code === 'approval_not_needed' && approval.learn(false),
  });
  const commands = approval.is_needed ? [requesting, recording] : [recording, requesting];
  /** The command of the pressed button, or one that is already on its way. */
  const command =
    commands.find(({ busy, sent }) => busy || sent) ?? (approval.is_needed ? requesting : recording);
  const { check, mark } = useMissing(missing());

  function missing(): Missing<Part>[] {
    const needed: Missing<Part>[] = [];
    if (!other) {
      const words = by_admin ? t`Choose the manager` : t`Choose the admin`;
      needed.push({ part: 'other', words, toast: failure(t`Missing Information`, words) });
    }
    const too_high = read.ok ? read.amount_fils > limit_fils : read.reason === 'too_high';
    if (too_high) {
      const toast = failure(t`Amount Too High`, t`Amount cannot exceed ${formatMoney(limit_fils)}`);
      needed.push({ part: 'amount', words: enterAtMost(limit_fils), toast });
    } else if (!read.ok || read.amount_fils === 0) {
      const toast = failure(t`Invalid Amount`, t`Please enter a valid amount greater than 0`);
      const words = read.ok || read.reason === 'empty' ? enterAboveZero() : amountErrorText(read.reason);
      needed.push({ part: 'amount', words, toast });
    } else if (look.unseen_fils !== null) {
      needed.push(unconfirmedAmount('look', look.unseen_fils));
    }
    for (const part of SIGNERS) {
      if (isSigned(signing.signatures[part])) continue;
      const words = part === 'admin' ? t`The admin signs here` : t`The manager signs here`;
      needed.push({ part, words, toast: failure(t`Missing Signatures`, t`Both admin and manager sign`) });
    }
    return needed;
  }

  const [admin_name, manager_name] = by_admin
    ? [profile.full_name, other?.full_name ?? '']
    : [other?.full_name ?? '', profile.full_name];

  async function record(): Promise<void> {
    const { admin, manager } = signing.signatures;
    if (!check() || !read.ok || !admin || !manager || !other) return;
    const { amount_fils } = read;
    const given = () => ({
      direction,
      with_user_id: other.user_id,
      amount_fils,
      admin_signature: pictureOf(admin, admin_name),
      manager_signature: pictureOf(manager, manager_name),
    });
    const content = [direction, other.user_id, amount_fils, admin, manager];
    const [pressed, others] = approval.is_needed ? [requesting, recording] : [recording, requesting];
    await others.forget();
    await pressed.press(given, content);
  }

  return {
    by_admin,
    others,
    direction,
    setDirection,
    other_id,
    setOther(user_id: string): void {
      setReported(null);
      setChosen(user_id);
    },
    typed,
    setTyped,
    look,
    after_fils: floatLeaves(direction, held_fils, look.amount_fils),
    /** The admin's cash, in fils; undefined until an admin is chosen. */
    held_fils,
    limit_fils,
    admin_name,
    manager_name,
    signing,
    mark,
    record,
    command: {
      ...command,
      giveUp(): void {
        recording.giveUp();
        requesting.giveUp();
      },
    },
    /** True if the float needs an approval; `limit_fils` is null if the new limit is not known yet. */
    needs_approval: approval.is_needed,
    float_limit_fils: people.float_limit_fils,
    dirty: typed !== '' || SIGNERS.some((one) => signing.signatures[one] !== null),
  };
}

/** Returns the admin's cash after a float, in fils; null while it is unknown. */
function floatLeaves(
  direction: FloatDirection,
  held_fils: number | undefined,
  amount_fils: number | null,
): number | null {
  if (held_fils === undefined || amount_fils === null) return null;
  return direction === 'issue' ? held_fils + amount_fils : held_fils - amount_fils;
}

/**
 * Decides if a float needs an approval: by the listed limit, unless the server has refused this amount
 * because the limit was changed meanwhile.
 */
function useApprovalNeed(
  limit_fils: number | null,
  { direction, typed, amount_fils }: { direction: FloatDirection; typed: string; amount_fils: number | null },
) {
  const [learnt, setLearnt] = useState<{ of: string; is_needed: boolean } | null>(null);
  const of = [direction, typed, limit_fils].join(' ');
  const exceeds =
    direction === 'issue' && limit_fils !== null && amount_fils !== null && amount_fils > limit_fils;
  return {
    is_needed: learnt?.of === of ? learnt.is_needed : exceeds,
    learn: (is_needed: boolean) => setLearnt({ of, is_needed }),
  };
}
