import { useEffect, useRef, useState } from 'react';
import type { EndHandover } from '../../../contract/operations/dashboard/cash/end-handover.schema.ts';
import type {
  CardMachine,
  HandoverDrivers,
} from '../../../contract/operations/dashboard/cash/list-handover-drivers.schema.ts';
import type { StartHandover } from '../../../contract/operations/dashboard/cash/start-handover.schema.ts';
import type { Profile } from '../../../contract/operations/dashboard/profile/read-profile.schema.ts';
import { parseAmount } from '../../../contract/rules/amounts/parse-amount.ts';
import type { HandoverType } from '../../../contract/rules/references.ts';
import type { HandoverEndpoint } from '../../commands/cash/handover.ts';
import { handoverRefusal } from '../../commands/cash/handover-refusal.ts';
import type { Handover } from '../../commands/cash/prepare-handover.ts';
import { deviceOutbox } from '../../commands/this-device.ts';
import { useEntryFiles } from '../../commands/use-entries.ts';
import { signedAmount, typedAmountOf } from '../../components/amount/typed-amount.ts';
import { useSecondLook } from '../../components/amount/use-second-look.ts';
import { isSigned, pictureOf } from '../../components/signature/signature.ts';
import { useSignatures } from '../../components/signature/use-signatures.ts';
import type { OutboxEntry } from '../../offline/outbox-entry.ts';
import { useMissing } from '../../ui/use-missing.ts';
import {
  machineOf,
  NO_MACHINE,
  type Question,
  questionBeforeReceiving,
  UNLISTED,
} from './card-machine-choice.ts';
import { type HandoverValues, missingOf } from './handover-rules.ts';
import { useHandoverCommand } from './use-handover-command.ts';
import { signedEstimate, useDriverGoods, useEstimate } from './use-handover-reads.ts';

const SIGNERS = ['driver', 'admin'] as const;

const EMPTY_HANDOVER: HandoverValues = {
  driver_id: null,
  is_drop: false,
  amount: '',
  machine: NO_MACHINE,
  goods: {},
  difference_choice: 'kept',
};

/** Refusals after which the signers see other content. */
const CHANGED_MEANWHILE: readonly string[] = ['balance_changed', 'goods_changed'];

export type HandoverContext = {
  handover_type: HandoverType;
  admin: Profile;
  choices: HandoverDrivers;
  /** Called after a handover was recorded or rejected: loaded data is outdated. */
  onDecided: () => void;
};

export type HandoverFormState = ReturnType<typeof useHandoverForm>;

