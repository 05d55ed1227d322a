import type { ReactiveController } from "lit";
import type { Action } from "./actions.ts";
import { type ClipboardAction, clipboardActionOf } from "./shortcuts.ts";
import type { EditorStore } from "../editor-store.ts";

const isNothing = (selection: Selection | null): boolean =>
  selection === null || selection.toString() === "";

/** What the keys of the clipboard work on. */
interface ClipboardHost {
  /** Whether an event is for the editor, and not for a field or for the page around it. */
  readonly isMeant: (event: Event) => boolean;
  readonly store: () => Pick<EditorStore, "context" | "commands"> | undefined;
  readonly act: (action: Action) => void;
}

/**
 * Copies, cuts and pastes by the browser's own events, which alone reach the system's clipboard on every page. A
 * browser that sends none for a key gets by with what was copied here.
 */
export class ClipboardEvents implements ReactiveController {
  readonly #host: ClipboardHost;
  /** What a key asked for, until its event comes. */
  #wanted: ClipboardAction | undefined;

  constructor(host: ClipboardHost) {
    this.#host = host;
  }

  hostConnected(): void {
    for (const [name, listener] of this.#listeners) document.addEventListener(name, listener);
  }

  hostDisconnected(): void {
    for (const [name, listener] of this.#listeners) document.removeEventListener(name, listener);
  }

  readonly #keyDown = (event: Event): void => {
    const isKey = event instanceof KeyboardEvent && this.#host.isMeant(event);
    this.#wanted = isKey ? clipboardActionOf(event) : undefined;
  };

  readonly #keyUp = (): void => {
    const wanted = this.#wanted;
    this.#wanted = undefined;
    if (wanted !== undefined) this.#host.act(wanted);
  };

  readonly #take = (event: Event): void => {
    const { isMeant, store, act } = this.#host;
    const { context, commands } = store() ?? {};
    if (!(event instanceof ClipboardEvent) || !isMeant(event) || context === undefined) return;
    // Words that somebody has selected are what they want to copy.
    if (context.view.state.selection.length === 0 || !isNothing(document.getSelection())) return;
    this.#wanted = undefined;
    act(event.type === "cut" ? "cut" : "copy");
    commands?.clipboard.give(event);
  };

  readonly #paste = (event: Event): void => {
    const { isMeant, store, act } = this.#host;
    const { context, commands } = store() ?? {};
    if (!(event instanceof ClipboardEvent) || !isMeant(event)) return;
    const wanted = this.#wanted ?? "paste";
    this.#wanted = undefined;
    const { clipboardData } = event;
    // A picture is for others.
    if (clipboardData === null || clipboardData.files.length > 0) return;
    event.preventDefault();
    if (commands?.clipboard.take(clipboardData.getData("text/plain")) === true) act(wanted);
    else context?.say(context.texts.arranging.notOurs);
  };

  readonly #listeners: readonly (readonly [string, (event: Event) => void])[] = [
    ["keydown", this.#keyDown],
    ["keyup", this.#keyUp],
    ["copy", this.#take],
    ["cut", this.#take],
    ["paste", this.#paste],
  ];
}
