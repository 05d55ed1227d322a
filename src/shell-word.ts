/** A text as one word of a command for a POSIX shell, in quotation marks where it needs them. */
export const shellWord = (text: string): string =>
  /^[\w%+,./:=@-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
