import { t } from '@lingui/core/macro';
import { useState } from 'react';
import { parseAmount } from '../../../contract/rules/amounts/parse-amount.ts';
import { roundingOf, type Taken, takenAmounts } from '../../../contract/rules/orders/takings.ts';
import type { DeliveryFacts } from '../../../contract/schemas/corrections.ts';
import { useDeliverySettings } from '../../api/delivery-settings.ts';
import { failure } from '../../api/problem-messages.ts';
import { type Missing, useMissing } from '../../ui/use-missing.ts';
import { typedAmountOf } from '../amount/typed-amount.ts';

type Typed = {
  customer_name: string;
  cash: string;
  card: string;
  link: string;
  link_reference: string;
  transfer: string;
  transfer_reference: string;
  short_reason: string;
  /** The Manager's reason. */
  reason: string;
};
type Part = keyof Typed | 'change';

/** The amounts of a correction; null while one cannot be read. */
export type Corrected = {
  taken: Taken;
  rounding_fils: number;
  owed_fils: number;
  extra_fils: number;
  cash_fils: number;
};

const amount = (fils: number) => (fils === 0 ? '' : typedAmountOf(fils));

/**
 * The state of a correction's form, which begins with the present facts. `by_manager`: a reason is required.
 */
export function useCorrectionForm(facts: DeliveryFacts, by_manager: boolean) {
  const [typed, setTyped] = useState<Typed>({
    customer_name: facts.customer_name ?? '',
    cash: amount(facts.cash_fils),
    card: amount(facts.collected_fils - facts.cash_fils),
    link: amount(facts.link_fils),
    link_reference: facts.link_reference ?? '',
    transfer: amount(facts.transfer_fils),
    transfer_reference: facts.transfer_reference ?? '',
    short_reason: facts.short_reason ?? '',
    reason: '',
  });
  const [photo, setPhoto] = useState<Blob | null>(null);
  // The server grants the rounding in both cases.
  const rounds_cash = useDeliverySettings().data?.rounds_cash === true || facts.rounding_fils > 0;
  const corrected = correctedBy(typed, facts.due_fils, rounds_cash);
  const is_changed = photo !== null || differs(typed, corrected, facts);
  const missing = missingOf(typed, { corrected, is_changed, by_manager });
  const { check, mark } = useMissing<Part>(missing);
  return {
    typed,
    photo,
    setPhoto,
    corrected,
    is_changed,
    check,
    mark,
    set: (changes: Partial<Typed>) => setTyped((before) => ({ ...before, ...changes })),
  };
}

export type CorrectionForm = ReturnType<typeof useCorrectionForm>;

function filsOf(text: string): number | null {
  const read = parseAmount(text);
  if (read.ok) return read.amount_fils;
  return read.reason === 'empty' ? 0 : null;
}

function correctedBy(typed: Typed, due_fils: number, rounds_cash: boolean): Corrected | null {
  const [cash_fils, card_fils] = [filsOf(typed.cash), filsOf(typed.card)];
  const [link_fils, transfer_fils] = [filsOf(typed.link), filsOf(typed.transfer)];
  if (cash_fils === null || card_fils === null || link_fils === null || transfer_fils === null) return null;
  const byReference = (amount_fils: number, reference: string) =>
    amount_fils === 0 ? null : { amount_fils, reference: reference.trim() };
  const taken = {
    cash_fils,
    card_fils,
    link: byReference(link_fils, typed.link_reference),
    transfer: byReference(transfer_fils, typed.transfer_reference),
  };
  const rounding_fils = roundingOf(due_fils, taken, rounds_cash);
  const { owed_fils, extra_fils } = takenAmounts(due_fils, taken, rounding_fils);
  return { taken, rounding_fils, owed_fils, extra_fils, cash_fils };
}

function differs({ customer_name, short_reason }: Typed, corrected: Corrected | null, facts: DeliveryFacts) {
  if (!corrected) return true;
  const { taken, owed_fils } = corrected;
  return (
    customer_name.trim() !== facts.customer_name ||
    taken.cash_fils !== facts.cash_fils ||
    taken.card_fils !== facts.collected_fils - facts.cash_fils ||
    (taken.link?.amount_fils ?? 0) !== facts.link_fils ||
    (taken.link?.reference ?? null) !== facts.link_reference ||
    (taken.transfer?.amount_fils ?? 0) !== facts.transfer_fils ||
    (taken.transfer?.reference ?? null) !== facts.transfer_reference ||
    (owed_fils > 0 && short_reason.trim() !== (facts.short_reason ?? ''))
  );
}

function missingOf(
  typed: Typed,
  {
    corrected,
    is_changed,
    by_manager,
  }: { corrected: Corrected | null; is_changed: boolean; by_manager: boolean },
): Missing<Part>[] {
  const amounts = ['cash', 'card', 'link', 'transfer'] as const;
  const found: [is_missing: boolean, part: Part, words: string][] = [
    ...amounts.map((part): [boolean, Part, string] => [
      filsOf(typed[part]) === null,
      part,
      t`Enter a valid amount`,
    ]),
    [corrected?.taken.link?.reference === '', 'link_reference', t`Enter the reference of the payment`],
    [
      corrected?.taken.transfer?.reference === '',
      'transfer_reference',
      t`Enter the reference of the payment`,
    ],
    [typed.customer_name.trim() === '', 'customer_name', t`Enter the recipient's name`],
    [
      (corrected?.owed_fils ?? 0) > 0 && typed.short_reason.trim() === '',
      'short_reason',
      t`Enter why less was taken`,
    ],
    [by_manager && typed.reason.trim() === '', 'reason', t`Enter the reason of the correction`],
    [!is_changed, 'change', t`Change an amount or the name, or add a photo`],
  ];
  return found
    .filter(([is_missing]) => is_missing)
    .map(([, part, words]) => ({ part, words, toast: failure(t`Missing Information`, words) }));
}
