import { t } from '@lingui/core/macro';
import { Camera, Trash2 } from 'lucide-react';
import { Suspense, useEffect, useId, useRef, useState } from 'react';
import { Button } from '../../ui/Button.tsx';
import { lazyOptional } from '../../ui/lazy-optional.ts';
import { firstUsable } from '../../ui/usable.ts';
import type { Mark } from '../../ui/use-missing.ts';
import { FileControl, PictureControls, PreparingLine } from './PictureControls.tsx';
import { PhotoUnreadable } from './photo-limits.ts';
import type { shrinkPhoto } from './shrink-photo.ts';
import { useObjectUrl } from './use-object-url.ts';

/** Loaded after the form is usable, since it is not needed before. */
const RoomNotice = lazyOptional(async () => {
  await firstUsable;
  return (await import('./LowStorageNotice.tsx')).LowStorageNotice;
});

type Props = {
  /** The name of the field and of its content; by default those of delivered goods. */
  name?: string;
  shows?: string;
  photo: Blob | null;
  /** True while nothing may be changed; the photo stays visible. */
  busy?: boolean;
  onPhoto(photo: Blob): void;
  onRemove(): void;
  /**
   * Called before the camera or file chooser opens. iOS may reload the page meanwhile, so save drafts here.
   */
  onBeforeOpen?: (() => void) | undefined;
  shrink?: typeof shrinkPhoto;
} & Partial<Mark>;

/** Loads the shrinking code with the first photo, unless it was preloaded. */
const shrinkWhenLoaded: typeof shrinkPhoto = async (...photo) =>
  (await import('./shrink-photo.ts')).shrinkPhoto(...photo);

/** Takes or chooses one photo, shrinks it on the device and shows it with a button to remove it. */
export function PhotoPicker({
  name,
  shows,
  photo,
  busy = false,
  onPhoto,
  onRemove,
  onBeforeOpen,
  shrink = shrinkWhenLoaded,
  missing,
  'data-part': part,
}: Props) {
  const [working, setWorking] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const problemId = useId();
  const preview = useObjectUrl(photo);
  const mounted = useRef(true);
  // The form may have changed while the photo was shrunk, so its latest callback receives the photo.
  const deliver = useRef(onPhoto);
  deliver.current = onPhoto;
  useEffect(() => {
    mounted.current = true;
    return () => {
      mounted.current = false;
    };
  }, []);
  const group = useRef<HTMLFieldSetElement>(null);
  const refocus = useRef(false);
  // The control just used was removed or disabled: keyboard users continue from here, not from the page's
  // top.
  useEffect(() => {
    if (working || !refocus.current) return;
    refocus.current = false;
    if (document.activeElement !== document.body) return;
    group.current?.querySelector('input')?.focus({ preventScroll: true });
  });

  async function take(file: File): Promise<void> {
    refocus.current = true;
    setWorking(true);
    setProblem(null);
    try {
      const { blob } = await shrink(file);
      if (mounted.current) deliver.current(blob);
    } catch (error) {
      if (mounted.current) setProblem(problemText(error));
    }
    if (mounted.current) setWorking(false);
  }

  const preparing = working ? t`Preparing the photo...` : null;
  const control = { disabled: busy, onOpen: onBeforeOpen, onFile: (file: File) => void take(file) };
  return (
    <fieldset
      ref={group}
      data-part={part}
      aria-describedby={problem ? problemId : undefined}
      className="flex min-w-0 flex-col gap-2"
    >
      <legend className="mb-1.5 font-medium max-md:sr-only low:sr-only">{name ?? t`Delivery photo`}</legend>
      {!photo && !busy && (
        <Suspense>
          <RoomNotice />
        </Suspense>
      )}
      {photo ? (
        <div className="relative flex flex-wrap items-center gap-2">
          {/* Has the same size before the picture is loaded, so that nothing next to it moves. */}
          <div className="h-14 min-w-20 flex-1 overflow-hidden rounded-card border border-line bg-sunken md:h-40">
            {preview && (
              <img src={preview} alt={shows ?? t`Delivered goods`} className="size-full object-cover" />
            )}
          </div>
          <FileControl
            label={t`Retake`}
            icon={Camera}
            camera
            size="small"
            {...control}
            disabled={busy || working}
          />
          <Button
            variant="secondary"
            className="px-2.5 text-sm"
            disabled={busy || working}
            onClick={() => {
              refocus.current = true;
              setProblem(null);
              onRemove();
            }}
          >
            <Trash2 size={18} />
            {t`Remove`}
          </Button>
          <PreparingLine words={preparing} />
        </div>
      ) : (
        <PictureControls working={preparing} missing={missing} {...control} />
      )}
      {problem && (
        <p id={problemId} role="alert" className="text-danger">
          {problem}
        </p>
      )}
    </fieldset>
  );
}

function problemText(error: unknown): string {
  if (!(error instanceof PhotoUnreadable)) return t`The photo could not be prepared. Please try again.`;
  return error.reason === 'blank'
    ? t`The photo came out blank. Please take it again.`
    : t`This file is not a photo that can be read. Please take a photo or choose a JPEG, PNG or WebP.`;
}
