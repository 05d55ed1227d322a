import type { Either } from "fp-ts/lib/Either.js";

export type Json =
  | null
  | boolean
  | number
  | string
  | readonly Json[]
  | { readonly [key: string]: Json };

export type YamlError =
  | {
      /** The text or data is invalid, or exceeds a limit that the message names. */
      readonly kind: "invalid";
      /** Ends with `(line 3, column 5)` if the place is known. */
      readonly message: string;
      /** 1-based. */
      readonly line?: number;
      /** 1-based, in characters. */
      readonly column?: number;
    }
  | {
      /** Too many jobs wait; try again later. */
      readonly kind: "overloaded";
      readonly message: string;
    };

/** Limits on YAML work; an error caused by one names it. */
export type YamlLimits = {
  /** Longest text read or written, in bytes of UTF-8, with aliases expanded. */
  readonly yamlBytes: number;
  /** Most lists and mappings nested in each other. */
  readonly yamlDepth: number;
  /** Most values in a text, counting mapping keys and every use of an alias. */
  readonly yamlNodes: number;
  /** Milliseconds a job may take before its worker is ended. */
  readonly yamlMs: number;
  /** Most jobs that wait while one runs. */
  readonly yamlWaiting: number;
  /** Milliseconds without a job after which the worker ends. */
  readonly yamlIdleMs: number;
};

/** 1 MiB of YAML is far more than anybody writes by hand, and can take a slow machine most of these 20 seconds. */
export const yamlLimits: YamlLimits = {
  yamlBytes: 1024 * 1024,
  yamlDepth: 128,
  yamlNodes: 500_000,
  yamlMs: 20_000,
  yamlWaiting: 64,
  yamlIdleMs: 30_000,
};

/**
 * Stops a parse or a dump: thrown deep inside, caught and turned into a value in `parseYaml` and `dumpYaml` alone. An
 * exception, because a deep reader would otherwise carry an Either through every character.
 */
export class YamlProblem extends Error {
  /** Where in the text, in UTF-16 units from its start, if a place is at fault. */
  readonly offset: number | undefined;

  /** `message` is one clause without a full stop; the catcher appends the position. */
  constructor(message: string, offset?: number) {
    super(message);
    this.name = "YamlProblem";
    this.offset = offset;
  }
}

export type YamlRequest =
  | { readonly kind: "parse"; readonly text: string; readonly limits: YamlLimits }
  | { readonly kind: "dump"; readonly json: string; readonly limits: YamlLimits };

/** What the worker sends: first that it has loaded, then one reply per request, in order. */
export type YamlReply =
  | { readonly kind: "ready" }
  /** As JSON in UTF-8: to receive a hundred thousand values would keep the main thread for tens of milliseconds. */
  | { readonly kind: "parsed"; readonly result: Either<YamlError, Uint8Array<ArrayBuffer>> }
  | { readonly kind: "dumped"; readonly result: Either<YamlError, string> };
