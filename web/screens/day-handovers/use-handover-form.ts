import { useEffect, useRef, useState } from 'react';
import type { HandoverType } from '../../../contract/rules/storage-paths.ts';
import type { HandoverDrivers } from '../../../contract/schemas/handovers.ts';
import type { Profile } from '../../../contract/schemas/profile.ts';
import { estimateLoading } from '../../api/cash-words.ts';
import type { Command } from '../../commands/command.ts';
import { endHandover } from '../../commands/end-handover.ts';
import { type Handover, type HandoverEndpoint, handoverRefusal } from '../../commands/handover.ts';
import { startHandover } from '../../commands/start-handover.ts';
import { discard } from '../../commands/this-device.ts';
import { useCommand } from '../../commands/use-command.ts';
import { useEntryFiles } from '../../commands/use-entry-files.ts';
import { readAmount } from '../../components/amount/typed-amount.ts';
import { pictureOf } from '../../components/signature/signature.ts';
import { useSignatures } from '../../components/signature/use-signatures.ts';
import type { OutboxEntry } from '../../offline/outbox-entry.ts';
import { showToast } from '../../ui/toast.ts';
import { machineOf } from './card-machine-choice.ts';
import type { HandoverSigner, SentHandover } from './HandoverForm.tsx';
import {
  EMPTY_HANDOVER,
  type HandoverValues,
  signedContent,
  unmetRule,
  valuesOf,
} from './handover-values.ts';

const SIGNERS: readonly HandoverSigner[] = ['driver', 'admin'];
const COMMANDS: Record<HandoverType, Command<HandoverEndpoint, Handover>> = {
  start: startHandover,
  end: endHandover,
};

type Of = {
  handover_type: HandoverType;
  profile: Profile;
  choices: HandoverDrivers;
  values: HandoverValues;
  setValues: (values: HandoverValues) => void;
  /** The Estimated Receivables as shown; null for none. */
  estimated_fils: number | null;
  /** They are still being read: nothing is sent meanwhile. */
  estimate_loading: boolean;
  /** A handover was recorded or refused: what was read is old. */
  onDecided: () => void;
};

/** The form of a start or end of day: what is filled in and signed, and what became of it once it was sent. */
export function useHandoverForm(of: Of) {
  const { handover_type, profile, choices, values, setValues, estimated_fils, onDecided } = of;
  const [refusal, setRefusal] = useState<string | null>(null);
  const [round, setRound] = useState(1);

  const command = useCommand(COMMANDS[handover_type], {
    by: profile,
    subject: null,
    onDone(_, mine) {
      if (mine) reset();
      onDecided();
    },
    onRefused(refused, mine) {
      if (!mine) setValues(valuesOf(refused.input, choices.card_machines));
      setRefusal(handoverRefusal(refused));
      if (refused.problem?.code === 'balance_changed') signatures.clearSignatures();
      // The form holds everything to make it anew.
      void discard(refused.command_id).catch(() => {});
      onDecided();
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
    const loading = of.estimate_loading ? estimateLoading() : null;
    const unmet = unmetRule(values, choices, signatures.all_signed) ?? loading;
    if (unmet) showToast(unmet);
    return unmet === null;
  }

  function given(): Handover {
    const { driver, admin } = signatures.signatures;
    const amount = readAmount(values.amount);
    const chosen = choices.drivers.find(({ id }) => id === values.driver_id);
    if (!driver || !admin || !amount.ok || !chosen) throw new RangeError('A handover is not filled in');
    const machine = machineOf(values.machine, choices.card_machines);
    return {
      driver_id: chosen.id,
      amount_fils: amount.amount_fils,
      card_machine: {
        changes_hands: values.machine.changes_hands,
        id: machine?.id ?? null,
        number: machine?.number ?? null,
      },
      driver_signature: pictureOf(driver, chosen.full_name),
      admin_signature: pictureOf(admin, profile.full_name),
      estimated_fils: handover_type === 'end' ? estimated_fils : null,
    };
  }

  async function takeBack(): Promise<void> {
    await command.forget();
    if (entry && !mine) setValues(valuesOf(entry.input, choices.card_machines));
  }

  return {
    entry,
    standing,
    sent: entry ? sentOf(entry, mine ? null : files) : null,
    shown: entry && !mine ? valuesOf(entry.input, choices.card_machines) : values,
    signatures,
    round,
    refusal,
    checks,
    complete,
    takeBack,
    /** Something was changed: what was said about the last one is over. */
    forgetRefusal: () => setRefusal(null),
  };
}

/** `files`: after a reload, the pictures that the device kept. */
function sentOf(
  { input }: OutboxEntry<HandoverEndpoint>,
  files: ReadonlyMap<string, Blob> | null,
): SentHandover {
  const { driver_signature, admin_signature, driver_id } = input;
  return {
    driver: { id: driver_id, full_name: driver_signature.signer },
    admin_name: admin_signature.signer,
    estimated_fils: 'estimated_receivables_fils' in input ? input.estimated_receivables_fils : null,
    pictures: files && {
      driver: files.get(driver_signature.path) ?? null,
      admin: files.get(admin_signature.path) ?? null,
    },
  };
}
