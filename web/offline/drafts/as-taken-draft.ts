import type { RefusedBecause } from '../../../contract/rules/orders/part-delivery.ts';

/** The refused part of a line; no reason until the driver selects one. */
export type RefusedLine = { qty: number; because: RefusedBecause | null };

/** The use of cash above the amount due, after the change. */
export const EXTRA_USES = ['tip', 'owed'] as const;
export type ExtraUse = (typeof EXTRA_USES)[number];

/** A driver's input for a delivery that is not all goods and all that is due, by one tender. */
export type AsTakenDraft = {
  /** By the id of the line; lines that are taken completely are missing. */
  refused: Readonly<Record<string, RefusedLine>>;
  /** All amounts as typed. An empty text of the selected tender means the rest of what is due. */
  received: string;
  /** The change given; an empty text means all of it. */
  change: string;
  card: string;
  link: string;
  link_reference: string;
  transfer: string;
  transfer_reference: string;
  extra: ExtraUse | null;
  short_reason: string;
};

export const EMPTY_AS_TAKEN: AsTakenDraft = {
  refused: {},
  received: '',
  change: '',
  card: '',
  link: '',
  link_reference: '',
  transfer: '',
  transfer_reference: '',
  extra: null,
  short_reason: '',
};
