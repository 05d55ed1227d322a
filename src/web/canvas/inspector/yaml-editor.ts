import {
  autocompletion,
  closeCompletion,
  type Completion,
  type CompletionContext,
  type CompletionResult,
} from "@codemirror/autocomplete";
import { EditorState, type Extension, Prec } from "@codemirror/state";
import { EditorView, keymap, lineNumbers } from "@codemirror/view";
import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import { yaml } from "@codemirror/lang-yaml";
import { HighlightStyle, indentUnit, syntaxHighlighting } from "@codemirror/language";
import { lintGutter, setDiagnostics } from "@codemirror/lint";
import { highlightSelectionMatches, searchKeymap } from "@codemirror/search";
import { tags } from "@lezer/highlight";
import { completeYaml, type YamlKnown, type YamlOption } from "./yaml-options.ts";

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

/** Completion at the cursor; `label` is the accessible name of the list. */
const yamlCompletion = (known: () => YamlKnown, label: string): Extension => {
  const complete = ({ state, pos, explicit }: CompletionContext): CompletionResult | null => {
    const found = completeYaml(state.doc.toString(), pos, explicit, known());
    if (found === undefined) return null;
    const { from, to, options } = found;
    return {
      from,
      to,
      options: options.map(offered),
      // The options are already filtered and sorted.
      filter: false,
      update: (_result, _from, _to, next) => complete(next),
    };
  };
  return [
    // Escape that closes the list must not cancel anything in the editor.
    Prec.highest(keymap.of([{ key: "Escape", run: closeCompletion, stopPropagation: true }])),
    autocompletion({
      override: [complete],
      icons: false,
      // After a field name, offer its values.
      activateOnCompletion: ({ type }) => type === "property",
      // The list only opens while typing, so Enter may accept at once.
      interactionDelay: 0,
    }),
    EditorState.phrases.of({ Completions: label }),
    completionLook,
  ];
};

const colours = HighlightStyle.define([
  { tag: tags.propertyName, color: "var(--fp-accent)" },
  { tag: [tags.string, tags.content], color: "light-dark(#1b6e3c, #7ad39b)" },
  { tag: [tags.comment, tags.punctuation], color: "var(--fp-muted)" },
]);

const look = EditorView.theme({
  "&": {
    fontSize: "var(--code-size)",
    backgroundColor: "var(--fp-field)",
    color: "inherit",
    height: "100%",
  },
  ".cm-gutters": {
    backgroundColor: "var(--soft)",
    color: "var(--fp-muted)",
    borderRight: "1px solid var(--line)",
  },
  ".cm-cursor": { borderLeftColor: "currentColor" },
  "&.cm-focused .cm-selectionBackground, .cm-selectionBackground": {
    backgroundColor: "light-dark(#cfe3fb, #2b4d73) !important",
  },
});

/** A text editor for YAML in an element. */
export interface YamlEditor {
  readonly text: () => string;
  readonly setText: (text: string) => void;
  /** Marks a line, counted from 1, with an error, and goes to it. */
  readonly fail: (line: number, message: string) => void;
  readonly clear: () => void;
  readonly close: () => void;
}

/** Options of the editor. */
interface YamlEditing {
  readonly label: string;
  /** Returns the current data for completion. */
  readonly known: () => YamlKnown;
  readonly changed: () => void;
}

/** Opens an editor in `parent`, whose shadow root gets its styles; `label` is its accessible name. */
export const openYamlEditor = (
  parent: HTMLElement,
  root: ShadowRoot,
  { label, known, changed }: YamlEditing,
): YamlEditor => {
  const extensions = [
    lineNumbers(),
    history(),
    yaml(),
    indentUnit.of("  "),
    lintGutter(),
    highlightSelectionMatches(),
    syntaxHighlighting(colours),
    look,
    yamlCompletion(known, known().texts.forms.completions),
    EditorView.contentAttributes.of({ "aria-label": label, tabindex: "0" }),
    // Tab keeps its default, so that keyboard users can leave the editor.
    keymap.of([...defaultKeymap, ...historyKeymap, ...searchKeymap]),
    EditorView.updateListener.of(({ docChanged }) => {
      if (docChanged) changed();
    }),
  ];
  const view = new EditorView({ parent, root, state: EditorState.create({ extensions }) });
  return {
    text: () => view.state.doc.toString(),
    setText: (text) => view.setState(EditorState.create({ doc: text, extensions })),
    fail: (line, message) => {
      const { doc } = view.state;
      const { from, to } = doc.line(Math.max(1, Math.min(doc.lines, line)));
      // The service's message, which is English.
      const renderMessage = (): Node =>
        Object.assign(document.createElement("span"), { lang: "en", textContent: message });
      const diagnostic = { from, to, severity: "error", message, renderMessage } as const;
      view.dispatch(setDiagnostics(view.state, [diagnostic]));
      view.dispatch({ selection: { anchor: from }, scrollIntoView: true });
      view.focus();
    },
    clear: () => view.dispatch(setDiagnostics(view.state, [])),
    close: () => view.destroy(),
  };
};
