import { sensorPiece } from "../pieces.ts";
import type { ToolName } from "../view.ts";
import { CalibrateTool } from "./calibrate.ts";
import { CornersTool } from "./corners.ts";
import { ImageTool } from "./image.ts";
import { OpeningTool } from "./opening.ts";
import { PlaceTool } from "./place.ts";
import { RoomTool } from "./room.ts";
import { SelectTool } from "./select.ts";
import type { Tool, ToolContext } from "./tool.ts";

/** The tool of that name; `piece` is what the palette tools place. */
export const makeTool = (context: ToolContext, name: ToolName, piece: string): Tool => {
  switch (name) {
    case "select":
      return new SelectTool(context);
    case "room":
      return new RoomTool(context);
    case "corners":
      return new CornersTool(context);
    case "door":
    case "window":
    case "passage":
      return new OpeningTool(context, name);
    case "furniture":
      return new PlaceTool(context, "furniture", piece);
    case "device":
      return new PlaceTool(context, piece === sensorPiece ? "sensors" : "devices", piece);
    case "calibrate":
      return new CalibrateTool(context);
    case "image":
      return new ImageTool(context);
    case "text":
      return new PlaceTool(context, "texts", "");
  }
};
