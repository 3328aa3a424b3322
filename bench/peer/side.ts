import { createHash, randomBytes } from 'node:crypto';
import type { Load } from '../measure.ts';

/** One of the servers that are compared: what it is asked to do, ready to be measured. */
export type Side = {
  /** So many deliveries that can be confirmed, with their bytes. */
  deliveries(count: number): Promise<Load<unknown>>;
  /** So many collections of AED 1.00, from drivers by managers in turn. */
  collections(count: number): Promise<Load<unknown>>;
  /** What the server says that it has recorded: what was measured has to be there. */
  recorded(): Promise<{ deliveries: number; collections: number }>;
  close(): Promise<void>;
};

/** A project with the tables of setup.sql. The service's key makes the people and their orders; nothing measured uses it. */
export type SupabaseAddress = { url: string; anon_key: string; service_key: string };

/** A server of ours that may be filled with made-up rows. Its database makes the people and their orders; nothing measured uses it. */
export type MandoobAddress = { url: string; owner_url: string; request_url: string };

export const DRIVERS = 16;
export const MANAGERS = 8;
export const COLLECTED_FILS = 100;

/** AED 145.00 for each order. */
export const ORDER_FILS = 14_500;

/** A photo as the app shrinks it, a delivery note of one page, a signature. */
const BYTES = { photo: 300 * 1024, note: 30 * 1024, signature: 8 * 1024 };
const STARTS = {
  photo: Buffer.from([0xff, 0xd8, 0xff, 0xe0]),
  note: Buffer.from('%PDF-1.4\n'),
  signature: Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
};

/** Bytes of a kind that nothing else has, and that begin as its type does. */
export function bytesOf(kind: keyof typeof BYTES): Buffer<ArrayBuffer> {
  const bytes = Buffer.alloc(BYTES[kind]);
  randomBytes(bytes.length).copy(bytes);
  STARTS[kind].copy(bytes);
  return bytes;
}

export function sha256Of(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** One after the other for ever. Throws where there is none. */
export function inTurn<T>(all: readonly T[], index: number): T {
  const one = all[index % all.length];
  if (one === undefined) throw new Error('there is none to take turns');
  return one;
}

let moment = Date.now() - 3_600_000;

/** A moment of its own for each reference, within the last hour. */
export function nextMoment(): Date {
  moment += 1;
  return new Date(moment);
}
