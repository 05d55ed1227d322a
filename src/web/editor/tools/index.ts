import { kinds } from "../../../kinds/index.ts";
import { kindTools, pieceOf, toolWords } from "../kinds.ts";
import type { ToolName } from "../view.ts";
import { CalibrateTool } from "./calibrate.ts";
import { CornersTool } from "./corners.ts";
import { ImageTool } from "./image.ts";
import { LineTool } from "./line.ts";
import { OpeningTool } from "./opening.ts";
import { PlaceTool } from "./place.ts";
import { RoomTool } from "./room.ts";
import { SelectTool } from "./select.ts";
import type { Tool, ToolContext } from "./tool.ts";

/** The tool of that name; `piece` is what was chosen for it to place. */
export const makeTool = (context: ToolContext, name: ToolName, piece: string): Tool => {
  if (name === "select") return new SelectTool(context);
  if (name === "calibrate") return new CalibrateTool(context);
  if (name === "image") return new ImageTool(context);
  const { list, isByCorners, opening } = kindTools[name];
  switch (kinds[list].place) {
    case "polygon":
      return isByCorners === true ? new CornersTool(context) : new RoomTool(context);
    case "wall":
      return new OpeningTool(context, opening ?? "door");
    case "line":
      return new LineTool(context, name);
    case "point":
      return new PlaceTool(context, toolWords(name, context.texts).hint, pieceOf(name, piece));
  }
};
