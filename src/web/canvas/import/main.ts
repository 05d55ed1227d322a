import { defineElement, type EditorContext } from "../component.ts";
import { ImportDialog } from "./import-dialog.ts";

defineElement("floorplan-import", ImportDialog);

const dialogIn = (editor: HTMLElement): ImportDialog | undefined => {
  const found = editor.shadowRoot?.querySelector("floorplan-import");
  return found instanceof ImportDialog ? found : undefined;
};

/** Reads files of another program and shows the import dialog in an editor; replaces files already shown. */
export const openImport = (
  editor: HTMLElement,
  context: EditorContext,
  files: readonly File[],
): void => {
  const dialog = dialogIn(editor) ?? new ImportDialog();
  dialog.context = context;
  if (!dialog.isConnected) editor.shadowRoot?.append(dialog);
  void dialog.read(files);
};

/** Passes a new context, such as another language, to an open dialog. */
export const renewImport = (editor: HTMLElement, context: EditorContext): void => {
  const dialog = dialogIn(editor);
  if (dialog !== undefined) dialog.context = context;
};
