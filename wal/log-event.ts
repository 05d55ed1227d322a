import type { LogRefused } from "./refusal.ts";

/** What a log tells its owner beside its answers; the owner writes it down. */
export type LogEvent =
  | {
      readonly kind: "torn-tail";
      readonly file: string;
      readonly offset: number;
      readonly lastIndex: number;
      readonly kept: string;
    }
  | { readonly kind: "snapshot-unreadable"; readonly refused: LogRefused }
  | { readonly kind: "snapshot-written"; readonly file: string; readonly bytes: number }
  | { readonly kind: "snapshot-failed"; readonly reason: string }
  | { readonly kind: "segment-deleted"; readonly file: string }
  | { readonly kind: "spare-failed"; readonly reason: string }
  /** An append was refused, and so may be those to come, until `room-again`. */
  | { readonly kind: "out-of-room"; readonly reason: string }
  | { readonly kind: "room-again" };
