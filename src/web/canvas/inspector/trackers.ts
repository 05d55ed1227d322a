import { css, html, type TemplateResult } from "lit";
import { addListed, changeListed } from "../../../model/editing/listed.ts";
import { entitiesOf, newId } from "../../../model/elements/entities.ts";
import { shownLevel } from "../../../model/elements/levels.ts";
import { roomsOn } from "../../../model/elements/rooms.ts";
import { boxAround } from "../../../model/geometry/polygon.ts";
import { type Point, tidyPoint } from "../../../model/geometry/vector.ts";
import { type JsonObject, textIn } from "../../../model/json.ts";
import { type EditorContext, defineElement } from "../component.ts";
import { isTrackerTool } from "../tools/make-tool.ts";
import { chosenTracker, type Tracker } from "../trackers/calibration.ts";
import { Panel } from "./panel.ts";
import { trackerForm } from "./tracker-form.ts";
import { stateWords } from "./tracker-state.ts";
import { listedStyle } from "./listed-style.ts";
import { ListedTransaction } from "./listed-transaction.ts";

/** The middle of what is drawn on the shown floor. */
const middleOf = ({ session, view }: EditorContext): Point => {
  const rooms = roomsOn(session.state.plan, shownLevel(session.state.plan, view.state.level));
  const box = boxAround(rooms.flatMap(({ corners }) => corners));
  return box === undefined
    ? [0, 0]
    : tidyPoint([box.left + box.width / 2, box.top + box.height / 2]);
};

/** The panel of the trackers: where each is, its fields, and its calibration on the drawing. */
class Trackers extends Panel {
  static override styles = [
    listedStyle,
    css`
      h4 {
        margin: 0;
      }
      code {
        overflow-wrap: anywhere;
      }
    `,
  ];

  readonly #filling = new ListedTransaction("trackers");
  #target = 0;
  #key: string | undefined;

  override reads(context: EditorContext): readonly unknown[] {
    return [...super.reads(context), context.positions.now];
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#filling.close();
    const { view, positions } = this.context ?? {};
    positions?.end();
    if (view !== undefined && isTrackerTool(view.state.tool)) view.update({ tool: "select" });
  }

  override willUpdate(): void {
    const { session, positions, view } = this.context ?? {};
    if (session !== undefined && this.isConnected) positions?.follow(session.state.base);
    const key = view?.state.tracking.key;
    if (key === this.#key) return;
    this.#key = key;
    this.#target = 0;
    this.#filling.close();
  }

  protected override content(context: EditorContext): TemplateResult {
    const { session, texts } = context;
    const words = texts.trackers;
    const all = entitiesOf(session.state.plan, "trackers");
    const chosen = chosenTracker(context);
    if (chosen !== undefined && isTrackerTool(context.view.state.tool))
      return html`<h2>${this.#name(chosen, context)}</h2>
        <p role="status">${stateWords(chosen, context)}</p>
        ${this.#form(chosen, true, context)}`;
    return html`<h2>${texts.panels.titles.trackers}</h2>
      <p class="muted">${words.explained}</p>
      ${
        all.length === 0
          ? html`<p>${words.none}</p>`
          : html`<ul class="list">
              ${all.map((tracker) => this.#entry(tracker, tracker === chosen, context))}
            </ul>`
      }
      <button @click=${() => this.#add(context)}>${words.add}</button>
      ${chosen === undefined ? undefined : this.#form(chosen, false, context)}
      ${chosen === undefined ? undefined : this.#remover(chosen, context)}`;
  }

  #entry(tracker: Tracker, isChosen: boolean, context: EditorContext): TemplateResult {
    return html`<li>
      <button
        class="entry"
        aria-expanded=${isChosen}
        @click=${() => this.#choose(isChosen ? undefined : tracker, context)}
      >
        <strong>${this.#name(tracker, context)}</strong>
        <small class="muted">${stateWords(tracker, context)}</small>
      </button>
    </li>`;
  }

  #name({ key, data }: Tracker, { positions, texts }: EditorContext): string {
    const kinds = new Map(Object.entries(texts.trackers.kinds));
    const [one] = positions.of(key);
    const own = textIn(data["name"]) ?? one?.position.name;
    return own ?? kinds.get(textIn(data["kind"]) ?? "target") ?? texts.panels.kinds.trackers;
  }

  #form(tracker: Tracker, isShort: boolean, context: EditorContext): TemplateResult {
    const { session } = context;
    const { key } = tracker;
    const name = this.#name(tracker, context);
    return trackerForm(
      {
        tracker,
        context,
        place: (field) => this.#filling.place(session, `${key}/${field}`),
        change: (field, change, phase = "done") => {
          const edit = (plan: JsonObject): JsonObject =>
            changeListed(plan, "trackers", key, change);
          this.#filling.fill(session, `${key}/${field}`, { action: "tracker", name }, edit, phase);
          this.requestUpdate();
        },
        target: this.#target,
        showTarget: (target) => {
          this.#target = target;
          this.requestUpdate();
        },
      },
      middleOf(context),
      isShort,
    );
  }

  #remover(tracker: Tracker, context: EditorContext): TemplateResult {
    const { session, view, texts } = context;
    const name = this.#name(tracker, context);
    const edit = (plan: JsonObject): JsonObject =>
      changeListed(plan, "trackers", tracker.key, () => undefined);
    const remove = (): void => {
      session.edit({ action: "trackerRemove", name }, edit);
      view.update({ tracking: {}, tool: "select" });
    };
    return html`<button class="danger" @click=${remove}>${texts.trackers.removeOne}</button>`;
  }

  #choose(tracker: Tracker | undefined, { view }: EditorContext): void {
    const level = textIn(tracker?.data["level"]);
    view.update({
      tracking: { key: tracker?.key },
      tool: "select",
      ...(level === undefined ? {} : { level }),
    });
  }

  #add({ session, view }: EditorContext): void {
    const { plan } = session.state;
    const id = newId(plan, "trackers");
    const level = shownLevel(plan, view.state.level);
    const floor = level === undefined ? {} : { level };
    const made = { id, kind: "vacuum", ...floor, source: {}, points: [] };
    session.edit({ action: "trackerAdd" }, (now) => addListed(now, "trackers", made));
    view.update({ tracking: { key: id }, tool: "select" });
  }
}

defineElement("floorplan-trackers", Trackers);
