import type { Kind } from "./kind.ts";

export const opening: Kind = {
  place: "wall",
  idPrefix: "opening",
  hasRules: false,
  fields: [
    { group: "main", name: "type", input: ["door", "window"] },
    { group: "main", name: "style", input: ["passage"] },
    { group: "main", name: "hinge", input: ["left", "right"] },
    { group: "main", name: "swing", input: ["in", "out"] },
    { group: "place", name: "room_id", input: "room", isOwn: true },
    { group: "place", name: "edge", input: "wall", isOwn: true },
    { group: "place", name: "offset", input: "metres", isOwn: true },
    { group: "place", name: "width", input: "metres" },
    { group: "entities", name: "contact", input: "entity" },
    { group: "entities", name: "lock", input: "entity" },
    { group: "entities", name: "blind", input: "entity" },
  ],
};
