export { editorSpeaker } from "../i18n/editor-speaker.ts";
import { LengthField } from "./measures/length-field.ts";
import { define } from "./part.ts";
import { Canvas } from "./canvas.ts";
import { FloorplanEditor } from "./editor.ts";
import { ContextMenu } from "./context-menu.ts";
import { LevelTabs } from "./level-tabs.ts";
import { Naming } from "./naming.ts";

define("floorplan-length", LengthField);
define("floorplan-menu", ContextMenu);
define("floorplan-naming", Naming);
define("floorplan-levels", LevelTabs);
define("floorplan-canvas", Canvas);
define("floorplan-editor", FloorplanEditor);
