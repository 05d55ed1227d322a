import type { Page } from "playwright-core";

/** What presses on the middle of the drawn things of a view meet. */
export interface Hits {
  /** How many things were pressed. */
  readonly pressed: number;
  /** Those that something answered for which is painted over their middle, as `thing < what lies on it`. */
  readonly covered: readonly string[];
  /** Those that something else answered for, or nothing, though they are to be seen there. */
  readonly wrong: readonly string[];
}

/**
 * A script that presses, with the editor's own hand, the middle of each thing of each floor, as it is fitted and,
 * for what is too small then, as it is seen from near. What is painted over a place is told by the shapes alone,
 * as the page's own search is what is under test.
 */
const pressAll = `async (levels) => {
  const editor = document.querySelector("floorplan-page").shadowRoot.querySelector("floorplan-editor").shadowRoot;
  const canvas = editor.querySelector("floorplan-canvas");
  const { hand, viewport, context: { view } } = canvas;
  const screen = canvas.getBoundingClientRect();
  const outlines = ".body, .badge, .pill, .plate, .hit, .gap, .fine";
  const isPainted = (paint) => paint !== "none" && !/, 0\\)$/.test(paint);
  const paints = (thing, x, y) =>
    [...thing.querySelectorAll("path, text")].some((shape) => {
      const style = getComputedStyle(shape);
      const at = new DOMPoint(x, y).matrixTransform(shape.getScreenCTM().inverse());
      if (shape.localName === "text") {
        const box = shape.getBBox();
        return at.x >= box.x && at.x <= box.x + box.width && at.y >= box.y && at.y <= box.y + box.height;
      }
      return (isPainted(style.fill) && shape.isPointInFill(at)) ||
        (isPainted(style.stroke) && shape.isPointInStroke(at));
    });
  const pressed = new Set();
  const found = { covered: [], wrong: [] };
  const press = (pointerType) => {
    for (const thing of canvas.renderRoot.querySelectorAll(".plan .thing:not(.room)")) {
      const own = thing.dataset.ref;
      const shape = pressed.has(own) ? null : thing.querySelector(outlines);
      if (shape === null) continue;
      const { left, top, width, height } = shape.getBoundingClientRect();
      const [x, y] = [left + width / 2, top + height / 2];
      // Neither beyond the view nor under the editor's own bars.
      if (editor.elementFromPoint(x, y) !== canvas) continue;
      pressed.add(own);
      view.select([]);
      hand.down(new PointerEvent("pointerdown", { clientX: x, clientY: y, pointerType }));
      const [answered] = view.state.selection;
      hand.cancel();
      if (answered === own) continue;
      const other = answered && canvas.renderRoot.querySelector('.plan [data-ref="' + CSS.escape(answered) + '"]');
      const isOver = other && thing.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING;
      found[isOver && paints(other, x, y) ? "covered" : "wrong"].push(own + " < " + answered);
    }
  };
  const drawn = async () => {
    canvas.moved();
    await canvas.updateComplete;
  };
  for (const level of levels) {
    view.update({ level, selection: [] });
    canvas.fit();
    await drawn();
    press("mouse");
    const fitted = viewport.scale;
    while (viewport.detail !== "near") viewport.zoom(1.25, [0, 0]);
    const tiles = Math.ceil(viewport.scale / fitted / 0.7);
    const [right, down] = [screen.width * 0.7, screen.height * 0.7];
    if (tiles > 1) viewport.pan(right / 4, down / 4);
    for (let tile = 0; tiles > 1 && tile < tiles * tiles; tile += 1) {
      await drawn();
      press("touch");
      const isEnd = tile % tiles === tiles - 1;
      viewport.pan(isEnd ? (tiles - 1) * right : -right, isEnd ? -down : 0);
    }
  }
  view.select([]);
  canvas.fit();
  return { pressed: pressed.size, ...found };
}`;

/** Presses the middle of each thing of these floors in the editor. */
export const pressThings = (page: Page, levels: readonly (string | null)[]): Promise<Hits> =>
  page.evaluate<Hits>(`(${pressAll})(${JSON.stringify(levels)})`);
