import { t } from '@lingui/core/macro';

type Press = Pick<KeyboardEvent, 'key' | 'code' | 'shiftKey' | 'ctrlKey' | 'metaKey' | 'altKey'>;

/** Keys that say the same whatever else is held. */
const NAMED = /^(Arrow(Up|Down|Left|Right)|Home|End|PageUp|PageDown|Enter|Escape|Delete| )$/;
/** What an Arabic layout has on the keys of these. */
const SIGNS: Record<string, string> = { '/': '/', '?': '?', '؟': '?' };

/**
 * What was pressed, as actions name their keys: `x`, `shift+x`, `mod+k`, `?`, `shift+End`. `mod` is Ctrl, on a Mac Cmd. A letter goes by its place where
 * the layout has another one there. Null for what no action may have.
 */
export function keyNameOf(press: Press): string | null {
  if (press.altKey) return null;
  const mod = press.ctrlKey || press.metaKey ? 'mod+' : '';
  const shift = press.shiftKey ? 'shift+' : '';
  const letter = letterOf(press);
  if (letter) return `${mod}${shift}${letter}`;
  if (/^[1-9]$/.test(press.key)) return mod || shift ? null : press.key;
  if (NAMED.test(press.key)) return `${mod}${shift}${press.key === ' ' ? 'Space' : press.key}`;
  const sign =
    SIGNS[press.key] ?? (press.code === 'Slash' && !isLatin(press.key) ? (shift ? '?' : '/') : null);
  return sign && !mod ? sign : null;
}

function letterOf({ key, code }: Press): string | null {
  if (/^[a-z]$/i.test(key)) return key.toLowerCase();
  const place = /^Key([A-Z])$/.exec(code)?.[1];
  return place && !isLatin(key) ? place.toLowerCase() : null;
}

function isLatin(key: string): boolean {
  return key.length === 1 && key.charCodeAt(0) < 128;
}

/** As it is printed beside a button: `Shift X`, `Ctrl K`, `G O`. */
export function keyWords(name: string, is_mac: boolean): string[] {
  return name.split(' ').map((press) =>
    press
      .split('+')
      .map((part) => {
        if (part === 'mod') return is_mac ? '⌘' : t`Ctrl`;
        if (part === 'alt') return is_mac ? '⌥' : t`Alt`;
        if (part === 'shift') return is_mac ? '⇧' : t`Shift`;
        if (part === 'Escape') return t`Esc`;
        return part.length === 1 ? part.toUpperCase() : part;
      })
      .join(' '),
  );
}

/** As `aria-keyshortcuts` has it; it knows no keys that follow one another. */
export function ariaKeys(name: string): string | undefined {
  if (name.includes(' ')) return undefined;
  return name.replace('mod+', 'Control+').replace('shift+', 'Shift+');
}
