import { loadCatalogue } from "../renderer/catalogue.ts";
import { LengthField } from "./measures/length-field.ts";
import { defineElement } from "./component.ts";
import { Canvas } from "./canvas.ts";
import { FloorplanEditor } from "./shell/floorplan-editor.ts";
import { ContextMenu } from "./commands/context-menu.ts";
import { LevelTabs } from "./shell/level-tabs.ts";
import { NameField } from "./name-field.ts";
import { Pieces } from "./shell/pieces.ts";

export { editorTranslator } from "../i18n/editor-translator.ts";

// The card of the same page may have loaded it already; its code is not in the page twice.
await loadCatalogue();
defineElement("floorplan-length", LengthField);
defineElement("floorplan-menu", ContextMenu);
defineElement("floorplan-naming", NameField);
defineElement("floorplan-pieces", Pieces);
defineElement("floorplan-levels", LevelTabs);
defineElement("floorplan-canvas", Canvas);
defineElement("floorplan-editor", FloorplanEditor);
