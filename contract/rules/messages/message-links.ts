/** Returns the link that opens WhatsApp with a message to a number in E.164. */
export function whatsappLink(number: string, text: string): string {
  return `https://wa.me/${digitsOf(number)}?text=${encoded(text)}`;
}

/**
 * Returns the link that opens the phone's program for SMS. Android reads `?body=`, and iOS `&body=`; both
 * accept an empty parameter in front.
 */
export function smsLink(number: string, text: string): string {
  return `sms:+${digitsOf(number)}?&body=${encoded(text)}`;
}

function digitsOf(number: string): string {
  return number.replace(/\D/g, '');
}

/** Half of a surrogate pair, such as in a truncated name, cannot be encoded. */
function encoded(text: string): string {
  return encodeURIComponent(text.replace(/\p{Surrogate}/gu, '\uFFFD'));
}
