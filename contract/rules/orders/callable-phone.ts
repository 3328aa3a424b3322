/** A telephone number that can be called, as E.164 (`+971501234567`), and what stood beside it where the customer typed it. */
export type CallablePhone = { number: string; remark: string | null };
