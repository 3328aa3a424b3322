import { ImageIcon } from 'lucide-react';
import { useState } from 'react';
import type { Bucket } from '../../../contract/rules/storage-paths.ts';
import { failure, messageOf } from '../../api/problem-messages.ts';
import { callEndpoint } from '../../api/this-page.ts';
import { Button, useBusy } from '../../ui/Button.tsx';
import { showToast } from '../../ui/toast.ts';
import { type ImageMessages, pressAgain } from './image-messages.ts';

type Props = { file: { bucket: Bucket; path: string; sha256: string }; words: ImageMessages };

/** Shows an image on request. Each view is recorded in the audit; the link is valid for one minute. */
export function ImageProof({ file, words }: Props) {
  const [busy, run] = useBusy();
  const [link, setLink] = useState<string | null>(null);

  async function show(): Promise<void> {
    try {
      const { bucket, path, sha256 } = file;
      const { signed_url } = await callEndpoint('sign_file', { body: { bucket, path, sha256 } });
      setLink(signed_url);
    } catch (error) {
      notShown(messageOf(error));
    }
  }

  function gone(): void {
    setLink(null);
    notShown(pressAgain());
  }

  function notShown(description: string): void {
    showToast(failure(words.failed, description));
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
        {link === null ? words.show : words.hide}
        {words.of !== undefined && <bdi className="sr-only"> {words.of}</bdi>}
      </Button>
      {link !== null && (
        <img
          src={link}
          alt={words.alt}
          onError={gone}
          className="min-h-40 w-full max-w-lg rounded-card border border-line bg-sunken object-contain"
        />
      )}
    </>
  );
}
