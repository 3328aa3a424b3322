import { keyWords } from './key-names.ts';

const IS_MAC = /Mac|iPhone|iPad/.test(navigator.platform);

/** The key of an action, for the eye: what it belongs to tells it to screen readers. Touched screens have none, narrow ones no room for it. */
export function KeyHint({ keys }: { keys: string }) {
  return (
    <span aria-hidden="true" className="pointer-coarse:hidden inline-flex shrink-0 gap-0.5 max-sm:hidden">
      {keyWords(keys, IS_MAC).map((word, at) => (
        <kbd
          // biome-ignore lint/suspicious/noArrayIndexKey: the same key may be pressed twice
          key={at}
          className="rounded-[4px] border border-line bg-canvas px-1 font-sans text-[0.6875rem] text-muted leading-4"
        >
          {word}
        </kbd>
      ))}
    </span>
  );
}
