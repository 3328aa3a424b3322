import { compiled } from './compile-messages.mjs';

/** Letters whose accented forms the standard PDF fonts contain. */
const PLAIN = 'aeioucnyszdAEIOUCNYSZD';
const ACCENTED = 'àéîöûçñýšžðÅÉÎÖÛÇÑÝŠŽÐ';
const LONGER = 0.4;

/**
 * The pseudo-locales with their transformation of each English text between placeholders. The mirrored locale
 * isolates each text; otherwise an amount between two texts would keep all three in English order.
 */
export const PSEUDO_LOCALES = {
  'en-XA': (text) => outsideTags(text, lengthened),
  'ar-XB': (text) => outsideTags(text, (piece) => `\u2067\u202e${piece}\u202c\u2069`),
};

/** Returns the compiled catalogue of a pseudo-locale. */
export function pseudoMessages(messages, change, idOf) {
  return Object.fromEntries(
    Object.entries(messages).map(([id, message]) => [idOf(id), compiled(message, change)]),
  );
}

/** Accents letters, and doubles enough of them to make the text 40 % longer. */
function lengthened(text) {
  let owed = 0;
  return text.replace(/\p{L}/gu, (letter) => {
    owed += LONGER;
    const at = PLAIN.indexOf(letter);
    const accented = at < 0 ? letter : ACCENTED[at];
    if (owed < 1) return accented;
    owed -= 1;
    return accented + accented;
  });
}

/** Changes a message except for its elements, which are written as `<0>…</0>`. */
function outsideTags(text, change) {
  return text.replace(/<\/?\w+\/?>|[^<]+/g, (piece) =>
    piece.startsWith('<') || piece.trim() === '' ? piece : change(piece),
  );
}
