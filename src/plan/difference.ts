import type { Json, List } from "./entities.ts";

/** What a change or a conflict is about: an element of a list, an entry of a map, or a field of the plan. */
export type Subject = List | "labels" | "backgrounds" | "plan";

/** A difference between two plans, in the view of whoever had the first and sees the second. */
export interface Change {
  readonly kind: "added" | "removed" | "moved" | "changed" | "reordered";
  readonly subject: Subject;
  /** The element's key in the second plan, in the first for what was removed; the room's or level's id for labels and backgrounds; the field's name for `plan`; empty where a list was reordered. */
  readonly key: string;
  /** What a person calls it: its name, text, entity or type; empty where it has none of them. */
  readonly name: string;
  /** The fields whose values differ, those of its place included. */
  readonly fields: readonly string[];
  readonly before: Json | undefined;
  readonly after: Json | undefined;
  /** How far it was moved, in metres; undefined where that makes no sense. */
  readonly distance: number | undefined;
  /** The name of the room in which it is, or was where it is gone, where that can be told. */
  readonly room: string | undefined;
}
