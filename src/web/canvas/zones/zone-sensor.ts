import { css, html, nothing, type PropertyDeclarations, type TemplateResult } from "lit";
import { isLeft } from "fp-ts/lib/Either.js";
import { setFields } from "../../../model/editing/change.ts";
import {
  entitiesOf,
  entriesOf,
  findEntity,
  idOf,
  refOf,
} from "../../../model/elements/entities.ts";
import { type Point, tidyPoint } from "../../../model/geometry/vector.ts";
import { deepEqual, type JsonObject, textIn, withField } from "../../../model/json.ts";
import {
  entitiesOfTarget,
  isTarget,
  readTracker,
  targetsOfTrackers,
} from "../../../model/trackers/tracker.ts";
import { isSlotOf, type SensorSlot, slotsIn } from "../../../model/zones/sensor/sensor-slots.ts";
import {
  entitiesOfShape,
  readZoneSensor,
  rectangleFields,
} from "../../../model/zones/sensor/zone-sensor.ts";
import { thingName } from "../../i18n/element-names.ts";
import { TranslationController } from "../../i18n/translation-controller.ts";
import { zoneSensorTranslator } from "../../i18n/zone-sensor-translator.ts";
import { type EditorContext, defineElement } from "../component.ts";
import { labelled, type Option, selectInput } from "../inspector/inputs.ts";
import { Panel } from "../inspector/panel.ts";
import { entityPicker } from "../inspector/pickers.ts";
import { type FieldInput, placeWithin } from "../inspector/typed-input.ts";
import { SensorDialog } from "./sensor-dialog.ts";

/** The entities that a zone's sensor may have beside those of its shape. */
const furtherFields = ["type", "switch"] as const;

const domains = {
  x1: ["number", "input_number"],
  y1: ["number", "input_number"],
  x2: ["number", "input_number"],
  y2: ["number", "input_number"],
  text: ["text", "input_text"],
  type: ["select", "input_select"],
  switch: ["switch", "input_boolean"],
} as const;

/** The entities of the devices that a tracker of the plan reads, if Home Assistant is known. */
const entitiesBeside = (tracker: JsonObject, { registries }: EditorContext): readonly string[] => {
  const registry = registries.now;
  const devices = new Set(
    targetsOfTrackers([readTracker(tracker)])
      .filter(isTarget)
      .flatMap(entitiesOfTarget)
      .flatMap((entity) => registry?.byId.get(entity)?.device ?? []),
  );
  return (registry?.entities ?? []).flatMap(({ id, device }) =>
    device !== undefined && devices.has(device) ? [id] : [],
  );
};

/** The section of a zone's form about its sensor: which it is, its entities, and the way to write to it. */
class ZoneSensor extends Panel {
  static override properties: PropertyDeclarations = {
    ...Panel.properties,
    input: { attribute: false },
  };
  static override styles = css`
    .stack {
      padding: 0;
    }
    dialog {
      max-width: min(640px, calc(100vw - 24px));
      padding: 18px 20px;
    }
    .scroll {
      overflow-x: auto;
      margin: 10px 0;
    }
    table {
      border-collapse: collapse;
      width: 100%;
    }
    th,
    td {
      padding: 4px 8px 4px 0;
      text-align: start;
      vertical-align: top;
      font-weight: normal;
      overflow-wrap: anywhere;
    }
    thead th {
      color: var(--fp-muted);
    }
    td {
      min-width: 5em;
    }
    tbody th {
      min-width: 8em;
    }
    td p {
      max-width: calc(100vw - 70px);
    }
    .fields {
      display: grid;
      gap: 10px;
    }
    dialog .row {
      justify-content: flex-end;
      margin-top: 14px;
    }
  `;

