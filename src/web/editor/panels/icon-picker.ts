import { html, nothing, type TemplateResult } from "lit";
import { fileIcons } from "../../renderer/index.ts";
import { iconView } from "../../renderer/icons/icon-view.ts";
import { findIcons } from "../../model/find-icon.ts";
import { defineElement } from "../../canvas/component.ts";
import { knownIcons, wantIcons } from "./icon-names.ts";
import {
  type ComboboxList,
  type ComboboxField,
  Combobox,
} from "../../canvas/inspector/combobox.ts";

/** A field for an icon, with a list of all names of Material Design Icons to search, each beside its picture; others can be typed. */
class IconPicker extends Combobox {
  protected override get hasList(): boolean {
    return true;
  }

  protected override opening(): void {
    void wantIcons().then(() => this.requestUpdate());
  }

  protected override picture({ value }: ComboboxField): TemplateResult | typeof nothing {
    return value === "" || value === "none" ? nothing : iconView(value, fileIcons);
  }

  protected override taken(text: string): string | undefined {
    // A name of another set, or what says that there is none, is taken as it is.
    if (text === "" || text === "none" || text.includes(":")) return text;
    const names = knownIcons();
    return names === undefined || names.includes(text) ? `mdi:${text}` : undefined;
  }

  protected override offersFor(text: string, { context }: ComboboxField): ComboboxList {
    const { icons } = context.texts.forms;
    const all = knownIcons();
    const { names, more } = findIcons(all ?? [], text);
    const count = names.length + more;
    return {
      offers: names.map((name) => ({
        value: `mdi:${name}`,
        row: html`${iconView(`mdi:${name}`, fileIcons)}<span class="name">${name}</span>`,
      })),
      more,
      list: icons.list,
      count: all === undefined ? icons.loading : count === 0 ? icons.none : icons.found(count),
    };
  }
}

defineElement("floorplan-icon-picker", IconPicker);

/** A field for an icon, with its name above. */
export const iconPicker = (pick: ComboboxField): TemplateResult =>
  html`<floorplan-icon-picker class="field long" .pick=${pick}></floorplan-icon-picker>`;
