const FREE_SHIPPING =
  /free[^\p{L}\p{N}]*(?:ship|deliver)|(?:shipping|delivery)[^\p{L}\p{N}]*free|(?:شحن|توصيل)[^\p{L}\p{N}]*مجان/iu;

/**
 * The maximum length of a code, longer than any real one. The pattern takes quadratic time on long runs of
 * punctuation.
 */
const CODE_MAX = 200;

/** True for a discount code for free shipping: `FREESHIP`, `Free delivery`, `شحن مجاني`. */
export function isFreeShippingCode(code: string): boolean {
  return code.length <= CODE_MAX && FREE_SHIPPING.test(code);
}
