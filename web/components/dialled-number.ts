/** Where the digits of other scripts begin: Arabic-Indic, and the Persian and Urdu ones. */
const ZEROS = [0x0660, 0x06f0];

/** What a phone dials for a number as people write it, digits of any Arabic script included; null when it has no digit. */
export function dialledNumber(phone: string): string | null {
  const latin = phone.replace(/[\u0660-\u0669\u06F0-\u06F9]/g, (digit) => {
    const code = digit.charCodeAt(0);
    return String(code - (ZEROS.findLast((zero) => zero <= code) ?? 0));
  });
  // From the first letter on it is an extension or a remark; only what leads to the number may stand before it.
  const [number = ''] = latin.replace(/^\P{Nd}*?(?=[+*#\d])/u, '').split(/\p{L}/u);
  const dialled = number.replace(/[^\d+*#]/g, '');
  return /\d/.test(dialled) ? dialled : null;
}
