/** Something that the customer asked for beside the note, under the name that the order's source gives it. */
export type CustomerRequest = { name: string; text: string };
