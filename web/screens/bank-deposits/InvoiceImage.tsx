import { t } from '@lingui/core/macro';
import { useEffect, useId, useRef } from 'react';
import { prepareImage } from '../../components/image-file/prepare-image.ts';
import { PictureControls } from '../../components/photo/PictureControls.tsx';
import { useObjectUrl } from '../../components/photo/use-object-url.ts';
import { showToast, withdrawToasts } from '../../ui/toast.ts';
import type { Mark } from '../../ui/use-missing.ts';
import type { DepositFields } from './deposit-rules.ts';

type Props = {
  mark: Mark;
  image: DepositFields['image'];
  disabled: boolean;
  /** A chosen file is being made smaller. */
  working: boolean;
  onWorking: (working: boolean) => void;
  /** May be of an earlier render: the file was made smaller meanwhile. */
  onImage: (image: NonNullable<DepositFields['image']>) => void;
};

/** The bank's slip: chosen or photographed, made smaller on the spot, and shown with its name (ruling D7). */
export function InvoiceImage({ mark, image, disabled, working, onWorking, onImage }: Props) {
  const preview = useObjectUrl(image?.blob ?? null);

  const file_id = useId();

  // What was wrong with a file is no longer true of the next one, nor once the form has gone.
  useEffect(() => () => withdrawToasts(file_id), [file_id]);

  const group = useRef<HTMLFieldSetElement>(null);
  const refocus = useRef(false);
  // The control that was used was disabled meanwhile: whoever types goes on from here, not from the top.
  useEffect(() => {
    if (working || !refocus.current) return;
    refocus.current = false;
    if (!document.activeElement?.contains(group.current)) return;
    group.current?.querySelector('input')?.focus({ preventScroll: true });
  });

  async function take(file: File): Promise<void> {
    refocus.current = true;
    withdrawToasts(file_id);
    onWorking(true);
    const prepared = await prepareImage(file);
    onWorking(false);
    if (prepared.ok) onImage({ blob: prepared.blob, file_name: file.name });
    else {
      const { title, description } = prepared;
      showToast({ kind: 'error', title, description, about: file_id });
    }
  }

  return (
    <fieldset ref={group} data-part={mark['data-part']} className="flex min-w-0 flex-col gap-3">
      <legend className="mb-1.5 font-medium">{t`Bank Deposit Invoice/Receipt *`}</legend>
      {preview && image && (
        <figure className="flex flex-col gap-1.5">
          <img
            src={preview}
            alt={t`The bank's invoice or receipt`}
            className="h-60 w-full rounded-card border border-line bg-sunken object-contain"
          />
          <figcaption className="wrap-anywhere text-muted text-sm">
            <bdi>{image.file_name}</bdi>
          </figcaption>
        </figure>
      )}
      <PictureControls
        missing={mark.missing}
        disabled={disabled}
        working={working ? t`Preparing the image...` : null}
        onFile={(file) => void take(file)}
      />
    </fieldset>
  );
}
