/** The code points of the digit zero in Arabic-Indic and in Persian and Urdu script. */
const ZEROS = [0x0660, 0x06f0];

/** Returns the number to dial in a phone text, with digits of any Arabic script; null if it has no digit. */
export function dialledNumber(phone: string): string | null {
  const latin = phone.replace(/[\u0660-\u0669\u06F0-\u06F9]/g, (digit) => {
    const code = digit.charCodeAt(0);
    return String(code - (ZEROS.findLast((zero) => zero <= code) ?? 0));
  });
  // Text before the number is dropped. The number ends at the next letter, which begins an extension or a
  // remark.
  const [number = ''] = latin.replace(/^\P{Nd}*?(?=[+*#\d])/u, '').split(/\p{L}/u);
  const dialled = number.replace(/[^\d+*#]/g, '');
  return /\d/.test(dialled) ? dialled : null;
}
