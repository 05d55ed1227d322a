import { html, nothing, type PropertyValues, type TemplateResult } from "lit";
import { drawPlan } from "../../renderer/index.ts";
import { rectangle } from "../../../model/editing/add-remove.ts";
import type { PlanData } from "../../../model/elements/entities.ts";
import { furnitureSize } from "../../../model/kinds/catalogue/furniture.ts";
import {
  isOpeningName,
  makeOpening,
  type OpeningName,
  openingTypes,
} from "../../../model/kinds/opening.ts";
import type { Texts } from "../../i18n/editor-translator.ts";
import { EditorComponent, type EditorContext } from "../component.ts";
import { valueOf } from "../inspector/inputs.ts";
import { findByWords } from "../search.ts";
import {
  isKindTool,
  type KindToolName,
  kindToolNames,
  kindTools,
  type PlaceableItem,
  pieceWords,
  toolWords,
} from "../tools/kind-tools.ts";
import { drawIcon, iconButton } from "./icons.ts";
import { PiecePull } from "./pull-piece.ts";

/** What can be chosen from the list: a piece, or all that a tool without pieces makes. */
interface Choice {
  readonly tool: KindToolName;
  /** Undefined if the tool has no pieces to choose from. */
  readonly piece: PlaceableItem | undefined;
}

/** Called with what was chosen; `piece` is empty for a tool without pieces. */
type Choose = (tool: KindToolName, piece: string) => void;

/** Called with a piece that is dragged from here on. */
type Pull = (tool: KindToolName, piece: string, event: PointerEvent) => void;

/** A held finger picks a piece up and opens no menu of the browser. */
const noMenu = (event: MouseEvent): void => event.preventDefault();

/** Everything that a tool offers. */
const choicesOf = (tool: KindToolName): readonly Choice[] => {
  const pieces = kindTools[tool].shelves?.flatMap((shelf) => shelf.pieces);
  return pieces?.map((piece) => ({ tool, piece })) ?? [{ tool, piece: undefined }];
};

const nameOf = ({ tool, piece }: Choice, texts: Texts): string =>
  piece === undefined ? toolWords(tool, texts).name : pieceWords(piece, texts);

/** What fits a text best, of all tools; among equals that of the tool in use comes first. */
const found = (text: string, inUse: KindToolName, texts: Texts): readonly Choice[] => {
  const tools = [inUse, ...kindToolNames.filter((tool) => tool !== inUse)];
  const words = new Map(Object.entries(texts.synonyms));
  return findByWords(tools.flatMap(choicesOf), text, (choice) => ({
    name: nameOf(choice, texts),
    others: words.get(choice.piece?.name ?? choice.tool) ?? "",
  }));
};

/** The plan of a picture, and its box: left, top and side in metres. */
interface Picture {
  readonly plan: PlanData;
  readonly box: readonly [left: number, top: number, side: number];
}

/** Half the length of a wall, in metres, much longer than what is shown of it. */
const far = 40;

/** A wall with one opening, and its room below. */
const pictureOfOpening = (name: OpeningName): Picture => {
  const { width } = openingTypes[name];
  const points = rectangle([-far, 0], [far, far]);
  const opening = makeOpening(name, name, { room_id: "room", edge: 0 }, { offset: far, width });
  const side = width + 0.9;
  return {
    plan: { rooms: [{ id: "room", points }], openings: [opening] },
    box: [-side / 2, -side * 0.4, side],
  };
};

const pictureOf = ({ list, name }: PlaceableItem): Picture => {
  if (isOpeningName(name)) return pictureOfOpening(name);
  const [w, d] = furnitureSize(name);
  const side = Math.max(w, d, 0.5) + 0.12;
  const data = { id: name, x: 0, z: 0, rotation: 0, w, d, type: name, kind: name };
  return { plan: { [list]: [data] }, box: [-side / 2, -side / 2, side] };
};

/** A small picture of a piece, fitted whatever its size. */
const picture = (piece: PlaceableItem, { drawing }: Texts, isPlain: boolean): TemplateResult => {
  const {
    plan,
    box: [left, top, side],
  } = pictureOf(piece);
  return html`<svg class="plan" viewBox="${left} ${top} ${side} ${side}" aria-hidden="true">
    ${drawPlan(plan, { level: undefined, interactive: "none", words: drawing, isPlain })}
  </svg>`;
};

/**
 * The pieces that a tool can place, beside the tools until one is chosen, and a search among those of all tools. It has
 * no shadow root: its looks are those of the editor around it.
 */
export class Pieces extends EditorComponent {
  static override properties = {
    ...EditorComponent.properties,
    tool: { attribute: false },
    choose: { attribute: false },
    leave: { attribute: false },
    pull: { attribute: false },
    text: { state: true },
  };

