import { css, html, type TemplateResult } from "lit";
import { live } from "lit/directives/live.js";
import { elementsIn, putIntoLayer, removeLayer } from "../../../model/editing/layers.ts";
import { readNumber } from "../../../model/editing/parse-length.ts";
import { addListed, changeListed, setWithin } from "../../../model/editing/listed.ts";
import { entitiesOf, entriesOf, type Entity, newId } from "../../../model/elements/entities.ts";
import {
  layeredLists,
  layersOf,
  layerWords,
  viewerRights,
} from "../../../model/elements/layers.ts";
import { type Json, type JsonObject, listIn, textIn, withField } from "../../../model/json.ts";
import { type EditorContext, defineElement } from "../component.ts";
import { figureInput, labelled, textInput } from "./inputs.ts";
import { Panel } from "./panel.ts";
import { listedStyle } from "./listed-style.ts";
import { ListedTransaction } from "./listed-transaction.ts";
import type { InputPhase } from "./typed-input.ts";

type Layer = Entity<"layers">;

/** The domains in a layer's `shows`, as they are typed. */
const domainsIn = (data: JsonObject): string =>
  listIn(data["shows"])
    .flatMap((each) => (typeof each === "string" && each.endsWith(".*") ? [each.slice(0, -2)] : []))
    .join(", ");

const domainsTyped = (text: string): readonly string[] =>
  text.split(/[\s,]+/).flatMap((each) => {
    const domain = each.replace(/\.\*?$/, "").toLowerCase();
    return domain === "" ? [] : [`${domain}.*`];
  });

/** The layer with a list of which a value is or is not a part; an empty list is left out. */
const withPart = (data: JsonObject, field: string, part: string, isIn: boolean): JsonObject => {
  const others = listIn(data[field]).filter((each) => each !== part);
  const list: readonly Json[] = isIn ? [...others, part] : others;
  return withField(data, field, list.length === 0 ? undefined : list);
};

/** The panel of the plan's layers: what each shows, at first, to whom and at which zoom. */
class Layers extends Panel {
  static override styles = [
    listedStyle,
    css`
      fieldset {
        min-width: 0;
        box-sizing: border-box;
      }
    `,
  ];

