import { html, nothing, type TemplateResult } from "lit";
import { drawPlan } from "../drawing/index.ts";
import { deviceKinds, furnitureGroups, furnitureSize, sensorPiece } from "../model/catalogue.ts";
import { roomWords } from "../texts/languages.ts";
import type { Texts } from "../texts/index.ts";
import type { EditorContext } from "./context.ts";
import { icon } from "./icons.ts";
import { keyOfTool } from "./keys.ts";
import type { ToolName } from "./view.ts";

/** The tools that are chosen here; the others belong to panels. */
type PaletteTool = Exclude<ToolName, "calibrate" | "image">;

const groups: readonly (readonly PaletteTool[])[] = [
  ["select"],
  ["room", "corners"],
  ["door", "window", "passage"],
  ["furniture", "device", "text"],
];

/** The tools at the left, with their names; at the bottom of a narrow screen. */
export const palette = (
  { view, texts }: EditorContext,
  choose: (tool: ToolName) => void,
): TemplateResult => {
  const { tools } = texts;
  const tool = (name: PaletteTool): TemplateResult =>
    html`<button
      class="choice"
      data-tool=${name}
      aria-pressed=${view.state.tool === name}
      title="${tools[name]} (${keyOfTool(name)})"
      @click=${() => choose(name)}
    >
      ${icon(name)}<span>${tools[name]}</span>
    </button>`;
  return html`<div class="palette" role="toolbar" aria-label=${tools.palette}>
    ${groups.map((names) => html`<div class="family">${names.map(tool)}</div>`)}
  </div>`;
};

type Pieces = "furniture" | "devices" | "sensors";

/** A piece as it will be drawn, small; an odd size of the whole is no matter. */
const picture = (collection: Pieces, piece: string, { drawing }: Texts): TemplateResult => {
  const [w, d] = collection === "furniture" ? furnitureSize(piece) : [0.5, 0.5];
  const side = Math.max(w, d, 0.5) + 0.12;
  const data = { id: piece, x: 0, z: 0, rotation: 0, w, d, type: piece, kind: piece };
  return html`<svg
    class="plan"
    viewBox="${-side / 2} ${-side / 2} ${side} ${side}"
    width="40"
    height="40"
    aria-hidden="true"
  >
    ${drawPlan({ [collection]: [data] }, { level: undefined, interactive: "none", words: drawing, roomWords })}
  </svg>`;
};

const pieceButton = (
  context: EditorContext,
  collection: Pieces,
  piece: string,
  choose: (piece: string) => void,
): TemplateResult => {
  const { drawing } = context.texts;
  const names = collection === "furniture" ? drawing.furniture : drawing.devices;
  return html`<button class="piece" data-piece=${piece} @click=${() => choose(piece)}>
    ${picture(collection, piece, context.texts)}
    <span>${collection === "sensors" ? drawing.sensor : (names[piece] ?? piece)}</span>
  </button>`;
};

/** What the furniture and the device tool can place, beside the tools, until one is chosen. */
export const pieces = (
  context: EditorContext,
  choose: (piece: string) => void,
): TemplateResult | typeof nothing => {
  const { tool, piece: chosen } = context.view.state;
  const { tools } = context.texts;
  // What was chosen is placed next, and may go where the list would lie.
  if (chosen !== "") return nothing;
  if (tool === "device")
    return html`<div class="pieces" role="group" aria-label=${tools.device}>
      <h2>${tools.choosePiece}</h2>
      <div class="shelf">
        ${deviceKinds.map((kind) => pieceButton(context, "devices", kind, choose))}
        ${pieceButton(context, "sensors", sensorPiece, choose)}
      </div>
    </div>`;
  if (tool !== "furniture") return nothing;
  const names = ["living", "sleeping", "water", "lamps", "more"] as const;
  return html`<div class="pieces" role="group" aria-label=${tools.furniture}>
    <h2>${tools.choosePiece}</h2>
    ${names.map(
      (name) =>
        html`<h3>${tools.groups[name]}</h3>
          <div class="shelf">
            ${Object.keys(furnitureGroups[name]).map((piece) =>
              pieceButton(context, "furniture", piece, choose),
            )}
          </div>`,
    )}
  </div>`;
};
