import { groupedIcons } from "../../renderer/icons/mdi-icons.ts";

/** Icons by their whole name, from the files beside this module. */
export const fileIcon = groupedIcons(async (file): Promise<unknown> => {
  const response = await fetch(new URL(`icons/${file}`, import.meta.url));
  if (!response.ok) throw new Error(`icons are answered with ${response.status}`);
  return response.json();
});
