import { type Either, isRight } from "fp-ts/lib/Either.js";
import { html, noChange, nothing, type TemplateResult } from "lit";
import { AsyncDirective, directive } from "lit/async-directive.js";
import type { ElementPart } from "lit/directive.js";
import type { Entity, Ref } from "../../../model/elements/entities.ts";
import type { EditorSession } from "../../store/editor-session.ts";
import type { Json } from "../../../model/json.ts";
import type { Field } from "../../../model/kinds/kind.ts";
import type { EditorContext } from "../component.ts";

/** Whether a value is still being typed, or final and so an undo step. */
export type InputPhase = "typing" | "done";

/** Takes a value; final by default. */
export type SetValue<Value> = (value: Value, phase?: InputPhase) => void;

/** The input being typed into, and its place; a form has at most one. */
export interface ActiveInput {
  now: { readonly input: Element; readonly key: string } | undefined;
}

/** The place of an input. */
export interface InputPlace {
  /** Unique among the places of the editor. */
  readonly key: string;
  readonly session: EditorSession;
  /** The elements that it edits. */
  readonly refs: readonly Ref[];
  readonly typedIn: ActiveInput;
  /** Discards what is shown while typing. */
  readonly cancel: () => void;
}

/** A place within another. */
export const placeWithin = (place: InputPlace, name: string | number): InputPlace => ({
  ...place,
  key: `${place.key}.${name}`,
});

/** An input whose text counts as work from the first key on. */
export interface TypedInput<Value> {
  readonly place: InputPlace;
  /** The value as text. */
  readonly shown: string;
  /** Parses a text; the left is the error message. */
  readonly read: (text: string) => Either<string, Value>;
  readonly fill: SetValue<Value>;
  /** The text after an arrow key, up (1) or down (-1); undefined if not applicable. */
  readonly step?: (text: string, by: number) => string | undefined;
  readonly label?: string | undefined;
  readonly placeholder?: string | undefined;
  /** Called if the field is left empty but that is invalid; without it, the former value comes back. */
  readonly emptied?: () => void;
  /** Number of lines, for a multi-line text. */
  readonly rows?: number;
}

type TextField = HTMLInputElement | HTMLTextAreaElement;

const isField = (value: unknown): value is TextField =>
  value instanceof HTMLInputElement || value instanceof HTMLTextAreaElement;

const isTypedIn = (input: Element, { typedIn, key }: InputPlace): boolean =>
  typedIn.now?.input === input && typedIn.now.key === key;

const leave = (input: Element | undefined, { typedIn }: InputPlace): void => {
  if (typedIn.now?.input === input) typedIn.now = undefined;
};

/** Shows a text in an input, unless it is being typed into. */
class ShownText extends AsyncDirective {
  #shown: readonly [input: Element, place: InputPlace] | undefined;

  override render(_text: string, _place: InputPlace): unknown {
    return noChange;
  }

  override update({ element }: ElementPart, [text, place]: [string, InputPlace]): unknown {
    this.#shown = [element, place];
    if (!isField(element) || isTypedIn(element, place)) return noChange;
    // The input now belongs to another element; the text typed before has its own place.
    leave(element, place);
    if (element.value !== text) element.value = text;
    return noChange;
  }

  /** A removed input still gets a blur event, which must have no effect. */
  override disconnected(): void {
    if (this.#shown !== undefined) leave(...this.#shown);
  }
}

const shownText = directive(ShownText);

/** Takes the input's current text. Invalid text is kept beside the plan. */
const take = <Value>(field: TextField, input: TypedInput<Value>, phase: InputPhase): void => {
  const { place, read, fill } = input;
  const { key, session, refs, cancel } = place;
  const { value: text } = field;
  const found = read(text);
  if (isRight(found)) {
    session.keepInvalidInput(key, undefined);
    fill(found.right, phase);
    return;
  }
  cancel();
  // A required field reverts to its former value.
  if (text.trim() === "" && phase === "done") {
    session.keepInvalidInput(key, undefined);
    if (input.emptied === undefined) field.value = input.shown;
    else input.emptied();
    return;
  }
  const known = session.state.invalidInputs.get(key);
  const of = known?.of ?? { plan: session.state.plan, refs };
  session.keepInvalidInput(key, { text, of, isTold: phase === "done" || known?.isTold === true });
};

const type = <Value>(field: TextField, input: TypedInput<Value>): void => {
  input.place.typedIn.now = { input: field, key: input.place.key };
  take(field, input, "typing");
};

const keys = <Value>(event: KeyboardEvent, input: TypedInput<Value>): void => {
  const { currentTarget: field, key } = event;
  if (!isField(field)) return;
  const { place, shown, step } = input;
  const by = { ArrowUp: 1, ArrowDown: -1 }[key];
  const next = by === undefined ? undefined : step?.(field.value, by);
  if (next !== undefined) {
    field.value = next;
    type(field, input);
  } else if (
    key === "Escape" &&
    (place.typedIn.now?.input === field || place.session.state.invalidInputs.has(place.key))
  ) {
    leave(field, place);
    place.cancel();
    place.session.keepInvalidInput(place.key, undefined);
    field.value = shown;
  } else return;
  event.preventDefault();
  event.stopPropagation();
};

/**
 * An input that writes into the plan at each key, as one undo step; Escape reverts it. Invalid text stays in the input
 * with an error message, and counts as unsaved.
 */
export const typedInput = <Value>(input: TypedInput<Value>): TemplateResult => {
  const { place, shown, read, label, placeholder = "", rows } = input;
  const invalid = place.session.state.invalidInputs.get(place.key);
  const found = invalid?.isTold === true ? read(invalid.text) : undefined;
  const wrong = found === undefined || isRight(found) ? undefined : found.left;
  const settle = ({ currentTarget: field }: Event): void => {
    if (!isField(field) || !isTypedIn(field, place)) return;
    leave(field, place);
    take(field, input, "done");
  };
  const on = {
    input: ({ currentTarget: field }: Event): void => {
      if (isField(field)) type(field, input);
    },
    key: (event: KeyboardEvent): void => keys(event, input),
  };
  const text = shownText(invalid?.text ?? shown, place);
  return html`${
    rows === undefined
      ? html`<input
          type="text"
          spellcheck="false"
          autocapitalize="off"
          inputmode=${input.step === undefined ? nothing : "decimal"}
          aria-label=${label ?? nothing}
          aria-invalid=${wrong === undefined ? nothing : "true"}
          placeholder=${placeholder}
          @input=${on.input}
          @change=${settle}
          @blur=${settle}
          @keydown=${on.key}
          ${text}
        />`
      : html`<textarea
          rows=${rows}
          spellcheck="false"
          aria-label=${label ?? nothing}
          aria-invalid=${wrong === undefined ? nothing : "true"}
          placeholder=${placeholder}
          @input=${on.input}
          @change=${settle}
          @blur=${settle}
          @keydown=${on.key}
          ${text}
        ></textarea>`
  }
  ${wrong === undefined ? nothing : html`<span class="bad" role="alert">${wrong}</span>`}`;
};

/** The value and callbacks of a field's input. */
export interface FieldInput {
  readonly field: Field;
  readonly value: Json | undefined;
  /** Whether the selected elements differ in this field. */
  readonly isMixed: boolean;
  /** One of the elements, for choices that depend on it. */
  readonly entity: Entity;
  readonly context: EditorContext;
  readonly place: InputPlace;
  /** Takes the new value; undefined removes the field. */
  readonly commit: SetValue<Json | undefined>;
}
