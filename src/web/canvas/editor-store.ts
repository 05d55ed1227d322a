import type { PlanClient } from "../connection/plan-client.ts";
import { roomsOf } from "../../model/elements/rooms.ts";
import { findRef } from "../../model/elements/entities.ts";
import { PositionStore } from "../home-assistant/positions/position-store.ts";
import { Registries } from "../home-assistant/registries.ts";
import { browserDrafts } from "../store/drafts.ts";
import { EditorSession } from "../store/editor-session.ts";
import type { Texts } from "../i18n/editor-translator.ts";
import type { Translation } from "../i18n/translator.ts";
import { SelectionCommands } from "./commands/selection-commands.ts";
import type { EditorActions, EditorContext } from "./component.ts";
import { Upload } from "./inspector/image-upload.ts";
import { YamlDraft } from "./inspector/yaml-draft.ts";
import { followSwitches, storedSwitches } from "./foot.ts";
import { Attribution } from "../store/attribution.ts";
import { Presence } from "../store/presence.ts";
import { TrackerWatch } from "./trackers/tracker-watch.ts";
import { EditorView, turningChoice } from "./view-state.ts";

/** Everything in the editor that lives as long as the client. */
export interface EditorStore {
  readonly context: EditorContext;
  readonly commands: SelectionCommands;
  readonly close: () => void;
}

/** The element that owns the store. */
interface EditorHost {
  readonly actions: EditorActions;
  /** The session or the view has changed. */
  readonly changed: () => void;
}

/** Deselects elements that others deleted. */
const keepToPlan = ({ session, view }: EditorContext): void => {
  const { selection } = view.state;
  const here = selection.filter((ref) => findRef(session.state.plan, ref) !== undefined);
  if (here.length !== selection.length) view.select(here);
};

/** Opens a session on a client's plan, with everything that the components share. */
export const openEditorStore = (
  client: PlanClient,
  translation: Translation<Texts>,
  { actions, changed }: EditorHost,
): EditorStore => {
  const listeners = new Set([changed]);
  const tell = (): void => {
    for (const listener of listeners) listener();
  };
  const session = new EditorSession(client, browserDrafts(client.imageUrl("/")));
  const view = new EditorView();
  view.update({ ...storedSwitches(), turning: turningChoice.stored() });
  const registries = new Registries(() => client.connection(), tell);
  registries.setLanguage(translation.language);
  const attribution = new Attribution(client);
  const positions = new TrackerWatch(new PositionStore(client));
  const context: EditorContext = {
    session,
    view,
    client,
    registries,
    positions,
    presence: new Presence({ client, session, view, changed: tell }),
    attribution,
    yamlDraft: new YamlDraft(session),
    upload: new Upload(),
    ...translation,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    ...actions,
  };
  const seen = (): void => {
    if (document.visibilityState === "hidden") void session.flushDraft();
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
        // An empty plan starts with the room tool, any other with the select tool.
        if (isFirst && roomsOf(session.state.plan).length === 0) view.update({ tool: "room" });
        isFirst = false;
      },
      (state) => session.connection(state === "live" ? "live" : "away"),
    ),
    session.subscribe((state) => {
      attribution.follow(state);
      keepToPlan(context);
      tell();
    }),
    view.subscribe(tell),
    followSwitches(view),
    () => document.removeEventListener("visibilitychange", seen),
    () => window.removeEventListener("beforeunload", leaving),
    positions.subscribe(tell),
    () => positions.end(),
    () => registries.close(),
    () => context.presence.close(),
  ];
  return {
    context,
    commands: new SelectionCommands(context),
    close: () => {
      for (const end of ends) end();
      void session.close();
    },
  };
};

/** The same store in another language: everything is rendered again, without losing work. */
export const inLanguage = (store: EditorStore, translation: Translation<Texts>): EditorStore => {
  if (store.context.texts === translation.texts && store.context.language === translation.language)
    return store;
  const context = { ...store.context, ...translation };
  context.registries.setLanguage(translation.language);
  // The tool restarts with the new words, and so does the crosshair.
  context.view.send({ type: "cross", at: undefined });
  return { ...store, context, commands: store.commands.in(context) };
};
