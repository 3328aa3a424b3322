import { useEffect, useRef, useState } from 'react';
import { newId } from '../../../contract/rules/ids.ts';
import { formatMoney } from '../../../contract/rules/money.ts';
import type { HandoverType } from '../../../contract/rules/storage-paths.ts';
import type { HandoverDrivers } from '../../../contract/schemas/handovers.ts';
import type { Profile } from '../../../contract/schemas/profile.ts';
import { estimateLoading, handoverFailed, signaturesNotCaptured } from '../../api/cash-words.ts';
import { deviceTimeOff } from '../../api/problem-words.ts';
import { needsManager } from '../../api/unknown-outcome.ts';
import {
  type HandoverEndpoint,
  type HandoverEntry,
  type HandoverPlan,
  handOver,
  handOverAgain,
  handoverEndpoint,
} from '../../commands/hand-over.ts';
import { useSentCommand } from '../../commands/use-sent-command.ts';
import { readAmount } from '../../components/amount/typed-amount.ts';
import {
  type Signature,
  SignatureCaptureFailed,
  signaturePng,
} from '../../components/signature/signature.ts';
import { useSignatures } from '../../components/signature/use-signatures.ts';
import { sendAgain, sendNow } from '../../offline/device-outbox.ts';
import { useEntryFiles } from '../../offline/use-entry-files.ts';
import { showToast } from '../../ui/toast.ts';
import { machineOf } from './card-machine-choice.ts';
import type { HandoverSigner, SentHandover } from './HandoverForm.tsx';
import type { HandoverState } from './HandoverNotice.tsx';
import {
  EMPTY_HANDOVER,
  type HandoverValues,
  signedContent,
  unmetRule,
  valuesOf,
} from './handover-values.ts';

const SIGNERS: readonly HandoverSigner[] = ['driver', 'admin'];

type Of = {
  handover_type: HandoverType;
  profile: Profile;
  choices: HandoverDrivers;
  values: HandoverValues;
  setValues: (values: HandoverValues) => void;
  /** The Estimated Receivables as shown; null for none. */
  estimated_fils: number | null;
  /** They are still being read: nothing is sent meanwhile. */
  estimate_loading?: boolean;
  /** A handover was recorded or refused: what was read is old. */
  onDecided: () => void;
};

