/**
 * The first part of a request that has a command and its files in it (multipart/form-data): the JSON that is else sent alone. Each file behind it has
 * the SHA-256 of its bytes for a name.
 */
export const COMMAND_PART = 'command';
