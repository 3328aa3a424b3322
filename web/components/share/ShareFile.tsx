import { t } from '@lingui/core/macro';
import { Share2 } from 'lucide-react';
import { useRef } from 'react';
import { messageOf } from '../../api/problem-messages.ts';
import { canShareFiles, shareFile } from '../../environment/share-files.ts';
import { Button, type ButtonVariant, useBusy } from '../../ui/Button.tsx';
import { showToast } from '../../ui/toast.ts';

type Props = {
  /** The file's name without its extension, such as a reference. */
  name: string;
  /** Returns the PDF. Called once; a failed call is repeated by the next press. */
  read: () => Promise<Blob>;
  /** Formats an error of `read`. */
  wordsOf?: (error: unknown) => string;
  variant?: ButtonVariant;
  className?: string;
};

/**
 * Shares a document as a file, such as by WhatsApp or mail. Shows nothing on a device that cannot share
 * files: there it can only be opened.
 */
export function ShareFile({ name, read, wordsOf = messageOf, variant = 'secondary', className }: Props) {
  const file = useRef<File | null>(null);
  const [busy, run] = useBusy();
  if (!canShareFiles()) return null;

  async function share(): Promise<void> {
    try {
      file.current ??= new File([await read()], `${name}.pdf`, { type: 'application/pdf' });
    } catch (error) {
      showToast({ kind: 'warning', title: t`The document could not be shared`, description: wordsOf(error) });
      return;
    }
    // On a slow connection the press is too long ago; the file is then ready for the next press.
    await shareFile(file.current);
  }

  return (
    <Button
      variant={variant}
      {...(className === undefined ? {} : { className })}
      busy={busy}
      aria-label={t`Share ${name}`}
      onClick={() => void run(share)}
    >
      <Share2 size={18} className="shrink-0" />
      {t`Share`}
    </Button>
  );
}
