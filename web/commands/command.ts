import type { Profile } from '../../contract/operations/dashboard/profile/read-profile.schema.ts';
import { DASHBOARD_ENDPOINTS } from '../../contract/operations/dashboard.ts';
import type { EndpointAnswer, EndpointBody } from '../../contract/operations/endpoint-schemas.ts';
import type { Tender } from '../../contract/rules/orders/tender.ts';
import type { CommandStage, ProblemBody } from '../../contract/rules/problems.ts';
import { mayAccess } from '../../contract/rules/roles.ts';
import type { Bucket } from '../../contract/rules/storage-paths.ts';
import type { ToastWords } from '../api/problem-words.ts';
import type { AboutOrder, CommandName, OutboxEntry } from '../offline/outbox-entry.ts';
import type { CommandFile } from './command-file.ts';
import type { Documents } from './documents.ts';
import type { NoticeStanding } from './notices/standing.ts';

/**
 * One command, everything that is said of it in the browser (decision 27). `Given` is what its form hands over. Nothing of it
 * needs a DOM, so that the simulator makes the same commands.
 */
export type Command<N extends CommandName, Given> = {
  endpoint: N;
  words: CommandWords<N>;
  /** The id of what it is about: one open command at a time about each. */
  subject(given: Given, by: Profile): string;
  /** Makes documents, hashes files, names paths and references. Nothing is kept or sent yet. */
  prepare(given: Given, press: Press): Promise<Prepared<N>>;
  /**
   * What it was made of, as the device keeps it: to make it anew under another reference when somebody else took its own
   * (ruling D4). `read` rejects when a file is not on the device any more. Missing where nothing is ever made anew.
   */
  recall?(entry: OutboxEntry<N>, read: (path: string) => Promise<Blob>): Promise<Given>;
};

/** One press, as the world saw it. */
export type Press = {
  command_id: string;
  by: Profile;
  /** By the device's clock. */
  pressed_at: Date;
  clock_offset_ms: number;
  documents: Documents;
};

export type Prepared<N extends CommandName> = {
  body: EndpointBody<N>;
  files: CommandFile[];
  about_order?: AboutOrder;
};

/** A document that a toast offers to open: the version that the command pinned. */
export type OfferedFile = { label: string; bucket: Bucket; path: string; sha256: string };
export type OutboxToast = ToastWords & { opens?: OfferedFile };

export type CommandWords<N extends CommandName> = {
  /** What it is called when it is counted; an arrangement of stops is no work that anybody misses. */
  kind: 'delivery' | 'handover' | 'collection' | 'deposit' | 'float' | 'arrangement';
  /** Its name in the list of unsent work. */
  about(entry: Pick<OutboxEntry<N>, 'input' | 'about_order'>): About;
  /**
   * The toast when nothing was recorded: a file could not be uploaded (`stage`), or the server failed or refused. Null where
   * the device puts it right by itself.
   */
  failed(stage: CommandStage | null, problem: ProblemBody | null): ToastWords | null;
  /** The toast when it could not even be made: then it is not on the device, and the form is as it was. */
  notMade(error: unknown): ToastWords;
  /** The toasts once it is recorded, in this order. */
  done(entry: OutboxEntry<N>, answer: EndpointAnswer<N>): OutboxToast[];
  /** What stands on the page while it is neither recorded nor in its maker's hands. */
  notices(entry: Noticed<N>): Notices;
};

export type About = {
  what: string;
  /** With whom it was done; null where that says nothing. */
  who: string | null;
  /** Null where it is about no money. */
  amount_fils: number | null;
  /** Of a delivery, how it was paid at the door; null where it was not. */
  tender?: Tender | null;
};

/** What a notice tells of an entry. */
export type Noticed<N extends CommandName = CommandName> = Pick<
  OutboxEntry<N>,
  'command_id' | 'endpoint' | 'problem' | 'input' | 'failed_request_id'
>;
/** By where it stands; missing where nothing is said. */
export type Notices = { readonly [S in NoticeStanding]?: { title: string; text: string | null } };

/** Who may send it; the server decides for itself on every request (ruling C1). */
export function maySend(endpoint: CommandName, by: Profile): boolean {
  return mayAccess(DASHBOARD_ENDPOINTS[endpoint].access, by.role);
}

/** The press by the server's clock: references, paths and documents are made of it (ruling G12). */
export function correctedTime({ pressed_at, clock_offset_ms }: Press): Date {
  return new Date(pressed_at.getTime() + clock_offset_ms);
}

/** Whose documents and folders they are. */
export function shopOf({ by }: Press) {
  return { shop_id: by.shop_id, shop_name: by.shop.name, time_zone: by.shop.time_zone };
}

/** How a body tells when it was pressed. */
export function timesOf({ pressed_at, clock_offset_ms }: Press) {
  return { occurred_at: pressed_at.toISOString(), clock_offset_ms };
}

/** Somebody else took the reference: the device makes a new one, and its documents again (ruling D4). */
export function isReferenceTaken(problem: Pick<ProblemBody, 'code'> | null): boolean {
  return problem?.code === 'reference_taken';
}
