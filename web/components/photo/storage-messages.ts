import { plural, t } from '@lingui/core/macro';

/** Bytes for one delivery: its photo, draft and delivery note, and the overhead of the database. */
const DELIVERY_BYTES = 1024 * 1024;
const FEW = 30;

/**
 * Returns the notice shown before the next photo when storage is low; null if there is enough or it is
 * unknown.
 */
export function lowStorageText(room_bytes: number | null): { title: string; text: string } | null {
  if (room_bytes === null || room_bytes >= FEW * DELIVERY_BYTES) return null;
  const left = Math.floor(room_bytes / DELIVERY_BYTES);
  if (left < 1) {
    return {
      title: t`No storage left on this device`,
      text: t`The next photo cannot be saved. Delete photos, videos or apps that you do not need, or connect to the internet so that pending deliveries are sent.`,
    };
  }
  return {
    title: t`Low storage on this device`,
    text: t`${plural(left, { one: 'There is space for about # more delivery.', other: 'There is space for about # more deliveries.' })} Delete photos, videos or apps that you do not need, or connect to the internet so that pending deliveries are sent.`,
  };
}
