import { t } from '@lingui/core/macro';
import { useEffect, useId } from 'react';
import { prepareImage } from '../../components/image-file/prepare-image.ts';
import { PictureControls } from '../../components/photo/PictureControls.tsx';
import { useObjectUrl } from '../../components/photo/use-object-url.ts';
import { showToast, withdrawToasts } from '../../ui/toast.ts';
import type { Mark } from '../../ui/use-missing.ts';

type Props = {
  mark: Mark;
  label: string;
  slip: Blob | null;
  disabled: boolean;
  /** True while a chosen file is being shrunk. */
  working: boolean;
  onWorking: (working: boolean) => void;
  /** May come from an earlier render, because shrinking is asynchronous. */
  onSlip: (slip: Blob) => void;
};

/** The photo of a slip: taken or chosen, and shrunk on the device. */
export function SlipPhoto({ mark, label, slip, disabled, working, onWorking, onSlip }: Props) {
  const preview = useObjectUrl(slip);
  const file_id = useId();

  // An error of one file does not apply to the next one; it also disappears with the form.
  useEffect(() => () => withdrawToasts(file_id), [file_id]);

  async function take(file: File): Promise<void> {
    withdrawToasts(file_id);
    onWorking(true);
    const prepared = await prepareImage(file);
    onWorking(false);
    if (prepared.ok) onSlip(prepared.blob);
    else {
      const { title, description } = prepared;
      showToast({ kind: 'error', title, description, about: file_id });
    }
  }

  return (
    <fieldset data-part={mark['data-part']} className="flex min-w-0 flex-col gap-3">
      <legend className="mb-1.5 font-medium">{label}</legend>
      {preview && (
        <img
          src={preview}
          alt={t`The slip`}
          className="h-60 w-full rounded-card border border-line bg-sunken object-contain"
        />
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
