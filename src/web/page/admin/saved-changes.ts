import { guard } from "lit/directives/guard.js";
import type { PlanClient } from "../../connection/plan-client.ts";
import { listedChanges } from "../../i18n/change-words.ts";
import { editorTranslator } from "../../i18n/editor-translator.ts";
import { browserLanguages } from "../../i18n/translation-controller.ts";
import { RevisionSummaries } from "../../store/revisions.ts";

/**
 * What each save changed, in the editor's words. Loaded with these only when somebody looks at the list of saves, and
 * plans only for the saves that are in sight.
 */
export class SavedChanges {
  readonly #summaries: RevisionSummaries;

  /** `changed` is called when more is known. */
  constructor(client: PlanClient, changed: () => void) {
    this.#summaries = new RevisionSummaries(client, changed);
    void editorTranslator.load(browserLanguages()).then(changed);
  }

  /** Loads what a save changed since the one before it, if that is stored. */
  want(rev: number, before: number | undefined): void {
    this.#summaries.want(rev, before);
  }

  /** What a save changed; undefined as long as that is not known. */
  of(rev: number): unknown {
    const changes = this.#summaries.of(rev)?.changes;
    if (changes === undefined || editorTranslator.isLoading(browserLanguages())) return undefined;
    const { texts, language } = editorTranslator.now(browserLanguages());
    return guard([changes, texts], () => listedChanges(changes, texts, language));
  }
}
