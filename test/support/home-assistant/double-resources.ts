import type { Command } from "./double-commands.ts";
import { resources } from "./resources.ts";

const isOf = (integration: unknown, name: string): boolean =>
  integration === undefined || (Array.isArray(integration) && integration.includes(name));

const only = (table: Readonly<Record<string, unknown>>, isWanted: (key: string) => boolean) =>
  Object.fromEntries(Object.entries(table).filter(([key]) => isWanted(key)));

/** `frontend/get_icons`, as recorded. */
export const getIcons: Command = (_asked, { category, integration }) => {
  const { entity, entity_component } = resources.icons;
  const table = category === "entity" ? entity : entity_component;
  return { result: { resources: only(table, (name) => isOf(integration, name)) } };
};

/** `frontend/get_translations`, as recorded; English for languages without a recording. */
export const getTranslations: Command = (_asked, { category, integration, language }) => {
  const words = resources.words[String(language)] ?? resources.words["en"];
  const table = (category === "entity" ? words?.entity : words?.entity_component) ?? {};
  const isWanted = (key: string): boolean => isOf(integration, key.split(".")[1] ?? "");
  return { result: { resources: only(table, isWanted) } };
};
