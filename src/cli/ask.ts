/** Asks a yes-or-no question on the terminal; anything but yes is no, and so is the end of the input. */
export const ask = async (question: string): Promise<boolean> => {
  const { createInterface } = await import("node:readline/promises");
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  const over = new Promise<string>((resolve) => void terminal.once("close", () => resolve("")));
  try {
    const answer = await Promise.race([terminal.question(`${question} [y/N] `), over]);
    return /^y(es)?$/i.test(answer.trim());
  } finally {
    terminal.close();
  }
};
