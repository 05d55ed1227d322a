import { backgroundOf, levelsOf, shownLevel } from "../../../model/elements/levels.ts";
import type { PlanData } from "../../../model/elements/entities.ts";
import { imageData } from "../../connection/tracing-image.ts";
import { loadCatalogue } from "../../renderer/catalogue.ts";
import { fileIcons } from "../../renderer/index.ts";
import type {
  PrintOptions,
  Sheet,
  SheetOptions,
  TracingImage,
} from "../../renderer/export/index.ts";
import { withPixelsPerMetre } from "../../renderer/export/png-scale.ts";
import type { EditorContext } from "../component.ts";
import type { SheetChoices } from "./sheet-choices.ts";

/** The module for export and print; loaded on first use. */
export type ExportModule = typeof import("../../renderer/export/index.ts");

let loaded: ExportModule | undefined;

/** The export module, if loaded. */
export const loadedExport = (): ExportModule | undefined => loaded;

/** Loads the export module, once. */
export const loadExport = async (): Promise<ExportModule> =>
  (loaded ??= await import("../../renderer/export/index.ts"));

/** The ids of a plan's floors; a single undefined for a plan without floors. */
export const floorsOf = (plan: PlanData): readonly (string | undefined)[] => {
  const levels = levelsOf(plan);
  return levels.length === 0 ? [undefined] : levels.map(({ id }) => id);
};

/** The name of a floor; empty if the plan has no floors. */
export const floorName = (plan: PlanData, floor: string | undefined): string =>
  levelsOf(plan).find(({ id }) => id === floor)?.name ?? "";

/** The address of a floor's tracing image, if any. */
export const tracingOf = (plan: PlanData, floor: string | undefined): string | undefined =>
  backgroundOf(plan, shownLevel(plan, floor) ?? "")?.url;

/** Export options of a floor in the editor's words. */
export const sheetOptions = (
  { view, texts, language }: Pick<EditorContext, "view" | "texts" | "language">,
  level: string | undefined,
  scale: number,
): SheetOptions => ({
  level,
  scale,
  isPlain: view.state.finish === "plain",
  words: texts.drawing,
  language,
  icons: fileIcons,
});

/** Export options of sheets in the editor's words; the scale is the largest that fits if undefined. */
export const printOptions = (
  { view, texts, language }: Pick<EditorContext, "view" | "texts" | "language">,
  choices: SheetChoices,
  scale?: number,
): PrintOptions => ({
  ...choices,
  scale,
  isPlain: view.state.finish === "plain",
  words: texts.drawing,
  sheetWords: texts.sheet,
  date: new Intl.DateTimeFormat(language, { dateStyle: "long" }).format(new Date()),
  language,
  icons: fileIcons,
});

type Exported = Pick<EditorContext, "client" | "view" | "texts" | "language">;

const tracingImage = async (
  { client }: Exported,
  plan: PlanData,
  floor: string | undefined,
): Promise<TracingImage | undefined> => {
  const url = tracingOf(plan, floor);
  return url === undefined ? undefined : imageData(client.imageUrl(url));
};

/** Exports a floor as SVG, with icons and, if wanted, its tracing image. */
export const exportFloor = async (
  context: Exported,
  plan: PlanData,
  { floor, scale, isTraced }: { floor: string | undefined; scale: number; isTraced: boolean },
): Promise<string> => {
  const { floorSvg, withIcons } = await loadExport();
  const tracing = isTraced ? await tracingImage(context, plan, floor) : undefined;
  const options = { ...sheetOptions(context, floor, scale), tracing };
  return withIcons(fileIcons, (icons) => floorSvg(plan, { ...options, icons }));
};

/** Exports a floor as DXF for CAD programs. Rejects if the module cannot be loaded. */
export const exportDxf = async (plan: PlanData, floor: string | undefined): Promise<string> => {
  const { floorDxf } = await import("../../../model/export/dxf/floor-dxf.ts");
  return floorDxf(plan, floor, await loadCatalogue());
};

/** Exports floors as one model in three dimensions, as binary glTF. Rejects if the module cannot be loaded. */
export const exportGlb = async (
  plan: PlanData,
  floors: readonly (string | undefined)[],
): Promise<Uint8Array<ArrayBuffer>> => {
  const { glbOf } = await import("../../../model/export/gltf/glb.ts");
  return glbOf(plan, floors);
};

/** What is exported as sheets. */
export interface WantedSheets {
  readonly floors: readonly (string | undefined)[];
  readonly choices: SheetChoices;
  /** The largest that fits if undefined. */
  readonly scale?: number | undefined;
  readonly isTraced: boolean;
}

/** Exports floors as sheets with title, areas and dimensions, with icons and, if wanted, tracing images. */
export const exportSheets = async (
  context: Exported,
  plan: PlanData,
  { floors, choices, scale, isTraced }: WantedSheets,
): Promise<readonly Sheet[]> => {
  const { drawSheets, withIcons } = await loadExport();
  const tracings = new Map<string | undefined, TracingImage>();
  for (const floor of isTraced ? floors : []) {
    const image = await tracingImage(context, plan, floor);
    if (image !== undefined) tracings.set(shownLevel(plan, floor), image);
  }
  const options = { ...printOptions(context, choices, scale), tracings };
  return withIcons(fileIcons, (icons) => drawSheets(plan, floors, { ...options, icons }));
};

/** Pixels per metre of paper in which browsers give sizes of images. */
const cssPixels = 96 / 0.0254;

/** Rasterizes an SVG to PNG at a width in pixels, which prints as large as the SVG; undefined if that is too large for the browser. */
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
    if (made === null) return undefined;
    const pixels = (width / image.naturalWidth) * cssPixels;
    const scaled = withPixelsPerMetre(new Uint8Array(await made.arrayBuffer()), pixels);
    return new Blob([scaled], { type: "image/png" });
  } finally {
    URL.revokeObjectURL(address);
  }
};
