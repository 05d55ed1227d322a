import { findRefs, refOf } from "../../../model/elements/entities.ts";
import { boxAround, middleOf } from "../../../model/geometry/polygon.ts";
import type { PicturePlace } from "../../view-3d/gestures.ts";
import type { SeenHouse } from "../../view-3d/seen-house.ts";
import type { EditorContext } from "../component.ts";
import { metresIn } from "../formats.ts";
import type { beginElementEdit } from "../tools/tool.ts";
import { beginHeightEdit, type GrippedHandle, HeightDrag, stepOf } from "./height-edit.ts";
import { type HeightHandle, heightHandlesOf, steppedHeight } from "./height-handles.ts";
import { HeightSlider } from "./height-slider.ts";
import { pathOf, type Prism, prismOf } from "./prism.ts";

const svgName = "http://www.w3.org/2000/svg";

/** The marks of what is selected, over the picture, with handles for the heights of a single element. */
export class SelectionOverlay {
  readonly element = document.createElement("div");
  readonly #begin: typeof beginElementEdit;
  readonly #path = document.createElementNS(svgName, "path");
  readonly #sliders: readonly HeightSlider[];
  readonly #ending = new AbortController();
  #context: EditorContext;
  #house: SeenHouse | undefined;
  #prisms: readonly Prism[] = [];
  #handles: readonly HeightHandle[] = [];
  #drag: HeightDrag | undefined;

  constructor(context: EditorContext, begin: typeof beginElementEdit) {
    this.#context = context;
    this.#begin = begin;
    const marks = document.createElementNS(svgName, "svg");
    marks.setAttribute("class", "marks");
    marks.setAttribute("aria-hidden", "true");
    marks.append(this.#path);
    const host = {
      pressed: this.#pressed,
      moved: this.#moved,
      released: this.#released,
      stepped: this.#stepped,
    };
    this.#sliders = [new HeightSlider(host), new HeightSlider(host)];
    this.element.className = "over-house";
    this.element.append(marks, ...this.#sliders.map(({ element }) => element));
    // Before the editor, for which Escape means something else.
    document.addEventListener("keydown", this.#key, {
      capture: true,
      signal: this.#ending.signal,
    });
  }

  /** Shows what an editor has selected. */
  show(context: EditorContext): void {
    this.#context = context;
    const { session, view, texts, language } = context;
    const { plan } = session.state;
    const selected = findRefs(plan, view.state.selection);
    this.#prisms = selected.map((entity) => prismOf(plan, entity));
    const [only, ...others] = selected;
    this.#handles = only === undefined || others.length > 0 ? [] : heightHandlesOf(plan, only);
    const write = metresIn(language);
    for (const [at, slider] of this.#sliders.entries()) {
      const handle = this.#handles[at];
      slider.show(
        handle && {
          handle,
          label: texts.panels.properties.fields[handle.field],
          figure: write(handle.metres),
        },
      );
    }
    this.#place();
  }

  /** Follows the picture, which was drawn anew. */
  readonly drawn = (house: SeenHouse): void => {
    this.#house = house;
    this.#place();
  };

  /** Gives up what is dragged, and ends. */
  end(): void {
    this.#released(true);
    this.#ending.abort();
    this.element.remove();
  }

  #place(): void {
    const house = this.#house;
    if (house === undefined) return;
    this.#path.setAttribute("d", this.#prisms.map((prism) => pathOf(prism, house)).join(""));
    const [prism] = this.#prisms;
    const box = prism && boxAround(prism.points);
    const base = prism && house.baseOf(prism.level);
    for (const [at, slider] of this.#sliders.entries()) {
      const end = this.#handles[at]?.end;
      if (end === undefined) continue;
      const [x, z] = box === undefined ? [] : middleOf(box);
      const isSeen = prism !== undefined && base !== undefined;
      slider.place(
        isSeen && x !== undefined && z !== undefined
          ? house.pixelOf([x, base + prism[end], z])
          : undefined,
      );
    }
  }

  #gripped(handle: HeightHandle): GrippedHandle | undefined {
    const [ref] = findRefs(
      this.#context.session.state.plan,
      this.#context.view.state.selection,
    ).map(refOf);
    return ref === undefined
      ? undefined
      : { context: this.#context, begin: this.#begin, ref, handle };
  }

  #placeOf({ clientX, clientY }: MouseEvent): PicturePlace {
    const { left, top } = this.element.getBoundingClientRect();
    return [clientX - left, clientY - top];
  }

  readonly #pressed = (handle: HeightHandle, event: PointerEvent): void => {
    const box = boxAround(this.#prisms[0]?.points ?? []);
    const gripped = this.#gripped(handle);
    if (gripped === undefined || box === undefined || this.#house === undefined) return;
    this.#released(true);
    this.#drag = new HeightDrag(gripped, this.#house, this.#placeOf(event), middleOf(box));
    this.element.toggleAttribute("data-dragging", true);
  };

  readonly #moved = (event: PointerEvent): void => {
    if (this.#house !== undefined)
      this.#drag?.move(this.#house, this.#placeOf(event), stepOf(event, this.#context));
  };

  readonly #released = (isLost: boolean): void => {
    const drag = this.#drag;
    this.#drag = undefined;
    this.element.toggleAttribute("data-dragging", false);
    if (isLost) drag?.cancel();
    else drag?.commit();
  };

  readonly #stepped = (handle: HeightHandle, steps: number, event: KeyboardEvent): void => {
    const gripped = this.#drag === undefined ? this.#gripped(handle) : undefined;
    if (gripped === undefined) return;
    const step = stepOf(event, this.#context);
    const edit = beginHeightEdit(gripped);
    edit.preview(steppedHeight(handle, handle.metres + steps * step, step));
    edit.commit();
  };

  readonly #key = (event: KeyboardEvent): void => {
    if (event.key !== "Escape" || this.#drag === undefined) return;
    this.#released(true);
    event.preventDefault();
    event.stopPropagation();
  };
}