/** Manages the form of a start or end of day: its input, signatures and the outcome after sending. */
export function useHandoverForm({ handover_type, admin, choices, onDecided }: HandoverContext) {
  const [values, setValues] = useState(EMPTY_HANDOVER);
  const { driver_id, amount, machine, is_drop } = values;
  const compared_id = handover_type === 'end' && !is_drop ? driver_id : null;
  const estimate = useEstimate(compared_id);
  const goods = useDriverGoods(compared_id);
  const { estimated_fils } = estimate;
  const [refusal, setRefusal] = useState<string | null>(null);
  const [round, setRound] = useState(1);

  const command = useHandoverCommand(handover_type, is_drop, {
    by: admin,
    subject: null,
    onDone(_, mine) {
      if (mine) reset();
      decided();
    },
    onRefused(refused, mine) {
      const code = refused.problem?.code ?? '';
      const made_of = mine ? values : valuesOf(refused, choices.card_machines);
      // A driver who went out meanwhile is chosen again, from those who are out.
      const is_out = handover_type === 'end' && code === 'driver_not_available';
      setValues(is_out ? { ...made_of, driver_id: null, is_drop: false, goods: {} } : made_of);
      setRefusal(handoverRefusal(refused));
      if (CHANGED_MEANWHILE.includes(code)) signatures.clearSignatures();
      // The form keeps all input, so the command can be created again.
      void deviceOutbox.discard(refused.command_id).catch(() => {});
      decided();
    },
    amend(made_of) {
      const { id } = made_of.card_machine;
      const number = choices.card_machines.find((one) => one.id === id)?.number ?? null;
      const described = made_of.goods?.map((one) => ({ ...one, shown: goodsById(one.order_id) ?? null }));
      const card_machine = { ...made_of.card_machine, number };
      return { ...made_of, card_machine, ...(described && { goods: described }) };
    },
  });
  const { entry, mine, standing, type } = command;

  const compared = compared_id === null ? null : estimated_fils;
  const look = useSecondLook({
    text: amount,
    giver: driver_id,
    // At a start of day, the line next to the amount is enough (ruling A7).
    held_fils: compared,
    usual_fils: is_drop ? null : (choices.usual_fils?.[handover_type] ?? null),
  });
  // Everything the two signatures cover. It is frozen while the handover is sent, whatever is loaded
  // meanwhile.
  const decided_goods = goods.listed.map(({ order_id }) => [order_id, values.goods[order_id] ?? null]);
  const difference_fils = differenceOf(amount, compared);
  const difference_choice = difference_fils ? values.difference_choice : null;
  const content = [
    [driver_id, is_drop],
    signedAmount(amount),
    look.unseen_fils,
    machine,
    compared,
    decided_goods,
    difference_choice,
  ];
  const kept = useRef({ content, listed: goods.listed });
  useEffect(() => {
    if (standing === 'open') kept.current = { content, listed: goods.listed };
  });
  const shown = standing === 'open' ? { content, listed: goods.listed } : kept.current;
  const signatures = useSignatures(SIGNERS, shown.content);
  const files = useEntryFiles(mine ? undefined : entry);
  const { check, mark } = useMissing(
    standing === 'open'
      ? missingOf({
          values,
          choices,
          unseen_fils: look.unseen_fils,
          estimate_loading: estimate.loading,
          goods,
          signed: {
            driver: isSigned(signatures.signatures.driver),
            admin: isSigned(signatures.signatures.admin),
          },
        })
      : [],
  );

  function goodsById(order_id: string) {
    return kept.current.listed.find((one) => one.order_id === order_id);
  }

  function decided(): void {
    onDecided();
    void estimate.retry();
    void goods.retry();
  }

  function reset(): void {
    setValues(EMPTY_HANDOVER);
    setRefusal(null);
    signatures.clearSignatures();
    setRound((number) => number + 1);
  }

  /** Sends the handover; if parts are missing, only reports them. */
  async function complete(): Promise<void> {
    if (!check()) return;
    if (standing === 'open') setRefusal(null);
    await command.press(given);
  }

  function given(): Handover {
    const { driver: drivers, admin: admins } = signatures.signatures;
    const read = parseAmount(amount);
    const chosen = choices.drivers.find(({ id }) => id === driver_id);
    if (!drivers || !admins || !read.ok || !chosen) throw new RangeError('A handover is not filled in');
    const { id, number } = machineOf(machine, choices.card_machines) ?? { id: null, number: null };
    return {
      driver_id: chosen.id,
      amount_fils: read.amount_fils,
      card_machine: { changes_hands: machine.changes_hands, id, number },
      driver_signature: pictureOf(drivers, chosen.full_name),
      admin_signature: pictureOf(admins, admin.full_name),
      estimated_fils: compared,
      ...(difference_choice && { difference_choice }),
      goods: goods.listed.map((one) => {
        const outcome = values.goods[one.order_id];
        if (!outcome) throw new RangeError('The goods of a handover are not decided');
        return { order_id: one.order_id, outcome, shown: one };
      }),
    };
  }

  /** Returns the confirmation needed; only a received machine can differ from the one given. */
  function question(): Question | null {
    const driver = choices.drivers.find(({ id }) => id === driver_id);
    if (type !== 'end' || !driver) return null;
    return questionBeforeReceiving(machine, choices, driver);
  }

  async function takeBack(): Promise<void> {
    await command.forget();
    if (entry && !mine) setValues(valuesOf(entry, choices.card_machines));
  }

  const sent = entry ? sentOf(entry, mine ? null : files) : null;
  const shown_estimate = sent ? signedEstimate(sent.estimated_fils) : estimate;
  const shown_values = entry && !mine ? valuesOf(entry, choices.card_machines) : values;
  return {
    entry,
    standing,
    /** At the end of a day 'drop' for a driver who is out. */
    type,
    /** The sent handover, shown read-only. */
    sent,
    values: shown_values,
    /** Only set at the end of day. */
    estimate: type === 'end' ? shown_estimate : null,
    /** Received less estimated cash, in fils; null while either is unknown. */
    difference_fils: sent ? differenceOf(shown_values.amount, sent.estimated_fils) : difference_fils,
    /** The goods still with the driver; null for a handover sent before this form was opened. */
    goods: entry && !mine ? null : { ...goods, listed: shown.listed },
    /** Null once the handover was sent. */
    look: standing === 'open' ? look : null,
    signatures,
    /** Increases with each new form, which gets new pads. */
    round,
    /** The reason of the last rejection, and how to proceed. */
    refusal,
    change(changes: Partial<HandoverValues>): void {
      setRefusal(null);
      setValues({ ...values, ...changes });
    },
    /** Returns true if the handover can be sent; otherwise reports and marks missing parts. */
    check,
    mark,
    question,
    complete,
    takeBack,
  };
}

/** Returns the typed amount less the estimate, in fils; null while either is unknown. */
function differenceOf(amount: string, estimated_fils: number | null): number | null {
  const read = parseAmount(amount);
  return read.ok && estimated_fils !== null ? read.amount_fils - estimated_fils : null;
}

function sentOf({ input }: OutboxEntry<HandoverEndpoint>, files: ReadonlyMap<string, Blob> | null) {
  const { driver_signature, admin_signature, driver_id } = input;
  return {
    driver: { id: driver_id, full_name: driver_signature.signer },
    admin_name: admin_signature.signer,
    /** The Estimated Receivables that were signed, in fils; null if there were none. */
    estimated_fils: (input as Partial<EndHandover>).estimated_receivables_fils ?? null,
    /** Signature pictures from the device's store after a reload; null while the form's pads show them. */
    pictures: files && {
      driver: files.get(driver_signature.path) ?? null,
      admin: files.get(admin_signature.path) ?? null,
    },
  };
}

/** Returns the form input of a command that was sent. */
function valuesOf(
  { endpoint, input }: Pick<OutboxEntry<HandoverEndpoint>, 'endpoint' | 'input'>,
  machines: readonly CardMachine[],
): HandoverValues {
  const {
    card_machine_id = null,
    card_machine_given = false,
    card_machine_received = false,
    goods = [],
    difference_choice = 'kept',
  } = input as Partial<StartHandover & EndHandover>;
  const changes_hands = card_machine_given || card_machine_received;
  const unlisted = changes_hands && machines.length > 0 ? UNLISTED : '';
  return {
    driver_id: input.driver_id,
    is_drop: endpoint === 'record_drop',
    amount: typedAmountOf(input.amount_fils),
    machine: { changes_hands, machine: card_machine_id ?? unlisted },
    goods: Object.fromEntries(goods.map(({ order_id, outcome }) => [order_id, outcome])),
    difference_choice,
  };
}
