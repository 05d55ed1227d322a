import type { ImportContents } from "../../../model/import/preview.ts";

const some = (count: number, one: string, many: string): string =>
  `${count.toLocaleString("en")} ${count === 1 ? one : many}`;

/** What the dialog of an import says. */
export const importDialog = {
  title: "Import",
  reading: "Reading the files…",
  /** `origin` is a program. */
  from: (origin: string) => `A plan of ${origin}`,
  comes: "What comes",
  floors: ({ floors }: ImportContents) => some(floors, "floor", "floors"),
  rooms: ({ rooms }: ImportContents) => some(rooms, "room", "rooms"),
  openings: ({ openings }: ImportContents) => some(openings, "door or window", "doors and windows"),
  pieces: ({ pieces }: ImportContents) => some(pieces, "piece", "pieces"),
  images: ({ images }: ImportContents) => some(images, "tracing image", "tracing images"),
  /** Earlier plans stay behind. */
  earlier: (count: number) =>
    `${some(count, "earlier plan", "earlier plans")} of the files ${count === 1 ? "stays" : "stay"} behind: “floorplan import --data” brings ${count === 1 ? "it" : "them"} along into a new home.`,
  lost: "What is lost or changed",
  nothingLost: "Nothing is lost.",
  /** Some names, and how many more there are. */
  named: (names: string, more: number) =>
    more === 0 ? names : `${names} and ${more.toLocaleString("en")} more`,
  reaches: "What it does in your home",
  judge:
    "Look through this before you take a plan from somebody else: what a touch does is done with the rights of whoever touches.",
  actions: (count: number) => some(count, "action when touched", "actions when touched"),
  addresses: (count: number) => some(count, "external address", "external addresses"),
  templates: (count: number) =>
    some(count, "template for Home Assistant", "templates for Home Assistant"),
  /** Rows that the dialog does not show. */
  further: (count: number) =>
    `and ${count.toLocaleString("en")} more; “floorplan import FILE --preview” lists them all.`,
  /** Rules of something make more actions than are listed. */
  combined: (most: number) =>
    `More actions are possible: one thing has rules that combine in more than ${most} ways.`,
  drawing: "Preview",
  unsaved: "Nothing is saved until you save, and undo takes all of it back.",
  take: "Import",
  replace: "Replace the plan",
  add: "Add as floors",
  cancel: "Cancel",
  close: "Close",
  others: "Choose other files…",
  unreadable: (name: string) => `“${name}” cannot be read. Of a folder, choose the files in it.`,
  uploading: (floor: string) => `Uploading the image of ${floor} …`,
  ended: "The import is ended; nothing was changed.",
};

export type ImportDialogTexts = typeof importDialog;
