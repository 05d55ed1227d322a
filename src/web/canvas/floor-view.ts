import type { PlanData } from "../../model/elements/entities.ts";
import type { Box } from "../../model/geometry/polygon.ts";
import { fittingScale, isWideOn, type ScreenPoint, Viewport } from "../renderer/viewport.ts";
import type { EditorContext } from "./component.ts";
import { boxOfImage, type ScreenSize, sheetOf, shownImage } from "./fit-view.ts";

/** The canvas as its view of a floor sees it. */
interface FloorCanvas {
  readonly context: EditorContext | undefined;
  /** Its size in pixels. */
  readonly size: ScreenSize;
  /** Size of its uncovered part. */
  readonly screen: ScreenSize;
  /** Size of its foot, at its left and bottom. */
  readonly foot: ScreenSize;
  /** Called when the view has changed. */
  readonly moved: () => void;
}

/** Fitted until there is a plan. */
const start: Box = { left: 0, top: 0, width: 10, height: 7 };

/** Fits the shown floor to the uncovered part of the canvas, turned where it fills an upright canvas better, until somebody moves the view. */
export class FloorView {
  readonly viewport = new Viewport(start);
  readonly #canvas: FloorCanvas;
  /** The area that was last fitted. */
  #fitted = start;
  #level: string | undefined;
  #image: string | undefined;
  #hasPlan = false;
  /** The area of the shown floor, and the plan for which it was found. */
  #sheet:
    | { readonly plan: PlanData; readonly level: string | undefined; readonly box: Box }
    | undefined;

  constructor(canvas: FloorCanvas) {
    this.#canvas = canvas;
    this.viewport.area = () => this.#area;
  }

  /** Fits everything on the shown floor. */
  fit(): void {
    this.#sheet = undefined;
    this.#fitted = this.#area;
    this.#place();
    this.viewport.fit();
    this.#publishTurn();
    this.#canvas.moved();
  }

  /** Takes a new size of the canvas; a fitted view is fitted again. */
  resized(): void {
    const { width, height } = this.#canvas.size;
    this.viewport.resize(width, height);
    this.#place();
    this.#publishTurn();
    this.#canvas.moved();
  }

  /** Fits the floor when another one, another image, or another way to turn it is chosen. */
  follow({ session, view }: EditorContext): void {
    const { level, turning } = view.state;
    const isHere = session.state.connection !== "waiting";
    const image = shownImage(session.state.plan, level)?.url;
    const isNewImage = image !== this.#image && this.viewport.isFitted;
    this.#image = image;
    const mayTurn = turning === "turned";
    const isSwitched = mayTurn !== this.viewport.mayTurn;
    this.viewport.mayTurn = mayTurn;
    const isSame = level === this.#level && (this.#hasPlan || !isHere);
    if (isSame && !isNewImage && !isSwitched) return;
    this.#level = level;
    this.#hasPlan = isHere;
    this.fit();
  }

  /** The box of the floor's tracing image; undefined without one. */
  get imageBox(): Box | undefined {
    const { session, view, client } = this.#canvas.context ?? {};
    const image = shownImage(session?.state.plan ?? {}, view?.state.level);
    const loaded = (): void => {
      this.#sheet = undefined;
      if (this.viewport.isFitted) this.fit();
    };
    return image && boxOfImage(image, client?.imageUrl(image.url) ?? "", loaded);
  }

  /** What the shown floor takes up. Found once for each plan, which takes milliseconds for a large one. */
  get #area(): Box {
    const { session, view } = this.#canvas.context ?? {};
    const { plan = {} } = session?.state ?? {};
    const level = view?.state.level;
    if (this.#sheet?.plan !== plan || this.#sheet.level !== level) {
      const box = sheetOf(plan, level, this.#canvas.screen, this.imageBox);
      this.#sheet = { plan, level, box };
    }
    return this.#sheet.box;
  }

  /** Whether the fitted floor is wide, and the canvas upright. */
  get #isWide(): boolean {
    const { width, height } = this.#canvas.size;
    return isWideOn(this.#fitted, width, height);
  }

  /** Gives the viewport what a fitted view shows. */
  #place(): void {
    this.viewport.show(this.#fitted, this.#free);
  }

  /** What a fitted floor leaves free: what covers the canvas, and its foot if that has no room beside or beneath the floor. */
  get #free(): ScreenPoint {
    const { foot, screen, size } = this.#canvas;
    const { width, height } = size;
    const [right, bottom] = [width - screen.width, height - screen.height];
    if (bottom > 0 || height <= foot.height * 2) return [right, bottom];
    const box = this.#fitted;
    const isTurned = this.viewport.mayTurn && this.#isWide;
    const [across, down] = isTurned ? [box.height, box.width] : [box.width, box.height];
    const whole = fittingScale([screen.width, height], [across, down]);
    const [beside, beneath] = [(screen.width - across * whole) / 2, (height - down * whole) / 2];
    return [right, beside >= foot.width || beneath >= foot.height ? 0 : foot.height];
  }

  /** Tells everybody how the plan is turned now, for words and keys that are about the screen. */
  #publishTurn(): void {
    const { width, height } = this.#canvas.size;
    const { turn } = this.viewport;
    const { view } = this.#canvas.context ?? {};
    view?.update({ turn, isUpright: height > width, canTurn: this.#isWide });
  }
}
