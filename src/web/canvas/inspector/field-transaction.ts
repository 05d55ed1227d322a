import { type Json, withField } from "../../../model/json.ts";
import type { Ref } from "../../../model/elements/entities.ts";
import { type FieldEdit, newIdsFor, setField } from "../../../model/editing/change.ts";
import { setWallLength, wallLengthIn } from "../../../model/editing/room-size.ts";
import { sameRefs } from "../view-state.ts";
import { setName } from "../room-names.ts";
import { linkToArea } from "../entities/areas.ts";
import { setOutdoor } from "../../../model/editing/room-annotations.ts";
import type { Gesture } from "../../store/session-state.ts";
import type { EditorContext } from "../component.ts";
import type { InputPhase, ActiveInput } from "./typed-input.ts";

/** The field being edited. */
interface OpenField {
  readonly field: string;
  readonly gesture: Gesture;
  /** The refs of the elements, before and after they get ids. */
  readonly refs: readonly Ref[];
  now: readonly Ref[];
  readonly edit: (value: Json | undefined) => FieldEdit;
}

/**
 * Edits fields of elements, or of the plan if there are none. Each edit is one undo step, however many keys it takes,
 * and gives ids to elements without one.
 */
export class FieldTransaction {
  /** The input being typed into. */
  readonly typedIn: ActiveInput = { now: undefined };
  #open: OpenField | undefined;

  /** The refs at the start of typing, so that the input's place stays the same while elements get ids. */
  namesOf(refs: readonly Ref[]): readonly Ref[] {
    return this.#open !== undefined && sameRefs(this.#open.now, refs) ? this.#open.refs : refs;
  }

  /** Sets a field; undefined removes it. `name` is the element's name for undo. */
  fill(
    context: EditorContext,
    { refs, field, name }: { refs: readonly Ref[]; field: string; name: string },
    value: Json | undefined,
    phase: InputPhase,
  ): void {
    const label = { action: "field", name };
    const open = this.#openOf(refs, field);
    if (open === undefined && phase === "done") {
      const edit = editing(context, refs, field)(value);
      this.close();
      context.session.edit(label, edit.change);
      context.view.select(edit.refs);
      return;
    }
    const typing = open ?? this.#begin(context, refs, field, label);
    const edit = typing.edit(value);
    typing.now = edit.refs;
    typing.gesture.preview(edit.change);
    context.view.select(edit.refs);
    if (phase === "done") this.close();
  }

  /** Discards the typed value. */
  cancel({ view }: EditorContext): void {
    const open = this.#open;
    this.#open = undefined;
    if (open?.gesture.isOpen !== true) return;
    open.gesture.cancel();
    view.select(open.refs);
  }

  /** Completes the typed value as an undo step, if it changes anything. */
  close(): void {
    this.#open?.gesture.commit();
    this.#open = undefined;
  }

  /** Completes the edit of the former elements when others are shown. */
  follow(refs: readonly Ref[]): void {
    if (this.#open !== undefined && !sameRefs(this.#open.now, refs)) this.close();
  }

  #openOf(refs: readonly Ref[], field: string): OpenField | undefined {
    const open = this.#open;
    // Another gesture or a save has already committed it.
    if (open?.gesture.isOpen !== true) return undefined;
    return open.field === field && sameRefs(open.now, refs) ? open : undefined;
  }

  #begin(
    context: EditorContext,
    refs: readonly Ref[],
    field: string,
    label: { action: string; name: string },
  ): OpenField {
    this.close();
    const edit = editing(context, refs, field);
    const gesture = context.session.begin(label, { isTyped: true });
    const open = { field, gesture, refs, now: refs, edit };
    this.#open = open;
    return open;
  }
}

/** Returns a change that sets a field in the current plan, with the same new ids each time. */
const editing = (
  { session, view, registries }: EditorContext,
  refs: readonly Ref[],
  field: string,
): ((value: Json | undefined) => FieldEdit) => {
  if (refs.length === 0)
    return (value) => ({ change: (plan) => withField(plan, field, value), refs });
  const { plan } = session.state;
  const ids = newIdsFor(plan, refs);
  return (value) => {
    const length = wallLengthIn(value);
    if (field === "size" && length !== undefined)
      return setWallLength(plan, refs, length, view.state.measures, ids);
    if (field === "outdoor") return setOutdoor(plan, refs, value === true);
    if (field === "name") return setName(plan, refs, value, ids);
    return field === "area_id" && registries.now !== undefined
      ? linkToArea(plan, refs, value, registries.now, ids)
      : setField(plan, refs, field, value, ids);
  };
};
