import { html, type TemplateResult } from "lit";
import { live } from "lit/directives/live.js";
import { readLength, readNumber } from "../../../model/editing/parse-length.ts";
import { setWithin } from "../../../model/editing/listed.ts";
import { levelsOf } from "../../../model/elements/levels.ts";
import { entriesOf } from "../../../model/elements/entities.ts";
import {
  isList,
  isObject,
  type Json,
  type JsonObject,
  objectsIn,
  textIn,
  withField,
} from "../../../model/json.ts";
import { lengthUnits } from "../../../model/trackers/tracker-codec.ts";
import type { EditorContext } from "../component.ts";
import type { Tracker } from "../trackers/calibration.ts";
import { figureInput, labelled, type Option, selectInput, textInput } from "./inputs.ts";
import { entityPicker } from "./pickers.ts";
import { type SetTracker, pointsView, toolButton } from "./tracker-points.ts";
import type { InputPhase, InputPlace } from "./typed-input.ts";

/** What the form of a tracker needs. */
export interface TrackerForm {
  readonly tracker: Tracker;
  readonly context: EditorContext;
  /** The place of the input of a field. */
  readonly place: (field: string) => InputPlace;
  /** Changes the tracker by the input of a field. */
  readonly change: (
    field: string,
    change: (tracker: JsonObject) => JsonObject,
    phase?: InputPhase,
  ) => void;
  /** Which of several targets is shown, from 0. */
  readonly target: number;
  readonly showTarget: (target: number) => void;
}

/** Ways in which coordinates become metres, in the order of the form. */
const ways = ["points", "maps", "pose", "none"] as const;

const wayOf = (data: JsonObject): (typeof ways)[number] | "matrix" =>
  data["matrix"] === undefined ? (ways.find((way) => data[way] !== undefined) ?? "none") : "matrix";

/** The tracker with another way, without the fields of the former one. */
const withWay = (data: JsonObject, way: string, [x, z]: readonly [number, number]): JsonObject => {
  const cleared = ["points", "maps", "pose", "matrix", "mirrored", "unit", "dock"].reduce(
    (made, field) => withField(made, field, undefined),
    data,
  );
  const begun: Readonly<Record<string, Json>> = {
    points: [],
    maps: {},
    pose: { x, z, rotation: 0 },
  };
  return withField(cleared, way, begun[way]);
};

/** A choice of a floor, among which the first stands for none. */
const levelChoice = ({ tracker, context, change }: TrackerForm): TemplateResult | undefined => {
  const { session, texts } = context;
  const levels = levelsOf(session.state.plan);
  if (levels.length === 0) return undefined;
  const options: readonly Option[] = levels.map(({ id, name }) => [id, name]);
  const words = texts.trackers;
  return labelled(
    words.fields.level,
    selectInput(
      [["", words.firstLevel], ...options],
      textIn(tracker.data["level"]) ?? "",
      (level) => change("level", (data) => withField(data, "level", level || undefined)),
    ),
  );
};

const secondsInput = ({ tracker, context, place, change }: TrackerForm): TemplateResult => {
  const { texts, language } = context;
  const set = (seconds: number | undefined, phase?: InputPhase): void =>
    change("timeout", (data) => withField(data, "timeout", seconds), phase);
  const read = (text: string): number | undefined => {
    const seconds = readNumber(text, language);
    return seconds !== undefined && seconds >= 0 ? seconds : undefined;
  };
  return labelled(
    texts.trackers.fields.timeout,
    figureInput(
      tracker.data["timeout"],
      place("timeout"),
      set,
      { read, step: 10, wrong: texts.forms.noNumber, language },
      { emptied: () => set(undefined) },
    ),
  );
};

const checkbox = (
  words: string,
  isChecked: boolean,
  take: (isChecked: boolean) => void,
): TemplateResult =>
  html`<label class="check long"
    ><input
      type="checkbox"
      .checked=${live(isChecked)}
      @change=${({ target }: Event) => take(target instanceof HTMLInputElement && target.checked)}
    />
    ${words}</label
  >`;

