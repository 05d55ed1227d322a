import { hundredthsIn, typedMetresFormat } from "../formats.ts";
import { html, type TemplateResult } from "lit";
import { listIn, textIn } from "../../../model/json.ts";
import { entityPicker, iconPicker } from "./pickers.ts";
import { type FieldInput, type SetValue, type InputPhase, placeWithin } from "./typed-input.ts";
import { idOf } from "../../../model/elements/entities.ts";
import { roomOf } from "../../../model/elements/opening-walls.ts";
import { levelOfEntity } from "../../../model/elements/places.ts";
import { roomsOf } from "../../../model/elements/rooms.ts";
import { standingWallsOn } from "../../../model/elements/standing-walls.ts";
import { layersOf } from "../../../model/elements/layers.ts";
import { levelsOf } from "../../../model/elements/levels.ts";
import { lengthOf, wallsOf } from "../../../model/geometry/vector.ts";
import { measuredCorners } from "../../../model/editing/measured-lengths.ts";
import { fieldLabel } from "../../i18n/field-words.ts";
import { humanizeIdentifier } from "../../i18n/word-types.ts";
import { readLength, readNumber } from "../../../model/editing/parse-length.ts";
import {
  choice,
  colourInput,
  figureInput,
  type Figures,
  labelled,
  type Option,
  textInput,
} from "./inputs.ts";
import { openingRefusal } from "../measures/element-measures.ts";
import { actionInput } from "./action-input.ts";
import { trackersInput, yesInput } from "./zone-inputs.ts";
import { zoneSensorInput } from "./zone-sensor-input.ts";
import { heightFieldInput } from "./height-inputs.ts";
import { colourInEffect } from "./colour-in-effect.ts";
import { distanceFor, usualSize } from "./distance-fields.ts";
import {
  outdoorInput,
  floorByPurpose,
  purposeByName,
  thicknessInput,
  defaultThickness,
} from "./room-inputs.ts";

/** A field for each entity of a list, and one to add another. */
const entitiesInput = (
  label: string,
  { value, isMixed, field, place, context, commit }: FieldInput,
): TemplateResult => {
  const ids = isMixed ? [] : listIn(value).flatMap((each) => textIn(each) ?? []);
  const { more } = context.texts.homeAssistant.picker;
  const set = (at: number, id: string, phase?: InputPhase): void => {
    const next = id === "" ? ids.toSpliced(at, 1) : ids.toSpliced(at, 1, id);
    commit(next.length === 0 ? undefined : next, phase);
  };
  return html`<div class="list long" role="group" aria-label=${label}>
    <span class="muted">${label}</span>
    ${[...ids, ""].map((id, at) =>
      entityPicker({
        label: more(at + 1),
        value: id,
        placeholder: isMixed ? context.texts.panels.properties.mixed : "",
        wants: field.wants,
        context,
        place: placeWithin(place, at),
        commit: (chosen, phase) => set(at, chosen, phase),
      }),
    )}
  </div>`;
};

const wordOf = (words: Readonly<Record<string, string>>, name: string): string =>
  words[name] ?? humanizeIdentifier(name);

/** Types sorted by name. */
const typeOptions = (
  words: Readonly<Record<string, string>> | undefined,
  language: string,
): readonly Option[] =>
  Object.entries(words ?? {}).toSorted(([, one], [, other]) => one.localeCompare(other, language));

/** The walls of an opening's room with their lengths, as on the drawing. */
const wallOptions = ({ entity, context }: FieldInput): readonly Option[] => {
  const { session, view, texts, language } = context;
  const { plan } = session.state;
  const room = roomOf(plan, entity.data);
  const corners = room === undefined ? [] : measuredCorners(plan, room, view.state.measures);
  return wallsOf(corners).map((wall, edge) => {
    const words = texts.panels.properties.wall(edge + 1, hundredthsIn(language, lengthOf(wall)));
    return [String(edge), words];
  });
};

/** The freestanding walls on an opening's floor with their lengths, as far as openings can name them. */
const standingWallOptions = ({ entity, context }: FieldInput): readonly Option[] => {
  const { session, texts, language } = context;
  const { plan } = session.state;
  const walls = standingWallsOn(plan, levelOfEntity(plan, entity));
  return walls.flatMap((wall, at) => {
    const id = idOf(wall.entity.data);
    const words = texts.panels.properties.wall(at + 1, hundredthsIn(language, lengthOf(wall)));
    return id === undefined ? [] : [[id, words] as const];
  });
};

/** A choice of Home Assistant's areas; without Home Assistant a field for the id. */
const areaInput = (input: FieldInput, set: SetValue<string>): TemplateResult => {
  const areas = input.context.registries.now?.areas;
  return areas === undefined
    ? textInput(input.value, input.place, set)
    : choice(
        input,
        areas.map(({ id, name }) => [id, name]),
        set,
      );
};

