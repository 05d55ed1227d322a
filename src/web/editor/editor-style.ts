import { drawingStyle } from "../renderer/index.ts";
import { barStyle } from "./bar-style.ts";
import { fadingStyle } from "./fading-style.ts";
import { helpStyle } from "./help-style.ts";
import { narrowStyle } from "./narrow-style.ts";
import { shellStyle } from "./shell-style.ts";
import { sideStyle } from "./side-style.ts";
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
