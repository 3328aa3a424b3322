import { useEffect, useRef } from 'react';
import { drawTypedName } from './typed-name.ts';

/** A typed name as it will be stored and printed. */
export function TypedInk({ name, label }: { name: string; label: string }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const blank = name.trim() === '';
  useEffect(() => {
    if (!blank && canvas.current) drawTypedName(canvas.current, name);
  }, [name, blank]);
  return (
    <canvas
      ref={canvas}
      hidden={blank}
      role="img"
      aria-label={label}
      className="absolute inset-x-10 bottom-8 h-20 max-h-[calc(100%-2.5rem)] w-[calc(100%-5rem)] object-contain object-bottom"
    />
  );
}
