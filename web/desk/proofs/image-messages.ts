import { t } from '@lingui/core/macro';

/** The texts of one image: its button, its alternative text, and its error. */
export type ImageMessages = {
  show: string;
  hide: string;
  /** Distinguishes the button from those of other images, for screen readers. */
  of?: string;
  alt: string;
  failed: string;
};

export function photoMessages(order_number: string): ImageMessages {
  return {
    show: t`Show the photo`,
    hide: t`Hide the photo`,
    alt: t`Order #${order_number} as it was delivered`,
    failed: t`The photo could not be shown`,
  };
}

export function attemptPhotoMessages(order_number: string, number: number): ImageMessages {
  return {
    show: t`Show the photo`,
    hide: t`Hide the photo`,
    of: t`of attempt ${number}`,
    alt: t`Order #${order_number} at attempt ${number}`,
    failed: t`The photo could not be shown`,
  };
}

export function slipMessages(reference: string): ImageMessages {
  return {
    show: t`Show the slip`,
    hide: t`Hide the slip`,
    alt: t`The bank's slip of ${reference}`,
    failed: t`The slip could not be shown`,
  };
}

export function signatureMessages(signer: string): ImageMessages {
  return {
    show: t`Show the signature`,
    hide: t`Hide the signature`,
    of: signer,
    alt: t`Signature of ${signer}`,
    failed: t`The signature could not be shown`,
  };
}

export function pressAgain(): string {
  return t`Press the button to try again.`;
}
