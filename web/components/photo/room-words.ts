import { plural, t } from '@lingui/core/macro';

/** A photo, its draft and its delivery note, with what a database needs beside them. */
const DELIVERY_BYTES = 1024 * 1024;
const FEW = 30;

/** What is said before the next photo is taken when there is little room left; null while there is enough, or nobody knows. */
export function roomWords(room_bytes: number | null): { title: string; text: string } | null {
  if (room_bytes === null || room_bytes >= FEW * DELIVERY_BYTES) return null;
  const left = Math.floor(room_bytes / DELIVERY_BYTES);
  if (left < 1) {
    return {
      title: t`No room left on this phone`,
      text: t`The next photo cannot be kept. Delete photos, videos or apps that you do not need, or go where there is a connection, so that what waits is sent.`,
    };
  }
  return {
    title: t`Little room left on this phone`,
    text: t`${plural(left, { one: 'It is enough for about # more delivery.', other: 'It is enough for about # more deliveries.' })} Delete photos, videos or apps that you do not need, or go where there is a connection, so that what waits is sent.`,
  };
}
