import { compiled } from './compile-words.mjs';

/** Letters that the PDF's own fonts have, too. */
const PLAIN = 'aeioucnyszdAEIOUCNYSZD';
const ACCENTED = 'àéîöûçñýšžðÅÉÎÖÛÇÑÝŠŽÐ';
const LONGER = 0.4;

/**
 * Languages nobody speaks: what they do to each piece of English between two placeholders. The mirrored one isolates each, or an
 * amount between two would keep all three in English order.
 */
export const PSEUDO_LANGUAGES = {
  'en-XA': (text) => outsideTags(text, lengthened),
  'ar-XB': (text) => outsideTags(text, (piece) => `\u2067\u202e${piece}\u202c\u2069`),
};

/** The catalogue of a pseudo-language, compiled. */
export function pseudoMessages(messages, change, idOf) {
  return Object.fromEntries(
    Object.entries(messages).map(([id, message]) => [idOf(id), compiled(message, change)]),
  );
}

/** Accented, with so many letters said twice that each word is 40 % longer. */
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

/** The elements of a message stand in it as `<0>…</0>`, which stay. */
function outsideTags(text, change) {
  return text.replace(/<\/?\w+\/?>|[^<]+/g, (piece) =>
    piece.startsWith('<') || piece.trim() === '' ? piece : change(piece),
  );
}
