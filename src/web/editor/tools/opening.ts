import { makeOpening, type OpeningKind, usualWidth } from "../../../kinds/opening.ts";
import { nearestOn } from "../../../geometry/wall.ts";
import { wallsOn } from "../../../elements/rooms.ts";
import { idOf, newId } from "../../../elements/entities.ts";
import { add, idsFor, renamed, withIds } from "../../model/change.ts";
import { findRef, type Ref } from "../../../elements/ref.ts";
import { freeSpan, takenOn } from "../../model/free-wall.ts";
import { distance } from "../../../geometry/vector.ts";
import { toolWords } from "../kinds.ts";
import { dragOfOpening } from "./drag-opening.ts";
import type { Dragging } from "./dragging.ts";
import { measuresOnWall, type OnWall, outlineOnWall, placeOnWall } from "./on-wall.ts";
import { type Overlay, type PlanPointer, type Tool, type ToolContext, tremble } from "./tool.ts";

/** Puts doors, windows or passages into walls, one with each click, and slides those that are there. */
export class OpeningTool implements Tool {
  overlay: Overlay = {};
  readonly #context: ToolContext;
  readonly #kind: OpeningKind;
  /** Where a click would put one. */
  #found: OnWall | undefined;
  /** The one that is there already. */
  #under: Ref | undefined;
  #pressed: PlanPointer | undefined;
  #dragging: Dragging | undefined;

  constructor(context: ToolContext, kind: OpeningKind) {
    this.#context = context;
    this.#kind = kind;
  }

  get hint(): string {
    const { session, view, texts } = this.#context;
    const { hints } = texts.tools;
    if (wallsOn(session.state.plan, view.state.level).length === 0) return hints.noWalls;
    return this.#under === undefined ? toolWords(this.#kind, texts).hint : hints.openingHere;
  }

  get cursor(): string {
    if (this.#under !== undefined) return "grab";
    return this.#found === undefined ? "not-allowed" : "copy";
  }

  down(pointer: PlanPointer): void {
    this.#look(pointer);
    this.#pressed = pointer;
    if (this.#under !== undefined) this.#context.view.select([this.#under]);
  }

  move(pointer: PlanPointer): void {
    const pressed = this.#pressed;
    if (pressed === undefined || this.#under === undefined) return this.#look(pointer);
    const isStarting = this.#dragging === undefined;
    if (isStarting && distance(pointer.at, pressed.at) < tremble * pointer.pixel) return;
    this.#dragging ??= dragOfOpening(this.#context, this.#under, pressed.at);
    this.overlay = this.#dragging.move(pointer);
  }

  up(pointer: PlanPointer): void {
    const wasUnder = this.#under !== undefined;
    this.#pressed = undefined;
    this.#dragging?.commit();
    this.#dragging = undefined;
    this.#look(pointer);
    if (wasUnder) return;
    if (this.#found !== undefined) this.#put(this.#found);
    else if (this.#under === undefined)
      this.#context.say(this.#context.texts.tools.hints.noWallHere);
    this.#look(pointer);
  }

  cancel(): boolean {
    const isBusy = this.#dragging !== undefined;
    this.#dragging?.cancel();
    this.#dragging = undefined;
    this.#pressed = undefined;
    this.#found = undefined;
    this.#under = undefined;
    this.overlay = {};
    return isBusy;
  }

  /** Finds what is under the pointer: an opening, or a wall with room for one. */
  #look({ at, snapping }: PlanPointer): void {
    const { plan } = this.#context.session.state;
    const { level } = this.#context.view.state;
    const place = placeOnWall(wallsOn(plan, level), at, usualWidth[this.#kind], snapping);
    const along = place === undefined ? 0 : nearestOn(place.wall, at).along;
    const taken = place === undefined ? [] : takenOn(plan, level, place.wall);
    this.#under = taken.find(({ from, to }) => from < along && along < to)?.ref;
    const span = place && freeSpan(place.span, along, place.wall, taken);
    const isFree = place !== undefined && span !== undefined && this.#under === undefined;
    this.#found = isFree ? { wall: place.wall, span } : undefined;
    this.overlay =
      this.#found === undefined
        ? {}
        : { ghost: outlineOnWall(this.#found), measures: measuresOnWall(this.#found) };
  }

  #put({ wall, span }: OnWall): void {
    const { session, view, texts, say } = this.#context;
    const { plan } = session.state;
    const fresh = idsFor(plan, [wall.room]);
    const id = newId(plan, "openings");
    const kind = this.#kind;
    const { name } = toolWords(kind, texts);
    session.edit({ action: "add", name }, (now) => {
      const whole = withIds(now, fresh);
      const room = findRef(whole, renamed(wall.room, fresh));
      const roomId = room === undefined ? undefined : idOf(room.data);
      return roomId === undefined
        ? now
        : add(whole, "openings", makeOpening(id, kind, roomId, wall.edge, span));
    });
    view.select([`openings/${id}`]);
    say(texts.tools.added(name));
  }
}
