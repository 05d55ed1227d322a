import type { SessionProblemCode } from "../../session/state.ts";

/** What happened, and what can be done about it, for the session's own problems; what is to be chosen has a notice of its own. */
const problems: Readonly<
  Record<
    Exclude<SessionProblemCode, "conflictsOpen">,
    { readonly what: string; readonly next: string }
  >
> = {
  wentBack: {
    what: "The service came back with another plan than it had before.",
    next: "What it has lost is still here: undo brings it back, and a save stores it again.",
  },
  draftFailed: {
    what: "Unsaved changes cannot be kept on this device.",
    next: "Save often: they are lost if this page is closed.",
  },
  notStored: {
    what: "The last save is not in the plan that is stored.",
    next: "Your changes are still here: save again.",
  },
};

/** The names of the steps that the session makes itself. */
const steps = { draft: "taking up unsaved work", wentBack: "the service's return to another plan" };

export const session = { problems, steps };

export type SessionTexts = typeof session;
