import type { ReactiveController } from "lit";
import type { Action } from "./actions.ts";
import { type ClipboardAction, clipboardActionOf } from "./shortcuts.ts";
import type { EditorStore } from "../editor-store.ts";

const isNothing = (selection: Selection | null): boolean =>
  selection === null || selection.toString() === "";

/** The editor that clipboard events operate on. */
interface ClipboardHost {
  /** Whether an event is meant for the editor, not for a field or the page around it. */
  readonly isMeant: (event: Event) => boolean;
  readonly store: () => Pick<EditorStore, "context" | "commands"> | undefined;
  readonly act: (action: Action) => void;
}

/**
 * Copies, cuts and pastes on the browser's clipboard events, the only access to the system's clipboard on all pages. If
 * a browser sends no event for a key, the editor's own clipboard is used.
 */
export class ClipboardEvents implements ReactiveController {
  readonly #host: ClipboardHost;
  /** The action of a key, until its event comes. */
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
    // Copy the selected text of the page instead.
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
    // Pasted files are handled elsewhere.
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
