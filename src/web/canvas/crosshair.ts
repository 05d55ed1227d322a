import { plus, type Point } from "../../model/geometry/vector.ts";
import type { Viewport } from "../renderer/viewport.ts";
import type { EditorContext } from "./component.ts";
import { reveal, type ScreenSize } from "./fit-view.ts";
import { metresIn } from "./formats.ts";
import { pointOnGrid } from "./snapping.ts";

/** The canvas under the crosshair. */
interface CrossedCanvas {
  readonly viewport: Viewport;
  /** Size of the visible part. */
  readonly screen: ScreenSize;
}

/**
 * Moves the keyboard's crosshair, which stands for the pointer of a drawing tool, in metres: announces its place and keeps it in
 * view. It first appears in the middle of the view; `passed` is called with the place.
 */
export const moveCrosshair = (
  { viewport, screen }: CrossedCanvas,
  { view, texts, language, say }: EditorContext,
  by: Point,
  passed: (at: Point) => void,
): void => {
  const middle = viewport.toPlan([screen.width / 2, screen.height / 2]);
  const at = plus(view.input.cross ?? pointOnGrid(middle), by);
  view.send({ type: "cross", at });
  passed(at);
  const [x = "", z = ""] = at.map(metresIn(language));
  say(view.state.turn === 0 ? texts.tools.moved(x, z) : texts.tools.movedTurned(x, z));
  reveal(viewport, { left: at[0], top: at[1], width: 0, height: 0 }, screen);
};
