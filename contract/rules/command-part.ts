/**
 * The name of the first part of a multipart/form-data request that contains a command and its files: the JSON
 * body of the command. The name of each file part after it is the SHA-256 of its bytes.
 */
export const COMMAND_PART = 'command';
