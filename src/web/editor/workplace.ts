import type { PlanClient } from "../client/plan-client.ts";
import { roomsOf } from "../../elements/rooms.ts";
import { findRef } from "../../elements/ref.ts";
import { browserDrafts } from "../session/draft-store.ts";
import { EditorSession } from "../session/editor-session.ts";
import { texts } from "../texts/index.ts";
import { Commands } from "./commands.ts";
import type { EditorContext } from "./context.ts";
import { EditorView } from "./view.ts";

/** What is made when the editor gets a client, and what is ended when it loses it. */
export interface Workplace {
  readonly context: EditorContext;
  readonly commands: Commands;
  readonly close: () => void;
}

/** What the editor does for its parts. */
export interface Host extends Pick<EditorContext, "askName" | "say"> {
  /** The session or the view has changed. */
  readonly changed: () => void;
}

/** What others deleted is no longer selected. */
const keepToPlan = ({ session, view }: EditorContext): void => {
  const { selection } = view.state;
  const here = selection.filter((ref) => findRef(session.state.plan, ref) !== undefined);
  if (here.length !== selection.length) view.select(here);
};

/** Follows a client's plan, with a session of its own. */
export const openWorkplace = (
  client: PlanClient,
  language: string,
  { askName, say, changed }: Host,
): Workplace => {
  const session = new EditorSession(client, browserDrafts(client.imageUrl("/")));
  const view = new EditorView();
  const words = texts(language);
  const context: EditorContext = { session, view, client, language, texts: words, askName, say };
  let isFirst = true;
  const ends = [
    client.subscribe(
      (plan) => {
        session.arrived(plan);
        // An empty sheet begins with a room; a plan that is there begins with what it holds.
        if (isFirst && roomsOf(session.state.plan).length === 0) view.update({ tool: "room" });
        isFirst = false;
      },
      (state) => session.connection(state === "live" ? "live" : "away"),
    ),
    session.subscribe(() => {
      keepToPlan(context);
      changed();
    }),
    view.subscribe(changed),
  ];
  return {
    context,
    commands: new Commands(context),
    close: () => {
      for (const end of ends) end();
      void session.close();
    },
  };
};
