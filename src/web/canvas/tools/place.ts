import { type Instruction, withKeys } from "../../i18n/word-types.ts";
import {
  fullTurn,
  halfWall,
  lengthOf,
  minus,
  nearestOn,
  nearestWall,
  plus,
  type Point,
  pointAlong,
  times,
} from "../../../model/geometry/vector.ts";
import { findRoomOf, halfWallOf, insideOf, wallsOn } from "../../../model/elements/rooms.ts";
import { outlineOf } from "../../../model/elements/places.ts";
import { newId } from "../../../model/elements/entities.ts";
import { boxAround } from "../../../model/geometry/polygon.ts";
import { furnitureSize, isAtWall } from "../../../model/kinds/catalogue/furniture.ts";
import type { JsonObject } from "../../../model/json.ts";
import { kinds } from "../../../model/kinds/kinds.ts";
import { addItem } from "../../../model/editing/add-remove.ts";
import { type Guide, roundingOf, snapMove } from "../snapping.ts";
import { targetsOn } from "../snap-targets.ts";
import { type PlaceableItem, pieceWords } from "./kind-tools.ts";
import { ghostMeasures } from "../measures/element-measures.ts";
import type { Overlay, PlanPointer, Tool, ToolContext } from "./tool.ts";

/** Position and rotation of a piece. */
interface Placement {
  readonly at: Point;
  readonly rotation: number;
  readonly guides: readonly Guide[];
}

const dataAt = ({ list, name }: PlaceableItem, [x, z]: Point, rotation: number): JsonObject => ({
  ...kinds[list].make?.(name, ""),
  x,
  z,
  rotation,
});

const outlineAt = (piece: PlaceableItem, at: Point, rotation: number): readonly Point[] =>
  outlineOf({ collection: piece.list, data: dataAt(piece, at, rotation) });

/** Places wall furniture with its back to a nearby wall, or rotated from there by the user. */
const atWall = (
  { session, view }: ToolContext,
  { name }: PlaceableItem,
  { at, snapping }: PlanPointer,
  turnedBy: number,
): Placement | undefined => {
  if (!snapping.isOn || !isAtWall(name)) return undefined;
  const { plan } = session.state;
  const [w, d] = furnitureSize(name);
  // Rotated by 90°, its side is at the wall.
  const [broad, deep] = turnedBy % 180 === 0 ? [w, d] : [d, w];
  const walls = wallsOn(plan, view.state.level);
  const found = nearestWall(walls, at, deep / 2 + halfWall + Math.max(0.25, snapping.tolerance));
  if (found === undefined) return undefined;
  const { wall, along } = found;
  const room = findRoomOf(plan, wall.owner);
  const half = room === undefined ? halfWall : halfWallOf(room, plan, wall.edge);
  const length = lengthOf(wall);
  const [least, most] = [broad / 2 + half, length - broad / 2 - half];
  const wanted = roundingOf(snapping)(along - broad / 2) + broad / 2;
  const centre = least > most ? length / 2 : Math.max(least, Math.min(most, wanted));
  const { point, away } = nearestOn(wall, at);
  if (away < 1e-6) return undefined;
  const back = times(minus(point, at), 1 / away);
  const facing = Math.round((Math.atan2(back[0], -back[1]) * 180) / Math.PI);
  return {
    at: minus(pointAlong(wall, centre), times(back, deep / 2 + half)),
    rotation: fullTurn(facing + turnedBy),
    guides: [{ from: wall.from, to: wall.to }],
  };
};

/** Places furniture, a device, a sensor or a text with a click; if no piece is chosen, it shows `begin` as its hint. */
export const placeTool = (
  context: ToolContext,
  begin: Instruction,
  piece: PlaceableItem | undefined,
): Tool => {
  const { session, view, texts, say, askName } = context;
  const canTurn = piece !== undefined && kinds[piece.list].isTurnable === true;
  let overlay: Overlay = {};
  let turnedBy = 0;
  let last: PlanPointer | undefined;

  const poseOf = (placed: PlaceableItem, pointer: PlanPointer): Placement => {
    const { at, snapping } = pointer;
    // Upright as seen, as in its list.
    const rotation = canTurn ? fullTurn(turnedBy - view.state.turn) : 0;
    const standing = canTurn ? atWall(context, placed, pointer, turnedBy) : undefined;
    if (standing !== undefined) return standing;
    const box = boxAround(outlineAt(placed, at, rotation));
    if (box === undefined) return { at, rotation, guides: [] };
    const targets = targetsOn(session.state.plan, view.state.level, new Set(), insideOf);
    const { by, guides } = snapMove(box, at, [0, 0], targets, snapping);
    return { at: plus(at, by), rotation, guides };
  };

  const move = (pointer: PlanPointer): void => {
    last = pointer;
    if (piece === undefined) return;
    const { at, rotation, guides } = poseOf(piece, pointer);
    const made = { list: piece.list, data: dataAt(piece, at, rotation) };
    const measures = ghostMeasures(context, made);
    overlay = { ghost: outlineAt(piece, at, rotation), made, guides, measures };
  };

  return {
    hint: () => {
      const { hints } = texts.tools;
      if (piece === undefined || piece.name === "") return begin;
      const name = pieceWords(piece, texts);
      const isPressed = view.input.press === "tool";
      const hint = withKeys(isPressed ? hints.letGo(name) : hints.place(name), hints.several);
      return canTurn ? withKeys(hint, hints.turns) : hint;
    },
    cursor: () => "copy",
    overlay: () => overlay,
    down: move,
    move,
    up: (pointer) => {
      if (piece === undefined) return;
      const { list } = piece;
      const name = pieceWords(piece, texts);
      const id = newId(session.state.plan, list);
      const { level } = view.state;
      const item = { id, piece: piece.name, name, ...poseOf(piece, pointer) };
      session.edit({ action: "add", name }, (now) => addItem(now, level, list, item));
      const ref = `${list}/${id}`;
      view.select([ref]);
      // With Shift the tool stays active, as for chairs around a table.
      if (!pointer.isAdding) view.update({ tool: "select" });
      say(texts.tools.added(name));
      // A chosen piece already has a name.
      if (piece.name === "") askName(ref);
    },
    key: (key) => {
      if (key.toLowerCase() !== "r" || !canTurn) return false;
      turnedBy = fullTurn(turnedBy + 90);
      if (last !== undefined) move(last);
      return true;
    },
    cancel: () => {
      overlay = {};
      return false;
    },
  };
};
