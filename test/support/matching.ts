import type * as t from "io-ts";
import { guardCodec } from "../../src/model/codec.ts";

/** A codec of texts that match; `name` says in words what is expected. */
export const matching = (rule: RegExp, name: string): t.Type<string, unknown> =>
  guardCodec(name, (value): value is string => typeof value === "string" && rule.test(value));
