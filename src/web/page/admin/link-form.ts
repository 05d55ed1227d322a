import { html, LitElement, nothing, svg, type TemplateResult } from "lit";
import { encode } from "uqr";
import { isLeft } from "fp-ts/lib/Either.js";
import type { Level } from "../../../model/elements/levels.ts";
import type { PlanProblem } from "../../connection/plan-client.ts";
import { managingTranslator } from "../../i18n/managing-translator.ts";
import { TranslationController } from "../../i18n/translation-controller.ts";
import { copyText } from "../../ui/copy-text.ts";
import { pageStyle } from "../page-style.ts";
import { problemView } from "../waiting-view.ts";
import { type Ask, momentIn } from "./access-lists.ts";
import { adminStyle } from "./admin-style.ts";

/** Width of the quiet zone around a QR code in modules (ISO/IEC 18004, 6.3.8). */
const quiet = 4;

/**
 * A text as a QR code, always dark on light, because not every camera reads the inverse. `label` is its accessible
 * name.
 */
const qrView = (text: string, label: string): TemplateResult => {
  const { data, size } = encode(text, { ecc: "M", border: quiet });
  const path = data
    .flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])))
    .join("");
  return svg`<svg class="qr" viewBox="0 0 ${size} ${size}" role="img" aria-label=${label} shape-rendering="crispEdges">
    <rect width=${size} height=${size} fill="#fff"></rect>
    <path d=${path} fill="#000"></path>
  </svg>`;
};

/** The offered lifetimes of a link's access; empty means until revoked. */
const times = ["12h", "1d", "7d", "30d", "365d", ""] as const;
/** Default lifetimes by the path that a link opens: a tablet on the wall stays, a guest leaves. */
const defaultTimes = { wall: "", "": "30d" } as const;
type LinkTarget = keyof typeof defaultTimes;

interface MadeLink {
  readonly name: string;
  readonly link: string;
  /** ISO 8601 time until which the link can be opened. */
  readonly until: string;
}

/** The form that creates a link for a tablet or a guest, and shows it once. Dispatches `made`. */
class LinkForm extends LitElement {
  static override readonly properties = {
    ask: { attribute: false },
    levels: { attribute: false },
    address: { attribute: false },
    opens: { state: true },
    expires: { state: true },
    made: { state: true },
    problem: { state: true },
    isBusy: { state: true },
    copied: { state: true },
  };
  static override readonly styles = [pageStyle, adminStyle];
  declare ask: Ask | undefined;
  declare levels: readonly Level[];
  /** The service's address for other devices; undefined if unknown. */
  declare address: string | undefined;
  declare opens: LinkTarget;
  /** The chosen lifetime; undefined for the default. */
  declare expires: string | undefined;
  declare made: MadeLink | undefined;
  declare problem: PlanProblem | undefined;
  declare isBusy: boolean;
  declare copied: boolean | undefined;
  readonly #translations = new TranslationController(this, managingTranslator);

  constructor() {
    super();
    this.levels = [];
    this.opens = "wall";
    this.isBusy = false;
  }

  override render(): TemplateResult {
    return this.made === undefined ? this.#form() : this.#given(this.made);
  }

