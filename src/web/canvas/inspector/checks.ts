import { html, type TemplateResult } from "lit";
import { findRef, idOf, type PlanData } from "../../../model/elements/entities.ts";
import { textIn } from "../../../model/json.ts";
import {
  type Finding,
  type FindingKind,
  findingsIn,
  imagesIn,
  missingImage,
} from "../../../model/editing/check.ts";
import { levelsOf } from "../../../model/elements/levels.ts";
import { domainOf, isEntityId } from "../../../model/bindings/entity-state.ts";
import type { RegistrySnapshot } from "../../home-assistant/registry-snapshot.ts";
import { renameEntities, unknownEntitiesIn } from "../entities/entity-references.ts";
import { entityName } from "../tools/kind-tools.ts";
import { entityPicker } from "./pickers.ts";
import { hundredthsIn, formatList } from "../formats.ts";
import { listRows, Panel, showElements } from "./panel.ts";
import { type EditorContext, defineElement } from "../component.ts";

/** The most findings to list; more appear when these are fixed. */
const maxFindings = 100;

/** Findings with a measure. */
const measured: ReadonlySet<FindingKind> = new Set(["beyondWall", "overlappingRooms"]);

/** The panel of findings in the plan; each leads to its element. */
class Checks extends Panel {
  protected override readonly patience = 150;
  /** Whether images could be loaded, by address; each is tried once. */
  readonly #answers = new Map<string, boolean>();
  #checked: PlanData | undefined;
  #registry: RegistrySnapshot | undefined;
  #findings: readonly Finding[] = [];

  protected override content(context: EditorContext) {
    const { session, texts } = context;
    const words = texts.panels.checks;
    const { plan } = session.state;
    const registry = context.registries.now;
    if (plan !== this.#checked || registry !== this.#registry)
      this.#findings = [
        ...findingsIn(plan),
        ...(registry === undefined ? [] : unknownEntitiesIn(plan, registry)),
      ];
    this.#checked = plan;
    this.#registry = registry;
    const findings = [...this.#findings, ...this.#missingImages(context)];
    return html`<h2>${texts.panels.titles.checks}</h2>
      <p class="muted" role="status">
        ${findings.length === 0 ? words.fine : words.count(findings.length)}
      </p>
      <ul class="list">
        ${listRows(findings, maxFindings, texts, (finding) => this.#finding(finding, context))}
      </ul>`;
  }

  #finding(finding: Finding, context: EditorContext) {
    const { language } = context;
    const { panels } = context.texts;
    const { kind, other, detail, remove } = finding;
    const second = other === undefined ? [] : [{ ...finding, ref: other }];
    const about = [finding, ...second].map((each) => this.#subject(each, context));
    const subject = formatList(language, about);
    const sentence = panels.checks.finding[kind](
      subject,
      measured.has(kind) ? hundredthsIn(language, Number(detail)) : detail,
    );
    return html`<li class="row">
      <button class="entry" @click=${() => this.#go(finding, context)}>${sentence}</button>
      ${
        remove === undefined
          ? undefined
          : html`<button
              @click=${() => context.session.edit({ action: "repair", name: subject }, remove)}
              aria-label=${panels.about(panels.remove, sentence)}
            >
              ${panels.remove}
            </button>`
      }
      ${kind === "unknownEntity" ? this.#another(detail, context) : undefined}
    </li>`;
  }

  /** A field for the replacement of a missing entity. */
  #another(id: string, context: EditorContext): TemplateResult {
    const replace = (other: string): void => {
      if (!isEntityId(other)) return;
      const change = [{ from: id, to: other }];
      const label = { action: "replaceEntity", name: id };
      context.session.edit(label, (plan) => renameEntities(plan, change));
    };
    return entityPicker({
      label: context.texts.homeAssistant.picker.another(id),
      value: "",
      wants: { first: [domainOf(id)] },
      context,
      commit: replace,
    });
  }

  /** The display name of a finding's subject, with the id if it has no name. */
  #subject({ ref, subject }: Finding, { session, texts }: EditorContext): string {
    const { plan } = session.state;
    const entity = ref === undefined ? undefined : findRef(plan, ref);
    if (entity === undefined)
      return levelsOf(plan).find(({ id }) => id === subject)?.name ?? subject;
    const name = entityName(entity, texts);
    const id = idOf(entity.data);
    const isNamed = [entity.data["name"], entity.data["text"]].some(
      (own) => textIn(own) !== undefined,
    );
    return isNamed || id === undefined ? name : texts.panels.checks.named(name, id);
  }

  #go({ ref, other, level }: Finding, context: EditorContext): void {
    if (ref?.startsWith("trackers/") === true) {
      context.view.update({ tracking: { key: ref.slice("trackers/".length) } });
      context.showPanel("trackers");
    } else if (ref?.startsWith("layers/") === true) context.showPanel("layers");
    else if (ref !== undefined) showElements(context, ref, ...(other === undefined ? [] : [other]));
    else if (level !== undefined) context.view.update({ level });
  }

  #missingImages({ session, client }: EditorContext): readonly Finding[] {
    return [...imagesIn(session.state.plan)].flatMap(([level, url]) => {
      if (!this.#answers.has(url)) void this.#request(url, client.imageUrl(url));
      return this.#answers.get(url) === false ? [missingImage(level, url)] : [];
    });
  }

  async #request(url: string, address: string): Promise<void> {
    this.#answers.set(url, address !== "");
    if (address === "") return;
    try {
      const { ok } = await fetch(address, { method: "HEAD" });
      this.#answers.set(url, ok);
      this.requestUpdate();
    } catch {
      // Without a connection there is no finding; reopening the panel tries again.
    }
  }
}

defineElement("floorplan-checks", Checks);
