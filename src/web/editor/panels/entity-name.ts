import type { Entity } from "../../../model/elements/entities.ts";
import type { Texts } from "../../i18n/editor-speaker.ts";
import { kindName as kindOf, thingName } from "../../i18n/element-names.ts";

/** What kind of thing it is, such as `Door` or `Sofa`. */
export const kindName = ({ collection, data }: Entity, texts: Texts): string =>
  kindOf(collection, data, texts);

/** What a person calls a thing: its name or text, else its kind with what it is bound to. */
export const entityName = ({ collection, data }: Entity, texts: Texts): string =>
  thingName(collection, data, texts);