const control = (input: FieldInput): TemplateResult => {
  const { field, value, place, context, commit } = input;
  const { session, texts, language } = context;
  const { plan } = session.state;
  const words = texts.panels.properties;
  const placeholder = input.isMixed ? words.mixed : "";
  const set: SetValue<string> = (text, phase) => commit(text === "" ? undefined : text, phase);
  const { noLength, noNumber } = texts.forms;
  const choose = (options: readonly Option[]): TemplateResult => choice(input, options, set);
  const figures = (figure: Omit<Figures, "language">): TemplateResult =>
    figureInput(value, place, commit, { ...figure, language }, { placeholder });
  const metres: Omit<Figures, "language"> = {
    read: readLength,
    write: typedMetresFormat,
    step: 0.05,
    wrong: noLength,
  };
  if (typeof field.input !== "string")
    return choose(field.input.map((each) => [each, wordOf(words.choices, each)]));
  switch (field.input) {
    case "metres": {
      const distance = distanceFor(input);
      if (distance !== undefined)
        return figureInput(
          distance.metres,
          place,
          (typed, phase) => commit(distance.stored(typed), phase),
          { ...metres, language, refuse: distance.refuse },
        );
      const usual = usualSize(input);
      return figureInput(
        value,
        place,
        commit,
        {
          ...metres,
          language,
          refuse: (typed) => openingRefusal(field.name, typed, context),
        },
        { placeholder: placeholder || usual },
      );
    }
    case "degrees":
      return figures({ read: readNumber, step: 5, wrong: noNumber });
    case "thickness":
      return thicknessInput(
        value,
        place,
        placeholder || defaultThickness(plan, field.name, language),
        commit,
        context,
      );
    case "height":
    case "elevation":
      return heightFieldInput(input, field.input);
    case "outdoor":
      return outdoorInput(input);
    case "yes":
      return yesInput(input);
    case "purpose":
      return choice(input, Object.entries(words.roomKinds), set, purposeByName(input));
    case "flooring":
      return choice(input, Object.entries(words.floorMaterials), set, floorByPurpose(input));
    case "colour":
      return colourInput(value, place, set, {
        label: wordOf(words.fields, field.name),
        placeholder,
        instead: input.isMixed ? undefined : colourInEffect(input.entity, field.name, context),
      });
    case "long":
      return textInput(value, place, set, { placeholder, rows: 2 });
    case "level": {
      const [first, ...others] = levelsOf(plan);
      if (first === undefined) return choose([]);
      // Elements without a floor are on the first, which is offered once for both.
      return choice(
        { ...input, value: value === first.id ? undefined : value },
        others.map(({ id, name }) => [id, name]),
        (id) => set(id === "" ? first.id : id),
        first.name,
      );
    }
    case "layer":
      return choose(layersOf(plan).map(({ id, name }) => [id, name]));
    case "room":
      return choose(
        roomsOf(plan).map(({ entity: { key, data } }) => [key, textIn(data["name"]) ?? key]),
      );
    case "wall":
      return choice(input, wallOptions(input), (wall) =>
        commit(wall === "" ? undefined : Number(wall)),
      );
    case "standingWall":
      return choose(standingWallOptions(input));
    case "furniture":
      return choose(typeOptions(texts.drawing.types.furniture, language));
    case "device":
      return choose(typeOptions(texts.drawing.types.devices, language));
    case "area":
      return areaInput(input, set);
    case "text":
    case "action":
    case "icon":
    case "entity":
    case "entities":
    case "trackers":
    case "zoneSensor":
      return textInput(value, place, set, { placeholder });
  }
};

/** The labelled input of a field. */
export const fieldInput = (input: FieldInput): TemplateResult => {
  const { field, value, isMixed, context, commit } = input;
  const words = context.texts.panels.properties;
  const name = fieldLabel(field.name, context.texts);
  if (field.input === "icon")
    return iconPicker({
      label: name,
      value: textIn(value) ?? "",
      placeholder: isMixed ? words.mixed : "mdi:…",
      context,
      place: input.place,
      commit: (icon, phase) => commit(icon === "" ? undefined : icon, phase),
    });
  if (field.input === "entities") return entitiesInput(name, input);
  if (field.input === "trackers") return trackersInput(name, input);
  if (field.input === "zoneSensor") return zoneSensorInput(name, input);
  if (field.input === "action") return actionInput(name, input);
  if (field.input !== "entity") return labelled(distanceFor(input)?.label ?? name, control(input));
  return entityPicker({
    label: name,
    value: textIn(value) ?? "",
    placeholder: isMixed ? words.mixed : "",
    wants: field.wants,
    context,
    place: input.place,
    commit: (id, phase) => commit(id === "" ? undefined : id, phase),
  });
};
