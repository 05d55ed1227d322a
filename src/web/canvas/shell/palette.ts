import { html, nothing, type TemplateResult } from "lit";
import { foldForSearch } from "../search.ts";
import { valueOf } from "../inspector/inputs.ts";
import { drawPlan } from "../../renderer/index.ts";
import { furnitureSize } from "../../../model/kinds/catalogue/furniture.ts";
import { kinds } from "../../../model/kinds/kinds.ts";
import type { Place } from "../../../model/kinds/kind.ts";
import { roomWords } from "../../i18n/languages.ts";
import type { Texts } from "../../i18n/editor-translator.ts";
import type { EditorContext } from "../component.ts";
import { fading } from "./fading.ts";
import { drawIcon, icon } from "./icons.ts";
import { keyOfTool } from "../commands/shortcuts.ts";
import {
  isKindTool,
  type KindToolName,
  kindToolNames,
  kindTools,
  type PlaceableItem,
  pieceWords,
  toolWords,
} from "../tools/kind-tools.ts";
import type { ToolName } from "../mode.ts";

/** Texts of the search field. */
interface Words {
  readonly search: string;
  readonly noMatch: string;
}

const shown = (element: HTMLElement, isShown: boolean): void => {
  element.style.display = isShown ? "" : "none";
};

/** Filters the pieces around a field by the words of a text, and hides empty shelves. */
const search = ({ currentTarget: field }: Event, text: string, none: string): void => {
  const list = field instanceof HTMLElement ? field.closest(".pieces") : null;
  const words = foldForSearch(text).split(/\s+/);
  let found = 0;
  for (const shelf of list?.querySelectorAll<HTMLElement>(".shelf") ?? []) {
    const pieces = [...shelf.querySelectorAll<HTMLElement>(".piece")];
    const fitting = pieces.filter((piece) => {
      const name = foldForSearch(piece.textContent ?? "");
      return words.every((word) => name.includes(word));
    });
    for (const piece of pieces) shown(piece, fitting.includes(piece));
    const title = shelf.previousElementSibling;
    if (title instanceof HTMLElement && title.matches("h3")) shown(title, fitting.length > 0);
    found += fitting.length;
  }
  const said = list?.querySelector(".found");
  if (said) said.textContent = found === 0 ? none : "";
};

/** Chooses the first visible piece. */
const chooseFirst = ({ currentTarget: field }: Event): void => {
  const list = field instanceof HTMLElement ? field.closest(".pieces") : null;
  const pieces = [...(list?.querySelectorAll<HTMLElement>(".piece") ?? [])];
  pieces.find(({ style }) => style.display !== "none")?.click();
};

/** A search field for the pieces around it; Enter chooses the first match. */
const piecesSearch = ({ search: label, noMatch }: Words): TemplateResult =>
  html`<input
      type="search"
      aria-label=${label}
      placeholder=${label}
      @input=${(event: Event) => search(event, valueOf(event), noMatch)}
      @keydown=${(event: KeyboardEvent) => {
        if (event.key === "Enter") chooseFirst(event);
      }}
    />
    <p class="found muted" role="status"></p>`;

/** The tools of the palette; others belong to panels. */
type PaletteTool = KindToolName | "select" | "ruler";

const places: readonly Place[] = ["polygon", "wall", "point", "line"];

/** The tools in groups of similar ones. */
const families: readonly (readonly PaletteTool[])[] = [
  ["select", "ruler"],
  ...places.map((place) =>
    kindToolNames.filter((name) => kinds[kindTools[name].list].place === place),
  ),
];

/** The tools at the left with their names; at the bottom on a narrow screen. */
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

/** A small picture of a piece, fitted whatever its size. */
const picture = ({ list, name }: PlaceableItem, { drawing }: Texts): TemplateResult => {
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

/** The pieces that a tool can place, shown beside the tools until one is chosen. */
export const pieces = (
  { view, texts }: EditorContext,
  choose: (piece: string) => void,
): TemplateResult | typeof nothing => {
  const { tool, piece: chosen } = view.state;
  const shelves = isKindTool(tool) ? kindTools[tool].shelves : undefined;
  // The chosen piece may be placed where the list is.
  if (chosen !== "" || !isKindTool(tool) || shelves === undefined) return nothing;
  const button = (piece: PlaceableItem): TemplateResult =>
    html`<button class="piece" data-piece=${piece.name} @click=${() => choose(piece.name)}>
      ${picture(piece, texts)}
      <span>${pieceWords(piece, texts)}</span>
    </button>`;
  return html`<div class="pieces" role="group" aria-label=${toolWords(tool, texts).name}>
    <h2>${texts.tools.choosePiece}</h2>
    ${piecesSearch(texts.panels.outline)}
    ${shelves.map(
      (shelf) =>
        html`${shelf.group === undefined ? nothing : html`<h3>${texts.furnitureGroups[shelf.group]}</h3>`}
          <div class="shelf">${shelf.pieces.map(button)}</div>`,
    )}
  </div>`;
};
