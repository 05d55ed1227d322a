import type { EditorContext } from "./context.ts";
import { handleName } from "./draw-handles.ts";
import { type Handle, handlesOf } from "./handles.ts";

/** The selected thing's handle of that name. */
export const findHandle = ({ session, view }: EditorContext, name: string): Handle | undefined =>
  view.state.selection.length === 1
    ? handlesOf(session.state.plan, view.state.selection[0] ?? "").find(
        (handle) => handleName(handle) === name,
      )
    : undefined;
