import { t } from '@lingui/core/macro';
import { useEffect, useId, useRef } from 'react';
import { showToast, withdrawToasts } from '../../ui/toast.ts';
import type { Mark } from '../../ui/use-missing.ts';
import { PictureControls } from '../photo/PictureControls.tsx';
import { useObjectUrl } from '../photo/use-object-url.ts';
import { prepareImage } from './prepare-image.ts';

type Props = {
  mark: Mark;
  label: string;
  /** Names the image for screen readers. */
  alt: string;
  image: Blob | null;
  /** Shown below the image. */
  file_name?: string | undefined;
  disabled: boolean;
  /** True while a chosen file is being shrunk. */
  working: boolean;
  onWorking: (working: boolean) => void;
  /** May come from an earlier render, because shrinking is asynchronous. */
  onImage: (image: Blob, file_name: string) => void;
};

/** An image of a paper: chosen or photographed, and shrunk on the device. */
export function ImageField({ mark, image, file_name, working, onWorking, onImage, ...shown }: Props) {
  const preview = useObjectUrl(image);
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
    if (prepared.ok) onImage(prepared.blob, file.name);
    else {
      const { title, description } = prepared;
      showToast({ kind: 'error', title, description, about: file_id });
    }
  }

  return (
    <fieldset ref={group} data-part={mark['data-part']} className="flex min-w-0 flex-col gap-3">
      <legend className="mb-1.5 font-medium">{shown.label}</legend>
      {preview && (
        <figure className="flex flex-col gap-1.5">
          <img
            src={preview}
            alt={shown.alt}
            className="h-60 w-full rounded-card border border-line bg-sunken object-contain"
          />
          {file_name && (
            <figcaption className="wrap-anywhere text-muted text-sm">
              <bdi>{file_name}</bdi>
            </figcaption>
          )}
        </figure>
      )}
      <PictureControls
        missing={mark.missing}
        disabled={shown.disabled}
        working={working ? t`Preparing the image...` : null}
        onFile={(file) => void take(file)}
      />
    </fieldset>
  );
}
