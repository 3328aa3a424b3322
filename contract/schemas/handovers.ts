import { z } from '@hono/zod-openapi';
import { unsentCash } from './devices.ts';
import { amountFils, filledText, fils, instant, smallId, uuid } from './fields.ts';
import { deviceClock, pinnedFile, signature } from './signing.ts';

const cardMachine = z.object({
  id: uuid,
  number: z.string(),
  /** The driver who has it; null when it is in the shop. */
  holder_driver_id: smallId.nullable(),
});

const handoverDriver = z.object({
  id: smallId,
  user_id: uuid,
  full_name: z.string(),
  status: z.enum(['available', 'delivering', 'off_duty']),
  /** Orders in dispatching or delivering. */
  orders_out: z.number().int(),
});

/** Everybody who drives for the shop; only those whose status is available can be chosen (ruling B6). */
export const handoverDrivers = z.object({
  drivers: z.array(handoverDriver),
  card_machines: z.array(cardMachine),
  /** What the admin holds: a start of day that would make it negative says so (ruling A7). */
  own_cash: z.object({ cash_on_hand_fils: fils.nullable(), waiting_fils: fils }),
  /** The usual amount of a start and of an end of day, see `usualAmount`. */
  usual_fils: z.object({ start: fils.nullable(), end: fils.nullable() }),
});

export const driverBalanceQuery = z.object({
  driver_id: z
    .string()
    .regex(/^[1-9]\d{0,9}$/, 'must be a whole number')
    .transform(Number)
    .pipe(smallId)
    .openapi({ type: 'integer' }),
});
/** Posted and waiting together are what screens, estimates and maxima use (ruling A4). */
export const driverBalance = z.object({ cash_on_hand_fils: fils, waiting_fils: fils, unsent: unsentCash });

const handover = z.object({
  /** `SOD-20261120-7-1795174612555` or `EOD-…`, made on the device. */
  handover_reference: filledText(200),
  driver_id: smallId,
  amount_fils: amountFils,
  /** Null when no machine changes hands, when the shop has none registered, or when one comes back that is not known. */
  card_machine_id: uuid.nullable(),
  driver_signature: signature,
  admin_signature: signature,
  receipt: pinnedFile,
  ...deviceClock,
});

export const startHandover = handover.extend({ card_machine_given: z.boolean() });
export const endHandover = handover.extend({
  card_machine_received: z.boolean(),
  /** The Estimated Receivables the form showed; null when they could not be read. */
  estimated_receivables_fils: fils.nullable(),
});

export const handoverDone = z.object({
  id: uuid,
  handover_reference: z.string(),
  amount_fils: fils,
  /** Received less what was held, waiting included; negative is short. Null for a start of day. */
  difference_fils: fils.nullable(),
  /** What each holds now, waiting included. */
  driver_total_fils: fils.nullable(),
  admin_total_fils: fils.nullable(),
  completed_at: instant,
});

export const handoversQuery = z.object({ handover_type: z.enum(['start', 'end']) });

const handoverRow = z.object({
  id: uuid,
  handover_reference: z.string(),
  handover_type: z.enum(['start', 'end']),
  driver_id: smallId.nullable(),
  driver_name: z.string(),
  admin_name: z.string(),
  amount_fils: fils,
  difference_fils: fils.nullable(),
  card_machine_given: z.boolean(),
  card_machine_received: z.boolean(),
  card_machine_number: z.string().nullable(),
  completed_at: instant,
  receipt: pinnedFile.extend({ bucket: z.literal('cash-handovers') }),
});

/** Today's in the shop's time zone, newest first. */
export const handoversToday = z.object({ handovers: z.array(handoverRow) });

export type CardMachine = z.infer<typeof cardMachine>;
export type DriverBalance = z.infer<typeof driverBalance>;
export type HandoverDriver = z.infer<typeof handoverDriver>;
export type HandoverDrivers = z.infer<typeof handoverDrivers>;
export type StartHandover = z.infer<typeof startHandover>;
export type EndHandover = z.infer<typeof endHandover>;
export type HandoverDone = z.infer<typeof handoverDone>;
export type HandoverRow = z.infer<typeof handoverRow>;