  #form(): TemplateResult {
    const { link } = this.#translations.texts.managing;
    return html`<form class="link" @submit=${this.#submit}>
      <p>${link.intro}</p>
      ${this.address === undefined ? html`<p class="problem" role="note">${link.local}</p>` : nothing}
      ${problemView(this.#translations.texts, this.problem)}
      <label for="name">${link.name}</label>
      <input
        id="name"
        name="name"
        required
        maxlength="64"
        autocomplete="off"
        aria-describedby="name-hint"
      />
      <p class="soft" id="name-hint">${link.nameHint}</p>
      ${
        this.levels.length < 2
          ? nothing
          : html`<label for="level">${link.floor}</label>
              <select id="level" name="level" aria-describedby="floor-hint">
                <option value="">${link.allFloors}</option>
                ${this.levels.map(({ id, name }) => html`<option value=${id}>${name}</option>`)}
              </select>
              <p class="soft" id="floor-hint">${link.floorHint}</p>`
      }
      <label for="opens">${link.opens}</label>
      <select id="opens" name="opens" @change=${this.#choosePage}>
        <option value="wall">${link.wall}</option>
        <option value="">${link.page}</option>
      </select>
      <label for="expires">${link.expires}</label>
      <select id="expires" name="expires" @change=${this.#chooseTime}>
        ${times.map(
          (time) =>
            html`<option
              value=${time}
              .selected=${time === (this.expires ?? defaultTimes[this.opens])}
            >
              ${link.times[time]}
            </option>`,
        )}
      </select>
      <label class="check"><input type="checkbox" name="control" />${link.control}</label>
      <label class="check"><input type="checkbox" name="positions" />${link.positions}</label>
      <div class="row">
        <button class="main" ?disabled=${this.isBusy}>${link.make}</button>
      </div>
    </form>`;
  }

  #given({ name, link, until }: MadeLink): TemplateResult {
    const { texts, language } = this.#translations.translation;
    const words = texts.managing.link;
    return html`<h3 tabindex="-1">${words.made(name)}</h3>
      <p class="problem">${words.warning(momentIn(until, language))}</p>
      <div class="given">
        <input readonly aria-label=${words.address} .value=${link} @focus=${this.#select} />
        <button class="main" @click=${this.#copy}>${words.copy}</button>
      </div>
      <p role="status">
        ${this.copied === undefined ? nothing : this.copied ? words.copied : words.notCopied}
      </p>
      ${qrView(link, words.code)}
      <div class="row"><button @click=${this.#again}>${words.another}</button></div>`;
  }

  readonly #choosePage = ({ target }: Event): void => {
    if (target instanceof HTMLSelectElement) this.opens = target.value === "wall" ? "wall" : "";
  };

  readonly #chooseTime = ({ target }: Event): void => {
    if (target instanceof HTMLSelectElement) this.expires = target.value;
  };

  readonly #select = (event: Event): void => {
    if (event.target instanceof HTMLInputElement) event.target.select();
  };

  readonly #copy = async (): Promise<void> => {
    const input = this.renderRoot.querySelector<HTMLInputElement>(".given input");
    if (input !== null) this.copied = await copyText(input);
  };

  readonly #again = async (): Promise<void> => {
    this.made = undefined;
    this.opens = "wall";
    this.expires = undefined;
    await this.updateComplete;
    this.renderRoot.querySelector("input")?.focus();
  };

  readonly #submit = async (event: Event): Promise<void> => {
    event.preventDefault();
    const form = this.renderRoot.querySelector("form");
    if (form === null || this.ask === undefined || this.isBusy) return;
    const given = new FormData(form);
    const textOf = (field: string): string | undefined => {
      const found = given.get(field);
      return typeof found === "string" && found !== "" ? found : undefined;
    };
    const name = (textOf("name") ?? "").trim();
    this.isBusy = true;
    const [expires, level] = [textOf("expires"), textOf("level")];
    const made = await this.ask(({ tokens }) =>
      tokens.link({
        name,
        control: given.has("control"),
        // An older node of the cluster knows no such field.
        ...(given.has("positions") && { positions: true }),
        ...(expires && { expires }),
        ...(level && { level }),
      }),
    );
    this.isBusy = false;
    this.problem = isLeft(made) ? made.left : undefined;
    if (isLeft(made)) return;
    const here = new URL(".", location.href).href.replace(/\/+$/, "");
    this.copied = undefined;
    this.made = {
      name,
      link: `${this.address ?? here}/${this.opens}#code=${made.right.code}`,
      until: made.right.link_until,
    };
    this.dispatchEvent(new CustomEvent("made"));
    await this.updateComplete;
    this.renderRoot.querySelector("h3")?.focus();
  };
}

customElements.define("floorplan-link-form", LinkForm);
