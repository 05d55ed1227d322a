import { isObject, type Json } from "../model/json.ts";

/** What a person calls an element: its name, text, entity, type or kind; empty where it has none. */
export const elementName = (element: Json | undefined): string => {
  if (!isObject(element)) return "";
  const candidates = ["name", "text", "entity", "type", "kind"].map((field) => element[field]);
  const texts = candidates.filter((value) => typeof value === "string");
  return texts.find((text) => text !== "") ?? "";
};
