import type { TemplateResult } from "lit";
import { fileIcons } from "../../renderer/index.ts";
import { iconView } from "../../renderer/icons/icon-view.ts";
import type { RegistryEntity } from "../../home-assistant/registry-snapshot.ts";

/** A small picture of what an entity is; the words beside it say its name. */
export const entityIcon = ({ icon = "" }: RegistryEntity): TemplateResult =>
  iconView(icon, fileIcons);
