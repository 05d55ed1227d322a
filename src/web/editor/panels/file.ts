import { css, html } from "lit";
import { readPlanFile, writePlanFile } from "../../model/plan-file.ts";
import { fileButton } from "./inputs.ts";
import { define, type PartContext } from "../part.ts";
import { Panel } from "./panel.ts";
import { problemAlert } from "./problem-text.ts";

/** The plan as a JSON file: out of the editor and into it. */
class PlanFile extends Panel {
  static override styles = css`
    section {
      display: grid;
      gap: 8px;
      justify-items: start;
    }
  `;

  #imported: string | undefined;

  protected override content(context: PartContext) {
    const { panels } = context.texts;
    const words = panels.file;
    return html`<h2>${panels.titles.file}</h2>
      <section>
        <p class="muted">${words.exportHint}</p>
        <button @click=${() => this.#export(context)}>${words.export}</button>
      </section>
      <section>
        <p class="muted">${words.importHint}</p>
        ${fileButton(
          words.import,
          ".json,application/json",
          (file) => void this.#import(file, context),
        )}
        <p role="status">
          ${this.#imported === undefined ? undefined : words.imported(this.#imported)}
        </p>
        ${problemAlert(this.problem, context.texts)}
      </section>`;
  }

  async #import(file: File, { session }: PartContext): Promise<void> {
    const { name } = file;
    const content = readPlanFile(await file.text());
    const isFit = "plan" in content;
    this.problem = isFit ? undefined : { ...content.problem, name };
    this.#imported = isFit ? name : undefined;
    if (isFit) session.restore(content.plan, { action: "import", name });
    this.requestUpdate();
  }

  #export({ session, texts }: PartContext): void {
    const { plan, rev } = session.state;
    const address = URL.createObjectURL(
      new Blob([writePlanFile(plan)], { type: "application/json" }),
    );
    const link = document.createElement("a");
    link.href = address;
    link.download = `${texts.panels.file.fileName}-${rev}.json`;
    link.click();
    // The browser has to have begun the download before its source may go.
    setTimeout(() => URL.revokeObjectURL(address), 60_000);
  }
}

define("floorplan-file", PlanFile);
