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
  /** True while a chosen file is being shrunk. */
  working: boolean;
  onWorking: (working: boolean) => void;
  /** May come from an earlier render, because shrinking is asynchronous. */
  onImage: (image: NonNullable<DepositFields['image']>) => void;
};

/** The bank's slip: chosen or photographed, shrunk on the device and shown with its file name. */
export function InvoiceImage({ mark, image, disabled, working, onWorking, onImage }: Props) {
  const preview = useObjectUrl(image?.blob ?? null);

  const file_id = useId();

  // An error of one file does not apply to the next one; it also disappears with the form.
  useEffect(() => () => withdrawToasts(file_id), [file_id]);

  const group = useRef<HTMLFieldSetElement>(null);
  const refocus = useRef(false);
  // The control just used was disabled meanwhile: keyboard users continue from here, not from the page's top.
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
