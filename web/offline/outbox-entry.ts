import { DASHBOARD_ENDPOINTS } from '../../contract/operations/dashboard.ts';
import type { EndpointBody, EndpointResponse } from '../../contract/operations/endpoint-schemas.ts';
import type { EndpointsWith } from '../../contract/operations/endpoints.ts';
import type { Tender } from '../../contract/rules/orders/tender.ts';
import type { CommandStage, ProblemBody } from '../../contract/rules/problems.ts';
import type { Bucket, FileType } from '../../contract/rules/storage-paths.ts';
import type { OrderWithItems } from '../../contract/schemas/orders.ts';
import type { FulfilmentOutcome } from '../api/delivery-messages.ts';
import type { AsTakenDraft } from './drafts/as-taken-draft.ts';

/** Durable commands; they are sent through the outbox. */
export type CommandName = EndpointsWith<{ durable: 'by_itself' | 'by_pressing' }>;

/** The commands that confirm a delivery; they have the same subject. */
export type DeliveryName = 'confirm_delivery' | 'deliver_as_taken';
export type DeliveryEntry = OutboxEntry<DeliveryName>;

/**
 * queued: waits to be sent, or to be sent again (see `last_error`). unknown: was sent, but no response shows
 * if it was recorded; the same command is sent again automatically. held: certainly not recorded; its user
 * must press again. sign_in: its user must sign in. done and refused are final.
 */
export type EntryState = 'queued' | 'sending' | 'unknown' | 'held' | 'sign_in' | 'done' | 'refused';

export type EntryFile = {
  bucket: Bucket;
  path: string;
  sha256: string;
  type: FileType;
  /** The stage that uploading this file belongs to; determines the toast if the upload fails. */
  stage: CommandStage;
  sent: boolean;
};

/**
 * `taken_fils`: cash that the driver had already collected for the order, see `OrderWithItems`. `order_id`:
 * the order of a command whose input does not name it. `reason_label`: the shop's own label of an attempt's
 * reason. `owed_fils`: the amount owed before a later payment. `before`: the state to which undoing an
 * attempt restores the order. `form`: the fields of a delivery's form that its input does not contain as they
 * were entered.
 */
export type AboutOrder = Pick<OrderWithItems, 'order_number' | 'taken_fils'> & {
  order_id?: string;
  reason_label?: string | null;
  owed_fils?: number;
  before?: Pick<OrderWithItems, 'status' | 'dispatching_started_at'>;
  form?: { tender: Tender | null; as_taken: AsTakenDraft | null };
};

/** The newest failure that was not final. */
export type EntryError = {
  stage: CommandStage | null;
  /** Null: no response. */
  problem: ProblemBody | null;
  /** ms since epoch. */
  at: number;
};

/**
 * The entry's place in the chain of this device's commands for its shop; hashes are SHA-256 in lower-case
 * hexadecimal.
 */
export type NumberedLink = { number: number; hash: string; previous: string };

export type OutboxEntry<N extends CommandName = CommandName> = {
  command_id: string;
  device_id: string;
  /** The tab in which it was pressed last; this tab announces it first. */
  tab: string;
  /** Position in the order in which this device made its commands. */
  device_seq: number;
  /** Missing in entries of older builds; those are sent without a number. */
  numbered?: NumberedLink;
  user_id: string;
  shop_id: number;
  endpoint: N;
  /**
   * The id of the order, driver or staff member that it concerns. At most one command per subject is open.
   */
  subject: string;
  /** Details of the order that are shown here but not sent. Missing in entries of older builds. */
  about_order?: AboutOrder;
  /** The device's clock, ISO 8601. */
  occurred_at: string;
  clock_offset_ms: number;
  /** The request body, the same in every attempt. */
  input: EndpointBody<N>;
  /** Without their bytes; see `Outbox.readFile`. */
  files: EntryFile[];
  contract_version: number;
  state: EntryState;
  /** The stage of the file that is being uploaded; null otherwise. */
  stage: CommandStage | null;
  /** True from just before the command itself is sent until a response proves that it was not recorded. */
  command_sent: boolean;
  attempts: number;
  /** Number of times the server had lost the uploaded files. Missing in entries of older builds. */
  upload_rounds?: number;
  /** ms since epoch; 0: immediately. */
  next_attempt_at: number;
  last_error: EntryError | null;
  /**
   * The request id of the last attempt that failed in the server. Kept through later attempts until the
   * command is decided, so that the user can quote it without a connection. Undefined in entries of older
   * builds.
   */
  failed_request_id: string | null | undefined;
  answer: EndpointResponse<N> | null;
  /** The reason and the stage of a refusal. */
  problem: ProblemBody | null;
  /** Once done: 'pending' until the request to the shop's own system got a response or was given up. */
  fulfilment: 'pending' | FulfilmentOutcome;
  /** The key of the last announcement (toasts), so that each is shown once on this device. */
  announced: string | null;
  /** ms since epoch; set once the screen has shown the entry as done. */
  acknowledged_at: number | null;
  /** ms since epoch. */
  decided_at: number | null;
};

