import { within } from "../../elements/bounds.ts";
import type { Canvas } from "./canvas.ts";
import type { Commands } from "./commands.ts";
import type { EditorContext } from "./context.ts";
import type { Shortcut } from "./keys.ts";
import type { ToolName } from "./view.ts";

/** What shortcuts act on. */
export interface ActionGround {
  readonly context: EditorContext;
  readonly commands: Commands;
  readonly canvas: Canvas | null;
  readonly choose: (tool: ToolName) => void;
  readonly help: () => void;
}

/** Escape: gives up what is under way, then the tool, then the selection. */
const cancel = ({ context: { view }, canvas }: ActionGround): void => {
  if (canvas?.hand.giveUp() === true) return;
  if (view.state.tool === "select") view.select([]);
  else view.update({ tool: "select" });
};

/** Does what a shortcut is for. */
export const act = (shortcut: Shortcut, ground: ActionGround): void => {
  const { context, commands, canvas, choose, help } = ground;
  const { session, view } = context;
  switch (shortcut.does) {
    case "tool":
      return choose(shortcut.tool);
    case "undo":
      return session.undo();
    case "redo":
      return session.redo();
    case "save":
      return void session.save();
    case "copy":
      return commands.copy();
    case "cut":
      return commands.cut();
    case "paste":
      return commands.paste(canvas?.hand.pointedAt);
    case "duplicate":
      return commands.duplicate();
    case "remove":
      return commands.remove();
    case "selectAll":
      return commands.selectAll(within(session.state.plan, view.state.level));
    case "rotate":
      return commands.rotate(90);
    case "rotateBack":
      return commands.rotate(-90);
    case "snap":
      return view.update({ isSnapping: !view.state.isSnapping });
    case "zoomIn":
      return canvas?.zoom(1.3);
    case "zoomOut":
      return canvas?.zoom(1 / 1.3);
    case "fit":
      return canvas?.fit();
    case "help":
      return help();
    case "cancel":
      return cancel(ground);
  }
};
