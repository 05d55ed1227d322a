import type { User } from "../../auth/user.ts";
import type { CommandRunner } from "../../server/websocket/command-runner.ts";

/** The life of a session: it authenticates, then serves, then closes, and never goes back. */
export type Phase =
  | { readonly kind: "authenticating"; readonly timer: NodeJS.Timeout }
  | { readonly kind: "logging-in"; readonly timer: NodeJS.Timeout }
  | { readonly kind: "admitted"; readonly user: User; readonly passesOn: boolean }
  | { readonly kind: "ready"; readonly serving: CommandRunner }
  | { readonly kind: "closing" };

/** Whose session it is, once that is known and until it closes. */
export const userOf = (phase: Phase): User | undefined => {
  if (phase.kind === "admitted") return phase.user;
  return phase.kind === "ready" ? phase.serving.user : undefined;
};

/** Ends what goes on in a phase. */
export const endPhase = (phase: Phase): void => {
  if (phase.kind === "ready") phase.serving.end();
  else if ("timer" in phase) clearTimeout(phase.timer);
};