  declare input: FieldInput | undefined;
  readonly #translations = new TranslationController(this, zoneSensorTranslator, () => [
    this.context?.language,
  ]);
  #dialog: SensorDialog | undefined;

  override updated(): void {
    const dialog = this.renderRoot.querySelector("dialog");
    if (dialog?.open === false) dialog.showModal();
    // The pressed button may be gone; keep the focus in the dialog.
    if (this.shadowRoot?.activeElement === null) dialog?.focus();
  }

  protected override content(context: EditorContext): TemplateResult {
    const { input } = this;
    if (input === undefined || input.isMixed) return html``;
    const { texts } = this.#translations;
    const sensor = entriesOf(input.value ?? undefined);
    const trackers = entitiesOf(context.session.state.plan, "trackers").flatMap(({ data }) => {
      const id = idOf(data);
      return id === undefined ? [] : [{ id, data }];
    });
    const chosen = textIn(sensor["tracker"]);
    const names: readonly Option[] = trackers.map(({ id, data }) => [
      id,
      thingName("trackers", data, context.texts),
    ]);
    const unknown: readonly Option[] =
      chosen === undefined || trackers.some(({ id }) => id === chosen) ? [] : [[chosen, chosen]];
    const tracker = trackers.find(({ id }) => id === chosen);
    return html`<p class="muted">${texts.explained}</p>
      ${labelled(
        texts.tracker,
        selectInput([["", texts.none], ...names, ...unknown], chosen ?? "", (id) =>
          this.#choose(id, input, context),
        ),
      )}
      ${chosen === undefined ? nothing : this.#entities(sensor, tracker?.data ?? {}, input, context)}
      ${this.#sharing(sensor, input, context)}
      ${chosen === undefined ? nothing : this.#writing(input, context)}
      ${this.#dialog === undefined ? nothing : this.#dialogView(this.#dialog)}`;
  }

  /** Takes a tracker, with the first free zone of its sensor if there is one. */
  #choose(id: string, { entity, commit }: FieldInput, context: EditorContext): void {
    if (id === "") return commit(undefined);
    const { plan } = context.session.state;
    const tracker = findEntity(plan, "trackers", id)?.data ?? {};
    const others = entitiesOf(plan, "zones").filter(({ key }) => key !== entity.key);
    const isFree = (slot: SensorSlot): boolean =>
      !others.some(({ data }) => isSlotOf(slot, entriesOf(data["sensor"])));
    const wants = entity.data["exclude"] === true ? "exclusion" : "zone";
    const free = slotsIn(entitiesBeside(tracker, context)).find(
      (slot) => slot.of === wants && isFree(slot),
    );
    return commit({ tracker: id, ...free?.fields });
  }

  #entities(
    sensor: JsonObject,
    tracker: JsonObject,
    input: FieldInput,
    context: EditorContext,
  ): TemplateResult {
    const { texts } = this.#translations;
    const slots = slotsIn(entitiesBeside(tracker, context));
    const taken = slots.find((slot) => isSlotOf(slot, sensor));
    const named: readonly Option[] = slots.map(({ id, of, number, shape }) => [
      id,
      `${texts[of](number)}, ${texts.shapes[shape]}`,
    ]);
    const { tracker: id } = sensor;
    const take = (slot: string): void =>
      input.commit({ tracker: id, ...slots.find((each) => each.id === slot)?.fields });
    const choice =
      slots.length === 0
        ? nothing
        : labelled(texts.slot, selectInput([...named, ["", texts.others]], taken?.id ?? "", take));
    return html`<div class="fields">
      ${choice} ${taken === undefined ? this.#own(sensor, input, context) : nothing}
    </div>`;
  }

  /** The entities, chosen one by one. */
  #own(sensor: JsonObject, input: FieldInput, context: EditorContext): TemplateResult {
    const { texts } = this.#translations;
    const isText = sensor["text"] !== undefined;
    const fields = [...(isText ? (["text"] as const) : rectangleFields), ...furtherFields];
    const reshape = (shape: string): void => {
      const bare = [...rectangleFields, "text", "separator"].reduce(
        (made: JsonObject, field) => withField(made, field, undefined),
        sensor,
      );
      input.commit(shape === "polygon" ? { ...bare, text: "" } : bare);
    };
    return html`${labelled(
      texts.shape,
      selectInput(Object.entries(texts.takes), isText ? "polygon" : "rectangle", reshape),
    )}
    ${fields.map((field) =>
      entityPicker({
        label: texts.fields[field],
        value: textIn(sensor[field]) ?? "",
        wants: { only: domains[field] },
        context,
        place: placeWithin(input.place, field),
        commit: (value, phase) =>
          input.commit(
            withField(sensor, field, value === "" && field !== "text" ? undefined : value),
            phase,
          ),
      }),
    )}`;
  }

  /** Says so if another zone has the same entities, as a copy has. */
  #sharing(
    sensor: JsonObject,
    { entity }: FieldInput,
    { session, texts }: EditorContext,
  ): TemplateResult | typeof nothing {
    const own = readZoneSensor(sensor);
    if (isLeft(own)) return nothing;
    const taken = new Set(entitiesOfShape(own.right));
    const other = entitiesOf(session.state.plan, "zones").find(({ key, data }) => {
      const theirs = readZoneSensor(data["sensor"]);
      return (
        key !== entity.key &&
        !isLeft(theirs) &&
        entitiesOfShape(theirs.right).some((each) => taken.has(each))
      );
    });
    if (other === undefined) return nothing;
    const name = thingName("zones", other.data, texts);
    return html`<p class="bad">${this.#translations.texts.shared(name)}</p>`;
  }

  /** What is still missing, or the button that writes. */
  #writing({ entity, value }: FieldInput, context: EditorContext): TemplateResult {
    const { texts } = this.#translations;
    const { session } = context;
    const { plan, base, rev } = session.state;
    const bad = readZoneSensor(value);
    if (isLeft(bad))
      return html`<p class="muted">${texts.problems["bad-sensor"](untold(bad.left))}</p>`;
    const saved = findEntity(base, "zones", entity.key)?.data;
    const isSaved =
      deepEqual(saved, entity.data) &&
      deepEqual(base["trackers"], plan["trackers"]) &&
      deepEqual(base["levels"], plan["levels"]);
    const id = idOf(entity.data);
    if (!isSaved || id === undefined) return html`<p class="muted">${texts.saveFirst}</p>`;
    const name = thingName("zones", entity.data, context.texts);
    const takeOver = (points: readonly Point[]): void =>
      session.edit({ action: "reshape", name }, (now) =>
        setFields(now, refOf(entity), { points: points.map(tidyPoint) }),
      );
    const open = (): void => {
      const changed = (): void => this.requestUpdate();
      this.#dialog = new SensorDialog({ id, name, rev }, context, { changed, takeOver });
    };
    return html`<div class="row"><button @click=${open}>${texts.write}</button></div>`;
  }

  #dialogView(dialog: SensorDialog): TemplateResult {
    const close = (): void => this.renderRoot.querySelector("dialog")?.close();
    const closed = (): void => {
      this.#dialog = undefined;
      this.requestUpdate();
    };
    // While values are being written, the way back is not known yet.
    const stay = (event: Event): void => {
      if (dialog.isWriting) event.preventDefault();
    };
    return html`<dialog
      aria-labelledby="sensor-title"
      tabindex="-1"
      @cancel=${stay}
      @close=${closed}
    >
      ${dialog.content(this.#translations.texts, close)}
    </dialog>`;
  }
}

/** What a sentence about a value alone needs. */
const untold = (value: string) => ({ entity: "", value, least: "", most: "", metres: "" });

defineElement("floorplan-zone-sensor", ZoneSensor);
