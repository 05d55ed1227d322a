import type { PlanClient } from "../connection/plan-client.ts";
import { roomsOf } from "../../model/elements/rooms.ts";
import { findRef } from "../../model/elements/entities.ts";
import { Registries } from "../home-assistant/registries.ts";
import { browserDrafts } from "../session/draft-store.ts";
import { EditorSession } from "../session/editor-session.ts";
import type { Texts } from "../i18n/editor-speaker.ts";
import type { Spoken } from "../i18n/speaker.ts";
import { Commands } from "./commands.ts";
import type { EditorContext } from "./context.ts";
import { RenameFollower } from "./follow-renames.ts";
import { keptSort } from "./measures/sort.ts";
import { Together } from "./together/together.ts";
import { EditorView } from "./view.ts";

/** What is made when the editor gets a client, and what is ended when it loses it. */
export interface Workplace {
  readonly context: EditorContext;
  readonly commands: Commands;
  readonly close: () => void;
}

/** What the editor does for its parts. */
export interface Host extends Pick<EditorContext, "askName" | "say"> {
  /** The words of now; the language may come after the client. */
  readonly texts: () => Texts;
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
  spoken: Spoken<Texts>,
  { askName, say, texts, changed }: Host,
): Workplace => {
  const session = new EditorSession(client, browserDrafts(client.imageUrl("/")));
  const view = new EditorView();
  view.update({ measures: keptSort() });
  const house = new Registries(() => client.connection(), {
    changed,
    renamed: (renames) => follower.take(renames),
  });
  house.speak(spoken.language);
  const together = new Together({ client, session, view, changed });
  const context: EditorContext = {
    session,
    view,
    client,
    house,
    together,
    ...spoken,
    askName,
    say,
  };
  const follower = new RenameFollower({
    session,
    house,
    say,
    texts,
    isSeen: () => document.visibilityState === "visible",
  });
  const seen = (): void => {
    if (document.visibilityState === "hidden") void session.flushDraft();
    follower.follow();
  };
  const leaving = (event: BeforeUnloadEvent): void => {
    if (session.state.isDirty) event.preventDefault();
  };
  document.addEventListener("visibilitychange", seen);
  window.addEventListener("beforeunload", leaving);
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
      follower.follow();
      changed();
    }),
    view.subscribe(changed),
    () => document.removeEventListener("visibilitychange", seen),
    () => window.removeEventListener("beforeunload", leaving),
    () => house.close(),
    () => together.close(),
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

/** The same workplace in another language: its parts are drawn again, and nothing of the work is lost. */
export const inLanguage = (workplace: Workplace, spoken: Spoken<Texts>): Workplace => {
  if (workplace.context.texts === spoken.texts && workplace.context.language === spoken.language)
    return workplace;
  const context = { ...workplace.context, ...spoken };
  context.house.speak(spoken.language);
  return { ...workplace, context, commands: workplace.commands.in(context) };
};
