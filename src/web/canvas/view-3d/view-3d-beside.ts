import type { LitElement } from "lit";
import type { Ref } from "../../../model/elements/entities.ts";
import { nothingKnown } from "../../home-assistant/home-assistant.ts";
import { view3dTranslator } from "../../i18n/view-3d-translator.ts";
import type { FloorplanView3d } from "../../view-3d/floorplan-view-3d.ts";
import type { EditorContext } from "../component.ts";
import type { beginElementEdit } from "../tools/tool.ts";
import { besideStyle } from "./beside-style.ts";
import { SelectionOverlay } from "./selection-overlay.ts";

/** The editor beside whose plan the house is shown. What it does itself is given, so that its code is loaded once. */
export interface HousedEditor {
  readonly host: LitElement;
  readonly context: EditorContext;
  readonly beginElementEdit: typeof beginElementEdit;
  /** Selects what is pressed; undefined stands for a place beside all elements. */
  readonly press: (context: EditorContext, ref: Ref | undefined, isAdding: boolean) => void;
  /** The view was closed. */
  readonly closed: () => void;
}

/** What the shown house depends on. */
const partsOf = ({ session, view, texts }: EditorContext): readonly unknown[] => [
  session.state.plan,
  session.state.rev,
  view.state.level,
  view.state.sunAt,
  view.state.finish,
  texts,
];

/** The house in 3D beside the plan of an editor. */
export class View3dBeside {
  readonly #editor: HousedEditor;
  readonly #pane = document.createElement("div");
  readonly #view: FloorplanView3d;
  readonly #overlay: SelectionOverlay;
  #context: EditorContext;
  #parts: readonly unknown[] = [];

  constructor(editor: HousedEditor, view: FloorplanView3d) {
    const { context, host } = editor;
    this.#editor = editor;
    this.#context = context;
    this.#view = view;
    this.#overlay = new SelectionOverlay(context, editor.beginElementEdit);
    view.append(this.#overlay.element);
    // Its colours are those of the drawing.
    this.#pane.className = "house plan";
    this.#pane.append(view);
    host.toggleAttribute("data-house", true);
    this.update(context);
    host.renderRoot.querySelector(".stage")?.after(this.#pane);
    if (this.#coversPlan) context.view.update({ tool: "select" });
  }

  /** Whether it is still in the page. */
  get isOpen(): boolean {
    return this.#pane.isConnected;
  }

  /** Follows the editor. */
  update(context: EditorContext): void {
    this.#context = context;
    const look = this.#editor.host.getAttribute("data-look");
    if (look === null) delete this.#pane.dataset["look"];
    else this.#pane.dataset["look"] = look;
    const parts = partsOf(context);
    if (parts.some((part, at) => part !== this.#parts[at])) {
      this.#parts = parts;
      this.#show(context);
    }
    this.#overlay.show(context);
    // A tool needs the plan.
    if (this.#coversPlan && context.view.state.tool !== "select") this.end();
  }

  /** Closes the view. */
  end(): void {
    const { host, closed } = this.#editor;
    this.#overlay.end();
    this.#pane.remove();
    host.toggleAttribute("data-house", false);
    closed();
  }

  /** Whether it is in the place of the plan, as on a phone. */
  get #coversPlan(): boolean {
    const stage = this.#editor.host.renderRoot.querySelector(".stage");
    return this.isOpen && stage?.checkVisibility({ visibilityProperty: true }) === false;
  }

  #show({ session, view, texts, language }: EditorContext): void {
    const { level, sunAt, finish } = view.state;
    const { zoomIn, zoomOut, fit } = texts.editor;
    this.#view.shown = {
      plan: session.state.plan,
      rev: session.state.rev,
      level,
      homeAssistant: nothingKnown,
      pastAt: sunAt,
      isPlain: finish === "plain",
      languages: [language],
      words: { card: { zoomIn, zoomOut, fit }, drawing: texts.drawing },
      touch: (ref, touch, isAdding) =>
        this.#editor.press(this.#context, ref, isAdding || touch === "hold"),
      awaitsSecond: () => false,
      close: (isLost) => {
        this.end();
        if (isLost) this.#context.say(view3dTranslator.now([language]).texts.lost);
      },
      editing: {
        drawn: this.#overlay.drawn,
        escaped: () => {
          const { view: now } = this.#context;
          if (now.state.selection.length > 0) now.select([]);
          else this.end();
        },
      },
    };
  }
}

/** Shows the house in 3D beside the plan of an editor; undefined if the browser draws nothing in 3D, which is said. */
export const showBeside = async (editor: HousedEditor): Promise<View3dBeside | undefined> => {
  const { context, host } = editor;
  const languages = [context.language];
  const [{ canDraw }] = await Promise.all([
    import("../../view-3d/floorplan-view-3d.ts"),
    view3dTranslator.ready(languages),
  ]);
  if (!canDraw()) {
    context.say(view3dTranslator.now(languages).texts.missing);
    return undefined;
  }
  const { renderRoot } = host;
  const { styleSheet } = besideStyle;
  if (renderRoot instanceof ShadowRoot && styleSheet !== undefined)
    if (!renderRoot.adoptedStyleSheets.includes(styleSheet))
      renderRoot.adoptedStyleSheets.push(styleSheet);
  return new View3dBeside(editor, document.createElement("floorplan-view-3d"));
};
