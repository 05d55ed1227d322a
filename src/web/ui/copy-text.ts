/** Copies the text of an input. Pages without TLS have no clipboard API, but can copy the selection. */
export const copyText = async (input: HTMLInputElement): Promise<boolean> => {
  input.select();
  try {
    if (isSecureContext) {
      await navigator.clipboard.writeText(input.value);
      return true;
    }
    return document.execCommand("copy");
  } catch {
    return false;
  }
};
