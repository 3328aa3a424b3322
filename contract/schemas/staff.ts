import { z } from '@hono/zod-openapi';
import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from '../rules/passwords.ts';
import { ROLES } from '../rules/roles.ts';
import { unsentCash } from './devices.ts';
import { filledText, fils, instant, smallId, text, uuid } from './fields.ts';

const status = z.enum(['available', 'delivering', 'off_duty']);

const staffRow = z.object({
  user_id: uuid,
  full_name: z.string(),
  email: z.string(),
  /** Driver, Manager, Admin, any other text, or null. */
  role: z.string().nullable(),
  /** Null for whoever does not deliver. */
  driver: z.object({ id: smallId, status }).nullable(),
  /** May not sign in. */
  disabled: z.boolean(),
  /** Has a password that somebody else has set, and no other yet. */
  must_change_password: z.boolean(),
  /** What they hold of the shop's cash, disabled or not (ruling A7). */
  cash: z.object({ cash_on_hand_fils: fils, waiting_fils: fils }),
  /** Neither delivered nor cancelled. */
  open_orders: z.number().int(),
  /** The numbers of the card machines they have. */
  card_machines: z.array(z.string()),
  /** What waits on phones, as these told last. */
  unsent: unsentCash,
  /** A session was used, or their phone told of itself; null for who never signed in. */
  last_seen_at: instant.nullable(),
  /** How many are live. */
  sessions: z.number().int(),
});

/** By name, disabled ones last. */
export const shopStaff = z.object({ staff: z.array(staffRow) });

const email = filledText(254);
const full_name = filledText(200);
const role = z.enum(ROLES);

export const addStaff = z.object({
  /** Made by whoever asks: a lost answer is asked for again under it. */
  staff_id: uuid,
  email,
  full_name,
  role,
  /** A Manager who also delivers. */
  driver: z.boolean(),
  /** Left out, a one-time one is made. */
  password: text(MAX_PASSWORD_LENGTH).min(MIN_PASSWORD_LENGTH).optional(),
});

/** To be told to its owner: shown now and never again. */
const oneTimePassword = z.string().nullable();
export const staffAdded = z.object({ staff_id: uuid, one_time_password: oneTimePassword });

/** What is left out stays. */
export const changeStaff = z.object({
  staff_id: uuid,
  email: email.optional(),
  full_name: full_name.optional(),
  role: role.optional(),
  /** A Manager who delivers from now on. */
  driver: z.literal(true).optional(),
});

export const namedStaff = z.object({ staff_id: uuid });
export const staffChanged = namedStaff;

/** `delivering` follows from the orders that are out (ruling B6). */
export const setDriverStatus = namedStaff.extend({ status: status.exclude(['delivering']) });
export const driverStatus = z.object({ status });

export const staffParams = namedStaff;
export const passwordReset = z.object({ one_time_password: oneTimePassword });

export const staffSessionsQuery = namedStaff;
/** The newest used first, fifty at most. */
export const staffSessions = z.object({
  sessions: z.array(
    z.object({
      id: uuid,
      /** As people call it, `Chrome on Android`; null when its browser does not say. */
      device: z.string().nullable(),
      last_used_at: instant,
    }),
  ),
});
export const endStaffSession = z.object({ staff_id: uuid, session_id: uuid });

export type StaffRow = z.infer<typeof staffRow>;
export type StaffSession = z.infer<typeof staffSessions>['sessions'][number];
