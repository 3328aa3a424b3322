/** Corrections of deliveries (ruling H5). */

/** `recorded`: it counts. The others are states of a request for approval. */
export const CORRECTION_STATES = ['recorded', 'pending', 'refused', 'withdrawn', 'expired'] as const;
export type CorrectionState = (typeof CORRECTION_STATES)[number];

/** The name of a correction's document in the folder of its delivery. */
export function correctionDocumentName(command_id: string): string {
  return `correction-${command_id}.pdf`;
}

/** The name of the photo that a correction adds. */
export function correctionPhotoName(command_id: string): string {
  return `correction-${command_id}.jpg`;
}

/** The names of both files. */
export const CORRECTION_FILE = /^correction-[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\.(?:pdf|jpg)$/;
