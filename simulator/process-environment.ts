import { createHash, webcrypto } from 'node:crypto';
import { createRequire, syncBuiltinESMExports } from 'node:module';
import { PlainBlob } from './phone/plain-blob.ts';
import { PlainFormData } from './phone/plain-form-data.ts';
import { type Random, uuidFrom } from './random.ts';
import type { Schedule } from './schedule.ts';

type Run = { schedule: Schedule; random: Random };

/**
 * The built-in modules in mutable form; `syncBuiltinESMExports` updates what other modules have imported from
 * them.
 */
const require = createRequire(import.meta.url);
const crypto = require('node:crypto') as Record<string, unknown>;
const timers = require('node:timers/promises') as Record<string, unknown>;

const RealDate = Date;
let run: Run | null = null;
let installed = false;

/**
 * Replaces time, timers and randomness of the whole process, packages included, by those of the run, for all
 * code that takes no environment. Call before anything else is created.
 */
export function beginRun(of: Run): void {
  run = of;
  if (!installed) install();
}

function current(): Run {
  if (!run) throw new Error('No run has begun.');
  return run;
}

function install(): void {
  installed = true;
  const now = () => Math.floor(current().schedule.now());
  globalThis.Date = class extends RealDate {
    constructor(...given: unknown[]) {
      super(...((given.length === 0 ? [now()] : given) as [number]));
    }
    static override now(): number {
      return now();
    }
  } as DateConstructor;
  performance.now = now;
  Math.random = () => current().random.number();

  const timer = (ms: number | undefined, work: () => void) =>
    handleOf(current().schedule.after(ms ?? 0, work));
  const every = (ms: number, work: () => void) => {
    let cancel = () => {};
    const again = () => {
      cancel = current().schedule.after(ms, () => {
        again();
        work();
      });
    };
    again();
    return handleOf(() => cancel());
  };
  const clear = (handle: unknown) => {
    if (handle && typeof handle === 'object' && 'cancel' in handle) (handle as Handle).cancel();
  };
  Object.assign(globalThis, {
    setTimeout: (work: (...of: unknown[]) => void, ms?: number, ...of: unknown[]) =>
      timer(ms, () => work(...of)),
    setInterval: (work: (...of: unknown[]) => void, ms: number, ...of: unknown[]) =>
      every(ms, () => work(...of)),
    clearTimeout: clear,
    clearInterval: clear,
  });
  timers.setTimeout = (ms?: number, value?: unknown) =>
    new Promise((resolve) => current().schedule.after(ms ?? 0, () => resolve(value)));
  timers.setImmediate = (value?: unknown) => Promise.resolve(value);
  installRandomness();
  globalThis.Blob = PlainBlob as unknown as typeof Blob;
  globalThis.FormData = PlainFormData as unknown as typeof FormData;
  syncBuiltinESMExports();
}

type Handle = { cancel(): void; unref(): Handle; ref(): Handle };

function handleOf(cancel: () => void): Handle {
  const handle: Handle = { cancel, unref: () => handle, ref: () => handle };
  return handle;
}

function installRandomness(): void {
  const bytes = (length: number) => Buffer.from(current().random.bytes(length));
  crypto.randomBytes = bytes;
  crypto.randomUUID = () => uuidFrom(current().random);
  crypto.randomInt = (one: number, other?: number) =>
    other === undefined ? current().random.between(0, one - 1) : current().random.between(one, other - 1);
  webcrypto.getRandomValues = ((into: Uint8Array) => {
    new Uint8Array(into.buffer, into.byteOffset, into.byteLength).set(
      current().random.bytes(into.byteLength),
    );
    return into;
  }) as typeof webcrypto.getRandomValues;
  webcrypto.randomUUID = crypto.randomUUID as typeof webcrypto.randomUUID;
  // The thread pool would complete each hash at a varying time; here it completes at once.
  webcrypto.subtle.digest = async (_algorithm: unknown, data: BufferSource) => {
    const view = ArrayBuffer.isView(data) ? data : new Uint8Array(data);
    const hash = createHash('sha256')
      .update(new Uint8Array(view.buffer, view.byteOffset, view.byteLength))
      .digest();
    return new Uint8Array(hash).buffer;
  };
}