/**
 * Returns true for commands signed at a counter: after a failure that recorded nothing, the user must press
 * to send again.
 */
export function isSentByPressing({ endpoint }: Pick<OutboxEntry, 'endpoint'>): boolean {
  // An entry of a newer build may have an unknown endpoint.
  return DASHBOARD_ENDPOINTS[endpoint]?.durable === 'by_pressing';
}

/** Returns false for a command of a newer build, which only tabs of that build send and show. */
export function isUnderstood({ endpoint }: Pick<OutboxEntry, 'endpoint'>): boolean {
  return endpoint in DASHBOARD_ENDPOINTS;
}

/**
 * Returns the ids of the orders whose commands are sent in the order in which they were made. Reads the input
 * by its fields, so that it also works for commands of newer builds. An arrangement of stops changes no
 * order. A check of the load only informs the shop: deliveries pass one that failed in the server.
 */
export function ordersOf(entry: AboutOrders): readonly string[] {
  if (entry.endpoint === 'arrange_stops') return [];
  if (entry.endpoint === 'check_loading' && entry.last_error?.problem) return [];
  const { order_id, order_ids, stops } = entry.input as OrdersInInput;
  const about = entry.about_order as { order_id?: string } | undefined;
  if (order_ids) return order_ids;
  if (stops) return stops.map((stop) => stop.order_id);
  const one = order_id ?? about?.order_id;
  return one === undefined ? [] : [one];
}

type AboutOrders = Pick<OutboxEntry, 'endpoint' | 'input' | 'about_order' | 'last_error'>;

type OrdersInInput = {
  order_id?: string;
  order_ids?: readonly string[];
  stops?: readonly { order_id: string }[];
};

/** Returns false for an arrangement of stops, which the driver can repeat in a moment. */
export function isWork({ endpoint }: Pick<OutboxEntry, 'endpoint'>): boolean {
  return endpoint !== 'arrange_stops';
}

/** Returns true while an entry waits to be sent, for a response, or for its user. */
export function isUnsent({ state }: Pick<OutboxEntry, 'state'>): boolean {
  return state !== 'done' && state !== 'refused';
}

export function isDecided(entry: Pick<OutboxEntry, 'state'>): boolean {
  return entry.state === 'done' || entry.state === 'refused';
}

type Answered = Pick<OutboxEntry, 'endpoint' | 'answer'>;

/**
 * Returns true if this device never needs another command about the same subject. A stale tab may still show
 * an order that is delivered: a second command would count its cash again. A cancelled, reassigned or
 * returned order may go out again.
 */
export function settlesSubject(entry: Answered): boolean {
  if (!isDelivery(entry)) return false;
  return entry.answer?.outcome === 'delivered' || entry.answer?.conflict === 'already_delivered';
}

/** Returns the order whose fulfilment in the shop's own system is to be requested; null for none. */
export function orderToFulfil(entry: Answered): string | null {
  return isDelivery(entry) && entry.answer?.outcome === 'delivered' ? entry.answer.order.id : null;
}

export function isDelivery<K extends keyof OutboxEntry>(
  entry: Pick<OutboxEntry, K | 'endpoint'>,
): entry is Pick<DeliveryEntry, K | 'endpoint'> {
  return subjectsOf(entry.endpoint) === 'confirm_delivery';
}

/** Returns the command with whose subjects those of this one are shared: an order is delivered once. */
export function subjectsOf(endpoint: CommandName): CommandName {
  return endpoint === 'deliver_as_taken' ? 'confirm_delivery' : endpoint;
}
