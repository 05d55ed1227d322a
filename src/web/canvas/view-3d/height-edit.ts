import { findRef, type Ref } from "../../../model/elements/entities.ts";
import { updateElements } from "../../../model/editing/change.ts";
import type { Point } from "../../../model/geometry/vector.ts";
import type { PicturePlace } from "../../view-3d/gestures.ts";
import type { SeenHouse } from "../../view-3d/seen-house.ts";
import type { EditorContext } from "../component.ts";
import type { beginElementEdit } from "../tools/tool.ts";
import {
  fineStep,
  heightAlong,
  type HeightHandle,
  heightStep,
  steppedHeight,
  withHeight,
} from "./height-handles.ts";

/** A handle of an element in an editor. */
export interface GrippedHandle {
  readonly context: EditorContext;
  readonly begin: typeof beginElementEdit;
  readonly ref: Ref;
  readonly handle: HeightHandle;
}

/** An edit of a height, which is one undo step. */
export interface HeightEdit {
  /** Previews a height in metres. */
  readonly preview: (metres: number) => void;
  readonly commit: () => void;
  readonly cancel: () => void;
}

/** Begins an edit of a height by a handle. */
export const beginHeightEdit = ({ context, begin, ref, handle }: GrippedHandle): HeightEdit => {
  const edit = begin(context, "field", [ref]);
  return {
    preview: (metres) =>
      edit.preview((plan, [named = ref]) => {
        const entity = findRef(plan, named);
        if (entity === undefined) return plan;
        const change = () => withHeight(plan, entity, handle.field, metres);
        return updateElements(plan, new Map([[named, change]]));
      }),
    commit: () => edit.commit(),
    cancel: () => edit.cancel(),
  };
};

/** The step of a pointer or a key: fine with Alt or Shift, and where nothing snaps. */
export const stepOf = (
  { altKey, shiftKey }: Pick<MouseEvent, "altKey" | "shiftKey">,
  { view }: Pick<EditorContext, "view">,
): number => (altKey || shiftKey || !view.state.isSnapping ? fineStep : heightStep);

/** A handle that is dragged from a place of the picture, at a point of the plan. */
export class HeightDrag {
  readonly #gripped: GrippedHandle;
  readonly #point: Point;
  readonly #start: number;
  readonly #edit: HeightEdit;

  constructor(gripped: GrippedHandle, house: SeenHouse, place: PicturePlace, point: Point) {
    this.#gripped = gripped;
    this.#point = point;
    this.#start = heightAlong(house.rayThrough(place), point);
    this.#edit = beginHeightEdit(gripped);
  }

  /** Follows the pointer to a place of the picture. */
  move(house: SeenHouse, place: PicturePlace, step: number): void {
    const { handle } = this.#gripped;
    const by = heightAlong(house.rayThrough(place), this.#point) - this.#start;
    this.#edit.preview(steppedHeight(handle, handle.metres + by, step));
  }

  commit(): void {
    this.#edit.commit();
  }

  cancel(): void {
    this.#edit.cancel();
  }
}
