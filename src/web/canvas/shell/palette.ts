import { html, type TemplateResult } from "lit";
import { kinds } from "../../../model/kinds/kinds.ts";
import type { Place } from "../../../model/kinds/kind.ts";
import type { EditorContext } from "../component.ts";
import { fading } from "./fading.ts";
import { drawIcon, icon } from "./icons.ts";
import { keyOfTool } from "../commands/shortcuts.ts";
import { type KindToolName, kindToolNames, kindTools, toolWords } from "../tools/kind-tools.ts";
import type { ToolName } from "../mode.ts";

/** The tools of the palette; others belong to panels. */
type PaletteTool = KindToolName | "select" | "ruler";

const places: readonly Place[] = ["polygon", "wall", "point", "line"];

/** The tools in groups of similar ones. */
const families: readonly (readonly PaletteTool[])[] = [
  ["select", "ruler"],
  ...places.map((place) =>
    kindToolNames.filter((name) => kinds[kindTools[name].list].place === place),
  ),
];

/** The tools at the left with their names; at the bottom on a narrow screen. */
export const palette = (
  { view, texts }: EditorContext,
  choose: (tool: ToolName) => void,
): TemplateResult => {
  const { tools } = texts;
  const tool = (name: PaletteTool): TemplateResult => {
    const words = { select: tools.select, ruler: texts.measures.ruler };
    const word = name === "select" || name === "ruler" ? words[name] : toolWords(name, texts).name;
    return html`<button
      class="choice"
      data-tool=${name}
      aria-pressed=${view.state.tool === name}
      title="${word} (${keyOfTool(name)})"
      @click=${() => choose(name)}
    >
      ${name === "select" || name === "ruler" ? icon(name) : drawIcon(kindTools[name].icon)}<span
        >${word}</span
      >
    </button>`;
  };
  return html`<div class="palette" role="toolbar" aria-label=${tools.palette} ${fading()}>
    ${families.map((names) => html`<div class="family">${names.map(tool)}</div>`)}
  </div>`;
};
