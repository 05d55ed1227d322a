import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import { yaml } from "@codemirror/lang-yaml";
import { HighlightStyle, indentUnit, syntaxHighlighting } from "@codemirror/language";
import { lintGutter, setDiagnostics } from "@codemirror/lint";
import { highlightSelectionMatches, searchKeymap } from "@codemirror/search";
import { EditorState } from "@codemirror/state";
import { EditorView, keymap, lineNumbers } from "@codemirror/view";
import { tags } from "@lezer/highlight";
import { yamlCompletion } from "../../editor/panels/yaml-completion.ts";
import type { YamlKnown } from "./yaml-options.ts";

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
  /** Marks a line, counted from 1, with what is wrong there, and goes to it. */
  readonly fail: (line: number, message: string) => void;
  readonly clear: () => void;
  readonly close: () => void;
}

/** What an editor is told. */
export interface YamlEditing {
  readonly label: string;
  /** Says what is known at the moment, for what is offered to be written. */
  readonly known: () => YamlKnown;
  readonly changed: () => void;
}

/** Puts an editor into `parent`, whose shadow root takes its styles; `label` names it. */
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
    // Tab stays the browser's, so that the keyboard finds its way out.
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
      // In the service's words, which are English.
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
