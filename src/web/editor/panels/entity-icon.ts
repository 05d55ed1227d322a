import type { TemplateResult } from "lit";
import { fileIcons } from "../../drawing/index.ts";
import { iconView } from "../../drawing/icons/view.ts";
import type { HouseEntity } from "../../house/known-house.ts";

/** A small picture of what an entity is; the words beside it say its name. */
export const entityIcon = ({ icon = "" }: HouseEntity): TemplateResult => iconView(icon, fileIcons);
