import { idOf, newId } from "../../../plan/entities.ts";
import { add, findRef, idsFor, renamed, withIds } from "../../model/change.ts";
import { makeOpening, type OpeningKind, usualWidth } from "../../model/openings.ts";
import { wallsOn } from "../../model/walls.ts";
import { measuresOnWall, type OnWall, outlineOnWall, placeOnWall } from "./on-wall.ts";
import type { Overlay, PlanPointer, Tool, ToolContext } from "./tool.ts";

/** Puts doors, windows or passages into walls, one with each click. */
export class OpeningTool implements Tool {
  overlay: Overlay = {};
  readonly #context: ToolContext;
  readonly #kind: OpeningKind;
  #found: OnWall | undefined;

  constructor(context: ToolContext, kind: OpeningKind) {
    this.#context = context;
    this.#kind = kind;
  }

  get hint(): string {
    const { session, view, texts } = this.#context;
    const { hints } = texts.tools;
    return wallsOn(session.state.plan, view.state.level).length === 0
      ? hints.noWalls
      : hints[this.#kind];
  }

  get cursor(): string {
    return this.#found === undefined ? "not-allowed" : "copy";
  }

  down(pointer: PlanPointer): void {
    this.move(pointer);
  }

  move({ at, snapping }: PlanPointer): void {
    const { session, view } = this.#context;
    const walls = wallsOn(session.state.plan, view.state.level);
    this.#found = placeOnWall(walls, at, usualWidth[this.#kind], snapping);
    this.overlay =
      this.#found === undefined
        ? {}
        : { ghost: outlineOnWall(this.#found), measures: measuresOnWall(this.#found) };
  }

  up(pointer: PlanPointer): void {
    this.move(pointer);
    const { session, view, texts, say } = this.#context;
    const found = this.#found;
    if (found === undefined) return say(texts.tools.hints.noWallHere);
    const { plan } = session.state;
    const fresh = idsFor(plan, [found.wall.room]);
    const id = newId(plan, "openings");
    const kind = this.#kind;
    session.edit({ action: "add", name: texts.tools.names[kind] }, (now) => {
      const whole = withIds(now, fresh);
      const room = findRef(whole, renamed(found.wall.room, fresh));
      const roomId = room === undefined ? undefined : idOf(room.data);
      return roomId === undefined
        ? now
        : add(whole, "openings", makeOpening(id, kind, roomId, found.wall.edge, found.span));
    });
    view.select([`openings/${id}`]);
    say(texts.tools.added(texts.tools.names[kind]));
  }

  cancel(): boolean {
    this.overlay = {};
    this.#found = undefined;
    return false;
  }
}
