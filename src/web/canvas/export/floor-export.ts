import { backgroundOf, levelsOf, shownLevel } from "../../../model/elements/levels.ts";
import type { PlanData } from "../../../model/elements/entities.ts";
import { imageData } from "../../connection/tracing-image.ts";
import { fileIcons } from "../../renderer/index.ts";
import type { SheetOptions } from "../../renderer/export/index.ts";
import { roomWords } from "../../i18n/languages.ts";
import type { EditorContext } from "../component.ts";

/** Draws for export and print; loaded on first use. */
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
  { texts, language }: Pick<EditorContext, "texts" | "language">,
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
  context: Pick<EditorContext, "client" | "texts" | "language">,
  plan: PlanData,
  { floor, scale, isTraced }: { floor: string | undefined; scale: number; isTraced: boolean },
): Promise<string> => {
  const { floorSvg, withIcons } = await loadExport();
  const url = isTraced ? tracingOf(plan, floor) : undefined;
  const tracing = url === undefined ? undefined : await imageData(context.client.imageUrl(url));
  const options = { ...sheetOptions(context, floor, scale), tracing };
  return withIcons(fileIcons, (icons) => floorSvg(plan, { ...options, icons }));
};

/** The pixels of an SVG, so many of them wide; undefined where the browser has no room for as many. */
export const asPng = async (svg: string, width: number): Promise<Blob | undefined> => {
  const address = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
  try {
    const image = new Image();
    image.src = address;
    await image.decode();
    const canvas = document.createElement("canvas");
    canvas.width = width;
    canvas.height = Math.round((width * image.naturalHeight) / image.naturalWidth);
    canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
    const made = await new Promise<Blob | null>((resolve) => {
      canvas.toBlob(resolve, "image/png");
    });
    return made ?? undefined;
  } finally {
    URL.revokeObjectURL(address);
  }
};

/** Downloads a file. */
export const download = (name: string, content: Blob): void => {
  const address = URL.createObjectURL(content);
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  // The browser has to have begun the download before its source may go.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
};

/** A text as a part of a file's name on any system. */
export const fileNameOf = (text: string): string =>
  text
    .replaceAll(/[^\p{L}\p{N}]+/gu, "-")
    .replaceAll(/^-|-$/g, "")
    .slice(0, 60)
    .toLowerCase();
