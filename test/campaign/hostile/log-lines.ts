/** The lines of a service's log, and the most frequent of their messages. */
export interface LogLines {
  /** Those that name a user, whose token the service knows, and all others. */
  readonly ofUsers: number;
  readonly ofOthers: number;
  /** As in `40 × a login failed, 3 × listening`. */
  readonly frequent: string;
}

/** Reads what a service wrote to its standard error output. */
export const logLinesOf = (err: string): LogLines => {
  const lines = err.split("\n").filter((line) => line !== "");
  const counts = new Map<string, number>();
  for (const line of lines) {
    const message = /"msg":"([^"]*)"/.exec(line)?.[1] ?? "(no line of the log)";
    counts.set(message, (counts.get(message) ?? 0) + 1);
  }
  const frequent = [...counts]
    .toSorted(([, one], [, other]) => other - one)
    .slice(0, 8)
    .map(([message, count]) => `${count} × ${message}`)
    .join(", ");
  const ofUsers = lines.filter((line) => line.includes('"user":')).length;
  return { ofUsers, ofOthers: lines.length - ofUsers, frequent };
};
