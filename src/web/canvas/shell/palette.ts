import { html, nothing, type TemplateResult } from "lit";
import { drawPlan } from "../../renderer/index.ts";
import { furnitureSize } from "../../../model/kinds/catalogue/furniture.ts";
import { kinds } from "../../../model/kinds/kinds.ts";
import type { Place } from "../../../model/kinds/kind.ts";
import { roomWords } from "../../i18n/languages.ts";
import type { Texts } from "../../i18n/editor-speaker.ts";
import type { EditorContext } from "../../editor/context.ts";
import { fading } from "./fading.ts";
import { drawIcon, icon } from "./icons.ts";
import { keyOfTool } from "../commands/shortcuts.ts";
import {
  isKindTool,
  type KindToolName,
  kindToolNames,
  kindTools,
  type Piece,
  pieceWords,
  toolWords,
} from "../tools/kind-tools.ts";
import { piecesSearch } from "../../editor/search-pieces.ts";
import type { ToolName } from "../view-state.ts";

/** The tools that are chosen here; the others belong to panels. */
type PaletteTool = KindToolName | "select" | "ruler";

const places: readonly Place[] = ["polygon", "wall", "point", "line"];

/** The tools in families: of those that draw alike, one below the other. */
const families: readonly (readonly PaletteTool[])[] = [
  ["select", "ruler"],
  ...places.map((place) =>
    kindToolNames.filter((name) => kinds[kindTools[name].list].place === place),
  ),
];

/** The tools at the left, with their names; at the bottom of a narrow screen. */
export const palette = (
  { view, texts }: EditorContext,
  choose: (tool: ToolName) => void,
): TemplateResult => {
  const { tools } = texts;
  const tool = (name: PaletteTool): TemplateResult => {
    const words = { select: tools.select, ruler: texts.measures.ruler };
    const word = name === "select" || name === "ruler" ? words[name] : toolWords(name, texts).name;
    return html`<button
      class="choice"
      data-tool=${name}
      aria-pressed=${view.state.tool === name}
      title="${word} (${keyOfTool(name)})"
      @click=${() => choose(name)}
    >
      ${name === "select" || name === "ruler" ? icon(name) : drawIcon(kindTools[name].icon)}<span
        >${word}</span
      >
    </button>`;
  };
  return html`<div class="palette" role="toolbar" aria-label=${tools.palette} ${fading()}>
    ${families.map((names) => html`<div class="family">${names.map(tool)}</div>`)}
  </div>`;
};

/** A piece as it will be drawn, small; an odd size of the whole is no matter. */
const picture = ({ list, name }: Piece, { drawing }: Texts): TemplateResult => {
  const [w, d] = furnitureSize(name);
  const side = Math.max(w, d, 0.5) + 0.12;
  const data = { id: name, x: 0, z: 0, rotation: 0, w, d, type: name, kind: name };
  return html`<svg
    class="plan"
    viewBox="${-side / 2} ${-side / 2} ${side} ${side}"
    aria-hidden="true"
  >
    ${drawPlan({ [list]: [data] }, { level: undefined, interactive: "none", words: drawing, roomWords })}
  </svg>`;
};

/** What a tool can place, beside the tools, until a piece is chosen. */
export const pieces = (
  { view, texts }: EditorContext,
  choose: (piece: string) => void,
): TemplateResult | typeof nothing => {
  const { tool, piece: chosen } = view.state;
  const shelves = isKindTool(tool) ? kindTools[tool].shelves : undefined;
  // What was chosen is placed next, and may go where the list would lie.
  if (chosen !== "" || !isKindTool(tool) || shelves === undefined) return nothing;
  const button = (piece: Piece): TemplateResult =>
    html`<button class="piece" data-piece=${piece.name} @click=${() => choose(piece.name)}>
      ${picture(piece, texts)}
      <span>${pieceWords(piece, texts)}</span>
    </button>`;
  return html`<div class="pieces" role="group" aria-label=${toolWords(tool, texts).name}>
    <h2>${texts.tools.choosePiece}</h2>
    ${piecesSearch(texts.forms.pieces)}
    ${shelves.map(
      (shelf) =>
        html`${shelf.group === undefined ? nothing : html`<h3>${texts.furnitureGroups[shelf.group]}</h3>`}
          <div class="shelf">${shelf.pieces.map(button)}</div>`,
    )}
  </div>`;
};
