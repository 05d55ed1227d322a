import type { Entity } from "../../../plan/entities.ts";
import { textIn } from "../../drawing/read.ts";
import type { Texts } from "../../texts/index.ts";

/** What kind of thing it is, such as `Door` or `Sofa`. */
export const kindName = ({ collection, data }: Entity, { drawing, panels }: Texts): string => {
  const type = textIn(data["type"]) ?? textIn(data["kind"]) ?? "";
  if (collection === "openings") {
    if (textIn(data["style"]) === "passage") return drawing.passage;
    return type === "window" ? drawing.window : drawing.door;
  }
  const known: Readonly<Record<string, string>> =
    collection === "devices"
      ? drawing.devices
      : collection === "furniture"
        ? drawing.furniture
        : {};
  return known[type] ?? (type === "" ? panels.kinds[collection] : type);
};

/** What a person calls a thing: its name or text, else its kind with what it is bound to. */
export const entityName = (entity: Entity, texts: Texts): string => {
  const { data } = entity;
  const own = textIn(data["name"]) ?? textIn(data["text"]);
  if (own !== undefined) return own;
  const bound = textIn(data["entity"]);
  return bound === undefined ? kindName(entity, texts) : `${kindName(entity, texts)} · ${bound}`;
};
