import { createHash, type Hash } from 'node:crypto';
import type { Format } from './archive-format.ts';

/** Computes the checksums of an archive from its frames, in order. */
export type Checksums = {
  section(head: Uint8Array, name: Uint8Array): void;
  data(head: Uint8Array, payload: Uint8Array): void;
  /** Returns the payload of `section_end`. */
  sectionEnd(): Buffer;
  /** Called after `section_end`. */
  afterSection(head: Uint8Array, digest: Uint8Array): void;
  /** Returns the payload of `end`. */
  end(): Buffer;
};

export function checksumsOf(format: Format, magic: Uint8Array): Checksums {
  return format === 1 ? ofEveryByte(magic) : ofSections();
}

/** Begins the checksum of a single section. Format 1 includes its name. */
export function sectionDigest(format: Format, name: Uint8Array): Hash {
  return format === 1 ? createHash('sha256').update(name) : createHash('sha256');
}

function ofSections(): Checksums {
  const whole = createHash('sha256');
  let section = createHash('sha256');
  return {
    section(_head, name) {
      whole.update(name);
      section = sectionDigest(2, name);
    },
    data: (_head, payload) => void section.update(payload),
    sectionEnd: () => section.digest(),
    afterSection: (_head, digest) => void whole.update(digest),
    end: () => whole.digest(),
  };
}

function ofEveryByte(magic: Uint8Array): Checksums {
  const whole = createHash('sha256').update(magic);
  let section = createHash('sha256');
  return {
    section(head, name) {
      whole.update(head).update(name);
      section = sectionDigest(1, name);
    },
    data(head, payload) {
      whole.update(head).update(payload);
      section.update(payload);
    },
    sectionEnd: () => section.digest(),
    afterSection: (head, digest) => void whole.update(head).update(digest),
    end: () => whole.digest(),
  };
}
