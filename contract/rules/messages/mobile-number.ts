/**
 * Landlines of countries from which many customers have numbers, by their first digits in E.164. Numbers of
 * mobile phones in these countries never begin with them.
 */
const LANDLINES = [
  /^\+20(?!1)/, // Egypt: mobile numbers begin with 1
  /^\+44[1-3]/, // United Kingdom
  /^\+91[1-5]/, // India
  /^\+92(?!3)/, // Pakistan: mobile numbers begin with 3
  /^\+962(?!7)/, // Jordan
  /^\+963(?!9)/, // Syria
  /^\+965[12]/, // Kuwait
  /^\+966(?!5)/, // Saudi Arabia
  /^\+967(?!7)/, // Yemen
  /^\+968(?![79])/, // Oman
  /^\+971(?!5)/, // United Arab Emirates, with 800 and 600 numbers
  /^\+973(?![36])/, // Bahrain
  /^\+974(?![3567])/, // Qatar
];

/**
 * Returns true if messages can be offered for a number in E.164: mobile numbers of the Emirates, and numbers
 * of other countries that are not known landlines.
 */
export function isMobile(number: string): boolean {
  return /^\+[1-9]\d{6,14}$/.test(number) && !LANDLINES.some((landline) => landline.test(number));
}
