import { nearestWall, wallsOf } from "../../../geometry/wall.ts";
import { roomsOn, wallsOn } from "../../../elements/rooms.ts";
import { newId } from "../../../elements/entities.ts";
import { type Point, distance } from "../../../geometry/vector.ts";
import { addRoom, isRoom, rectangle } from "../../model/create.ts";
import { placeOfRef, type Ref } from "../../../elements/ref.ts";
import { snapPoint, type Snapped } from "../../model/snap.ts";
import { toolWords } from "../kinds.ts";
import { type Overlay, type PlanPointer, type Tool, type ToolContext, tremble } from "./tool.ts";
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
export class RoomTool implements Tool {
  readonly cursor = "crosshair";
  readonly staysBegun = true;
  overlay: Overlay = {};
  readonly #context: ToolContext;
  #start: Point | undefined;
  #hasMoved = false;
  /** The room that the first press went into, away from its walls. */
  #into: Ref | undefined;

  constructor(context: ToolContext) {
    this.#context = context;
  }

  get hint(): string {
    const { session, view, texts } = this.#context;
    const { hints } = texts.tools;
    if (this.#start !== undefined) return hints.roomSecond;
    const isFirst = roomsOn(session.state.plan, view.state.level).length === 0;
    return isFirst ? toolWords("room", texts).hint : hints.roomNext;
  }

  down(pointer: PlanPointer): void {
    if (this.#start !== undefined) return;
    this.#hasMoved = false;
    this.#start = this.#snap(pointer).point;
    this.#into = this.#roomUnder(pointer);
    this.move(pointer);
  }

  move(pointer: PlanPointer): void {
    const { point, guides } = this.#snap(pointer);
    if (this.#start === undefined) {
      this.overlay = { guides, dots: [point] };
      return;
    }
    if (distance(point, this.#start) > tremble * pointer.pixel) this.#hasMoved = true;
    const ghost = rectangle(this.#start, point);
    this.overlay = { guides, ghost, measures: wallsOf(ghost).slice(0, 2) };
  }

  up(pointer: PlanPointer): void {
    const start = this.#start;
    const { view, say, texts } = this.#context;
    if (this.#into !== undefined && !this.#hasMoved) {
      view.update({ tool: "select", selection: [this.#into] });
      return;
    }
    this.#into = undefined;
    // A click sets the first corner; the next one sets the second.
    if (start === undefined || !this.#hasMoved) return;
    const corners = rectangle(start, this.#snap(pointer).point);
    this.cancel();
    if (isRoom(corners)) createRoom(this.#context, corners);
    else say(texts.tools.tooSmall);
  }

  cancel(): boolean {
    const isBusy = this.#start !== undefined;
    this.#start = undefined;
    this.#hasMoved = false;
    this.#into = undefined;
    this.overlay = {};
    return isBusy;
  }

  /** A room that a click means: not one at whose wall the next room begins. */
  #roomUnder({ ref, at, pixel }: PlanPointer): Ref | undefined {
    const { session, view } = this.#context;
    if (ref === undefined || placeOfRef(ref) !== "polygon") return undefined;
    const walls = wallsOn(session.state.plan, view.state.level);
    const reach = Math.max(nearWall, nearWallPixels * pixel);
    return nearestWall(walls, at, reach) === undefined ? ref : undefined;
  }

  #snap({ at, snapping }: PlanPointer): Snapped {
    const { session, view } = this.#context;
    return snapPoint(at, roomTargets(session.state.plan, view.state.level), snapping);
  }
}
