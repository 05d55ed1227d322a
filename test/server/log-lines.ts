import assert from "node:assert/strict";
import type { LogLine } from "../support/service.ts";

/** Lines of the log whose message contains a text. */
export const linesAbout = (log: readonly LogLine[], what: string): readonly LogLine[] =>
  log.filter((line) => line.msg.includes(what));

/** The only line of the log whose message contains a text. */
export const lineAbout = (log: readonly LogLine[], what: string): LogLine => {
  const [line, ...more] = linesAbout(log, what);
  assert(line !== undefined, `the log has a line about "${what}"`);
  assert.equal(more.length, 0, `the log has one line about "${what}"`);
  return line;
};

/** Asserts that a line names the connection that it is about by number and address, and its user. */
export const assertNamesConnection = (line: LogLine, user?: string): void => {
  assert(Number.isInteger(line["connection"]), `"${line.msg}" names the connection`);
  assert.equal(line["address"], "127.0.0.1", `"${line.msg}" names the address`);
  assert.equal(line["user"], user, `"${line.msg}" names the user`);
};

/** How often something happened, as its lines and what they count say. */
export const timesIn = (lines: readonly Readonly<Record<string, unknown>>[]): number =>
  lines.reduce((sum, { more }) => sum + (typeof more === "number" ? more : 1), 0);
