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
