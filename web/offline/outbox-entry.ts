import { DASHBOARD_ENDPOINTS } from '../../contract/operations/dashboard.ts';
import type { EndpointAnswer, EndpointBody } from '../../contract/operations/endpoint-schemas.ts';
import type { EndpointsWith } from '../../contract/operations/endpoints.ts';
import type { CommandStage, ProblemBody } from '../../contract/rules/problems.ts';
import type { Bucket, FileType } from '../../contract/rules/storage-paths.ts';
import type { OrderWithItems } from '../../contract/schemas/orders.ts';
import type { FulfilmentOutcome } from '../api/delivery-words.ts';

/** The durable commands: they are sent through the outbox. */
export type CommandName = EndpointsWith<{ durable: 'by_itself' | 'by_pressing' }>;

/**
 * queued: waits to be sent, or to be sent again (see `last_error`). unknown: was sent, and no answer came that tells whether
 * it was recorded; the same command is sent again by itself. held: certainly not recorded, waits for its maker to press again. sign_in: waits for its maker to
 * sign in. done and refused are final.
 */
export type EntryState = 'queued' | 'sending' | 'unknown' | 'held' | 'sign_in' | 'done' | 'refused';

export type EntryFile = {
  bucket: Bucket;
  path: string;
  sha256: string;
  type: FileType;
  /** The stage that uploading this file is, which picks the toast when it fails. */
  stage: CommandStage;
  sent: boolean;
};

/** `taken_fils`: what its driver had already taken for it at the door, see `OrderWithItems`. */
export type AboutOrder = Pick<OrderWithItems, 'order_number' | 'taken_fils'>;

/** The newest failure that is not final. */
export type EntryError = {
  stage: CommandStage | null;
  /** Null: no answer. */
  problem: ProblemBody | null;
  /** ms since epoch. */
  at: number;
};

/** Its place in the chain of what this device made for its shop; hashes are SHA-256 in lower-case hexadecimal. */
export type NumberedLink = { number: number; hash: string; previous: string };

export type OutboxEntry<N extends CommandName = CommandName> = {
  command_id: string;
  device_id: string;
  /** The tab in which it was pressed last, which is the first to speak of it. */
  tab: string;
  /** Order in which this device made its commands. */
  device_seq: number;
  /** None in entries that an older build made: those are sent without. */
  numbered?: NumberedLink;
  user_id: string;
  shop_id: number;
  endpoint: N;
  /** What it is about: one open command at a time about each. The order's, driver's or staff member's id. */
  subject: string;
  /** Of a delivery, what is said of it here and not sent; none in entries that an older build made. */
  about_order?: AboutOrder;
  /** The device's clock, ISO 8601. */
  occurred_at: string;
  clock_offset_ms: number;
  /** The body that is sent, the same in every attempt. */
  input: EndpointBody<N>;
  /** Without their bytes; see `Outbox.readFile`. */
  files: EntryFile[];
  contract_version: number;
  state: EntryState;
  /** The stage of the file that is being uploaded; null otherwise. */
  stage: CommandStage | null;
  /** True from just before the command itself is sent until an answer proves that it was not recorded. */
  command_sent: boolean;
  attempts: number;
  /** How often the server had lost what was uploaded; none in entries that an older build made. */
  upload_rounds?: number;
  /** ms since epoch; 0: at once. */
  next_attempt_at: number;
  last_error: EntryError | null;
  /**
   * The last request that failed in the server, as its log names it: kept through later attempts until this is decided, so that
   * it can still be told once there is no connection. Undefined in entries that an older build made.
   */
  failed_request_id: string | null | undefined;
  answer: EndpointAnswer<N> | null;
  /** Why it was refused, and at what stage. */
  problem: ProblemBody | null;
  /** After done: 'pending' until the nudge to the shop's own system was answered or given up. */
  fulfilment: 'pending' | FulfilmentOutcome;
  /** The announcement (toasts) shown last, so that each is shown once on this device. */
  announced: string | null;
  /** ms since epoch; set once the screen has shown that it is done. */
  acknowledged_at: number | null;
  /** ms since epoch. */
  decided_at: number | null;
};

/** Two people have signed it, or one at a counter: sent again when they press again, once it is certain that nothing was recorded. */
export function isSentByPressing({ endpoint }: Pick<OutboxEntry, 'endpoint'>): boolean {
  return DASHBOARD_ENDPOINTS[endpoint].durable === 'by_pressing';
}

/** What its maker would miss: the order of the stops is made anew in a moment. */
export function isWork({ endpoint }: Pick<OutboxEntry, 'endpoint'>): boolean {
  return endpoint !== 'arrange_stops';
}

/** Neither recorded nor refused: it waits to be sent, for an answer, or for its maker. */
export function isUnsent({ state }: Pick<OutboxEntry, 'state'>): boolean {
  return state !== 'done' && state !== 'refused';
}

export function isDecided(entry: Pick<OutboxEntry, 'state'>): boolean {
  return entry.state === 'done' || entry.state === 'refused';
}

type Answered = Pick<OutboxEntry, 'endpoint' | 'answer'>;
type AnsweredDelivery = Pick<OutboxEntry<'confirm_delivery'>, 'endpoint' | 'answer'>;

/**
 * Returns whether this device never needs another command about the same subject. A stale tab may still show an order that is
 * delivered: a second command would count its cash again. A cancelled, reassigned or returned order may go out again.
 */
export function settlesSubject(entry: Answered): boolean {
  if (!isDelivery(entry)) return false;
  return entry.answer?.outcome === 'delivered' || entry.answer?.conflict === 'already_delivered';
}

/** Returns the order whose fulfilment in the shop's own system is to be requested; null for none. */
export function orderToFulfil(entry: Answered): string | null {
  return isDelivery(entry) && entry.answer?.outcome === 'delivered' ? entry.answer.order.id : null;
}

function isDelivery(entry: Answered): entry is AnsweredDelivery {
  return entry.endpoint === 'confirm_delivery';
}
