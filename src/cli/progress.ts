import { isatty } from "node:tty";

const standardError = 2;
const width = 30;

/** Draws how far a transfer of `total` bytes is, on one line of the terminal's error output; draws nothing where that is no terminal. */
export const progressBar = (total: number) => {
  const isShown = isatty(standardError);
  let drawn = -1;
  return {
    /** `done`: bytes transferred so far. */
    update: (done: number): void => {
      const percent = Math.min(100, Math.floor((done / Math.max(1, total)) * 100));
      if (!isShown || percent === drawn) return;
      drawn = percent;
      const filled = Math.round((percent / 100) * width);
      process.stderr.write(`\r[${"#".repeat(filled)}${" ".repeat(width - filled)}] ${percent} %`);
    },
    /** Ends the line. */
    end: (): void => {
      if (drawn >= 0) process.stderr.write("\n");
    },
  };
};
