/** A request of the customer apart from the note, under the name that it has in the order's source. */
export type CustomerRequest = { name: string; text: string };