  readonly #filling = new ListedTransaction("layers");
  #chosen: string | undefined;

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#filling.close();
  }

  protected override content(context: EditorContext): TemplateResult {
    const { session, texts } = context;
    const words = texts.layerForm;
    const all = entitiesOf(session.state.plan, "layers");
    const chosen = all.find(({ key }) => key === this.#chosen);
    return html`<h2>${texts.panels.titles.layers}</h2>
      <p class="muted">${words.explained}</p>
      ${
        all.length === 0
          ? html`<p>${words.none}</p>`
          : html`<ul class="list">
              ${all.map((layer) => this.#entry(layer, layer === chosen, context))}
            </ul>`
      }
      <button @click=${() => this.#add(context)}>${words.add}</button>
      ${chosen === undefined ? undefined : this.#form(chosen, context)}`;
  }

  #entry(layer: Layer, isChosen: boolean, { texts }: EditorContext): TemplateResult {
    const words = texts.layerForm;
    const shown = listIn(layer.data["shows"]).flatMap((each) => textIn(each) ?? []);
    const lists = new Map<string, string>(Object.entries(words.lists));
    const said = [
      ...(layer.data["hidden"] === true ? [words.hiddenState] : []),
      ...shown.map((each) => lists.get(each) ?? each),
    ];
    return html`<li>
      <button
        class="entry"
        aria-expanded=${isChosen}
        @click=${() => {
          this.#filling.close();
          this.#chosen = isChosen ? undefined : layer.key;
          this.requestUpdate();
        }}
      >
        <strong>${this.#name(layer)}</strong>
        <small class="muted">${said.join(", ")}</small>
      </button>
    </li>`;
  }

  #name({ key, data }: Layer): string {
    return textIn(data["name"]) ?? key;
  }

  #form(layer: Layer, context: EditorContext): TemplateResult {
    const { session, texts } = context;
    const words = texts.layerForm;
    const { data, key } = layer;
    return html`<section aria-label=${this.#name(layer)}>
      <div class="fields">
        ${labelled(
          words.name,
          textInput(data["name"], this.#filling.place(session, `${key}/name`), (name, phase) =>
            this.#change(layer, "name", (now) => withField(now, "name", name || undefined), phase),
          ),
          "field long",
        )}
        ${this.#check(words.hidden, data["hidden"] === true, (isOn) =>
          this.#change(layer, "hidden", (now) => withField(now, "hidden", isOn || undefined)),
        )}
      </div>
      ${this.#shows(layer, context)} ${this.#viewers(layer, context)} ${this.#zoom(layer, context)}
      ${this.#members(layer, context)}
      <button class="danger" @click=${() => this.#remove(layer, context)}>
        ${words.removeOne}
      </button>
    </section>`;
  }

  #shows(layer: Layer, { session, texts }: EditorContext): TemplateResult {
    const words = texts.layerForm;
    const { data, key } = layer;
    const lists = new Map<string, string>(Object.entries(words.lists));
    const shown = listIn(data["shows"]);
    const setDomains = (text: string, phase?: InputPhase): void =>
      this.#change(
        layer,
        "domains",
        (now) => {
          const others = listIn(now["shows"]).filter(
            (each) => typeof each !== "string" || !each.endsWith(".*"),
          );
          const list = [...others, ...domainsTyped(text)];
          return withField(now, "shows", list.length === 0 ? undefined : list);
        },
        phase,
      );
    return html`<fieldset>
      <legend>${words.shows}</legend>
      ${layerWords.map((word) =>
        this.#check(lists.get(word) ?? word, shown.includes(word), (isOn) =>
          this.#change(layer, "shows", (now) => withPart(now, "shows", word, isOn)),
        ),
      )}
      ${labelled(
        words.domains,
        textInput(domainsIn(data), this.#filling.place(session, `${key}/domains`), setDomains, {
          placeholder: "light, climate, media_player",
        }),
      )}
      <p class="muted">${words.showsHint}</p>
    </fieldset>`;
  }

  #viewers(layer: Layer, { texts }: EditorContext): TemplateResult {
    const words = texts.layerForm;
    const named = listIn(layer.data["for"]);
    return html`<fieldset>
      <legend>${words.for}</legend>
      ${viewerRights.map((right) =>
        this.#check(words.rights[right], named.includes(right), (isOn) =>
          this.#change(layer, "for", (now) => withPart(now, "for", right, isOn)),
        ),
      )}
      <p class="muted">${words.everybody}</p>
    </fieldset>`;
  }

  #zoom(layer: Layer, { session, texts, language }: EditorContext): TemplateResult {
    const words = texts.layerForm;
    const { data, key } = layer;
    const zoom = entriesOf(data["zoom"]);
    const input = (end: "from" | "to"): TemplateResult => {
      const set = (scale: number | undefined, phase?: InputPhase): void =>
        this.#change(layer, end, (now) => setWithin(now, ["zoom", end], scale), phase);
      const read = (text: string): number | undefined => {
        const scale = readNumber(text, language);
        return scale !== undefined && scale >= 0 ? scale : undefined;
      };
      return labelled(
        words[end],
        figureInput(
          zoom[end],
          this.#filling.place(session, `${key}/${end}`),
          set,
          { read, step: 5, wrong: words.noScale, language },
          { emptied: () => set(undefined) },
        ),
      );
    };
    return html`<div class="fields">${input("from")} ${input("to")}</div>
      <p class="muted">${words.zoomHint}</p>`;
  }

  /** What was put into the layer, and what can be. */
  #members(layer: Layer, context: EditorContext): TemplateResult {
    const { session, view, texts } = context;
    const words = texts.layerForm;
    const id = textIn(layer.data["id"]);
    const members = id === undefined ? [] : elementsIn(session.state.plan, id);
    const selected = view.state.selection.filter((ref) =>
      layeredLists.some((list) => ref.startsWith(`${list}/`)),
    );
    const label = { action: "layerAssign", name: this.#name(layer) };
    return html`${
      selected.length === 0 || id === undefined
        ? undefined
        : html`<button
            @click=${() => session.edit(label, (plan) => putIntoLayer(plan, selected, id))}
          >
            ${words.assign(selected.length)}
          </button>`
    }
    ${
      members.length === 0
        ? undefined
        : html`<button @click=${() => view.update({ selection: members, tool: "select" })}>
            ${words.selectAll(members.length)}
          </button>`
    }`;
  }

  #check(words: string, isChecked: boolean, take: (isChecked: boolean) => void): TemplateResult {
    return html`<label class="check long"
      ><input
        type="checkbox"
        .checked=${live(isChecked)}
        @change=${({ target }: Event) => take(target instanceof HTMLInputElement && target.checked)}
      />
      ${words}</label
    >`;
  }

  #change(
    layer: Layer,
    field: string,
    change: (data: JsonObject) => JsonObject,
    phase: InputPhase = "done",
  ): void {
    const { session } = this.context ?? {};
    if (session === undefined) return;
    const { key } = layer;
    const label = { action: "layer", name: this.#name(layer) };
    const edit = (plan: JsonObject): JsonObject => changeListed(plan, "layers", key, change);
    this.#filling.fill(session, `${key}/${field}`, label, edit, phase);
    this.requestUpdate();
  }

  #add({ session, texts }: EditorContext): void {
    const { plan } = session.state;
    const id = newId(plan, "layers");
    const name = texts.layerForm.newName(layersOf(plan).length + 1);
    session.edit({ action: "layerAdd" }, (now) => addListed(now, "layers", { id, name }));
    this.#chosen = id;
  }

  #remove(layer: Layer, { session }: EditorContext): void {
    const label = { action: "layerRemove", name: this.#name(layer) };
    session.edit(label, (plan) => removeLayer(plan, layer.key));
  }
}

defineElement("floorplan-layers", Layers);
