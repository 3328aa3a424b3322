import { useEffect, useRef, useState } from 'react';
import type { HandoverType } from '../../../contract/rules/storage-paths.ts';
import type { HandoverDrivers } from '../../../contract/schemas/handovers.ts';
import type { Profile } from '../../../contract/schemas/profile.ts';
import { estimateLoading } from '../../api/cash-words.ts';
import type { Command } from '../../commands/command.ts';
import {
  endHandover,
  type HandoverEndpoint,
  handoverRefusal,
  startHandover,
} from '../../commands/handover.ts';
import type { Handover } from '../../commands/prepare-handover.ts';
import { deviceOutbox } from '../../commands/this-device.ts';
import { useCommand } from '../../commands/use-command.ts';
import { useEntryFiles } from '../../commands/use-entries.ts';
import { readAmount } from '../../components/amount/typed-amount.ts';
import { pictureOf } from '../../components/signature/signature.ts';
import { useSignatures } from '../../components/signature/use-signatures.ts';
import type { OutboxEntry } from '../../offline/outbox-entry.ts';
import { showToast } from '../../ui/toast.ts';
import { machineOf, type Question, questionBeforeReceiving } from './card-machine-choice.ts';
import {
  EMPTY_HANDOVER,
  type HandoverValues,
  signedContent,
  unmetRule,
  valuesOf,
} from './handover-values.ts';
import { signedEstimate, useEstimate } from './use-handover-reads.ts';

const SIGNERS = ['driver', 'admin'] as const;
const COMMANDS: Record<HandoverType, Command<HandoverEndpoint, Handover>> = {
  start: startHandover,
  end: endHandover,
};

export type HandoverOf = {
  handover_type: HandoverType;
  admin: Profile;
  choices: HandoverDrivers;
  /** A handover was recorded or refused: what was read is old. */
  onDecided: () => void;
};

export type HandoverHandle = ReturnType<typeof useHandoverForm>;

/** The form of a start or end of day: what is filled in and signed, and what became of it once it was sent. */
export function useHandoverForm({ handover_type, admin, choices, onDecided }: HandoverOf) {
  const [values, setValues] = useState(EMPTY_HANDOVER);
  const estimate = useEstimate(handover_type === 'end' ? values.driver_id : null);
  const { estimated_fils } = estimate;
  const [refusal, setRefusal] = useState<string | null>(null);
  const [round, setRound] = useState(1);

  const command = useCommand(COMMANDS[handover_type], {
    by: admin,
    subject: null,
    onDone(_, mine) {
      if (mine) reset();
      decided();
    },
    onRefused(refused, mine) {
      if (!mine) setValues(valuesOf(refused.input, choices.card_machines));
      setRefusal(handoverRefusal(refused));
      if (refused.problem?.code === 'balance_changed') signatures.clearSignatures();
      // The form holds everything to make it anew.
      void deviceOutbox.discard(refused.command_id).catch(() => {});
      decided();
    },
    amend: (given) => ({ ...given, card_machine: withNumber(given.card_machine) }),
  });
  const { entry, mine, standing } = command;

  // What was signed stands still while it is on its way, whatever is read meanwhile.
  const content = signedContent(handover_type, values, estimated_fils);
  const kept = useRef(content);
  useEffect(() => {
    if (standing === 'open') kept.current = content;
  });
  const signatures = useSignatures(SIGNERS, standing === 'open' ? content : kept.current);
  const files = useEntryFiles(mine ? undefined : entry);

  function decided(): void {
    onDecided();
    void estimate.retry();
  }

  function reset(): void {
    setValues(EMPTY_HANDOVER);
    setRefusal(null);
    signatures.clearSignatures();
    setRound((number) => number + 1);
  }

  function withNumber(machine: Handover['card_machine']): Handover['card_machine'] {
    return { ...machine, number: choices.card_machines.find(({ id }) => id === machine.id)?.number ?? null };
  }

  /** Sends what is filled in and signed; nothing but a toast when something is missing. */
  async function complete(): Promise<void> {
    if (standing === 'open' && !checks()) return;
    if (standing === 'open') setRefusal(null);
    await command.press(given);
  }

  /** Whether it can be sent as it stands; says what is missing otherwise. */
  function checks(): boolean {
    const loading = estimate.loading ? estimateLoading() : null;
    const unmet = unmetRule(values, choices, signatures.all_signed) ?? loading;
    if (unmet) showToast(unmet);
    return unmet === null;
  }

  function given(): Handover {
    const { driver: drivers, admin: admins } = signatures.signatures;
    const amount = readAmount(values.amount);
    const chosen = choices.drivers.find(({ id }) => id === values.driver_id);
    if (!drivers || !admins || !amount.ok || !chosen) throw new RangeError('A handover is not filled in');
    const machine = machineOf(values.machine, choices.card_machines);
    return {
      driver_id: chosen.id,
      amount_fils: amount.amount_fils,
      card_machine: {
        changes_hands: values.machine.changes_hands,
        id: machine?.id ?? null,
        number: machine?.number ?? null,
      },
      driver_signature: pictureOf(drivers, chosen.full_name),
      admin_signature: pictureOf(admins, admin.full_name),
      estimated_fils: handover_type === 'end' ? estimated_fils : null,
    };
  }

  /** Only what comes back may be another machine than the one that was given. */
  function question(): Question | null {
    const driver = choices.drivers.find(({ id }) => id === values.driver_id);
    if (handover_type === 'start' || !driver) return null;
    return questionBeforeReceiving(values.machine, choices, driver);
  }

  async function takeBack(): Promise<void> {
    await command.forget();
    if (entry && !mine) setValues(valuesOf(entry.input, choices.card_machines));
  }

  const sent = entry ? sentOf(entry, mine ? null : files) : null;
  const shown_estimate = sent ? signedEstimate(sent.estimated_fils) : estimate;
  return {
    entry,
    standing,
    /** What was sent, to be shown read-only. */
    sent,
    values: entry && !mine ? valuesOf(entry.input, choices.card_machines) : values,
    /** At the end of a day only. */
    estimate: handover_type === 'end' ? shown_estimate : null,
    signatures,
    /** Another number: a new form, with pads nobody has touched. */
    round,
    /** Why the last one was refused, and what to do. */
    refusal,
    change(changes: Partial<HandoverValues>): void {
      setRefusal(null);
      setValues({ ...values, ...changes });
    },
    checks,
    question,
    complete,
    takeBack,
  };
}

function sentOf({ input }: OutboxEntry<HandoverEndpoint>, files: ReadonlyMap<string, Blob> | null) {
  const { driver_signature, admin_signature, driver_id } = input;
  return {
    driver: { id: driver_id, full_name: driver_signature.signer },
    admin_name: admin_signature.signer,
    /** The Estimated Receivables that were signed; null where there were none. */
    estimated_fils: 'estimated_receivables_fils' in input ? input.estimated_receivables_fils : null,
    /** After a reload, what the device kept; null while the pads of this form still show them. */
    pictures: files && {
      driver: files.get(driver_signature.path) ?? null,
      admin: files.get(admin_signature.path) ?? null,
    },
  };
}