/** Name, kind, floor and timeout. */
const commonFields = (form: TrackerForm): TemplateResult => {
  const { tracker, context, place, change } = form;
  const words = context.texts.trackers;
  const { data } = tracker;
  return html`<div class="fields">
    ${labelled(
      words.fields.name,
      textInput(data["name"], place("name"), (name, phase) =>
        change("name", (now) => withField(now, "name", name || undefined), phase),
      ),
    )}
    ${labelled(
      words.fields.kind,
      selectInput(Object.entries(words.kinds), textIn(data["kind"]) ?? "target", (kind) =>
        change("kind", (now) => withField(now, "kind", kind)),
      ),
    )}
    ${levelChoice(form)} ${secondsInput(form)}
    ${
      ["person", "pet", "target", undefined].includes(textIn(data["kind"]))
        ? checkbox(words.fields.fuse, data["fuse"] === true, (fuse) =>
            change("fuse", (now) => withField(now, "fuse", fuse || undefined)),
          )
        : undefined
    }
  </div>`;
};

/** The fields of a source that are attributes if it has an `entity`, and entities otherwise. */
const valueFields = ["x", "y", "heading", "room", "map"] as const;

/** Further ones of vacuums. */
const vacuumFields = [...valueFields, "dock", "path"] as const;

/** A change of the source that the form shows. */
const changeSource =
  (at: number, field: string, value: string) =>
  (tracker: JsonObject): JsonObject => {
    const { targets } = tracker;
    if (!isList(targets)) return setWithin(tracker, ["source", field], value || undefined);
    const source = targets[at];
    if (!isObject(source)) return tracker;
    return { ...tracker, targets: targets.with(at, withField(source, field, value || undefined)) };
  };

/** The fields of one source: entities, or attributes of one. */
const sourceFields = (
  { tracker, context, place, change, target }: TrackerForm,
  source: JsonObject,
): TemplateResult => {
  const words = context.texts.trackers;
  const name = (field: string): string => `source.${target}.${field}`;
  const commit =
    (field: string) =>
    (value: string, phase?: InputPhase): void =>
      change(name(field), changeSource(target, field, value), phase);
  const entity = (
    field: "valetudo" | "entity" | "active" | (typeof vacuumFields)[number],
    ...first: readonly string[]
  ): TemplateResult =>
    entityPicker({
      label: words.fields[field],
      value: textIn(source[field]) ?? "",
      wants: { first },
      context,
      place: place(name(field)),
      commit: commit(field),
    });
  const isOfOne = textIn(source["entity"]) !== undefined;
  const isVacuum = tracker.data["kind"] === "vacuum";
  // Its map has all the others.
  if (source["valetudo"] !== undefined)
    return html`<div class="fields">${entity("valetudo", "camera")}</div>`;
  const isGiven = [source["entity"], source["x"]].some((each) => each !== undefined);
  return html`<div class="fields">
      ${isVacuum && !isGiven ? entity("valetudo", "camera") : undefined} ${entity("entity")}
      ${(isVacuum ? vacuumFields : valueFields).map((field) =>
        isOfOne
          ? labelled(
              words.fields[field],
              textInput(source[field], place(name(field)), commit(field), {
                placeholder: field === "x" || field === "y" ? field : "",
              }),
            )
          : entity(field),
      )}
      ${entity("active")}
    </div>
    <p class="muted">${words.sourceHint}</p>`;
};

/** Where the coordinates come from, of one target after the other if there are several. */
const sourceSection = (form: TrackerForm): TemplateResult => {
  const { tracker, context, change, target, showTarget } = form;
  const words = context.texts.trackers;
  const { targets } = tracker.data;
  const several = isList(targets) ? objectsIn(targets) : undefined;
  const source = several === undefined ? entriesOf(tracker.data["source"]) : several[target];
  const add = (): void => {
    change("targets", ({ source: one, ...data }) => ({
      ...data,
      targets: [...(isList(data["targets"]) ? data["targets"] : [one ?? {}]), {}],
    }));
    showTarget(several?.length ?? 1);
  };
  const remove = (): void => {
    change("targets", ({ targets: all, ...data }) => {
      const left = isList(all) ? all.toSpliced(target, 1) : [];
      const [only] = left;
      return left.length === 1 && only !== undefined
        ? { ...data, source: only }
        : { ...data, targets: left };
    });
    showTarget(0);
  };
  return html`<section>
    <h3>${words.groups.source}</h3>
    ${
      several === undefined
        ? undefined
        : labelled(
            words.several(several.length),
            selectInput(
              several.map((_, at) => [String(at), words.targetNumber(at + 1)]),
              String(target),
              (at) => showTarget(Number(at)),
            ),
          )
    }
    ${sourceFields(form, source ?? {})}
    <div class="row">
      <button @click=${add}>${words.addTarget}</button>
      ${
        several === undefined
          ? undefined
          : html`<button @click=${remove}>${words.removeTarget}</button>`
      }
    </div>
  </section>`;
};

