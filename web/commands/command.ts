import type { Profile } from '../../contract/operations/dashboard/profile/read-profile.schema.ts';
import { DASHBOARD_ENDPOINTS } from '../../contract/operations/dashboard.ts';
import type { EndpointBody, EndpointResponse } from '../../contract/operations/endpoint-schemas.ts';
import type { RecordedTender } from '../../contract/rules/orders/takings.ts';
import type { CommandStage, ProblemBody } from '../../contract/rules/problems.ts';
import { mayAccess } from '../../contract/rules/roles.ts';
import type { Bucket } from '../../contract/rules/storage-paths.ts';
import type { ToastText } from '../api/problem-messages.ts';
import type { AboutOrder, CommandName, OutboxEntry } from '../offline/outbox-entry.ts';
import type { CommandFile } from './command-file.ts';
import type { Documents } from './documents.ts';
import type { NoticeStanding } from './notices/standing.ts';

/**
 * A command with all its texts in the browser (decision 27). `Given` is the input from its form. Needs no
 * DOM, so that the simulator makes the same commands.
 */
export type Command<N extends CommandName, Given> = {
  endpoint: N;
  messages: CommandMessages<N>;
  /** The id of the order, driver or user that it concerns. At most one command per subject is open. */
  subject(given: Given, by: Profile): string;
  /** Makes documents, hashes files, and generates paths and references. Nothing is stored or sent yet. */
  prepare(given: Given, press: Press): Promise<Prepared<N>>;
  /**
   * Restores the form's input from the stored entry, to remake the command when its reference was taken.
   * `read` rejects if a file is no longer on the device. Missing if the command is never remade.
   */
  recall?(entry: OutboxEntry<N>, read: (path: string) => Promise<Blob>): Promise<Given>;
};

/** The circumstances of one press. */
export type Press = {
  command_id: string;
  by: Profile;
  /** Time by the device's clock. */
  pressed_at: Date;
  clock_offset_ms: number;
  documents: Documents;
};

export type Prepared<N extends CommandName> = {
  body: EndpointBody<N>;
  files: CommandFile[];
  about_order?: AboutOrder;
  /** The command that is made if it is not `Command.endpoint`; its subjects are shared with that one. */
  endpoint?: N;
};

/** A document that a toast offers to open, in the version that the command pinned. */
export type OfferedFile = { label: string; bucket: Bucket; path: string; sha256: string };
export type OutboxToast = ToastText & { opens?: OfferedFile };

export type CommandMessages<N extends CommandName> = {
  /** The entry's description in the list of unsent work. */
  about(entry: Pick<OutboxEntry<N>, 'input' | 'about_order'>): About;
  /**
   * The toast when nothing was recorded: a file could not be uploaded (`stage`), or the server failed or
   * refused. Null if the device recovers automatically.
   */
  failed(stage: CommandStage | null, problem: ProblemBody | null): ToastText | null;
  /** The toast when the command could not be made: nothing is stored, and the form is unchanged. */
  notMade(error: unknown): ToastText;
  /** The toasts once it is recorded, in this order. */
  done(entry: OutboxEntry<N>, answer: EndpointResponse<N>): OutboxToast[];
  /** The notices shown while it is neither recorded nor editable by its user. */
  notices(entry: Noticed<N>): Notices;
};

export type About = {
  what: string;
  /** The other person; null if not applicable. */
  who: string | null;
  /** Null for commands without money. */
  amount_fils: number | null;
  /** For a delivery, how the customer paid; null if nothing was collected. */
  tender?: RecordedTender | null;
};

/** The part of an entry that a notice shows. */
export type Noticed<N extends CommandName = CommandName> = Pick<
  OutboxEntry<N>,
  'command_id' | 'endpoint' | 'problem' | 'input' | 'failed_request_id'
>;
/** Notices by standing; a missing one means no notice. */
export type Notices = { readonly [S in NoticeStanding]?: { title: string; text: string | null } };

/** Returns true if the user's role may send it. The server checks every request itself. */
export function maySend(endpoint: CommandName, by: Profile): boolean {
  return mayAccess(DASHBOARD_ENDPOINTS[endpoint].access, by.role);
}

/** The time of the press by the server's clock: used in references, paths and documents. */
export function correctedTime({ pressed_at, clock_offset_ms }: Press): Date {
  return new Date(pressed_at.getTime() + clock_offset_ms);
}

/** The shop that owns the documents and folders. */
export function shopOf({ by }: Press) {
  return { shop_id: by.shop_id, shop_name: by.shop.name, time_zone: by.shop.time_zone };
}

/** The fields of a body that give the time of the press. */
export function timesOf({ pressed_at, clock_offset_ms }: Press) {
  return { occurred_at: pressed_at.toISOString(), clock_offset_ms };
}

/** Returns true if another command took the reference: the device remakes the command with a new one. */
export function isReferenceTaken(problem: Pick<ProblemBody, 'code'> | null): boolean {
  return problem?.code === 'reference_taken';
}
