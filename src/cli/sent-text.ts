import { randomUUID } from "node:crypto";

/** Texts by the string that stands for each in a message. */
const texts = new Map<string, string>();

/** A value that is sent by the text that it was read from: JavaScript would write `1.0` as `1`. */
export const sentAs = <Value extends object>(text: string, value: Value): Value => {
  const standIn = randomUUID();
  texts.set(standIn, text);
  return Object.defineProperty(value, "toJSON", { value: () => standIn });
};

/** A message with these texts in their places. */
export const withTexts = (message: string): string =>
  [...texts].reduce((sent, [standIn, text]) => sent.replace(`"${standIn}"`, () => text), message);
