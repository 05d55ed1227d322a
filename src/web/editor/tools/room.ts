import { nearestWall, wallsOf } from "../../../geometry/wall.ts";
import { roomsOn, wallsOn } from "../../../elements/rooms.ts";
import { newId } from "../../../elements/entities.ts";
import type { Point } from "../../../geometry/vector.ts";
import { addRoom, isRoom, rectangle } from "../../model/create.ts";
import { placeOfRef, type Ref } from "../../../elements/ref.ts";
import type { SnapTargets } from "../../model/snap.ts";
import { toolWords } from "../kinds.ts";
import type { Overlay, PlanPointer, ToolContext } from "./tool.ts";
import { TwoPointTool } from "./two-points.ts";
import { roomName } from "./room-name.ts";
import { roomTargets } from "./room-targets.ts";

/** Adds a room with a name of its own, selects it and asks what it is called. */
export const createRoom = (context: ToolContext, corners: readonly Point[]): void => {
  const { session, view, texts } = context;
  const { plan } = session.state;
  const id = newId(plan, "rooms");
  const name = roomName(plan, texts);
  const { level } = view.state;
  session.edit({ action: "draw", name }, (now) => addRoom(now, level, { id, name, corners }));
  view.select([`rooms/${id}`]);
  context.askName(`rooms/${id}`);
};

/** How near to a wall a press means the wall: metres, and pixels. */
const [nearWall, nearWallPixels] = [0.25, 14];

/** Draws a rectangular room, by a drag or by a click at each of two opposite corners. */
export class RoomTool extends TwoPointTool {
  /** The room that the first press went into, away from its walls. */
  #into: Ref | undefined;

  get hint(): string {
    const { session, view, texts } = this.context;
    const { hints } = texts.tools;
    if (this.isBegun) return hints.roomSecond;
    const isFirst = roomsOn(session.state.plan, view.state.level).length === 0;
    return isFirst ? toolWords("room", texts).hint : hints.roomNext;
  }

  override down(pointer: PlanPointer): void {
    if (!this.isBegun) this.#into = this.#roomUnder(pointer);
    super.down(pointer);
  }

  override up(pointer: PlanPointer): void {
    const into = this.hasMoved ? undefined : this.#into;
    this.#into = undefined;
    if (into === undefined) super.up(pointer);
    else this.context.view.update({ tool: "select", selection: [into] });
  }

  override cancel(): boolean {
    this.#into = undefined;
    return super.cancel();
  }

  protected targets(): SnapTargets {
    const { session, view } = this.context;
    return roomTargets(session.state.plan, view.state.level);
  }

  protected preview(from: Point, to: Point): Overlay {
    const ghost = rectangle(from, to);
    return { ghost, measures: wallsOf(ghost).slice(0, 2) };
  }

  protected make(from: Point, to: Point): void {
    const { say, texts } = this.context;
    const corners = rectangle(from, to);
    if (isRoom(corners)) createRoom(this.context, corners);
    else say(texts.tools.tooSmall);
  }

  /** A room that a click means: not one at whose wall the next room begins. */
  #roomUnder({ ref, at, pixel }: PlanPointer): Ref | undefined {
    const { session, view } = this.context;
    if (ref === undefined || placeOfRef(ref) !== "polygon") return undefined;
    const walls = wallsOn(session.state.plan, view.state.level);
    const reach = Math.max(nearWall, nearWallPixels * pixel);
    return nearestWall(walls, at, reach) === undefined ? ref : undefined;
  }
}
