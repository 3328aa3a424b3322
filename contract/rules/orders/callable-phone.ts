/** A telephone number in E.164 (`+971501234567`), and the rest of the customer's text next to it. */
export type CallablePhone = { number: string; remark: string | null };
