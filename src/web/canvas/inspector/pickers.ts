import { html, nothing, type PropertyDeclarations, type TemplateResult } from "lit";
import { fileIcons } from "../../renderer/index.ts";
import { iconView } from "../../renderer/icons/icon-shape.ts";
import {
  findArea,
  type RegistryEntity,
  type RegistrySnapshot,
} from "../../home-assistant/registry-snapshot.ts";
import type { EntityFilter } from "../../../model/kinds/kind.ts";
import { isEntityId } from "../../../model/bindings/entity-state.ts";
import { findEntities, findIcons } from "../search.ts";
import { type EditorContext, defineElement } from "../component.ts";
import { readState } from "./current-state.ts";
import {
  Combobox,
  type ComboboxField,
  type ComboboxList,
  type ComboboxOption,
} from "./combobox.ts";

/** An entity's icon; the text beside it has its name. */
export const entityIcon = ({ icon = "" }: RegistryEntity): TemplateResult =>
  iconView(icon, fileIcons);

/** An entity picker's words, value and callbacks. */
interface EntityField extends ComboboxField {
  readonly wants?: EntityFilter | undefined;
}

/** A small line with an entity's area and id. */
const detailOf = (entity: RegistryEntity, registry: RegistrySnapshot): string =>
  [findArea(registry, entity.area)?.name, entity.id].filter(Boolean).join(" · ");

const offerOf = (
  entity: RegistryEntity,
  registry: RegistrySnapshot,
  context: EditorContext,
): ComboboxOption => ({
  value: entity.id,
  row: html`${entityIcon(entity)}
    <span class="name"
      >${entity.name}<small class="muted">${detailOf(entity, registry)}</small></span
    >
    <span class="state">${readState(entity.id, context)}</span>`,
});

/**
 * A combobox for entities, searchable by name, id, area and device. Without Home Assistant it is a text field; unknown
 * ids can always be typed.
 */
class EntityPicker extends Combobox<EntityField> {
  static override properties: PropertyDeclarations = { registry: { attribute: false } };

  declare registry: RegistrySnapshot | undefined;

  protected override get hasList(): boolean {
    return this.registry !== undefined;
  }

  protected override opening({ context }: EntityField): void {
    void context.registries.refresh();
  }

  protected override taken(text: string): string | undefined {
    return this.registry === undefined || text === "" || isEntityId(text) ? text : undefined;
  }

  protected override note({ value, context }: EntityField): string {
    const { registry } = this;
    if (registry === undefined || value === "") return "";
    const entity = registry.byId.get(value);
    if (entity === undefined) return context.texts.homeAssistant.picker.unknownEntity;
    const area = findArea(registry, entity.area)?.name;
    return [entity.name, area, readState(value, context)].filter(Boolean).join(" · ");
  }

  protected override offersFor(
    text: string,
    { wants, context }: EntityField,
  ): ComboboxList | undefined {
    const { registry } = this;
    if (registry === undefined) return undefined;
    const words = context.texts.homeAssistant.picker;
    const { entities, more } = findEntities(registry, text, wants);
    const count = entities.length + more;
    return {
      offers: entities.map((entity) => offerOf(entity, registry, context)),
      more,
      list: words.list,
      count: count === 0 ? words.none : words.found(count),
    };
  }
}

defineElement("floorplan-entity-picker", EntityPicker);

/** An entity picker with its label above. */
export const entityPicker = (pick: EntityField): TemplateResult =>
  html`<floorplan-entity-picker
    class="field long"
    .pick=${pick}
    .registry=${pick.context.registries.now}
  ></floorplan-entity-picker>`;

/** Set by the build (build/icons.mjs): the file with the names of all icons. */
declare const iconNames: string;

/** The names of all Material Design Icons, once loaded. */
let loadedNames: readonly string[] | undefined;
let coming: Promise<void> | undefined;

const load = async (): Promise<void> => {
  try {
    const response = await fetch(new URL(`icons/${iconNames}`, import.meta.url));
    if (!response.ok) return;
    const read: unknown = await response.json();
    loadedNames = Array.isArray(read) ? read.filter((name) => typeof name === "string") : undefined;
  } catch {
    // On failure, names can still be typed; the next use retries.
  } finally {
    coming = undefined;
  }
};

/** A combobox for icons with all names of Material Design Icons and their pictures; others can be typed. */
class IconPicker extends Combobox {
  protected override get hasList(): boolean {
    return true;
  }

  protected override opening(): void {
    if (loadedNames === undefined) void (coming ??= load()).then(() => this.requestUpdate());
  }

  protected override picture({ value }: ComboboxField): TemplateResult | typeof nothing {
    return value === "" || value === "none" ? nothing : iconView(value, fileIcons);
  }

  protected override taken(text: string): string | undefined {
    // A name of another set, or `none`, is taken as it is.
    if (text === "" || text === "none" || text.includes(":")) return text;
    return loadedNames === undefined || loadedNames.includes(text) ? `mdi:${text}` : undefined;
  }

  protected override offersFor(text: string, { context }: ComboboxField): ComboboxList {
    const { icons } = context.texts.forms;
    const { names, more } = findIcons(loadedNames ?? [], text);
    const count = names.length + more;
    return {
      offers: names.map((name) => ({
        value: `mdi:${name}`,
        row: html`${iconView(`mdi:${name}`, fileIcons)}<span class="name">${name}</span>`,
      })),
      more,
      list: icons.list,
      count:
        loadedNames === undefined ? icons.loading : count === 0 ? icons.none : icons.found(count),
    };
  }
}

defineElement("floorplan-icon-picker", IconPicker);

/** An icon picker with its label above. */
export const iconPicker = (pick: ComboboxField): TemplateResult =>
  html`<floorplan-icon-picker class="field long" .pick=${pick}></floorplan-icon-picker>`;
