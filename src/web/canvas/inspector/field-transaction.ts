import { type Json, withField } from "../../../model/json.ts";
import type { Ref } from "../../../model/elements/entities.ts";
import { type FieldEdit, newIdsFor, setField } from "../../../model/editing/change.ts";
import { sameRefs } from "../view-state.ts";
import { linkToArea } from "../entities/areas.ts";
import { setOutdoor } from "../../../model/editing/room-annotations.ts";
import type { Gesture } from "../../store/session-state.ts";
import type { EditorContext } from "../component.ts";
import type { InputPhase, ActiveInput } from "./typed-input.ts";

/** A field that is being typed. */
interface OpenField {
  readonly field: string;
  readonly gesture: Gesture;
  /** The elements as they were called before they got ids, and now. */
  readonly refs: readonly Ref[];
  now: readonly Ref[];
  readonly edit: (value: Json | undefined) => FieldEdit;
}

/** Fills in fields of elements, or of the plan where there are none: each is one undo step, however many keys it takes, and gives ids to what has none. */
export class FieldTransaction {
  /** The input in which somebody types. */
  readonly typedIn: ActiveInput = { now: undefined };
  #open: OpenField | undefined;

  /** The elements as they were called when the typing began: so its place stays the same while they get their ids. */
  namesOf(refs: readonly Ref[]): readonly Ref[] {
    return this.#open !== undefined && sameRefs(this.#open.now, refs) ? this.#open.refs : refs;
  }

  /** Sets a field; undefined takes it away. `name` says of what, for the words of undo. */
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

  /** Gives up what is being typed. */
  cancel({ view }: EditorContext): void {
    const open = this.#open;
    this.#open = undefined;
    if (open?.gesture.isOpen !== true) return;
    open.gesture.cancel();
    view.select(open.refs);
  }

  /** What is being typed is a step, if it changes anything. */
  close(): void {
    this.#open?.gesture.commit();
    this.#open = undefined;
  }

  /** Other elements are shown: what was typed for the former ones is done. */
  follow(refs: readonly Ref[]): void {
    if (this.#open !== undefined && !sameRefs(this.#open.now, refs)) this.close();
  }

  #openOf(refs: readonly Ref[], field: string): OpenField | undefined {
    const open = this.#open;
    // Whatever else began meanwhile, or a save, has committed it.
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

/** What sets a field of elements of the plan of now, with the same new ids each time. */
const editing = (
  { session, registries }: EditorContext,
  refs: readonly Ref[],
  field: string,
): ((value: Json | undefined) => FieldEdit) => {
  if (refs.length === 0)
    return (value) => ({ change: (plan) => withField(plan, field, value), refs });
  const { plan } = session.state;
  const ids = newIdsFor(plan, refs);
  return (value) => {
    if (field === "outdoor") return setOutdoor(plan, refs, value === true);
    return field === "area_id" && registries.now !== undefined
      ? linkToArea(plan, refs, value, registries.now, ids)
      : setField(plan, refs, field, value, ids);
  };
};
