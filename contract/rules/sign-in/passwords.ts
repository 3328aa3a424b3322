/** The limits of a password's length, in characters, in the form and on the server. */
export const MIN_PASSWORD_LENGTH = 10;
export const MAX_PASSWORD_LENGTH = 200;
