/** With its country: digits, in groups. */
const PHONE = /^\+\d(?:[ ().-]{0,2}\d){6,14}$/;
/** Digits and dashes alone are a sum to a spreadsheet, which would show what they come to. */
const SUBTRACTION = /^\+\d+(?:-\d+)+$/;

export function isPhone(text: string): boolean {
  return PHONE.test(text) && !SUBTRACTION.test(text);
}
