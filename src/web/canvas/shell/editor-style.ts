import { drawingStyle } from "../../renderer/index.ts";
import { barStyle } from "../../editor/bar-style.ts";
import { fadingStyle } from "../../editor/fading-style.ts";
import { helpStyle } from "../../editor/help-style.ts";
import { narrowStyle } from "../../editor/narrow-style.ts";
import { shellStyle } from "../../editor/shell-style.ts";
import { sideStyle } from "../../editor/side-style.ts";
import { stageStyle } from "./stage-style.ts";

/** How the editor looks; what gives way on narrow screens comes last. */
export const editorStyle = [
  drawingStyle,
  shellStyle,
  barStyle,
  stageStyle,
  sideStyle,
  helpStyle,
  fadingStyle,
  narrowStyle,
];
