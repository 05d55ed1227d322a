import { halfWall, lengthOf, nearestOn, nearestWall, pointAlong } from "../../../geometry/wall.ts";
import { insideOf, wallsOn } from "../../../elements/rooms.ts";
import { outlineOf } from "../../../elements/items.ts";
import { newId } from "../../../elements/entities.ts";
import { boxAround } from "../../../geometry/polygon.ts";
import { type Point, fullTurn, minus, plus, times } from "../../../geometry/vector.ts";
import { furnitureSize, furnitureType } from "../../../kinds/catalogue/furniture.ts";
import { kinds } from "../../../kinds/index.ts";
import { addItem } from "../../model/create.ts";
import { type Guide, onGrid, snapMove, type Snapping, targetsOn } from "../../model/snap.ts";
import { type Piece, pieceWords } from "../kinds.ts";
import type { Overlay, PlanPointer, Tool, ToolContext } from "./tool.ts";

/** Where a piece goes, and how it is turned. */
interface Pose {
  readonly at: Point;
  readonly rotation: number;
  readonly guides: readonly Guide[];
}

const outlineAt = ({ list, name }: Piece, [x, z]: Point, rotation: number): readonly Point[] =>
  outlineOf({ collection: list, data: { ...kinds[list].make?.(name, ""), x, z, rotation } });

/** Places a piece of furniture, a device, a sensor or a text with a click. */
export class PlaceTool implements Tool {
  overlay: Overlay = {};
  readonly cursor = "copy";
  readonly #context: ToolContext;
  readonly #begin: string;
  readonly #piece: Piece | undefined;
  #rotation = 0;
  #last: PlanPointer | undefined;

  /** Places a piece; without one it says how to `begin`. */
  constructor(context: ToolContext, begin: string, piece: Piece | undefined) {
    this.#context = context;
    this.#begin = begin;
    this.#piece = piece;
  }

  get hint(): string {
    const { texts } = this.#context;
    const { hints } = texts.tools;
    const piece = this.#piece;
    if (piece === undefined || piece.name === "") return this.#begin;
    const hint = hints.place(pieceWords(piece, texts));
    return this.#canTurn ? `${hint} ${hints.turns}` : hint;
  }

  down(pointer: PlanPointer): void {
    this.move(pointer);
  }

  move(pointer: PlanPointer): void {
    this.#last = pointer;
    if (this.#piece === undefined) return;
    const { at, rotation, guides } = this.#pose(this.#piece, pointer);
    this.overlay = { ghost: outlineAt(this.#piece, at, rotation), guides };
  }

  up(pointer: PlanPointer): void {
    const piece = this.#piece;
    if (piece === undefined) return;
    const { session, view, texts, say, askName } = this.#context;
    const { list } = piece;
    const name = pieceWords(piece, texts);
    const id = newId(session.state.plan, list);
    const { level } = view.state;
    const item = { id, piece: piece.name, name, ...this.#pose(piece, pointer) };
    session.edit({ action: "add", name }, (now) => addItem(now, level, list, item));
    const ref = `${list}/${id}`;
    view.select([ref]);
    // With Shift the tool stays, as for the chairs around a table.
    if (!pointer.isAdding) view.update({ tool: "select" });
    say(texts.tools.added(name));
    // What was chosen has a name already.
    if (piece.name === "") askName(ref);
  }

  key(key: string): boolean {
    if (key.toLowerCase() !== "r" || !this.#canTurn) return false;
    this.#rotation = fullTurn(this.#rotation + 90);
    if (this.#last !== undefined) this.move(this.#last);
    return true;
  }

  cancel(): boolean {
    this.overlay = {};
    return false;
  }

  get #canTurn(): boolean {
    return this.#piece !== undefined && kinds[this.#piece.list].isTurnable === true;
  }

  #pose(piece: Piece, { at, snapping }: PlanPointer): Pose {
    const { session, view } = this.#context;
    const rotation = this.#rotation;
    const standing =
      snapping.isOn && rotation === 0 ? this.#atWall(piece, at, snapping) : undefined;
    if (standing !== undefined) return standing;
    const box = boxAround(outlineAt(piece, at, rotation));
    const { plan } = session.state;
    const targets = targetsOn(plan, view.state.level, new Set(), insideOf);
    if (box === undefined) return { at, rotation, guides: [] };
    const { by, guides } = snapMove(box, at, [0, 0], targets, snapping);
    return { at: plus(at, by), rotation, guides };
  }

  /** With its back to a wall that is near, as furniture stands. */
  #atWall({ name }: Piece, at: Point, { tolerance }: Snapping): Pose | undefined {
    if (!this.#canTurn || furnitureType(name)?.atWall !== true) return undefined;
    const { session, view } = this.#context;
    const [w, d] = furnitureSize(name);
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
