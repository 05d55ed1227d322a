import { kinds } from "../../../model/kinds/kinds.ts";
import type { ToolName, TrackerToolName } from "../mode.ts";
import { kindTools, openingOf, pieceOf, toolWords } from "./kind-tools.ts";
import { trackerPointsTool, trackerPoseTool, trackerStandTool } from "./calibrate-tracker.ts";
import { openingTool } from "./opening.ts";
import { placeTool } from "./place.ts";
import { cornersTool, roomTool } from "./room.ts";
import { proposedWallsTool } from "./proposed-walls.ts";
import { selectTool } from "./select.ts";
import type { Tool, ToolContext } from "./tool.ts";
import { zoneTool } from "./zone.ts";
import { calibrateTool, imageTool } from "./tracing-image.ts";
import { lineTool, rulerTool } from "./two-points.ts";

const trackerTools: Readonly<Record<TrackerToolName, (context: ToolContext) => Tool>> = {
  trackerPoints: trackerPointsTool,
  trackerPose: trackerPoseTool,
  trackerStand: trackerStandTool,
};

/** Whether a tool calibrates a tracker. */
export const isTrackerTool = (tool: ToolName): tool is TrackerToolName =>
  Object.hasOwn(trackerTools, tool);

/** Creates a tool by name; `piece` is the chosen piece to place. */
export const makeTool = (context: ToolContext, name: ToolName, piece: string): Tool => {
  if (name === "select") return selectTool(context);
  if (name === "ruler") return rulerTool(context);
  if (name === "calibrate") return calibrateTool(context);
  if (name === "image") return imageTool(context);
  if (name === "scan") return proposedWallsTool(context);
  if (isTrackerTool(name)) return trackerTools[name](context);
  const { list, isByCorners } = kindTools[name];
  const { hint } = toolWords(name, context.texts);
  switch (kinds[list].place) {
    case "polygon":
      if (list === "zones") return zoneTool(context);
      return isByCorners === true ? cornersTool(context) : roomTool(context);
    case "wall": {
      const opening = openingOf(name, piece);
      return opening === undefined
        ? placeTool(context, hint, undefined)
        : openingTool(context, opening);
    }
    case "line":
      return lineTool(context, name);
    case "point":
      return placeTool(context, hint, pieceOf(name, piece));
  }
};

/** Whether a tool sets points that have to be exact. */
export const setsPoints = (tool: ToolName): boolean => {
  if (tool === "ruler" || tool === "calibrate") return true;
  if (tool === "select" || tool === "image" || tool === "scan") return false;
  if (isTrackerTool(tool)) return tool !== "trackerPose";
  const { place } = kinds[kindTools[tool].list];
  return place === "polygon" || place === "line";
};
