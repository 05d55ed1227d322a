import type { Either } from "fp-ts/lib/Either.js";

import type { Json, YamlError, YamlLimits } from "../../server/yaml/types.ts";

/** What the worker is asked for. */
export type YamlRequest =
  | { readonly kind: "parse"; readonly text: string; readonly limits: YamlLimits }
  | { readonly kind: "dump"; readonly json: string; readonly limits: YamlLimits };

/** What the worker says: first that it has loaded, then one answer for each request, in order. */
export type YamlReply =
  | { readonly kind: "ready" }
  | { readonly kind: "parsed"; readonly result: Either<YamlError, Json> }
  | { readonly kind: "dumped"; readonly result: Either<YamlError, string> };
