import { nearestWall } from "../../../model/geometry/vector.ts";
import type { Tool, ToolContext } from "./tool.ts";

/** Pixels around a proposed wall within which a press is meant for it. */
const reach = 14;

/** Shows the walls that were found in the tracing image; a press leaves one out, or takes it again. */
export const proposedWallsTool = ({ view, texts, say }: ToolContext): Tool => ({
  hint: () => texts.tools.hints.scan,
  cursor: () => "pointer",
  overlay: () => {
    const { proposal } = view.state;
    return proposal === undefined ? {} : { proposal };
  },
  up: ({ at, pixel }) => {
    const { proposal } = view.state;
    if (proposal === undefined) return;
    const walls = proposal.walls.map((wall, number) => ({ ...wall, number }));
    // The keyboard's crosshair has no pixels: it has to be on the wall itself.
    const found = [reach * pixel, ...walls.map(({ thickness }) => thickness / 2)];
    const hit = nearestWall(walls, at, Math.max(...found))?.wall.number;
    if (hit === undefined) return say(texts.tools.hints.noWallHere);
    const next = proposal.toggled(hit);
    view.update({ proposal: next });
    const { scan } = texts.panels.tracing;
    say(
      `${next.taken.has(hit) ? scan.taken : scan.leftOut} ${scan.found(next.taken.size, next.rooms.length)}`,
    );
  },
  cancel: () => false,
});
