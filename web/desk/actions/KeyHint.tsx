import { keyLabels } from './key-names.ts';

const IS_MAC = /Mac|iPhone|iPad/.test(navigator.platform);

/** Shows the key of an action, hidden from screen readers, touch screens and narrow screens. */
export function KeyHint({ keys }: { keys: string }) {
  return (
    <span aria-hidden="true" className="pointer-coarse:hidden inline-flex shrink-0 gap-0.5 max-sm:hidden">
      {keyLabels(keys, IS_MAC).map((word, at) => (
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