/** The pose of a sensor: by dragging it, by where somebody stands, and by numbers. */
const poseFields = ({ tracker, context, place, change }: TrackerForm): TemplateResult => {
  const { view, texts, language } = context;
  const words = texts.trackers;
  const pose = entriesOf(tracker.data["pose"]);
  const number = (
    field: "x" | "z" | "rotation" | "height",
    label: string,
    read: (text: string, language: string) => number | undefined,
    [step, wrong]: readonly [number, string],
  ): TemplateResult => {
    const set = (value: number | undefined, phase?: InputPhase): void =>
      change(`pose.${field}`, (data) => setWithin(data, ["pose", field], value), phase);
    return labelled(
      label,
      figureInput(
        pose[field],
        place(`pose.${field}`),
        set,
        { read, step, wrong, language },
        field === "height" ? { emptied: () => set(undefined) } : {},
      ),
    );
  };
  const { noLength, noNumber } = texts.forms;
  const units: readonly Option[] = [...lengthUnits.keys()].map((unit) => [unit, unit]);
  return html`<div class="row">
      ${toolButton("trackerPose", [words.place, words.placed], context)}
      ${toolButton("trackerStand", [words.stand, words.standing], context)}
    </div>
    ${view.state.tool === "trackerStand" ? html`<p>${words.standHint}</p>` : undefined}
    <div class="fields">
      ${number("x", "x (m)", readLength, [0.05, noLength])}
      ${number("z", "z (m)", readLength, [0.05, noLength])}
      ${number("rotation", words.fields.rotation, readNumber, [5, noNumber])}
      ${number("height", words.fields.height, readLength, [0.1, noLength])}
      ${labelled(
        words.fields.unit,
        selectInput([["", words.ofEntity], ...units], textIn(tracker.data["unit"]) ?? "", (unit) =>
          change("unit", (data) => withField(data, "unit", unit || undefined)),
        ),
      )}
      ${checkbox(words.fields.mirrored, pose["mirrored"] === true, (mirrored) =>
        change("pose.mirrored", (data) =>
          setWithin(data, ["pose", "mirrored"], mirrored || undefined),
        ),
      )}
    </div>`;
};

/** How the coordinates become metres; `middle`: where a new sensor hangs at first. */
const calibrationSection = (
  form: TrackerForm,
  middle: readonly [number, number],
): TemplateResult => {
  const { tracker, context, change } = form;
  const words = context.texts.trackers;
  const way = wayOf(tracker.data);
  const offered = way === "matrix" ? [...ways, "matrix" as const] : ways;
  const set: SetTracker = (edit) => change("points", edit);
  return html`<section class="stacked">
    <h3>${words.groups.calibration}</h3>
    ${selectInput(
      offered.map((each) => [each, words.ways[each]]),
      way,
      (chosen) => {
        context.view.update({ tool: "select" });
        change("way", (data) => withWay(data, chosen, middle));
      },
      { label: words.groups.calibration },
    )}
    ${way === "none" ? undefined : way === "pose" ? poseFields(form) : pointsView(tracker, set, context)}
  </section>`;
};

/** The form of a tracker; `isShort`: only what calibrating needs, as the panel covers the drawing on a phone. */
export const trackerForm = (
  form: TrackerForm,
  middle: readonly [number, number],
  isShort: boolean,
): TemplateResult =>
  html`${isShort ? undefined : [commonFields(form), sourceSection(form)]}
  ${calibrationSection(form, middle)}`;
