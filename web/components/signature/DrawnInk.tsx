import { t } from '@lingui/core/macro';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import type SignaturePadLibrary from 'signature_pad';
import { untilUnmounted } from '../../environment/timing.ts';
import { Button } from '../../ui/Button.tsx';
import { type InkSurface, inkSurface } from './ink-surface.ts';
import type { Signature } from './signature.ts';
import { drawnPng, PAPER } from './signature-png.ts';

/**
 * Inline, because it must never be missing: without it the canvas grows with every redraw, and a touch
 * scrolls the page.
 */
const SHEET = {
  position: 'absolute',
  inset: 0,
  width: '100%',
  height: '100%',
  touchAction: 'none',
  background: PAPER,
} as const;

type Props = {
  /** The canvas's accessible name, including its state. */
  name: string;
  value: Signature | null;
  disabled: boolean;
  onChange(value: Signature): void;
};

/** The canvas for drawing. Shows the given signature and reports the drawing after each stroke. */
export function DrawnInk({ name, value, disabled, onChange }: Props) {
  const library = useSignatureLibrary();
  const Library = library.state === 'ready' ? library.Library : null;
  const canvas = useRef<HTMLCanvasElement>(null);
  const surface = useRef<InkSurface | null>(null);
  /** The signature that the canvas already shows, because it was drawn there. */
  const shown = useRef<Signature | null>(null);
  const report = useRef(onChange);
  report.current = onChange;
  const newest = useRef(value);
  newest.current = value;

  // A layout effect: a stroke begun after the frame that shows the pad as ready must not be lost.
  useLayoutEffect(() => {
    if (!Library || !canvas.current) return;
    const made = inkSurface(Library, canvas.current, (strokes) => {
      shown.current = { kind: 'drawn', png: drawnPng(Library, strokes), strokes };
      report.current(shown.current);
    });
    surface.current = made;
    shown.current = newest.current;
    made.show(strokesOf(newest.current));
    return () => {
      surface.current = null;
      made.remove();
    };
  }, [Library]);

  useEffect(() => {
    if (value === shown.current) return;
    shown.current = value;
    surface.current?.show(strokesOf(value));
  }, [value]);

  return (
    <>
      <canvas
        ref={canvas}
        role="img"
        aria-label={name}
        aria-busy={library.state === 'loading'}
        className="cursor-crosshair"
        style={{ ...SHEET, pointerEvents: disabled ? 'none' : 'auto' }}
      />
      {library.state === 'failed' && (
        <div
          role="alert"
          className="absolute inset-0 grid content-center justify-items-center gap-1 bg-white text-[#13211f]"
        >
          {t`The signature pad could not be loaded`}
          <Button variant="quiet" className="text-[#0b5f5a] hover:bg-[#eef2f1]" onClick={library.retry}>
            {t`Retry`}
          </Button>
        </div>
      )}
    </>
  );
}

const strokesOf = (value: Signature | null) => (value?.kind === 'drawn' ? value.strokes : null);

type Loading =
  | { state: 'loading' }
  | { state: 'ready'; Library: typeof SignaturePadLibrary }
  | { state: 'failed' };

const fromPackage = () => import('signature_pad');

/** Loads the drawing library when the first pad is shown; `retry` loads it again after a failure. */
export function useSignatureLibrary(
  load: () => Promise<{ default: typeof SignaturePadLibrary }> = fromPackage,
): Loading & { retry(): void } {
  const [loading, setLoading] = useState<Loading>({ state: 'loading' });
  const [attempt, setAttempt] = useState(1);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt must rerun the effect.
  useEffect(() => {
    const ready = (module: { default: typeof SignaturePadLibrary }) =>
      setLoading({ state: 'ready', Library: module.default });
    return untilUnmounted(load(), ready, () => setLoading({ state: 'failed' }));
  }, [attempt]);
  const retry = () => {
    setLoading({ state: 'loading' });
    setAttempt((number) => number + 1);
  };
  return { ...loading, retry };
}
