import { t } from '@lingui/core/macro';
import { prepareImage } from '../../components/image-file/prepare-image.ts';
import { PictureControls } from '../../components/photo/PictureControls.tsx';
import { useObjectUrl } from '../../components/photo/use-object-url.ts';
import { showToast } from '../../ui/toast.ts';
import type { DepositFields } from './deposit-rules.ts';

type Props = {
  image: DepositFields['image'];
  disabled: boolean;
  /** A chosen file is being made smaller. */
  working: boolean;
  onWorking: (working: boolean) => void;
  /** May be of an earlier render: the file was made smaller meanwhile. */
  onImage: (image: NonNullable<DepositFields['image']>) => void;
};

/** The bank's slip: chosen or photographed, made smaller on the spot, and shown with its name (ruling D7). */
export function InvoiceImage({ image, disabled, working, onWorking, onImage }: Props) {
  const preview = useObjectUrl(image?.blob ?? null);

  async function take(file: File): Promise<void> {
    onWorking(true);
    const prepared = await prepareImage(file);
    onWorking(false);
    if (prepared.ok) onImage({ blob: prepared.blob, file_name: file.name });
    else showToast({ kind: 'error', title: prepared.title, description: prepared.description });
  }

  return (
    <fieldset className="flex min-w-0 flex-col gap-3">
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
        disabled={disabled}
        working={working ? t`Preparing the image...` : null}
        onFile={(file) => void take(file)}
      />
    </fieldset>
  );
}
