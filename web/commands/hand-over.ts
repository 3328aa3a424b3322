import { handoverReference } from '../../contract/rules/references.ts';
import { type HandoverType, handoverPaths } from '../../contract/rules/storage-paths.ts';
import type { EndHandover, StartHandover } from '../../contract/schemas/handovers.ts';
import type { Profile } from '../../contract/schemas/profile.ts';
import { clockOffsetMs } from '../api/this-page.ts';
import { deviceOutbox } from '../offline/device-outbox.ts';
import type { NewCommand, Outbox } from '../offline/outbox.ts';
import type { OutboxEntry } from '../offline/outbox-entry.ts';
import { PRODUCT_NAME } from '../product-name.ts';
import type { SignedPicture } from './collect.ts';
import { pinOf, type SignedFile, signedFile } from './signed-file.ts';

export type HandoverEndpoint = 'start_handover' | 'end_handover';
export type HandoverEntry = OutboxEntry<HandoverEndpoint>;

/** What both have signed. */
export type HandoverPlan = {
  driver_id: number;
  amount_fils: number;
  card_machine: { changes_hands: boolean; id: string | null; number: string | null };
  driver_signature: SignedPicture;
  admin_signature: SignedPicture;
} & (
  | { handover_type: 'start' }
  | {
      handover_type: 'end';
      /** The Estimated Receivables that were shown; null when they could not be read. */
      estimated_fils: number | null;
    }
);

/**
 * Makes the receipt, hashes the files and puts the command in the outbox. Resolves when it is safely on the device, before
 * anything is sent; with an open handover of this driver that one is answered. Throws when the receipt cannot be made.
 */
export async function handOver(
  plan: HandoverPlan,
  profile: Profile,
  command_id: string,
  outbox: Outbox = deviceOutbox,
): Promise<HandoverEntry> {
  const endpoint = handoverEndpoint(plan.handover_type);
  const open = await outbox.openEntry(endpoint, profile.id, String(plan.driver_id));
  return open ?? (await outbox.enqueue(await commandOf(plan, profile, command_id)));
}

/**
 * Makes a refused handover anew under another reference, with the signatures it was signed with (ruling D4). Null when
 * another tab was quicker. `anew`: the new command's id, and the card machine's number.
 */
export async function handOverAgain(
  entry: HandoverEntry,
  profile: Profile,
  anew: { command_id: string; number: string | null },
  outbox: Outbox = deviceOutbox,
): Promise<HandoverEntry | null> {
  const plan = await planOf(entry, anew.number, outbox);
  return await outbox.remake(entry.command_id, await commandOf(plan, profile, anew.command_id));
}

export function handoverEndpoint(handover_type: HandoverType): HandoverEndpoint {
  return handover_type === 'start' ? 'start_handover' : 'end_handover';
}

async function commandOf(
  plan: HandoverPlan,
  profile: Profile,
  command_id: string,
): Promise<NewCommand<HandoverEndpoint>> {
  const pressed_at = new Date();
  const clock_offset_ms = clockOffsetMs();
  const agreed_at = new Date(pressed_at.getTime() + clock_offset_ms);
  const { driver_id, handover_type } = plan;
  const { time_zone } = profile.shop;
  const handover_reference = handoverReference(handover_type, driver_id, agreed_at, time_zone);
  const paths = handoverPaths({
    handover_type,
    shop_id: profile.shop_id,
    shop_name: profile.shop.name,
    completed_at: agreed_at,
    time_zone,
    driver_id,
    admin_id: profile.id,
    handover_reference,
  });
  const receipt = await makeReceipt(plan, profile, { reference: handover_reference, date: agreed_at });
  const signature = (path: string) =>
    ({ bucket: 'cash-handovers', path, type: 'image/png', stage: 'signatures' }) as const;
  const files = await Promise.all([
    signedFile(plan.driver_signature.png, signature(paths.driver_signature)),
    signedFile(plan.admin_signature.png, signature(paths.admin_signature)),
    signedFile(receipt, {
      bucket: 'cash-handovers',
      path: paths.receipt,
      type: 'application/pdf',
      stage: 'receipt',
    }),
  ]);
  const signed = ({ typed, signer }: SignedPicture, file: SignedFile) => ({
    ...pinOf(file),
    typed,
    signer,
  });
  const common = {
    handover_reference,
    driver_id,
    amount_fils: plan.amount_fils,
    card_machine_id: plan.card_machine.id,
    driver_signature: signed(plan.driver_signature, files[0]),
    admin_signature: signed(plan.admin_signature, files[1]),
    receipt: pinOf(files[2]),
    occurred_at: pressed_at.toISOString(),
    clock_offset_ms,
  };
  return {
    command_id,
    user_id: profile.id,
    shop_id: profile.shop_id,
    endpoint: handoverEndpoint(plan.handover_type),
    subject: String(driver_id),
    occurred_at: common.occurred_at,
    clock_offset_ms,
    input: inputOf(plan, common),
    files,
  };
}

type Common = Omit<StartHandover, 'card_machine_given'>;

function inputOf(plan: HandoverPlan, common: Common): StartHandover | EndHandover {
  const { changes_hands } = plan.card_machine;
  if (plan.handover_type === 'start') return { ...common, card_machine_given: changes_hands };
  return {
    ...common,
    card_machine_received: changes_hands,
    estimated_receivables_fils: plan.estimated_fils,
  };
}

async function makeReceipt(
  plan: HandoverPlan,
  profile: Profile,
  made: { reference: string; date: Date },
): Promise<Blob> {
  const { changes_hands, number } = plan.card_machine;
  const { makeHandoverReceipt } = await import('../documents/handover-receipt.ts');
  return await makeHandoverReceipt({
    ...made,
    product_name: PRODUCT_NAME,
    shop_name: profile.shop.name,
    shop_id: profile.shop_id,
    time_zone: profile.shop.time_zone,
    handover_type: plan.handover_type,
    driver_name: plan.driver_signature.signer,
    admin_name: plan.admin_signature.signer,
    amount_fils: plan.amount_fils,
    difference_fils: differenceOf(plan),
    card_machine: changes_hands && { number },
    driver_signature: plan.driver_signature,
    admin_signature: plan.admin_signature,
  });
}

function differenceOf(plan: HandoverPlan): number | null {
  if (plan.handover_type === 'start' || plan.estimated_fils === null) return null;
  return plan.amount_fils - plan.estimated_fils;
}

async function planOf(entry: HandoverEntry, number: string | null, outbox: Outbox): Promise<HandoverPlan> {
  const { input, command_id } = entry;
  const signedBy = async ({ path, typed, signer }: Common['driver_signature']): Promise<SignedPicture> => {
    const png = await outbox.readFile(command_id, path);
    if (!png) throw new Error('A signature of the handover is not on this device');
    return { png, typed, signer };
  };
  const changes_hands =
    'card_machine_given' in input ? input.card_machine_given : input.card_machine_received;
  const common = {
    driver_id: input.driver_id,
    amount_fils: input.amount_fils,
    card_machine: { changes_hands, id: input.card_machine_id, number },
    driver_signature: await signedBy(input.driver_signature),
    admin_signature: await signedBy(input.admin_signature),
  };
  if ('card_machine_given' in input) return { ...common, handover_type: 'start' };
  return { ...common, handover_type: 'end', estimated_fils: input.estimated_receivables_fils };
}
