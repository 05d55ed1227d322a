import { readDuration } from "./runtime/time.ts";

/** A setting that is a text; `expected` tells in a refusal what `rule` takes. */
export const text = (value: string, rule: RegExp, expected: string, help: string) =>
  ({ kind: "text", default: value, rule, expected, help }) as const;

/** A setting that names a file; empty where there is none. */
export const file = (help: string) => text("", /^.*$/, "a file", help);

/** A setting that is a whole number from `min` to `max`. */
export const number = (value: number, min: number, max: number, help: string) =>
  ({ kind: "number", default: value, min, max, help }) as const;

/** A setting that is a time as people write one, such as `24h`; kept in milliseconds, as its range is. */
export const duration = (value: string, min: string, max: string, help: string) => {
  const [default_, least, most] = [value, min, max].map(readDuration);
  if (default_ === undefined || least === undefined || most === undefined)
    throw new TypeError(`${help}: one of ${value}, ${min}, ${max} is no duration`);
  return { kind: "duration", default: default_, min: least, max: most, help } as const;
};

const listOfNetworks = /^([0-9A-Fa-f.:]+(\/\d{1,3})?(,[0-9A-Fa-f.:]+(\/\d{1,3})?)*)?$/;

/** A setting that lists addresses and networks, such as those of proxies; empty by default. */
export const networks = (help: string) =>
  text("", listOfNetworks, "addresses or networks such as 10.0.0.0/8, separated by commas", help);

/** A setting that is the address of a web server, without a name and password; `example` is one, empty the default. */
export const address = (example: string, help: string) =>
  text(
    "",
    /^(https?:\/\/[^\s/?#@]+(\/[^\s?#]*)?)?$/,
    `an address such as ${example}, without a name and password`,
    help,
  );

/** What a setting is: its default, which values it takes, and what it is for. */
export type Setting =
  | ReturnType<typeof text>
  | ReturnType<typeof number>
  | ReturnType<typeof duration>;
