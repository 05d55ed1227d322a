import { halfWall, lengthOf, nearestOn, nearestWall, pointAlong } from "../../../geometry/wall.ts";
import { insideOf, wallsOn } from "../../../elements/rooms.ts";
import { outlineOf } from "../../../elements/items.ts";
import { type JsonObject } from "../../../json/json.ts";
import { newId } from "../../../elements/entities.ts";
import { boxAround } from "../../../geometry/polygon.ts";
import { type Point, fullTurn, minus, plus, times } from "../../../geometry/vector.ts";
import { furnitureSize, furnitureType } from "../../../kinds/catalogue/furniture.ts";
import { addItem } from "../../model/create.ts";
import { type Guide, onGrid, snapMove, type Snapping, targetsOn } from "../../model/snap.ts";
import type { Overlay, PlanPointer, Tool, ToolContext } from "./tool.ts";

/** What is placed: the list that it goes to. */
export type Placed = "furniture" | "devices" | "sensors" | "texts";

/** Where a piece goes, and how it is turned. */
interface Pose {
  readonly at: Point;
  readonly rotation: number;
  readonly guides: readonly Guide[];
}

/** Places a piece of furniture, a device, a sensor or a text with a click. */
export class PlaceTool implements Tool {
  overlay: Overlay = {};
  readonly cursor = "copy";
  readonly #context: ToolContext;
  readonly #collection: Placed;
  readonly #piece: string;
  #rotation = 0;
  #last: PlanPointer | undefined;

  constructor(context: ToolContext, collection: Placed, piece: string) {
    this.#context = context;
    this.#collection = collection;
    this.#piece = piece;
  }

  get hint(): string {
    const { hints } = this.#context.texts.tools;
    if (this.#collection === "texts") return hints.text;
    if (this.#piece === "") return hints.choosePiece;
    const hint = hints.place(this.#name);
    return this.#collection === "furniture" ? `${hint} ${hints.turns}` : hint;
  }

  get #name(): string {
    const { drawing, tools } = this.#context.texts;
    if (this.#collection === "texts") return tools.newText;
    if (this.#collection === "sensors") return drawing.sensor;
    const names = this.#collection === "furniture" ? drawing.furniture : drawing.devices;
    return names[this.#piece] ?? this.#piece;
  }

  down(pointer: PlanPointer): void {
    this.move(pointer);
  }

  move(pointer: PlanPointer): void {
    this.#last = pointer;
    if (this.#collection !== "texts" && this.#piece === "") return;
    const { at, rotation, guides } = this.#pose(pointer);
    this.overlay = { ghost: this.#outline(at, rotation), guides };
  }

  up(pointer: PlanPointer): void {
    if (this.#collection !== "texts" && this.#piece === "") return;
    const { session, view, texts, say, askName } = this.#context;
    const { at, rotation } = this.#pose(pointer);
    const id = newId(session.state.plan, this.#collection);
    const { level } = view.state;
    const collection = this.#collection;
    const item = { id, piece: this.#piece, name: this.#name, at, rotation };
    session.edit({ action: "add", name: this.#name }, (now) =>
      addItem(now, level, collection, item),
    );
    const ref = `${collection}/${id}`;
    view.select([ref]);
    // With Shift the tool stays, as for the chairs around a table.
    if (!pointer.isAdding) view.update({ tool: "select" });
    say(texts.tools.added(this.#name));
    if (collection === "texts") askName(ref);
  }

  key(key: string): boolean {
    if (key.toLowerCase() !== "r" || this.#collection !== "furniture") return false;
    this.#rotation = fullTurn(this.#rotation + 90);
    if (this.#last !== undefined) this.move(this.#last);
    return true;
  }

  cancel(): boolean {
    this.overlay = {};
    return false;
  }

  #outline(at: Point, rotation: number): readonly Point[] {
    const [w, d] = furnitureSize(this.#piece);
    const item: JsonObject = { x: at[0], z: at[1], w, d, rotation };
    return outlineOf({ collection: this.#collection, data: item });
  }

  #pose({ at, snapping }: PlanPointer): Pose {
    const { session, view } = this.#context;
    const standing = snapping.isOn && this.#rotation === 0 ? this.#atWall(at, snapping) : undefined;
    if (standing !== undefined) return standing;
    const box = boxAround(this.#outline(at, this.#rotation));
    const { plan } = session.state;
    const targets = targetsOn(plan, view.state.level, new Set(), insideOf);
    if (box === undefined) return { at, rotation: this.#rotation, guides: [] };
    const { by, guides } = snapMove(box, at, [0, 0], targets, snapping);
    return { at: plus(at, by), rotation: this.#rotation, guides };
  }

  /** With its back to a wall that is near, as furniture stands. */
  #atWall(at: Point, { tolerance }: Snapping): Pose | undefined {
    if (this.#collection !== "furniture" || furnitureType(this.#piece)?.atWall !== true)
      return undefined;
    const { session, view } = this.#context;
    const [w, d] = furnitureSize(this.#piece);
    const walls = wallsOn(session.state.plan, view.state.level);
    const found = nearestWall(walls, at, d / 2 + halfWall + Math.max(0.25, tolerance));
    if (found === undefined) return undefined;
    const { wall, along } = found;
    const length = lengthOf(wall);
    const centre = Math.max(w / 2, Math.min(length - w / 2, onGrid(along - w / 2) + w / 2));
    const foot = pointAlong(wall, w > length ? length / 2 : centre);
    const { point, away } = nearestOn(wall, at);
    if (away < 1e-6) return undefined;
    const back = times(minus(point, at), 1 / away);
    const rotation = fullTurn(Math.round((Math.atan2(back[0], -back[1]) * 180) / Math.PI));
    return {
      at: minus(foot, times(back, d / 2 + halfWall)),
      rotation,
      guides: [{ from: wall.from, to: wall.to }],
    };
  }
}
