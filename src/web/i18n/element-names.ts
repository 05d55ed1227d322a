import { type JsonObject, textIn } from "../../model/json.ts";
import type { List } from "../../model/elements/entities.ts";
import { isCollection, kinds } from "../../model/kinds/kinds.ts";
import type { Subject } from "../../model/merge/difference.ts";
import { typeWord } from "../drawing/naming.ts";
import { kindOf } from "../../model/kinds/opening.ts";
import type { Texts } from "./editor-speaker.ts";

/** The words of an identifier, such as `Pool table` for `pool_table`. */
export const spelledOut = (identifier: string): string => {
  const words = identifier.replaceAll(/[_-]+/g, " ").trim();
  return words.charAt(0).toLocaleUpperCase() + words.slice(1);
};

/** An entity's id in words, such as `Kitchen heat` for `sensor.kitchen_heat`; other texts as they are. */
const entityWords = (id: string): string => {
  const [, name] = /^[a-z][a-z0-9_]*\.([a-z0-9_]+)$/.exec(id) ?? [];
  return name === undefined ? id : spelledOut(name);
};

/** The words of a text that is filled in with states: the entity that it asks for first. */
const templateWords = (text: string): string | undefined => {
  const [, id] = /["']([a-z][a-z0-9_]*\.[a-z0-9_]+)["']/.exec(text) ?? [];
  return id === undefined ? undefined : entityWords(id);
};

/** What a thing is more closely, by its `type` or `kind`; an empty text where it does not say. */
const typeOf = (collection: List, data: JsonObject): string =>
  collection !== "levels" && kinds[collection].place === "wall"
    ? kindOf(data)
    : (textIn(data["type"]) ?? textIn(data["kind"]) ?? "");

/** What a plan calls one of a list, such as `Room`, or another part of itself. */
export const subjectWord = (subject: Subject, { drawing, panels }: Texts): string =>
  isCollection(subject) ? drawing.things[subject] : panels.kinds[subject];

/** What kind of thing it is, such as `Door` or `Sofa`. */
export const kindName = (collection: List, data: JsonObject, texts: Texts): string => {
  const type = typeOf(collection, data);
  const known = collection === "levels" ? undefined : typeWord(texts.drawing, collection, type);
  return known ?? (type === "" ? subjectWord(collection, texts) : spelledOut(type));
};

/** What a person calls a thing: its name or text, else its kind with what it is bound to. */
export const thingName = (collection: List, data: JsonObject, texts: Texts): string => {
  const own = textIn(data["name"]) ?? textIn(data["text"]);
  const isTemplate = own?.includes("{{") ?? false;
  if (own !== undefined && !isTemplate) return own;
  const entity = textIn(data["entity"]);
  const bound =
    own === undefined
      ? entity === undefined
        ? undefined
        : entityWords(entity)
      : templateWords(own);
  const kind = kindName(collection, data, texts);
  return bound === undefined || bound === kind ? kind : `${kind} · ${bound}`;
};
