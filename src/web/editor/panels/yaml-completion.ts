import {
  autocompletion,
  closeCompletion,
  type Completion,
  type CompletionContext,
  type CompletionResult,
} from "@codemirror/autocomplete";
import { EditorState, type Extension, Prec } from "@codemirror/state";
import { EditorView, keymap } from "@codemirror/view";
import {
  completeYaml,
  type YamlKnown,
  type YamlOption,
} from "../../canvas/inspector/yaml-options.ts";

const chosen = {
  background: "var(--soft)",
  color: "inherit",
  outline: "2px solid var(--fp-accent)",
};

const completionLook = EditorView.theme({
  ".cm-tooltip.cm-tooltip-autocomplete": {
    border: "1px solid var(--line)",
    borderRadius: "8px",
    background: "var(--fp-field)",
    color: "inherit",
    overflow: "hidden",
    boxShadow: "0 6px 20px rgb(0 0 0 / 25%)",
  },
  ".cm-tooltip.cm-tooltip-autocomplete > ul": {
    fontFamily: "inherit",
    maxHeight: "min(280px, 40vh)",
    maxWidth: "min(420px, 92vw)",
  },
  ".cm-tooltip.cm-tooltip-autocomplete > ul > li": { padding: "5px 10px", lineHeight: "1.4" },
  ".cm-tooltip-autocomplete ul li[aria-selected]": { ...chosen, outlineOffset: "-2px" },
  ".cm-completionDetail": { color: "var(--fp-muted)", fontStyle: "normal" },
});

const offered = ({ label, words, written, isName }: YamlOption): Completion => ({
  label,
  apply: written,
  type: isName ? "property" : "enum",
  ...(words === "" ? {} : { detail: words }),
});

/** A list of what may be written where the cursor is, called by `label`. */
export const yamlCompletion = (known: () => YamlKnown, label: string): Extension => {
  const complete = ({ state, pos, explicit }: CompletionContext): CompletionResult | null => {
    const found = completeYaml(state.doc.toString(), pos, explicit, known());
    if (found === undefined) return null;
    const { from, to, options } = found;
    return {
      from,
      to,
      options: options.map(offered),
      // They fit already, and are in their order.
      filter: false,
      update: (_result, _from, _to, next) => complete(next),
    };
  };
  return [
    // What closes the list is not to give up anything around the editor.
    Prec.highest(keymap.of([{ key: "Escape", run: closeCompletion, stopPropagation: true }])),
    autocompletion({
      override: [complete],
      icons: false,
      // After a name its values are shown.
      activateOnCompletion: ({ type }) => type === "property",
      // A list opens only while somebody types; who presses Enter when it is there means it.
      interactionDelay: 0,
    }),
    EditorState.phrases.of({ Completions: label }),
    completionLook,
  ];
};
