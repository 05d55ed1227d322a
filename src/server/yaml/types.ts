import type { Either } from "fp-ts/lib/Either.js";

/** Any value that JSON can hold. */
export type Json =
  | null
  | boolean
  | number
  | string
  | readonly Json[]
  | { readonly [key: string]: Json };

/** Why a parse or a dump gave nothing. */
export type YamlError =
  | {
      /** The text or the data is at fault, or it exceeds a limit that the message names. */
      readonly kind: "invalid";
      /** Ends with `(line 3, column 5)` where a place is known. */
      readonly message: string;
      /** 1-based. */
      readonly line?: number;
      /** 1-based, in characters. */
      readonly column?: number;
    }
  | {
      /** Too many jobs wait already; the same job may do later. */
      readonly kind: "overloaded";
      readonly message: string;
    };

/** What bounds the work on YAML; every error that comes of one names it. */
export type YamlLimits = {
  /** The longest text read or written, in bytes of UTF-8; aliases expanded must fit it, too. */
  readonly yamlBytes: number;
  /** How many lists and mappings may be inside each other. */
  readonly yamlDepth: number;
  /** How many values a text may hold, mapping keys and every use of an alias included. */
  readonly yamlNodes: number;
  /** How long one job may take, in milliseconds, before its worker is ended. */
  readonly yamlMs: number;
  /** How many jobs may wait while one runs. */
  readonly yamlWaiting: number;
  /** After how many milliseconds without a job the worker ends. */
  readonly yamlIdleMs: number;
};

/** A plan of 1 MiB of YAML is far more than anybody writes by hand, and takes a slow machine some of these 20 seconds. */
export const yamlLimits: YamlLimits = {
  yamlBytes: 1024 * 1024,
  yamlDepth: 128,
  yamlNodes: 500_000,
  yamlMs: 20_000,
  yamlWaiting: 64,
  yamlIdleMs: 30_000,
};

/**
 * What stops a parse or a dump: thrown by the code that reads or writes, caught at one place
 * (`parseYaml`, `dumpYaml`) and turned into a value there. An exception, because a reader that is
 * many calls deep would otherwise carry an Either through every character.
 */
export class YamlProblem extends Error {
  /** Where in the text, in UTF-16 units from its start; absent where no place is to blame. */
  readonly offset: number | undefined;

  /** `message` is one clause without a full stop; a position is appended by whoever catches. */
  constructor(message: string, offset?: number) {
    super(message);
    this.name = "YamlProblem";
    this.offset = offset;
  }
}

/** What the worker is asked for. */
export type YamlRequest =
  | { readonly kind: "parse"; readonly text: string; readonly limits: YamlLimits }
  | { readonly kind: "dump"; readonly json: string; readonly limits: YamlLimits };

/** What the worker says: first that it has loaded, then one answer for each request, in order. */
export type YamlReply =
  | { readonly kind: "ready" }
  | { readonly kind: "parsed"; readonly result: Either<YamlError, Json> }
  | { readonly kind: "dumped"; readonly result: Either<YamlError, string> };
