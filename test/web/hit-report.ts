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
 * A script that presses, with the editor's own hand, by mouse and by touch in turn, the middle of each thing of each
 * floor. What is painted over a place is told by the shapes alone, as the page's own search is what is under test.
 */
const pressAll = `async (wanted) => {
  const editor = document.querySelector("floorplan-page").shadowRoot.querySelector("floorplan-editor").shadowRoot;
  const canvas = editor.querySelector("floorplan-canvas");
  const { toolController, viewport, context: { view } } = canvas;
  const outlines = ".body, .badge, .pill, .plate, .hit, .gap, .fine";
  const isPainted = (paint) => paint !== "none" && !/, 0\\)$/.test(paint);
  const paints = (thing, x, y) =>
    [...thing.querySelectorAll("path, text")].some((shape) => {
      const style = getComputedStyle(shape);
      const toShape = shape.getScreenCTM().inverse();
      const at = new DOMPoint(x, y).matrixTransform(toShape);
      // Whoever presses within a sign or between letters means them; the narrowest text has nearly the width of a letter.
      if (shape.matches("text, .icon")) {
        const box = shape.getBBox();
        const half = Math.max(box.width / 2, 0.4 * Number(shape.getAttribute("font-size")));
        // Browsers round the height of letters to pixels of the screen.
        const pixel = Math.hypot(toShape.a, toShape.b);
        const [top, bottom] = [box.y - pixel, box.y + box.height + pixel];
        return Math.abs(at.x - box.x - box.width / 2) <= half && at.y >= top && at.y <= bottom;
      }
      return (isPainted(style.fill) && shape.isPointInFill(at)) ||
        (isPainted(style.stroke) && shape.isPointInStroke(at));
    });
  const pressed = new Set();
  const waiting = new Set(wanted.flatMap(([, refs]) => refs));
  const found = { covered: [], wrong: [] };
  const press = () => {
    for (const thing of canvas.renderRoot.querySelectorAll(".plan .thing:not(.room)")) {
      const own = thing.dataset.ref;
      const shape = waiting.has(own) ? thing.querySelector(outlines) : null;
      if (shape === null) continue;
      const { left, top, width, height } = shape.getBoundingClientRect();
      const [x, y] = [left + width / 2, top + height / 2];
      // Neither beyond the view nor under the editor's own bars.
      if (editor.elementFromPoint(x, y) !== canvas) continue;
      pressed.add(own);
      waiting.delete(own);
      const pointerType = pressed.size % 2 === 0 ? "mouse" : "touch";
      view.select([]);
      toolController.down(new PointerEvent("pointerdown", { clientX: x, clientY: y, pointerType }));
      const [answered] = view.state.selection;
      toolController.cancel();
      if (answered === own) continue;
      const other = answered && canvas.renderRoot.querySelector('.plan [data-ref="' + CSS.escape(answered) + '"]');
      const isOver = other && thing.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING;
      found[isOver && paints(other, x, y) ? "covered" : "wrong"].push(own + " < " + answered);
    }
  };
  // All is drawn, however small it is.
  Object.defineProperty(viewport, "detail", { value: "near", configurable: true });
  for (const [level, refs] of wanted) {
    view.update({ level, selection: [] });
    canvas.fit();
    canvas.moved();
    await canvas.updateComplete;
    // Of a large plan they come in turns.
    const isDrawn = (ref) => canvas.renderRoot.querySelector('.plan [data-ref="' + CSS.escape(ref) + '"] :is(' + outlines + ')') !== null;
    while (!refs.every(isDrawn)) await new Promise(requestAnimationFrame);
    press();
  }
  view.select([]);
  delete viewport.detail;
  canvas.fit();
  return { pressed: pressed.size, ...found };
}`;

/** Presses the middle of each of some things in the editor: those of each floor, by their refs. */
export const pressThings = (
  page: Page,
  wanted: readonly (readonly [level: string | null, refs: readonly string[]])[],
): Promise<Hits> => page.evaluate<Hits>(`(${pressAll})(${JSON.stringify(wanted)})`);
