import { backgroundOf, levelsOf, shownLevel } from "../../../model/elements/levels.ts";
import type { PlanData } from "../../../model/elements/entities.ts";
import { imageData } from "../../connection/tracing-image.ts";
import { fileIcons } from "../../renderer/index.ts";
import type { SheetOptions } from "../../renderer/export/index.ts";
import { roomWords } from "../../i18n/languages.ts";
import type { ComponentContext } from "../component.ts";

/** What draws on paper; loaded when somebody wants a drawing there. */
export type ExportModule = typeof import("../../renderer/export/index.ts");

let loaded: ExportModule | undefined;

/** What draws on paper where it is here already. */
export const loadedExport = (): ExportModule | undefined => loaded;

/** Loads what draws on paper, once. */
export const loadExport = async (): Promise<ExportModule> =>
  (loaded ??= await import("../../renderer/export/index.ts"));

/** The floors of a plan, by their ids; of a plan without any, the one without an id. */
export const floorsOf = (plan: PlanData): readonly (string | undefined)[] => {
  const levels = levelsOf(plan);
  return levels.length === 0 ? [undefined] : levels.map(({ id }) => id);
};

/** What a floor is called; nothing where the plan has no floors. */
export const floorName = (plan: PlanData, floor: string | undefined): string =>
  levelsOf(plan).find(({ id }) => id === floor)?.name ?? "";

/** The address of a floor's tracing image; undefined where it has none. */
export const tracingOf = (plan: PlanData, floor: string | undefined): string | undefined =>
  backgroundOf(plan, shownLevel(plan, floor) ?? "")?.url;

/** How a floor is put on paper in the words of the editor. */
export const sheetOptions = (
  { texts, language }: Pick<ComponentContext, "texts" | "language">,
  level: string | undefined,
  scale: number,
): SheetOptions => ({
  level,
  scale,
  words: texts.drawing,
  language,
  roomWords,
  icons: fileIcons,
});

/** A floor as SVG, with its icons and, where wanted, its tracing image. */
export const exportFloor = async (
  context: Pick<ComponentContext, "client" | "texts" | "language">,
  plan: PlanData,
  { floor, scale, isTraced }: { floor: string | undefined; scale: number; isTraced: boolean },
): Promise<string> => {
  const { floorSvg, withIcons } = await loadExport();
  const url = isTraced ? tracingOf(plan, floor) : undefined;
  const tracing = url === undefined ? undefined : await imageData(context.client.imageUrl(url));
  const options = { ...sheetOptions(context, floor, scale), tracing };
  return withIcons(fileIcons, (icons) => floorSvg(plan, { ...options, icons }));
};
