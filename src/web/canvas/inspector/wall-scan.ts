import { isLeft } from "fp-ts/lib/Either.js";
import { html, type TemplateResult } from "lit";
import { pastedRefs } from "../../../model/editing/fragment.ts";
import { type Background, backgroundOf, shownLevel } from "../../../model/elements/levels.ts";
import type { WallProposal } from "../../../model/scan/wall-proposal.ts";
import { scanLimits } from "../../../model/scan/working-size.ts";
import type { EditorContext } from "../component.ts";
import { shortNumberIn } from "../formats.ts";
import type { ScanFailure } from "../scan/main.ts";

/** Why nothing was found, in words; nothing if the user stopped the search. */
const failureText = (
  failure: ScanFailure | "noWalls",
  { language, texts }: EditorContext,
): string | undefined => {
  const { scan } = texts.panels.tracing;
  if (typeof failure === "string") return failure === "stopped" ? undefined : scan[failure];
  const { found, limit } = failure;
  const most = scanLimits[limit];
  const number = (value: number): string => shortNumberIn(language, value);
  return limit === "scanPixels"
    ? scan.scanPixels(number(found / 1e6), number(most / 1e6))
    : scan[limit](number(found), number(most));
};

/** Whether a proposal is of the floor that is shown, and of its image as it is now. */
const isShown = (proposal: WallProposal, { session, view }: EditorContext): boolean => {
  const { plan } = session.state;
  const level = shownLevel(plan, view.state.level);
  return level !== undefined && proposal.isOf(level, backgroundOf(plan, level));
};

/** Drops the proposal, and says so, if the floor or its image has changed since it was made. */
export const dropOldProposal = (context: EditorContext): void => {
  const { say, texts, view } = context;
  const { proposal, tool } = view.state;
  if (proposal === undefined || isShown(proposal, context)) return;
  view.update({ tool: tool === "scan" ? "select" : tool, proposal: undefined });
  say(texts.panels.tracing.scan.changed);
};

/** The search of a tracing image for walls: what is found is shown by the tool that takes it. */
export class WallScan {
  readonly #changed: () => void;
  /** The part that is done of the running search, from 0 to 1. */
  #part: number | undefined;
  #failure: string | undefined;
  #abort = new AbortController();

  /** `changed` is called after each change. */
  constructor(changed: () => void) {
    this.#changed = changed;
  }

  /** Ends the search; the plan is not changed. */
  stop(): void {
    this.#abort.abort();
    this.#part = undefined;
    this.#changed();
  }

  /** The button that starts the search of a floor's image, or its progress. */
  view(level: string, image: Background, context: EditorContext): TemplateResult {
    const { scan } = context.texts.panels.tracing;
    if (this.#part !== undefined)
      return html`<label role="status"
          >${scan.searching}<progress max="1" .value=${this.#part}></progress
        ></label>
        <button @click=${() => this.stop()}>${context.texts.editor.cancel}</button>`;
    return html`<button @click=${() => void this.#find(level, image, context)}>${scan.find}</button>
      <p class="muted">${scan.scale(shortNumberIn(context.language, image.width))}</p>
      ${this.#failure === undefined ? undefined : html`<div class="bad" role="alert">${this.#failure}</div>`}`;
  }

  async #find(level: string, image: Background, context: EditorContext): Promise<void> {
    const { client, say, texts, view } = context;
    const { scan } = texts.panels.tracing;
    const address = client.imageUrl(image.url);
    this.#abort = new AbortController();
    const { signal } = this.#abort;
    const end = (failure: ScanFailure | "noWalls" | undefined): void => {
      if (signal.aborted) return;
      this.#part = undefined;
      this.#failure = failure && failureText(failure, context);
      this.#changed();
    };
    const tell = (part: number): void => {
      if (signal.aborted) return;
      this.#part = part;
      this.#changed();
    };
    tell(0);
    try {
      const { proposeWalls } = await import("../scan/main.ts");
      const found = await proposeWalls({ level, image, address }, tell, signal);
      if (isLeft(found)) return end(found.left);
      if (signal.aborted) return;
      if (!isShown(found.right, context)) {
        end(undefined);
        return say(scan.changed);
      }
      const { rooms, walls } = found.right;
      if (walls.length === 0) return end("noWalls");
      end(undefined);
      view.update({ tool: "scan", proposal: found.right, selection: [] });
      say(scan.found(walls.length, rooms.length));
    } catch {
      // The module or its worker could not be loaded, as without a connection.
      end("unreachable");
    }
  }
}

/** What can be done with the walls that were found: take them all, or those that are not left out, or none. */
export const proposalView = (context: EditorContext): TemplateResult | undefined => {
  const { say, session, texts, view } = context;
  const { scan } = texts.panels.tracing;
  const { proposal } = view.state;
  if (proposal === undefined) return undefined;
  const { rooms, taken, walls } = proposal;
  const take = async (chosen: typeof proposal): Promise<void> => {
    const word = texts.drawing.things.rooms;
    const addition = await chosen.addition(() => session.state.plan, word);
    // Accepted by another press, changed or dropped meanwhile.
    if (view.state.proposal !== proposal) return;
    session.edit({ action: "walls" }, (plan) => chosen.addedTo(plan, addition));
    view.update({ tool: "select", proposal: undefined });
    view.select(pastedRefs(session.state.plan, addition));
    say(scan.accepted(chosen.taken.size, chosen.rooms.length));
  };
  const isWhole = taken.size === walls.length;
  return html`<p role="status">${scan.found(taken.size, rooms.length)}</p>
    <p class="muted">${scan.choose}</p>
    <button class="main" ?disabled=${taken.size === 0} @click=${() => void take(proposal)}>
      ${scan.accept(taken.size)}
    </button>
    ${isWhole ? undefined : html`<button @click=${() => void take(proposal.whole())}>${scan.acceptAll(walls.length)}</button>`}
    <button @click=${() => view.update({ tool: "select", proposal: undefined })}>
      ${texts.editor.cancel}
    </button>`;
};
