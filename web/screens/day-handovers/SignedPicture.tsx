import { t } from '@lingui/core/macro';
import { useObjectUrl } from '../../components/photo/use-object-url.ts';

type Props = { label: string; signer: string; png: Blob | null; height_px: number };

/** A signature that was sent, on the same paper; after a reload it is what the device kept. */
export function SignedPicture({ label, signer, png, height_px }: Props) {
  const url = useObjectUrl(png);
  return (
    <figure className="flex min-w-0 flex-col">
      <p className="mb-1.5 font-medium">{label}</p>
      <div
        className="flex items-center justify-center rounded-card bg-white p-3 outline outline-field"
        style={{ height: height_px, colorScheme: 'light' }}
      >
        {url && (
          <img src={url} alt={t`${label} of ${signer}`} className="max-h-full max-w-full object-contain" />
        )}
      </div>
      <figcaption dir="auto" className="pt-1 text-muted text-sm">
        {signer}
      </figcaption>
    </figure>
  );
}
