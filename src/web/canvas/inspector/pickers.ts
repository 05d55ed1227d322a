import { html, type PropertyDeclarations, type TemplateResult } from "lit";
import type { Wants } from "../../../model/kinds/kind.ts";
import { isEntityId } from "../../../model/bindings/entity-state.ts";
import {
  findArea,
  type RegistryEntity,
  type RegistrySnapshot,
} from "../../home-assistant/registry-snapshot.ts";
import { findEntities } from "../search.ts";
import { type ComponentContext, defineElement } from "../component.ts";
import { entityIcon } from "../../editor/panels/entity-icon.ts";
import { readState } from "./current-state.ts";
import {
  Combobox,
  type ComboboxField,
  type ComboboxList,
  type ComboboxOption,
} from "./combobox.ts";

/** What is said of a picker of entities. */
export interface EntityField extends ComboboxField {
  readonly wants?: Wants | undefined;
}

/** A line for an entity's area and id, in small. */
const detailOf = (entity: RegistryEntity, house: RegistrySnapshot): string =>
  [findArea(house, entity.area)?.name, entity.id].filter(Boolean).join(" · ");

const offerOf = (
  entity: RegistryEntity,
  house: RegistrySnapshot,
  context: ComponentContext,
): ComboboxOption => ({
  value: entity.id,
  row: html`${entityIcon(entity)}
    <span class="name">${entity.name}<small class="muted">${detailOf(entity, house)}</small></span>
    <span class="state">${readState(entity.id, context)}</span>`,
});

/**
 * A field for an entity, with a list to choose from by name, id, area and device. Without a house that is known
 * it is a field for text; an id that nobody knows can be typed always.
 */
class EntityPicker extends Combobox<EntityField> {
  static override properties: PropertyDeclarations = { house: { attribute: false } };

  declare house: RegistrySnapshot | undefined;

  protected override get hasList(): boolean {
    return this.house !== undefined;
  }

  protected override opening({ context }: EntityField): void {
    void context.house.refresh();
  }

  protected override taken(text: string): string | undefined {
    return this.house === undefined || text === "" || isEntityId(text) ? text : undefined;
  }

  protected override note({ value, context }: EntityField): string {
    const { house } = this;
    if (house === undefined || value === "") return "";
    const entity = house.byId.get(value);
    if (entity === undefined) return context.texts.house.picker.stranger;
    const area = findArea(house, entity.area)?.name;
    return [entity.name, area, readState(value, context)].filter(Boolean).join(" · ");
  }

  protected override offersFor(
    text: string,
    { wants, context }: EntityField,
  ): ComboboxList | undefined {
    const { house } = this;
    if (house === undefined) return undefined;
    const words = context.texts.house.picker;
    const { entities, more } = findEntities(house, text, wants);
    const count = entities.length + more;
    return {
      offers: entities.map((entity) => offerOf(entity, house, context)),
      more,
      list: words.list,
      count: count === 0 ? words.none : words.found(count),
    };
  }
}

defineElement("floorplan-entity-picker", EntityPicker);

/** A field for an entity, with its name above. */
export const entityPicker = (pick: EntityField): TemplateResult =>
  html`<floorplan-entity-picker
    class="field long"
    .pick=${pick}
    .house=${pick.context.house.now}
  ></floorplan-entity-picker>`;
