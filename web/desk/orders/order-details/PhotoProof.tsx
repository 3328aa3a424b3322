import { t } from '@lingui/core/macro';
import { ImageIcon } from 'lucide-react';
import { useState } from 'react';
import type { DeskDelivery } from '../../../../contract/schemas/order-page.ts';
import { failure, messageOf } from '../../../api/problem-words.ts';
import { callEndpoint } from '../../../api/this-page.ts';
import { Button, useBusy } from '../../../ui/Button.tsx';
import { showToast } from '../../../ui/toast.ts';

type Props = { file: DeskDelivery['photo']; order_number: string };

/** The photo of a delivery, in its place once somebody asks for it: each look is written down, and its link is good for a minute (ruling D3). */
export function PhotoProof({ file, order_number }: Props) {
  const [busy, run] = useBusy();
  const [link, setLink] = useState<string | null>(null);

  async function show(): Promise<void> {
    try {
      const { signed_url } = await callEndpoint('sign_file', { body: file });
      setLink(signed_url);
    } catch (error) {
      notShown(messageOf(error));
    }
  }

  function gone(): void {
    setLink(null);
    notShown(t`Press the button to try again.`);
  }

  return (
    <>
      <Button
        variant="secondary"
        className="text-sm"
        busy={busy}
        aria-expanded={link !== null}
        onClick={() => (link === null ? void run(show) : setLink(null))}
      >
        <ImageIcon size={16} />
        {link === null ? t`Show the photo` : t`Hide the photo`}
      </Button>
      {link !== null && (
        <img
          src={link}
          alt={t`Order #${order_number} as it was delivered`}
          onError={gone}
          className="min-h-40 w-full max-w-lg rounded-card border border-line bg-sunken object-contain"
        />
      )}
    </>
  );
}

function notShown(description: string): void {
  showToast(failure(t`The photo could not be shown`, description));
}
