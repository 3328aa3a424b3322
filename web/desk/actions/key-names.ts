import { t } from '@lingui/core/macro';

type Press = Pick<KeyboardEvent, 'key' | 'code' | 'shiftKey' | 'ctrlKey' | 'metaKey' | 'altKey'>;

/** Keys whose name is independent of the modifiers. */
const NAMED = /^(Arrow(Up|Down|Left|Right)|Home|End|PageUp|PageDown|Enter|Escape|Delete| )$/;
/** Signs and their equivalents on an Arabic layout. */
const SIGNS: Record<string, string> = { '/': '/', '?': '?', '؟': '?' };

/**
 * Returns the pressed key as actions name it: `x`, `shift+x`, `mod+k`, `?`, `shift+End`. `mod` is Ctrl, on a
 * Mac Cmd. If the layout has no Latin letter on a key, its position decides. Null for keys that no action can
 * have.
 */
export function keyNameOf(press: Press): string | null {
  if (press.altKey) return null;
  const mod = press.ctrlKey || press.metaKey ? 'mod+' : '';
  const shift = press.shiftKey ? 'shift+' : '';
  const letter = letterOf(press);
  if (letter) return `${mod}${shift}${letter}`;
  if (/^\d$/.test(press.key)) return mod || shift ? null : press.key;
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

/** The texts printed next to a button: `Shift X`, `Ctrl K`, `G O`. */
export function keyLabels(name: string, is_mac: boolean): string[] {
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

/** The value of `aria-keyshortcuts`; undefined for a sequence of keys, which it cannot express. */
export function ariaKeys(name: string): string | undefined {
  if (name.includes(' ')) return undefined;
  return name.replace('mod+', 'Control+').replace('shift+', 'Shift+');
}
