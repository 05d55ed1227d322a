import { css, html } from "lit";
import { type FileProblem, readPlanFile, writePlanFile } from "../../model/plan-file.ts";
import { define, Panel, type PanelContext } from "./panel.ts";
import { fileProblemText } from "./file-problem.ts";
import { panelStyle } from "./panel-style.ts";

/** The plan as a JSON file: out of the editor and into it. */
class PlanFile extends Panel {
  static override properties = {
    ...Panel.properties,
    problem: { state: true },
    imported: { state: true },
  };
  static override styles = [
    panelStyle,
    css`
      section + section {
        border-top: 1px solid var(--line);
        padding-top: 14px;
      }
      section {
        display: grid;
        gap: 8px;
      }
    `,
  ];

  declare problem: { readonly name: string; readonly found: FileProblem } | undefined;
  declare imported: string | undefined;

  override render() {
    const { context } = this;
    if (context === undefined) return undefined;
    const { panels } = context.texts;
    const words = panels.file;
    return html`<div class="stack">
      <h2>${panels.titles.file}</h2>
      <section>
        <p class="muted">${words.exportHint}</p>
        <div><button @click=${() => this.#export(context)}>${words.export}</button></div>
      </section>
      <section>
        <p class="muted">${words.importHint}</p>
        <div>
          <label class="button"
            >${words.import}
            <input
              type="file"
              accept=".json,application/json"
              @change=${({ target }: Event) => {
                if (!(target instanceof HTMLInputElement)) return;
                const [file] = target.files ?? [];
                if (file !== undefined) void this.#import(file, context);
                target.value = "";
              }}
            />
          </label>
        </div>
        <p role="status">
          ${this.imported === undefined ? undefined : words.imported(this.imported)}
        </p>
        <p class="bad" role="alert">
          ${
            this.problem === undefined
              ? undefined
              : fileProblemText(this.problem.found, this.problem.name, context.texts)
          }
        </p>
      </section>
    </div>`;
  }

  async #import(file: File, { session }: PanelContext): Promise<void> {
    const content = readPlanFile(await file.text());
    const isFit = "plan" in content;
    this.problem = isFit ? undefined : { name: file.name, found: content.problem };
    this.imported = isFit ? file.name : undefined;
    if (isFit) session.restore(content.plan, { action: "import", name: file.name });
  }

  #export({ session, texts }: PanelContext): void {
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
