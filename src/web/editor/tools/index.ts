import { kinds } from "../../../model/kinds/kinds.ts";
import { kindTools, pieceOf, toolWords } from "../../canvas/tools/kind-tools.ts";
import type { ToolName } from "../../canvas/view-state.ts";
import { calibrateTool } from "../../canvas/tools/tracing-image.ts";
import { cornersTool } from "./corners.ts";
import { imageTool } from "./image.ts";
import { lineTool } from "./line.ts";
import { openingTool } from "../../canvas/tools/opening.ts";
import { placeTool } from "../../canvas/tools/place.ts";
import { roomTool } from "../../canvas/tools/room.ts";
import { rulerTool } from "./ruler.ts";
import { selectTool } from "../../canvas/tools/select.ts";
import type { Tool, ToolContext } from "../../canvas/tools/tool.ts";

/** The tool of that name; `piece` is what was chosen for it to place. */
export const makeTool = (context: ToolContext, name: ToolName, piece: string): Tool => {
  if (name === "select") return selectTool(context);
  if (name === "ruler") return rulerTool(context);
  if (name === "calibrate") return calibrateTool(context);
  if (name === "image") return imageTool(context);
  const { list, isByCorners, opening } = kindTools[name];
  switch (kinds[list].place) {
    case "polygon":
      return isByCorners === true ? cornersTool(context) : roomTool(context);
    case "wall":
      return openingTool(context, opening ?? "door");
    case "line":
      return lineTool(context, name);
    case "point":
      return placeTool(context, toolWords(name, context.texts).hint, pieceOf(name, piece));
  }
};