  declare tool: KindToolName;
  declare choose: Choose;
  /** Called if nothing is wanted after all. */
  declare leave: () => void;
  /** Called with a choice that is pulled out of the list, and the event from which on it is dragged. */
  declare pull: Pull;
  /** What is searched. */
  declare text: string;
  readonly #pulls = new PiecePull((piece, event) => {
    const { of: tool, piece: name } = piece.dataset;
    const maker = kindToolNames.find((each) => each === tool);
    const hasPieces = maker !== undefined && kindTools[maker].shelves !== undefined;
    if (hasPieces) this.pull(maker, name ?? "", event);
  });

  constructor() {
    super();
    this.text = "";
  }

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  /** The plan does not show here. */
  override reads(): readonly unknown[] {
    return [];
  }

  override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has("tool")) this.text = "";
  }

  override updated(changed: PropertyValues<this>): void {
    if (!changed.has("tool")) return;
    // A focused field would open the keyboard of a phone over the list.
    const isTouch = matchMedia("(pointer: coarse)").matches;
    this.querySelector<HTMLElement>(isTouch ? ".piece" : "input")?.focus();
  }

  override render(): TemplateResult | typeof nothing {
    if (this.context === undefined) return nothing;
    const { texts } = this.context;
    const { outline } = texts.panels;
    const choices = this.text.trim() === "" ? undefined : found(this.text, this.tool, texts);
    return html`<div
      class="pieces"
      role="group"
      aria-label=${toolWords(this.tool, texts).name}
      @pointerdown=${this.#pulls.down}
      @pointermove=${this.#pulls.move}
      @pointerup=${this.#pulls.end}
      @pointercancel=${this.#pulls.end}
      @touchmove=${this.#pulls.touchMoved}
      @contextmenu=${noMenu}
    >
      <div class="top">
        <h2>${texts.tools.choosePiece}</h2>
        ${iconButton("close", texts.editor.close, () => this.leave(), "tool close")}
        <input
          type="search"
          autocomplete="off"
          aria-label=${outline.search}
          placeholder=${outline.search}
          .value=${this.text}
          @input=${(event: Event) => (this.text = valueOf(event))}
          @keydown=${this.#key}
        />
      </div>
      <p class="found muted" role="status">${choices?.length === 0 ? outline.noMatch : nothing}</p>
      ${choices === undefined ? this.#shelves(texts) : this.#shelf(choices, texts)}
    </div>`;
  }

  /** The pieces of the tool, by groups. */
  #shelves(texts: Texts): readonly TemplateResult[] {
    const { tool } = this;
    return (kindTools[tool].shelves ?? []).map(
      ({ group, pieces }) =>
        html`${group === undefined ? nothing : html`<h3>${texts.furnitureGroups[group]}</h3>`}
        ${this.#shelf(
          pieces.map((piece) => ({ tool, piece })),
          texts,
        )}`,
    );
  }

  #shelf(choices: readonly Choice[], texts: Texts): TemplateResult {
    return html`<div class="shelf">${choices.map((choice) => this.#button(choice, texts))}</div>`;
  }

  /** A choice with its picture; one of another tool has that tool's name too. */
  #button(choice: Choice, texts: Texts): TemplateResult {
    const { tool, piece } = choice;
    const isElsewhere = tool !== this.tool && piece !== undefined;
    const isPlain = this.context?.view.state.finish === "plain";
    return html`<button
      class="piece"
      data-piece=${piece?.name ?? tool}
      data-of=${tool}
      @click=${() => this.choose(tool, piece?.name ?? "")}
    >
      ${piece === undefined ? drawIcon(kindTools[tool].icon) : picture(piece, texts, isPlain)}
      <span>${nameOf(choice, texts)}</span>
      ${isElsewhere ? html`<small>${toolWords(tool, texts).name}</small>` : nothing}
    </button>`;
  }

  /** Enter chooses the first result, the arrow leads to it, Escape puts the list away. */
  readonly #key = (event: KeyboardEvent): void => {
    const first = this.querySelector<HTMLElement>(".piece");
    if (event.key === "Enter") first?.click();
    else if (event.key === "ArrowDown") first?.focus();
    else if (event.key === "Escape") this.leave();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
}

/** The list of pieces while the chosen tool has some and none is chosen: the piece may be placed where the list is. */
export const pieces = (
  context: EditorContext,
  choose: Choose,
  leave: () => void,
  pull: Pull,
): TemplateResult | typeof nothing => {
  const { tool, piece } = context.view.state;
  if (piece !== "" || !isKindTool(tool) || kindTools[tool].shelves === undefined) return nothing;
  return html`<floorplan-pieces
    .context=${context}
    .tool=${tool}
    .choose=${choose}
    .leave=${leave}
    .pull=${pull}
  ></floorplan-pieces>`;
};

/**
 * Whether a key is pressed on the drawing or the tools while the list of pieces is open. It is a search then: the field
 * gets the focus, and with it this very key.
 */
export const searchBeside = (event: Event): boolean => {
  const around = event
    .composedPath()
    .find((part) => part instanceof Element && part.matches("main"));
  const field =
    around instanceof Element ? around.querySelector<HTMLElement>(".pieces input") : null;
  field?.focus();
  return field !== null;
};