/** The form of a start or end of day: what is filled in and signed, and what became of it once it was sent. */
export function useHandoverForm(of: Of) {
  const { handover_type, profile, choices, values, setValues, estimated_fils, onDecided } = of;
  const [refusal, setRefusal] = useState<string | null>(null);
  const [preparing, setPreparing] = useState(false);
  const [round, setRound] = useState(1);
  const pressed = useRef(false);

  const command = useSentCommand<HandoverEndpoint>(handoverEndpoint(handover_type), {
    done(_, mine) {
      if (mine) reset();
      onDecided();
    },
    refused(entry, mine) {
      if (!mine) setValues(valuesOf(entry.input, choices.card_machines));
      setRefusal(refusalWords(entry));
      if (entry.problem?.code === 'balance_changed') signatures.clearSignatures();
      onDecided();
    },
    remake(entry, mine) {
      if (entry.problem?.code !== 'reference_taken') return false;
      void remake(entry, mine);
      return true;
    },
  });
  const { entry, mine } = command;
  const away = preparing || entry !== undefined;

  // What was signed stands still while it is on its way, whatever is read meanwhile.
  const content = signedContent(handover_type, values, estimated_fils);
  const kept = useRef(content);
  useEffect(() => {
    if (!away) kept.current = content;
  });
  const signatures = useSignatures(SIGNERS, away ? kept.current : content);
  const files = useEntryFiles(mine ? undefined : entry);

  function reset(): void {
    setValues(EMPTY_HANDOVER);
    setRefusal(null);
    signatures.clearSignatures();
    setRound((number) => number + 1);
  }

  async function remake(refused: HandoverEntry, mine: boolean): Promise<void> {
    const machine = choices.card_machines.find(({ id }) => id === refused.input.card_machine_id);
    const command_id = newId();
    setPreparing(true);
    try {
      if (mine) command.sent(command_id);
      await handOverAgain(refused, profile, { command_id, number: machine?.number ?? null });
    } catch {
      showToast(handoverFailed(null));
    } finally {
      setPreparing(false);
    }
  }

  /** Sends what is filled in and signed; nothing but a toast when something is missing. */
  async function complete(): Promise<void> {
    if (entry?.state === 'held') return await sendAgain(entry.command_id);
    const plan = checkedPlan();
    if (!plan || pressed.current || away) return;
    pressed.current = true;
    setPreparing(true);
    setRefusal(null);
    try {
      const command_id = newId();
      command.sent(command_id);
      await handOver(plan, profile, command_id);
    } catch {
      // Nothing was kept, so nothing was recorded: the form is as it was.
      showToast(handoverFailed(null));
    } finally {
      pressed.current = false;
      setPreparing(false);
    }
  }

  /** Whether it can be sent as it stands; says what is missing otherwise. */
  function checks(): boolean {
    const loading = of.estimate_loading ? estimateLoading() : null;
    const unmet = unmetRule(values, choices, signatures.all_signed) ?? loading;
    if (unmet) showToast(unmet);
    return unmet === null;
  }

  function checkedPlan(): HandoverPlan | null {
    const { driver, admin } = signatures.signatures;
    const amount = readAmount(values.amount);
    const chosen = choices.drivers.find(({ id }) => id === values.driver_id);
    if (!checks() || !driver || !admin || !amount.ok || !chosen) return null;
    const machine = machineOf(values.machine, choices.card_machines);
    try {
      const common = {
        driver_id: chosen.id,
        amount_fils: amount.amount_fils,
        card_machine: {
          changes_hands: values.machine.changes_hands,
          id: machine?.id ?? null,
          number: machine?.number ?? null,
        },
        driver_signature: pictureOf(driver, chosen.full_name),
        admin_signature: pictureOf(admin, profile.full_name),
      };
      if (handover_type === 'start') return { ...common, handover_type };
      return { ...common, handover_type, estimated_fils };
    } catch (error) {
      showToast(error instanceof SignatureCaptureFailed ? signaturesNotCaptured() : handoverFailed(null));
      return null;
    }
  }

  async function takeBack(): Promise<void> {
    if (!entry) return;
    const { input } = entry;
    const own = await command.takeBack(entry);
    if (!own) setValues(valuesOf(input, choices.card_machines));
  }

  const pictures = mine ? null : picturesOf(entry, files);
  return {
    state: stateOf(entry, preparing),
    /** The end of day that was sent, as it was signed. */
    sent_end: entry && 'estimated_receivables_fils' in entry.input ? entry.input : null,
    sent: entry ? sentOf(entry, pictures) : null,
    shown: entry && !mine ? valuesOf(entry.input, choices.card_machines) : values,
    signatures,
    round,
    refusal,
    checks,
    complete,
    takeBack,
    sendNow,
    /** Something was changed: what was said about the last one is over. */
    forgetRefusal: () => setRefusal(null),
  };
}

function stateOf(entry: HandoverEntry | undefined, preparing: boolean): HandoverState {
  if (!entry) return preparing ? 'busy' : 'open';
  switch (entry.state) {
    case 'unknown':
      return needsManager(entry) ? 'needs_manager' : 'unknown';
    case 'held':
    case 'sign_in':
      return entry.state;
    default:
      return 'busy';
  }
}

function pictureOf(signature: Signature, signer: string): HandoverPlan['driver_signature'] {
  return { png: signaturePng(signature), typed: signature.kind === 'typed', signer };
}

function sentOf({ input }: HandoverEntry, pictures: SentHandover['pictures']): SentHandover {
  const { driver_signature, admin_signature, driver_id } = input;
  return {
    driver: { id: driver_id, full_name: driver_signature.signer },
    admin_name: admin_signature.signer,
    pictures,
  };
}

function picturesOf(
  entry: HandoverEntry | undefined,
  files: ReadonlyMap<string, Blob>,
): SentHandover['pictures'] {
  if (!entry) return null;
  const { driver_signature, admin_signature } = entry.input;
  return {
    driver: files.get(driver_signature.path) ?? null,
    admin: files.get(admin_signature.path) ?? null,
  };
}

/** What the form says of a refusal, beside the catalogue's toast. */
function refusalWords({ problem, input }: HandoverEntry): string {
  const name = input.driver_signature.signer;
  if (problem?.code === 'balance_changed' && problem.current_fils !== undefined) {
    const now = formatMoney(problem.current_fils);
    return `The cash on hand of ${name} has changed meanwhile: it is ${now} now. Nothing was recorded. Please check the amount and sign again.`;
  }
  if (problem?.code === 'driver_not_available') {
    return `${name} is not available any more. Nothing was recorded.`;
  }
  if (problem?.code === 'device_time_off') return deviceTimeOff();
  return `${problem?.title ?? 'It was refused'}. Nothing was recorded.`;
}
