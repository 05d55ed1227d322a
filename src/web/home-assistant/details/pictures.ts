import { html, nothing, type TemplateResult } from "lit";
import { isRight } from "fp-ts/lib/Either.js";
import { domainOf } from "../../../model/bindings/entity-state.ts";
import type { PlanProblem } from "../../connection/plan-client.ts";
import type { HomeAssistant } from "../home-assistant.ts";

/** A picture as a URL, or why there is none. */
type Loaded = { readonly url: string } | { readonly problem: PlanProblem };

const pictured: ReadonlySet<string> = new Set(["camera", "image"]);

/** Milliseconds between two pictures, as on Home Assistant's cards (frontend, `hui-image.ts`). */
const renewMs = 10_000;

/** The pictures of entities while they are shown; an old one stays until there is a new one. */
export class Pictures {
  readonly #changed: () => void;
  #known = new Map<string, Loaded>();
  #shown: readonly string[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** `changed` is called when a picture is loaded. */
  constructor(changed: () => void) {
    this.#changed = changed;
  }

  /** Loads the pictures of these entities, as far as they have some, again and again. */
  show(homeAssistant: HomeAssistant, entities: readonly string[]): void {
    const shown = entities.filter((entity) => pictured.has(domainOf(entity)));
    if (String(shown) === String(this.#shown)) return;
    this.end();
    this.#shown = shown;
    if (shown.length > 0) void this.#load(homeAssistant, shown);
  }

  /** Loads no further pictures. */
  end(): void {
    clearTimeout(this.#timer);
    this.#shown = [];
    this.#known = new Map();
  }

  /** The picture of an entity; nothing if it has none, or while the first is loading. */
  view(
    entity: string,
    name: string,
    problemView: (problem: PlanProblem) => TemplateResult,
  ): TemplateResult | typeof nothing {
    const known = this.#known.get(entity);
    if (known === undefined) return nothing;
    return "url" in known
      ? html`<img class="picture" src=${known.url} alt=${name} />`
      : problemView(known.problem);
  }

  async #load(homeAssistant: HomeAssistant, shown: readonly string[]): Promise<void> {
    const loading = this.#known;
    await Promise.all(
      shown.map(async (entity) => {
        const answer = await homeAssistant.picture?.(entity);
        if (loading !== this.#known || answer === undefined) return;
        const isFirst = !("url" in (loading.get(entity) ?? {}));
        if (isRight(answer)) loading.set(entity, { url: answer.right });
        else if (isFirst) loading.set(entity, { problem: answer.left });
        this.#changed();
      }),
    );
    if (loading !== this.#known) return;
    this.#timer = setTimeout(() => void this.#load(homeAssistant, shown), renewMs);
  }
}
