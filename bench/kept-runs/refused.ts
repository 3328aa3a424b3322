/** What the person at the terminal can put right: the message says what it is. */
export class Refused extends Error {}
