import { defineElement, type EditorContext } from "../component.ts";
import { MeshDialog } from "./mesh-dialog.ts";

defineElement("floorplan-mesh", MeshDialog);

/** Shows the radio mesh in a dialog, within the given part of the page. */
export const openMesh = (within: ParentNode, context: EditorContext): void => {
  const dialog = new MeshDialog();
  dialog.context = context;
  within.append(dialog);
  void dialog.open();
};
