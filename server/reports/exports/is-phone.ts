/** An international number: digits in groups. */
const PHONE = /^\+\d(?:[ ().-]{0,2}\d){6,14}$/;
/** Spreadsheets compute digits and dashes alone as a subtraction. */
const SUBTRACTION = /^\+\d+(?:-\d+)+$/;

export function isPhone(text: string): boolean {
  return PHONE.test(text) && !SUBTRACTION.test(text);
}
