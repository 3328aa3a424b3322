import { t } from '@lingui/core/macro';
import { useState } from 'react';
import type { Approvals } from '../../../contract/operations/desk/approvals/list-approvals.schema.ts';
import { formatMoney } from '../../../contract/rules/amounts/money.ts';
import { parseAmount } from '../../../contract/rules/amounts/parse-amount.ts';
import { failure } from '../../api/problem-messages.ts';
import { useMemoryCommand } from '../../commands/memory/use-memory-command.ts';
import { amountErrorText, enterAboveZero } from '../../components/amount/amount-messages.ts';
import { useSecondLook } from '../../components/amount/use-second-look.ts';
import { type Missing, useMissing } from '../../ui/use-missing.ts';
import { oneLine } from '../form/one-line.ts';

type Part = 'person' | 'direction' | 'amount' | 'look' | 'reason';
/** `more`: the person has more cash than recorded. */
export type Direction = 'more' | 'less';
export type AdjustmentForm = ReturnType<typeof useAdjustment>;

/** The form that requests an adjustment of a person's cash. */
export function useAdjustment(people: Approvals['people'], onRequested: () => void) {
  const [user_id, setPerson] = useState('');
  const [direction, setDirection] = useState<Direction | null>(null);
  const [typed, setTyped] = useState('');
  const [reason, setReason] = useState('');
  const command = useMemoryCommand('request_adjustment', { failed: t`Not requested` });
  const person = people.find((one) => one.user_id === user_id);
  const read = parseAmount(typed);
  const look = useSecondLook({
    text: typed,
    giver: `${direction} ${user_id}`,
    held_fils: direction === 'less' ? (person?.held_fils ?? null) : null,
    usual_fils: null,
  });
  const by_fils = read.ok && direction ? (direction === 'less' ? -read.amount_fils : read.amount_fils) : null;
  const { check, mark } = useMissing(missing());

  function missing(): Missing<Part>[] {
    const needed: Missing<Part>[] = [];
    const need = (part: Part, words: string) =>
      needed.push({ part, words, toast: failure(t`Missing Information`, words) });
    if (!person) need('person', t`Choose the person`);
    if (!direction) need('direction', t`Choose more or less`);
    if (!read.ok || read.amount_fils === 0) {
      need('amount', read.ok || read.reason === 'empty' ? enterAboveZero() : amountErrorText(read.reason));
    } else if (look.unseen_fils !== null) {
      const toast = failure(t`Check the Amount`, t`Confirm that ${formatMoney(look.unseen_fils)} is right`);
      needed.push({ part: 'look', words: t`Confirm the amount`, toast });
    }
    if (reason.trim() === '') need('reason', t`Enter a reason.`);
    return needed;
  }

  async function request(): Promise<void> {
    if (command.busy || !(command.unknown || check()) || !person || by_fils === null) return;
    const body = { user_id, amount_fils: by_fils, reason: oneLine(reason) };
    const description = `${person.full_name} · ${formatMoney(by_fils)}`;
    if (await command.send(body, { kind: 'success', title: t`Approval Requested`, description })) {
      onRequested();
    }
  }

  return {
    ...{ user_id, setPerson, direction, setDirection, typed, setTyped, reason, setReason },
    person,
    look,
    /** The person's cash once the adjustment is approved, in fils; null while it is unknown. */
    after_fils: person && by_fils !== null ? person.held_fils + by_fils : null,
    command,
    mark,
    request,
    dirty: !command.unknown && (typed !== '' || reason !== ''),
  };
}
