import { z } from '@hono/zod-openapi';
import { filledText, instant, smallId, uuid } from './fields.ts';

const machineRow = z.object({
  id: uuid,
  /** What is written on it. */
  number: z.string(),
  /** Handed out no more; null while it is in use. */
  retired_at: instant.nullable(),
  /** Null when it is in the shop. */
  holder: z
    .object({
      driver_id: smallId,
      user_id: uuid,
      full_name: z.string(),
      /** Of the handover; null where it was noted otherwise. */
      since: instant.nullable(),
    })
    .nullable(),
});

/** By number, retired ones last. */
export const machines = z.object({ machines: z.array(machineRow) });

export const machineStoryQuery = z.object({ card_machine_id: uuid });

/** What happens to a machine: it is given to a driver or taken back with a handover, or else put back into the shop. */
export const MACHINE_EVENTS = ['add', 'given', 'taken_back', 'return', 'retire', 'reactivate'] as const;

export const machineStory = z.object({
  number: z.string(),
  /** Newest first, two hundred at most. */
  story: z.array(
    z.object({
      what: z.enum(MACHINE_EVENTS),
      /** Who got it, or had it. */
      driver: z.string().nullable(),
      /** Who did it: staff, or the account of the command line; null for the shop's systems. */
      by_name: z.string().nullable(),
      happened_at: instant,
    }),
  ),
});

export const numberedMachine = z.object({ number: filledText(100) });
export const machineChanged = z.object({ number: z.string() });
/** Who had it. */
export const machineReturned = z.object({ holder: z.string() });

export type MachineRow = z.infer<typeof machineRow>;
export type MachineStory = z.infer<typeof machineStory>;
